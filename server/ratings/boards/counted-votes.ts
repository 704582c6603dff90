import type { Counts, JudgedBattles, Tally } from '../../../shared/stats/internal.ts'
import type { Cluster, Warning } from '../../../shared/contracts/index.ts'

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
  ppi?: PpiCorrection
}

/** What judges lend to a board of people's votes. */
export interface PpiCorrection {
  /** Their votes on it, those that nothing can be held against among them. */
  votes: number
  judged: number
  labelled: number
  /** Null where units are not prompts, so that no battle of people is known to be one of judges; and where few are shared. */
  battles: JudgedBattles | null
}
