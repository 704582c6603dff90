/** Whether draws are as frequent as they should be. */
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

/**
 * The chi-square statistic of counts as a standard normal deviate, after Wilson and Hilferty (1931).
 * @param freedom  degrees of freedom; default: one for each count but the last
 */
export function deviate(
  observed: readonly number[],
  expected: readonly number[],
  freedom = observed.length - 1,
): number {
  const statistic = observed.reduce((sum, count, i) => sum + (count - expected[i]!) ** 2 / expected[i]!, 0)
  const spread = 2 / (9 * freedom)
  return (Math.cbrt(statistic / freedom) - 1 + spread) / Math.sqrt(spread)
}

/** The same where all counts should be equal. */
export function deviateFromEqual(counts: readonly number[]): number {
  const mean = counts.reduce((sum, count) => sum + count, 0) / counts.length
  return deviate(
    counts,
    counts.map(() => mean),
  )
}

/** Random numbers of a seed. */
export function seeded(seed: number): () => number {
  const stream = new RandomStream(seed, 0)
  return () => stream.uniform()
}
