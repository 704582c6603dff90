import type { Rounds } from './rounds.ts'
import { classicIntervals } from './classic.ts'
import { ALPHA } from './comparison.ts'
import { evidenceOf, type Evidence } from './evidence.ts'
import { fieldOf } from './field.ts'
import { comparisonIntervals, type Intervals } from './intervals.ts'
import type { JudgedBattles } from './judged-battles.ts'
import { fit, type Fit } from './newton.ts'
import { pointsAmong, type Selection, type PairPoints } from './points.ts'
import { resampler } from './resampling.ts'
import { decidedBySigns } from './sign-decision.ts'
import { bootstrapSpread, sandwichSpread, twoWaySpread } from './spread.ts'
import type { Tally } from './tally.ts'
import { dot } from './conjugate-gradient.ts'
import { information } from './information.ts'
import { unitInfluences } from './power-influences.ts'
import { corrected, corrections, firstFit, weightOf, type Power } from './power.ts'
import { emptyLike } from './refit.ts'

/** `preview` is `comparison` without refitted rounds, from the sandwich covariance. */
export type Recipe = 'comparison' | 'classic' | 'preview'

/** What the votes among the rated contestants show. Arrays run over `selection.members`. */
export interface Measurement {
  selection: Selection
  evidence: Evidence
  fit: Fit
  /** The fit of the uncorrected votes if `fit` is of corrected points. Otherwise the same fit. */
  plain: Fit
  /** λ: the weight with which judges correct the votes. 0 if they do not. */
  weight: number
  /** Null without rounds, if nobody is rated, or if the fit did not converge. */
  intervals: Intervals | null
}

const NO_FIT: Fit = { theta: new Float64Array(0), converged: true, iterations: 0, gradient: 0 }

/**
 * Fits the selection, which must be strongly connected or empty, and draws the requested rounds.
 * @param judged  the judges' verdicts on battles, which correct the votes; if they add nothing, the result is the
 * same as without them
 * @param looks  whether intervals hold for this board alone or for all looks at a growing board
 * @param alpha  the probability that anything false is declared
 */
export function measure(
  tally: Tally,
  selection: Selection,
  recipe: Recipe,
  rounds: Rounds | null,
  judged: JudgedBattles | null = null,
  looks: 'one' | 'any' = 'one',
  alpha = ALPHA,
): Measurement {
  const unmeasured = { selection, weight: 0, intervals: null }
  if (selection.members.length === 0)
    return { ...unmeasured, evidence: evidenceOf(tally, selection), fit: NO_FIT, plain: NO_FIT }
  const plain = fit(selection.points)
  const evidence = evidenceOf(tally, selection, plain.theta)
  const powered = judged && plain.converged ? poweredFit(tally, selection, plain.theta, judged) : null
  const { fit: fitted, points } = powered ?? { fit: plain, points: selection.points }
  const measured = { ...unmeasured, evidence, fit: fitted, plain, weight: powered ? powered.power.weight : 0 }
  if (!rounds || !fitted.converged) return measured
  const { theta } = fitted
  if (recipe === 'classic')
    return { ...measured, intervals: classicIntervals(tally, selection, theta, rounds) }
  const power = powered && powered.power
  const spreadOf = (votes: Tally, rounds: Rounds) =>
    recipe === 'preview'
      ? sandwichSpread(votes, selection, theta, rounds, power)
      : bootstrapSpread(points, theta, resampler(votes, selection, power), rounds)
  const { crossed, ...oneWay } = tally
  const spreadAt =
    crossed && !power
      ? twoWaySpread(
          spreadOf(oneWay, partOf(rounds, 0, 3)),
          spreadOf({ ...oneWay, units: crossed }, partOf(rounds, 1, 3)),
          spreadOf({ ...oneWay, units: null }, partOf(rounds, 2, 3)),
        )
      : spreadOf(oneWay, rounds)
  const intervals = comparisonIntervals(points, theta, evidence, spreadAt, looks, alpha)
  return {
    ...measured,
    intervals: power ? intervals : decidedBySigns(intervals, theta, tally, selection, evidence, looks, alpha),
  }
}

/**
 * The fit and the spread of a board with the same tally, rounds and seed. Without rounds there are no intervals.
 * @param recipe  with `preview` the spread comes from the sandwich covariance (Huber 1967; Liang & Zeger 1986)
 */
export function measureRated(
  tally: Tally,
  recipe: 'comparison' | 'preview',
  { rounds, seed }: { rounds: number; seed: number },
  judged: JudgedBattles | null = null,
): Measurement {
  const everyone = pointsAmong(
    tally,
    Int32Array.from({ length: tally.contestants }, (_, i) => i),
  )
  const { rated } = fieldOf(everyone.points)
  const selection = rated.length === tally.contestants ? everyone : pointsAmong(tally, rated)
  const drawn = rounds > 1 ? { rounds, seed, onProgress: () => undefined } : null
  return measure(tally, selection, recipe, drawn, judged)
}

/** The rounds of one part of several consecutive parts, which reports the progress of the whole. */
function partOf(rounds: Rounds, part: number, parts: number): Rounds {
  return { ...rounds, onProgress: (share) => rounds.onProgress((part + share) / parts) }
}

/** A fit of corrected points. */
interface PoweredFit {
  power: Power
  points: PairPoints
  fit: Fit
}

/**
 * The fit of people's votes, corrected by judges, at the weight that minimises the trace of its covariance
 * (Angelopoulos, Duchi & Zrnic 2023, section 6). Null if that weight is 0; people's fit then stays.
 * @param theta  the fit of people's votes
 */
function poweredFit(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  judged: JudgedBattles,
): PoweredFit | null {
  if (!tally.units) return null
  const cross = new Float64Array(judged.units)
  const square = new Float64Array(judged.units)
  unitInfluences(
    tally,
    selection,
    theta,
    information(selection.points, theta),
    judged,
    (unit, votes, correction) => {
      cross[unit] = dot(votes, correction)
      square[unit] = dot(correction, correction)
    },
  )
  const terms = { cross, square }
  const correction = corrections(judged, selection)
  const points = emptyLike(selection.points)
  const { weight, fitted } = firstFit(
    points,
    weightOf(terms, () => 1),
    (at) => fit(corrected(selection.points, correction, at, points), theta),
  )
  return weight > 0 ? { power: { judged, terms, weight }, points, fit: fitted } : null
}
