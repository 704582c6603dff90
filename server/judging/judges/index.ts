/** Who judges by what: judges with their versions, and checks, as an arena.yaml has them. */
export { criteriaAsked } from './judge.ts'
export type { CurrentJudge, NewJudge } from './judge.ts'
export { storeVersion } from './store-version.ts'
export { putChecks } from './put-checks.ts'
export { putJudges, versionSha256 } from './put-judges.ts'
export { currentJudges } from './queries.ts'
