import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { fieldOf } from '../../../shared/stats/declare/declare.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { fragilityOf } from '../../../shared/stats/declare/fragility.ts'
import { tally } from '../../../shared/stats/fit/tally.ts'
import type { Board, Fragility } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { byCodeUnits, inCanonicalOrder } from './canonical-order.ts'
import { numberVotes } from './number-votes.ts'

/** How few votes keep the highest rated contestant of a Bradley-Terry board first; null if that is unknown. */
export function fragilityOfBoard(
  table: VoteTable,
  { contestants, ties, converged }: Board,
): Fragility | null {
  if (!converged) return null
  const names = contestants.map(({ name }) => name).sort(byCodeUnits)
  const counted = tally(numberVotes(table, inCanonicalOrder(table, 'vote'), names, 'vote'), 'vote', ties)
  const everyone = Int32Array.from(names.keys())
  const selection = among(counted, fieldOf(among(counted, everyone).points).rated)
  if (selection.members.length < 2) return null
  const fragility = fragilityOf(counted, selection, fit(selection.points).theta)
  return (
    fragility && {
      leader: names[fragility.leader],
      becomes: names[fragility.becomes],
      votes: fragility.votes,
      removed: fragility.removed.map(({ first, second, outcome, votes: count }) => ({
        winner: names[outcome === 'second' ? second : first],
        loser: names[outcome === 'second' ? first : second],
        tie: outcome === 'tie',
        votes: count,
      })),
    }
  )
}
