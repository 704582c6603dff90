/** Which means are still possible after all scores so far. */
export interface ConfidenceSequence {
  /** Adds one score, in [0, 1]. */
  add(score: number): void
  /** The means that no score so far has excluded. The interval never grows. Null if none is left. */
  interval(): [number, number] | null
  /** The number of scores so far. */
  readonly count: number
}

/** The means that are tested: 0, 1/400 … 1, with ½ among them. */
const GRID = 400
/** A bet is at most this share of the largest possible loss, so that the capital stays above zero. */
const BOLDEST = 0.5

/**
 * A confidence sequence for the mean of scores in [0, 1] (0 lost, ½ tie, 1 won), by hedged capital (Waudby-Smith &
 * Ramdas 2023, "Estimating means of bounded random variables by betting", JRSS-B 86, section 4.3, with the
 * predictable plug-in bets of their equation 26, truncated). For every mean m a bettor with two purses bets that
 * the scores run above and below m. A mean whose larger purse reaches 2/alpha is excluded for good. By Ville's
 * inequality the true mean is ever excluded with probability at most alpha, however often somebody looks, so
 * judging may stop as soon as ½ is excluded. Assumes that each score has the same mean, given those before; scores
 * need not be independent. Costs one pass over a grid of 401 means for each score. Ends lie on the grid, rounded
 * outwards.
 * @throws {RangeError} unless 0 < alpha < 1; from `add` for a score outside [0, 1]
 */
export function confidenceSequence(alpha = 0.05): ConfidenceSequence {
  if (!(alpha > 0 && alpha < 1)) throw new RangeError('alpha must lie between 0 and 1.')
  const limit = Math.log(2 / alpha)
  const above = new Float64Array(GRID + 1)
  const below = new Float64Array(GRID + 1)
  // the highest mean that is too low, and the lowest that is too high: the purses are monotone in the mean
  let low = -1
  let high = GRID + 1
  let count = 0
  let sum = 0.5
  let squares = 0.25
  return {
    get count() {
      return count
    },
    add(score) {
      if (!(score >= 0 && score <= 1)) throw new RangeError(`a score lies in [0, 1], not ${score}`)
      count++
      const bet = Math.sqrt((2 * limit) / (squares * Math.log(1 + count)))
      for (let at = 0; at <= GRID; at++) {
        const m = at / GRID
        above[at] += Math.log1p(Math.min(bet, BOLDEST / m) * (score - m))
        below[at] += Math.log1p(-Math.min(bet, BOLDEST / (1 - m)) * (score - m))
        // each purse starts with half of the capital
        if (above[at] >= limit) low = Math.max(low, at)
        if (below[at] >= limit) high = Math.min(high, at)
      }
      sum += score
      squares += (score - sum / (count + 1)) ** 2
    },
    interval() {
      return low < high ? [Math.max(0, low) / GRID, Math.min(GRID, high) / GRID] : null
    },
  }
}
