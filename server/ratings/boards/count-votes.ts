import { countsOf, tally } from '../../../shared/stats/fit/tally.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import type { Sorted } from './canonical-order.ts'
import { effectiveUnits, speaksForOf, type KnownUnits } from './choose-cluster.ts'
import type { CountedVotes } from './counted-votes.ts'
import { numberVotes } from './number-votes.ts'

/** Counts the votes of a table from scratch. */
export function countVotes(
  table: VoteTable,
  sorted: Sorted,
  names: readonly string[],
  { cluster, warnings }: Pick<CountedVotes, 'cluster' | 'warnings'>,
  units: KnownUnits,
  ties: 'half' | 'drop',
): CountedVotes {
  const columns = numberVotes(table, sorted, names, cluster)
  return {
    names,
    votes: table.votes,
    voters: units.voter.count || null,
    prompts: units.prompt.count || null,
    cluster,
    units: columns.units,
    effectiveUnits: effectiveUnits(cluster, units),
    speaksFor: speaksForOf(cluster, units),
    tally: tally(columns, cluster === 'vote' ? 'vote' : 'unit', ties),
    counts: countsOf(columns),
    warnings,
    ...(table.time && { timed: { ...columns, time: table.time } }),
  }
}
