import type { Sequence } from '../../shared/contracts/index.ts'
import { stoppingByUnit, watchedMean, type UnitStopping } from '../../shared/stats/looks/watched-mean.ts'
import { clustersOf } from './clusters-of.ts'
import type { SharedVote } from './queries.ts'
import { scoreOf } from './score-of.ts'

/** Votes that are looked at more than once. */
export interface Watched {
  /** In the order in which it is looked at. */
  votes: readonly SharedVote[]
  /** Whether prompts are in the order in which they were drawn, each with all its votes. */
  isDrawn: boolean
}

/**
 * The result that holds at every look. A drawn prompt gets no vote after it was looked at, so it is one score of a
 * confidence sequence. Other votes may come in on any prompt at any time. They are looked at one by one, grouped as
 * for a single look.
 */
export function sequenceOver(
  votes: readonly SharedVote[],
  isDrawn: boolean,
  alpha: number,
): UnitStopping & Pick<Sequence, 'of'> {
  const scores = votes.map(scoreOf)
  const { unit, crossed } = clustersOf(votes)
  return isDrawn
    ? { ...stoppingByUnit(scores, unit, alpha), of: 'prompts' }
    : { ...watchedMean(scores, unit, alpha, crossed), of: 'votes' }
}
