/** Codes of `VoteColumns.outcome`. */
export const LEFT = 0
export const RIGHT = 1
export const TIE = 2
export const BOTH_BAD = 3

/** Votes as columns of equal length. `unit` is the cluster (prompt or voter) of each vote. */
export interface VoteColumns {
  /** M, the number of contestants, those without votes included. */
  contestants: number
  /** Number of resampling units; ignored when `by` is 'vote'. */
  units: number
  left: Int32Array
  right: Int32Array
  outcome: Uint8Array
  unit: Int32Array
  /**
   * A second kind of unit that cuts across the first, of each vote: its voter, where `unit` is its prompt. Given, the
   * variance is two-way. Ignored when `by` is 'vote'.
   */
  crossed?: { unit: Int32Array; units: number }
}
