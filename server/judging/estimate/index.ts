/** What a run will do and about what it will cost, before it does. */
export { estimateArena } from './estimate-arena.ts'
export { estimateRun } from './estimate-run.ts'
export type { RunAnswer, RunCheck, RunEstimate, RunPrompt, RunToEstimate } from './estimate-run.ts'
