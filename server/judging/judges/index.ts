/** Judges with their versions, and checks, as arena.yaml defines them. */
export { criteriaAsked } from './judge.ts'
export type { CurrentJudge, NewJudge } from './judge.ts'
export { storeVersion, putJudges, versionSha256 } from './put-judges.ts'
export { putChecks } from './put-checks.ts'
export { currentJudges } from './queries.ts'
