import { countsOf, tally } from '../../../shared/stats/internal.ts'
import type { Counts, Tally } from '../../../shared/stats/internal.ts'
import type { Cluster, Warning } from '../../../shared/contracts/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { countOf } from './canonical-order.ts'
import type { Sorted } from './canonical-order.ts'
import { numberVotes } from './number-votes.ts'
import type { Lent } from './powered-votes.ts'

/** Votes as a board needs them: counted, with contestants and units numbered by their sorted names. */
export interface CountedVotes {
  /** All contestants, sorted; their numbers are their places. */
  names: readonly string[]
  votes: number
  /** How many different ones the votes name; null: none does. */
  voters: number | null
  prompts: number | null
  cluster: Cluster
  /** Resampling units, where votes are not resampled one by one. */
  units: number
  tally: Tally
  counts: readonly Counts[]
  /** What is to be said of the unit. */
  warnings: readonly Warning[]
  /** What judges lend to these votes, people's; only on a board powered by judges. */
  lent?: Lent
}

/** Counts the votes of a table from scratch. */
export function countVotes(
  table: VoteTable,
  sorted: Sorted,
  names: readonly string[],
  { cluster, warnings }: Pick<CountedVotes, 'cluster' | 'warnings'>,
  ties: 'half' | 'drop',
): CountedVotes {
  const columns = numberVotes(table, sorted, names, cluster)
  return {
    names,
    votes: table.votes,
    voters: countOf(table.voter) || null,
    prompts: countOf(table.prompt) || null,
    cluster,
    units: columns.units,
    tally: tally(columns, cluster === 'vote' ? 'vote' : 'unit', ties),
    counts: countsOf(columns),
    warnings,
  }
}
