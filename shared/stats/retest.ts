import { agreementOf } from './agreement.ts'
import type { Agreement } from './agreement.ts'

/** What examining the same things several times shows. */
export interface RunToRun {
  /** Things examined twice or more. */
  examined: number
  /** Those on which every run said the same. */
  unanimous: number
  /** Each further run against the first of the same thing, classes being the scores. */
  again: Agreement
  /** Mean variance of the scores of one thing; unbiased. */
  within: number
  /** Variance of all scores around their mean: what is between things and what is between runs together. */
  total: number
  /** within / total, at most 1: how much of the spread is the examiner's own; null where nothing varies. */
  ownShare: number | null
}

/**
 * Repeatability of scores: within is the pooled variance of one-way analysis of variance, s_w² = Σ_i Σ_r (x_ir − x̄_i)² /
 * Σ_i (k_i − 1) (Bland & Altman 1999, "Measuring agreement in method comparison studies", section 5.1), so that the
 * mean of n things moves from run to run with standard deviation s_w/√n. Assumes runs of a thing to be exchangeable and
 * things independent. Costs one pass. Things with one run alone are passed over.
 * @param runs  of each thing its scores, in the order of the runs
 */
export function runToRun(runs: Iterable<readonly number[]>): RunToRun {
  const several = [...runs].filter((scores) => scores.length > 1)
  const all = several.flat()
  const within = ratio(
    several.reduce((sum, scores) => sum + squares(scores), 0),
    all.length - several.length,
  )
  const total = ratio(squares(all), all.length - 1)
  return {
    examined: several.length,
    unanimous: several.filter((scores) => scores.every((score) => score === scores[0])).length,
    again: agreementOf(several.flatMap(([first, ...rest]) => rest.map((score) => [first!, score] as const))),
    within,
    total,
    ownShare: total > 1e-12 ? Math.min(1, within / total) : null,
  }
}

function squares(scores: readonly number[]): number {
  const mean = scores.reduce((sum, score) => sum + score, 0) / scores.length
  return scores.reduce((sum, score) => sum + (score - mean) ** 2, 0)
}

const ratio = (sum: number, of: number) => (of > 0 ? sum / of : 0)
