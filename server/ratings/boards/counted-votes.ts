import type { Counts, Tally } from '../../../shared/stats/fit/tally.ts'
import type { JudgedBattles } from '../../../shared/stats/intervals/power.ts'
import type { TimedVotes } from '../../../shared/stats/pairing/pairing-in-time.ts'
import type { Cluster, Majority, SpeaksFor, Warning } from '../../../shared/contracts/index.ts'

/** Votes as a board needs them: counted, with contestants and units numbered by their sorted names. */
export interface CountedVotes {
  /** All contestants, sorted. A contestant's number is its index. */
  names: readonly string[]
  votes: number
  /** How many different ones the votes name; null if no vote names any. */
  voters: number | null
  prompts: number | null
  cluster: Cluster
  /** The number of resampling units; 0 if votes are resampled one by one. */
  units: number
  /**
   * (Σm)² / Σm² over the votes m on each unit; with two kinds of units, the smaller value. 0 if votes are resampled
   * one by one.
   */
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
  /** How judges were combined; only on a board by majority. */
  majority?: Majority
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
