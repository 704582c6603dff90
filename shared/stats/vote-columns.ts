/** Codes of `VoteColumns.outcome`. */
export const LEFT = 0
export const RIGHT = 1
export const TIE = 2
export const BOTH_BAD = 3

/** Who won a vote: 0 its lower contestant, 1 its higher one, 2 nobody. */
export const resultOf = (outcome: number, leftIsLower: boolean): number =>
  outcome >= TIE ? 2 : (outcome === LEFT) === leftIsLower ? 0 : 1

/** Votes as columns of equal length. `unit` is the cluster (prompt or voter) of each vote. */
export interface VoteColumns {
  /** M, the number of contestants, including those without votes. */
  contestants: number
  /** The number of resampling units. Ignored if `by` is 'vote'. */
  units: number
  left: Int32Array
  right: Int32Array
  outcome: Uint8Array
  unit: Int32Array
  /**
   * The second unit of each vote, of a kind that crosses the first: its voter, if `unit` is its prompt. If given,
   * the variance is two-way. Ignored if `by` is 'vote'.
   */
  crossed?: { unit: Int32Array; units: number }
}
