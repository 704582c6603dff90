/**
 * Contestants: what is ranked. Each has a name that is shown and a slug, both unique in its arena. One that is
 * retired keeps its votes and its place on the board and is shown to nobody any more.
 */
export { ensureContestants } from './ensure-contestants.ts'
export { describeContestants } from './describe-contestants.ts'
export { contestantWithSlug, descriptionOf, listContestants } from './describe-one.ts'
export { familyAsTold } from './family.ts'
export type { Contestant, DescribedContestant, NewContestant } from './contestant.ts'
export { contestantRoutes } from './routes.ts'
