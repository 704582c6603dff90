/** The p-quantile of ascending values, linear between order statistics (Hyndman & Fan 1996, type 7). */
export function quantile(sorted: ArrayLike<number>, p: number): number {
  return at(sorted, p * (sorted.length - 1))
}

/**
 * The value that one more draw exceeds with probability `alpha`, from n ascending values of the same source: the (1
 * − alpha)(n + 1)-th of them (Hyndman & Fan 1996, type 6), at most the largest.
 */
export function predictionQuantile(sorted: ArrayLike<number>, alpha: number): number {
  return at(sorted, Math.min((1 - alpha) * (sorted.length + 1), sorted.length) - 1)
}

/** Linear between the positions 0 … n − 1. */
function at(sorted: ArrayLike<number>, position: number): number {
  const below = Math.floor(position)
  const above = Math.min(below + 1, sorted.length - 1)
  return sorted[below] + (position - below) * (sorted[above] - sorted[below])
}
