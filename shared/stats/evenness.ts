import { binomialTail } from './binomial.ts'

/** How evenly votes are spread over cells that were drawn with equal probabilities. */
export interface Evenness {
  /** The votes of each cell if they were spread evenly. */
  expected: number
  /** Pearson's Σ (observed − expected)² / expected, with `degreesOfFreedom`. */
  chiSquare: number
  degreesOfFreedom: number
  /**
   * The range that holds the count of a single cell in at least 95 % of even draws: ends included, by the binomial
   * distribution.
   */
  low: number
  high: number
  /** The number of cells outside that range. */
  outside: number
}

const TAIL = 0.025

/** Pearson's χ² of counts against even ones (Pearson 1900). Null without a vote or with fewer than two cells. */
export function evenness(counts: readonly number[]): Evenness | null {
  const total = counts.reduce((all, own) => all + own, 0)
  const cells = counts.length
  if (total === 0 || cells < 2) return null
  const expected = total / cells
  const chiSquare = counts.reduce((all, own) => all + (own - expected) ** 2 / expected, 0)
  let low = Math.floor(expected)
  while (low > 0 && 1 - binomialTail(low, total, 1 / cells) > TAIL) low--
  let high = Math.ceil(expected)
  while (high < total && binomialTail(high + 1, total, 1 / cells) > TAIL) high++
  const outside = counts.filter((own) => own < low || own > high).length
  return { expected, chiSquare, degreesOfFreedom: cells - 1, low, high, outside }
}
