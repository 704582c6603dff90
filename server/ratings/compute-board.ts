import type { Board } from '../../shared/contracts/index.ts'
import { MAJORITY, POWERED } from '../../shared/votes/majority.ts'
import { tableOf, type RatedVote, type VoteTable } from '../../shared/votes/vote-table.ts'
import { boardOf } from './boards/board-of.ts'
import type { BoardOptions } from './boards/board-options.ts'
import type { KnownContestant } from './boards/board-rows.ts'
import { byCodeUnits, inCanonicalOrder } from './boards/canonical-order.ts'
import { chooseCluster, clusterOf, knownUnits, votersOf } from './boards/choose-cluster.ts'
import { countMajority } from './boards/count-majority.ts'
import { countVotes } from './boards/count-votes.ts'
import { countWithPpi } from './boards/count-with-ppi.ts'
import { votesSha256 } from './boards/votes-sha256.ts'

/**
 * Computes the board of a view: the only way from votes to ratings, ranks and declared results. It depends on its
 * arguments alone, and not on the order of votes.
 * @throws {RangeError} when anchor or baseline is no contestant, or if a board powered by judges or by
 *   majority has options other than its own
 */
export function computeBoard(votes: readonly RatedVote[] | VoteTable, options: BoardOptions): Board {
  const table = 'contestants' in votes ? votes : tableOf(votes)
  const names = namesOf(table, options.contestants ?? [])
  if (options.view.source === POWERED) {
    const { cluster = null, ties = 'half' } = options
    if (cluster === 'both')
      throw new RangeError('a board powered by judges is resampled by prompt, not by prompts and voters')
    const counted = countWithPpi(table, names, cluster, ties)
    const sorted = inCanonicalOrder(table, counted.cluster)
    return boardOf(counted, votesSha256(table, sorted, counted.cluster), options)
  }
  const { cluster: requestedCluster = null } = options
  if (options.view.source === MAJORITY) {
    const counted = countMajority(table, names, requestedCluster, options.ties ?? 'half')
    const sorted = inCanonicalOrder(table, counted.cluster)
    return boardOf(counted, votesSha256(table, sorted, counted.cluster), options)
  }
  const units = knownUnits(table, votersOf(options.view.source))
  const chosen =
    requestedCluster === null && options.oneKindOfUnit
      ? clusterOf(null, units)
      : chooseCluster(units, requestedCluster)
  const sorted = inCanonicalOrder(table, chosen.cluster)
  const counted = countVotes(table, sorted, names, chosen, units, options.ties ?? 'half')
  return boardOf(counted, votesSha256(table, sorted, chosen.cluster), options)
}

function namesOf({ contestants }: VoteTable, known: readonly KnownContestant[]): string[] {
  return [...new Set([...known.map(({ name }) => name), ...contestants])].sort(byCodeUnits)
}
