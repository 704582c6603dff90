import { type Rounds, resampler, type Deviations } from './bootstrap.ts'
import { ALPHA } from './comparison.ts'
import { evidenceOf, type Evidence } from '../fit/evidence.ts'
import { fieldOf, fieldOfIsland, type Field } from '../declare/declare.ts'
import { votesAmong, type NamedVotes } from '../method/ballots.ts'
import { measureVotes } from '../method/measure-votes.ts'
import { comparisonIntervals, type Intervals } from './intervals.ts'
import { type JudgedBattles, corrected, corrections, firstFit, weightOf, type Power } from './power.ts'
import { fit, type Fit, emptyLike, refitter } from '../fit/bradley-terry.ts'
import { pointsAmong, type Selection, type PairPoints, isStronglyConnected } from '../fit/points.ts'
import {
  bootstrapSpread,
  deviationOfDifference,
  deviationsOf,
  sandwichSpread,
  twoWaySpread,
  unitInfluences,
} from './spread.ts'
import type { Tally } from '../fit/tally.ts'
import { dot } from '../numbers/linear.ts'
import { information } from '../fit/information.ts'
import { quantile } from '../numbers/distributions.ts'
import { RandomStream } from '../numbers/random.ts'

/** `preview` is `comparison` without refitted rounds, from the sandwich covariance. */
type Recipe = 'comparison' | 'classic' | 'preview'

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
  return { ...measured, intervals: comparisonIntervals(points, theta, evidence, spreadAt, looks, alpha) }
}

export interface MeasureOptions {
  intervals: Recipe
  rounds: Rounds | null
  ties: 'half' | 'drop'
  judged?: JudgedBattles | null | undefined
  looks?: 'one' | 'any' | undefined
  alpha?: number | undefined
  weights?: 'units' | 'votes' | undefined
}

/** Beyond these contestants, the errors of all differences would take minutes. */
const MOST = 300

/** Who can be rated, everybody's points, and what the votes among the rated show. */
export interface MeasuredField {
  field: Field
  everyone: Selection
  measurement: Measurement
}

/**
 * Measures the votes of a board by `measureVotes`. Resampling remains (`measure`) for classic intervals, for boards that judges
 * correct, for very large fields, and where only a tally is known.
 * @param named  the votes one by one, as the tally has them counted; null: they are not known
 */
export function measureField(tally: Tally, named: NamedVotes | null, options: MeasureOptions): MeasuredField {
  const { rounds, judged = null, looks = 'one', alpha = ALPHA, ties, weights = 'units' } = options
  const everyone = pointsAmong(
    tally,
    Int32Array.from({ length: tally.contestants }, (_, i) => i),
  )
  const among = ({ rated }: Field) =>
    rated.length === tally.contestants ? everyone : pointsAmong(tally, rated)
  const island = fieldOfIsland(everyone.points)
  const selection = among(island)
  const { points, members } = selection
  const resampled = (drawn: Rounds | null): MeasuredField => {
    const field = fieldOf(everyone.points)
    const measurement = measure(tally, among(field), options.intervals, drawn, judged, looks, alpha)
    return { field, everyone, measurement }
  }
  if (
    named === null ||
    options.intervals === 'classic' ||
    members.length > MOST ||
    (judged !== null && resampled(null).measurement.weight > 0)
  )
    return resampled(rounds)
  if (members.length === 0)
    return { field: island, everyone, measurement: measure(tally, selection, 'preview', null) }
  const { fit: weighted, intervals } = measureVotes(votesAmong(named, members), ties, {
    looks,
    alpha,
    seed: rounds?.seed ?? 0,
    rounds: rounds?.rounds ?? 0,
    weigh: weights,
  })
  const plain = isStronglyConnected(points) ? fit(points) : weighted
  const evidence = evidenceOf(tally, selection, plain.theta)
  rounds?.onProgress(1)
  return {
    field: island,
    everyone,
    measurement: { selection, evidence, fit: weighted, plain, weight: 0, intervals },
  }
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

/**
 * The usual recipe of arenas, only for comparison with their boards. Votes are drawn with replacement, one by one,
 * and the interval goes from the 2.5 to the 97.5 percentile of the refits. Rounds in which a fit does not exist are
 * left out. Null if fewer than two rounds remain.
 */
export function classicIntervals(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  { rounds, seed, onProgress }: Rounds,
): Intervals | null {
  const { points } = selection
  const votes = votesOneByOne(tally, selection)
  const refit = refitter(points, theta, information(points, theta))
  const drawn = emptyLike(points)
  const values: number[] = []
  for (let round = 0; round < rounds; round++) {
    draw(votes, new RandomStream(seed, round), drawn)
    if (isStronglyConnected(drawn)) refit(drawn).theta.forEach((value, i) => values.push(value - theta[i]))
    if (round % 20 === 19) onProgress((round + 1) / rounds)
  }
  const used = values.length / points.contestants
  if (used < 2) return null
  const deviations = { rounds: used, contestants: points.contestants, values: Float64Array.from(values) }
  const intervals = Array.from(theta, (value, i) => percentiles(deviations, value, i))
  const standardErrors = deviationsOf(deviations)
  return {
    standardErrors,
    k: null,
    marginal: intervals,
    comparison: intervals,
    first: null,
    lead: (i, j) => percentiles(deviations, theta[i] - theta[j], i, j),
    difference: (i, j) => percentiles(deviations, theta[i] - theta[j], i, j),
    variance: (i, j) => deviationOfDifference(deviations, i, j) ** 2,
    whyNot: null,
    unbiasedErrors: standardErrors,
    deviations: () => deviations,
  }
}

function percentiles(deviations: Deviations, value: number, i: number, j?: number): [number, number] {
  const { rounds, contestants, values } = deviations
  const around = Float64Array.from({ length: rounds }, (_, round) => {
    const row = round * contestants
    return value + values[row + i] - (j === undefined ? 0 : values[row + j])
  }).sort()
  return [quantile(around, 0.025), quantile(around, 0.975)]
}

/** Every vote as 3 · pair + (0 first won, 1 second won, 2 tie). */
function votesOneByOne(tally: Tally, { pairOf }: Selection): Int32Array {
  const votes: number[] = []
  pairOf.forEach((chosen, pair) => {
    if (chosen < 0) return
    const counts = [tally.firstWins[pair], tally.secondWins[pair], tally.ties[pair]]
    counts.forEach((count, outcome) => {
      for (let vote = 0; vote < count; vote++) votes.push(3 * chosen + outcome)
    })
  })
  return Int32Array.from(votes)
}

function draw(votes: Int32Array, stream: RandomStream, out: PairPoints): void {
  out.firstPoints.fill(0)
  out.secondPoints.fill(0)
  for (let drawn = 0; drawn < votes.length; drawn++) {
    const vote = votes[Math.floor(stream.uniform() * votes.length)]
    const pair = Math.floor(vote / 3)
    const toFirst = [1, 0, 0.5][vote % 3]
    out.firstPoints[pair] += toFirst
    out.secondPoints[pair] += 1 - toFirst
  }
}
