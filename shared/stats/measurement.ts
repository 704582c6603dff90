import type { Rounds } from './bootstrap.ts'
import { classicIntervals } from './classic.ts'
import { evidenceOf } from './evidence.ts'
import type { Evidence } from './evidence.ts'
import { comparisonIntervals } from './intervals.ts'
import type { Intervals } from './intervals.ts'
import { fit } from './newton.ts'
import type { Fit } from './newton.ts'
import type { Selection } from './points.ts'
import { resampler } from './resampling.ts'
import { bootstrapSpread, sandwichSpread } from './spread.ts'
import type { Tally } from './tally.ts'

/** `preview` is `comparison` without refitted rounds: from the sandwich covariance. */
export type Recipe = 'comparison' | 'classic' | 'preview'

/** What the votes among the rated contestants say; arrays run over `selection.members`. */
export interface Measurement {
  selection: Selection
  evidence: Evidence
  fit: Fit
  /** Null without rounds, without anyone rated, or where the fit did not converge. */
  intervals: Intervals | null
}

const NO_FIT: Fit = { theta: new Float64Array(0), converged: true, iterations: 0, gradient: 0 }

/** Fits the selection, which must be strongly connected or empty, and draws the rounds asked for. */
export function measure(
  tally: Tally,
  selection: Selection,
  recipe: Recipe,
  rounds: Rounds | null,
): Measurement {
  const evidence = evidenceOf(tally, selection)
  if (selection.members.length === 0) return { selection, evidence, fit: NO_FIT, intervals: null }
  const fitted = fit(selection.points)
  const measured = { selection, evidence, fit: fitted, intervals: null }
  if (!rounds || !fitted.converged) return measured
  const { theta } = fitted
  if (recipe === 'classic')
    return { ...measured, intervals: classicIntervals(tally, selection, theta, rounds) }
  const spreadAt =
    recipe === 'preview'
      ? sandwichSpread(tally, selection, theta, rounds)
      : bootstrapSpread(selection.points, theta, resampler(tally, selection), rounds)
  return { ...measured, intervals: comparisonIntervals(selection.points, theta, evidence, spreadAt) }
}
