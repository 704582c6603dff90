import { logGamma } from './student-t.ts'

/** P(W ≥ wins) of a binomial with `total` trials and chance p, exact except for rounding. Costs O(√total). */
export function binomialTail(wins: number, total: number, p: number): number {
  if (wins <= 0) return 1
  if (wins > total) return 0
  if (p <= 0 || p >= 1) return p >= 1 ? 1 : 0
  return wins > total * p ? upperSum(wins, total, p) : 1 - upperSum(total - wins + 1, total, 1 - p)
}

/** The sum from `wins`, which lies above the mean, upwards. The terms decrease from the first. */
function upperSum(wins: number, total: number, p: number): number {
  const odds = p / (1 - p)
  let term = Math.exp(
    logGamma(total + 1) -
      logGamma(wins + 1) -
      logGamma(total - wins + 1) +
      wins * Math.log(p) +
      (total - wins) * Math.log1p(-p),
  )
  let sum = 0
  for (let count = wins; count <= total && term > 1e-17 * sum; count++) {
    sum += term
    term *= ((total - count) / (count + 1)) * odds
  }
  return sum
}

/**
 * p of the exact two-sided sign test: the probability that a fair coin is at least this far from even. 1 without a
 * decisive vote.
 */
export function signTest(wins: number, losses: number): number {
  return Math.min(1, 2 * binomialTail(Math.max(wins, losses), wins + losses, 0.5))
}

/**
 * An anytime-valid sign test: a p-value that a fair coin brings below α at any look with probability at most α. It
 * is the inverse of the likelihood ratio of a coin with uniformly distributed bias, 2^n B(wins + 1, losses + 1)
 * (Ville 1939; Robbins 1970).
 */
export function sequentialSignTest(wins: number, losses: number): number {
  const n = wins + losses
  const logRatio = n * Math.LN2 + logGamma(wins + 1) + logGamma(losses + 1) - logGamma(n + 2)
  return Math.min(1, Math.exp(-logRatio))
}
