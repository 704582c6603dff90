import type { Counts, JudgedBattles, Tally, TimedVotes } from '../../../shared/stats/internal.ts'
import type { Cluster, SpeaksFor, Warning } from '../../../shared/contracts/index.ts'

/** Votes as a board needs them: counted, with contestants and units numbered by their sorted names. */
export interface CountedVotes {
  /** All contestants, sorted; their numbers are their places. */
  names: readonly string[]
  votes: number
  /** How many different ones the votes name; null if no vote names any. */
  voters: number | null
  prompts: number | null
  cluster: Cluster
  /** Resampling units, where votes are not resampled one by one. */
  units: number
  /** (Σm)² / Σm² of the votes m on each unit, where votes are not resampled one by one; of two kinds the smaller. */
  effectiveUnits: number
  speaksFor: SpeaksFor | null
  tally: Tally
  counts: readonly Counts[]
  /** Warnings about the resampling unit. */
  warnings: readonly Warning[]
  /** The votes and their times; only of files in which every vote has one. */
  timed?: TimedVotes
  /** The correction by judges; only on a board powered by judges, where these votes are people's. */
  ppi?: PpiCorrection
}

/** Judges' votes that correct a board of people's votes: prediction-powered inference. */
export interface PpiCorrection {
  /** All judges' votes of the view, with or without people's votes on the same battle. */
  votes: number
  judged: number
  labelled: number
  /** Null if units are not prompts, since battles are matched by prompt; and if people and judges share too few. */
  battles: JudgedBattles | null
}
