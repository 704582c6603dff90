/**
 * Contestants: what is ranked. Each has a display name and a slug, both unique in its arena. A retired contestant keeps
 * its votes and its place on the board, but its answers are no longer shown to voters.
 */
export { ensureContestants, describeContestants } from './ensure-contestants.ts'
export {
  contestantWithSlug,
  contestantDescription,
  listContestants,
  contestantFamily,
  selectContestants,
  selectFactors,
  refuseUnknownContestant,
} from './contestant.ts'
export type { Contestant, DescribedContestant, NewContestant } from './contestant.ts'
export { contestantRoutes } from './routes.ts'
