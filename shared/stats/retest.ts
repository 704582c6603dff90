import { agreementOf } from './agreement.ts'
import type { Agreement } from './agreement.ts'

/** What repeated ratings of the same things show. */
export interface RunToRun {
  /** Things rated at least twice. */
  examined: number
  /** Things on which all runs agreed. */
  unanimous: number
  /** Each further run compared with the first one of the same thing. The classes are the scores. */
  again: Agreement
  /** The mean variance of the scores of one thing; unbiased. */
  within: number
  /** The variance of all scores around their mean, between things and between runs together. */
  total: number
  /** within / total, at most 1: the share of the spread that the rater causes. Null if nothing varies. */
  ownShare: number | null
}

/**
 * Repeatability of scores. `within` is the pooled variance of one-way analysis of variance, s_w² = Σ_i Σ_r (x_ir −
 * x̄_i)² / Σ_i (k_i − 1) (Bland & Altman 1999, "Measuring agreement in method comparison studies", section 5.1), so
 * the mean of n things varies between runs with standard deviation s_w/√n. Assumes that runs of a thing are
 * exchangeable and things independent. Costs one pass. Things with only one run are skipped.
 * @param runs  for each thing its scores, in the order of the runs
 */
export function runToRun(runs: Iterable<readonly number[]>): RunToRun {
  const several = [...runs].filter((scores) => scores.length > 1)
  const allScores = several.flat()
  const within = ratio(
    several.reduce((sum, scores) => sum + squares(scores), 0),
    allScores.length - several.length,
  )
  const total = ratio(squares(allScores), allScores.length - 1)
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
