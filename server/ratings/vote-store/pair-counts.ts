import type { Tally } from '../../../shared/stats/fit/tally.ts'

/** The number of a pair low < high of so many contestants. */
export const pairNumber = (low: number, high: number, contestants: number): number =>
  (low * (2 * contestants - low - 1)) / 2 + high - low - 1

/** The votes of each pair with a vote. `first` < `second` are places among the sorted names. */
export interface PairCounts extends Omit<Tally, 'contestants' | 'units'> {
  votes: number
  /** How many of the ties called both bad. */
  bothBad: Int32Array
}
