/**
 * arena.yaml: read with all files it names and checked as a whole before anything is written or paid for, then
 * imported in one transaction. All problems are reported at once, with file, line and what to do.
 */
export { ArenaFileError, problemText } from './problems.ts'
export type { ArenaPlan } from './files-beside.ts'
export { checkArena } from './check-arena.ts'
export type { CheckOptions } from './check-arena.ts'
export { ARENA_FILES, arenaFileRoutes } from './routes.ts'
export { dryRun } from './dry-run.ts'
export { publicAgain, setUpArena } from './bring-arena.ts'
export type { ArenaProblem } from './problems.ts'
