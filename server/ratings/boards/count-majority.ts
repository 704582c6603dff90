import type { Cluster } from '../../../shared/contracts/index.ts'
import { majorityVotes } from '../../../shared/votes/majority.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { inCanonicalOrder } from './canonical-order.ts'
import { clusterOf, knownUnits, speaksForOf } from './choose-cluster.ts'
import { countVotes } from './count-votes.ts'
import type { CountedVotes } from './counted-votes.ts'

/**
 * Counts one vote for each prompt and pair that a quorum of judges decided. They are resampled by prompt: judges of
 * one prompt share its difficulties, so their agreement is no further evidence.
 * @param table votes of judges under one criterion
 * @throws {RangeError} for a unit other than the prompt or the single vote
 */
export function countMajority(
  table: VoteTable,
  names: readonly string[],
  requestedCluster: Cluster | null,
  ties: 'half' | 'drop',
): CountedVotes {
  if (requestedCluster === 'both' || requestedCluster === 'voter')
    throw new RangeError('a board by majority of judges is resampled by prompt, not by voter')
  const { votes, majority } = majorityVotes(table)
  const units = knownUnits(votes, 'judges')
  const chosen =
    requestedCluster === 'vote'
      ? { cluster: 'vote' as const, warnings: [] }
      : clusterOf(requestedCluster, units)
  const judges = knownUnits(table, 'judges')
  return {
    ...countVotes(votes, inCanonicalOrder(votes, chosen.cluster), names, chosen, units, ties),
    voters: judges.voter.count || null,
    speaksFor: speaksForOf('prompt', judges),
    majority,
  }
}
