import { normalQuantile, studentQuantile } from '../numbers/distributions.ts'
import {
  bootstrapVariance,
  pairVariance,
  scoreUnits,
  unitVariance,
  type Contrast,
  type Rounds,
  type UnitScores,
  type VarianceFunction,
} from './covariance.ts'
import { fitWithoutVariances, fitStrengths, type Strengths } from './strengths.ts'
import type { UnitKind } from './units.ts'
import { pairVotes, sumCells, TIE_POINTS, type Votes, type PairedVotes } from '../fit/votes.ts'
import { kish, weighVotes } from './weights.ts'

/** A new one names what changed in docs/explanation/statistics.md. Boards of other versions are not compared figure by figure. */
export const METHOD_VERSION = 3

/** Votes up to which the spread of votes counts as the model's: the information of 30 even votes. */
const MODEL_INFORMATION = 7.5
/** More degrees of freedom than these are the normal distribution. */
const ENDLESS = 1e9
const MIN_DEGREES = 0.5
/** The least κ − 1 to divide by. */
const MIN_DIVISOR = 0.5

/**
 * Rounds are computed up to so many votes and contestants, beyond that their limit. Constants, so that a board is the same
 * on every machine: a million votes of 100 contestants take 6 s by rounds and 1 s by the limit.
 */
const MAX_VOTES_BY_ROUNDS = 50_000
const MAX_CONTESTANTS_BY_ROUNDS = 100

export interface MeasureOptions {
  /** 0: the limit for endless rounds. */
  rounds: number
  seed: number
  /** The coverage of intervals, 0.95 by default. */
  level?: number | undefined
  /** 'votes': plain Bradley-Terry, where every vote weighs the same. */
  weights?: 'units' | 'votes' | undefined
  onProgress?: ((share: number) => void) | undefined
}

/** The variance of a contrast, with its parts. */
export interface ContrastVariance {
  variance: number
  /** Degrees of freedom of Student's t. */
  degrees: number
  /** By single votes, and by each kind of unit, corrected for few of them. */
  parts: { vote: number } & { [kind in UnitKind]?: number }
}

/** Strengths of linked contestants, and what is known of them. Arrays have the shape (M,). */
export interface StrengthEstimates extends Strengths {
  kinds: UnitKind[]
  intervals: 'rounds' | 'closed_form'
  /** Of θ_i − θ̄. */
  spread: ContrastVariance[]
  /** Half of the interval of θ_i. */
  half: Float64Array
  /** Of θ_i − θ_j. */
  difference(i: number, j: number): ContrastVariance
  /** Half of the interval of θ_i − θ_j. */
  differenceHalfWidth(i: number, j: number): number
  /** Of Σ c_i θ_i, Σ c = 0. */
  contrast(coefficients: Float64Array): ContrastVariance
  /** The mean of 4 p (1 − p) over the information about θ_i − θ_j. */
  evenness(i: number, j: number): number
}

/** One kind of unit, ready to answer. */
interface MeasuredKind {
  kind: UnitKind
  scores: UnitScores
  variance: VarianceFunction
  isByRounds: boolean
  /** The share of votes whose unit is known, and the variance of these by single votes. */
  namedShare: number
  singleOfNamed: VarianceFunction
}

/** What the variance of any contrast is made of. */
interface VarianceSources {
  vote: ReturnType<typeof singleVotes>
  kinds: readonly MeasuredKind[]
  /** Whether a prior holds the strengths: the model's variance is then that of the fit itself. */
  hasPrior: boolean
}

/**
 * Fits the votes and measures the spread of strengths by units (statistics version 3):
 * V = κ_p / (κ_p − 1) V_p + κ_v / (κ_v − 1) V_v − V_1, never below any part.
 *
 * @param votes  among contestants that they link, each with a vote
 * @param kinds  the units to resample (`chooseUnits`)
 */
export function estimateStrengths(
  votes: Votes,
  kinds: readonly UnitKind[],
  options: MeasureOptions,
): StrengthEstimates {
  const { rounds, seed, level = 0.95, weights = 'units', onProgress } = options
  const { paired, weight } = weighed(votes, kinds, { weights })
  const strengths = fitStrengths(paired, weight)
  const isByRounds =
    rounds > 1 && paired.pair.length <= MAX_VOTES_BY_ROUNDS && paired.contestants <= MAX_CONTESTANTS_BY_ROUNDS
  const totalRounds = rounds * kinds.length
  let done = 0
  const onRound = onProgress && (() => onProgress(++done / totalRounds))
  const measured = kinds.map((kind, i) =>
    measureKind(
      kind,
      paired,
      paired.units[i],
      weight,
      strengths,
      isByRounds ? { rounds, seed, onRound } : null,
    ),
  )
  const sources = { vote: singleVotes(paired, strengths), kinds: measured, hasPrior: strengths.hasPrior }
  const quantile = normalQuantile((1 - level) / 2)
  const halfWidth = ({ variance, degrees }: ContrastVariance) =>
    studentQuantile(quantile, degrees) * Math.sqrt(variance)
  const contrasts = strengthContrasts(strengths)
  const contrastSpread = (contrast: Contrast) =>
    contrastVariance(sources, contrast, (scores) => kishOfContrast(scores, contrast.coefficients))
  const spread = Array.from(strengths.theta, (_, i) =>
    contrastVariance(sources, contrasts.rating(i), (scores) => kishOfRating(scores, i)),
  )
  const difference = (i: number, j: number) => contrastSpread(contrasts.difference(i, j))
  return {
    ...strengths,
    kinds: [...kinds],
    intervals:
      isByRounds && kinds.length > 0 && measured.every((kind) => kind.isByRounds) ? 'rounds' : 'closed_form',
    spread,
    half: Float64Array.from(spread, halfWidth),
    difference,
    differenceHalfWidth: (i, j) => halfWidth(difference(i, j)),
    contrast: (coefficients) => contrastSpread(contrasts.sum(coefficients)),
    evenness: (i, j) => meanEvenness(paired, strengths, contrasts.difference(i, j)),
  }
}

/**
 * The variance of a contrast: V_p + V_v − V_1, never below any part.
 * @param effectiveUnits  the effective number of units, κ
 */
function contrastVariance(
  { vote, kinds, hasPrior }: VarianceSources,
  contrast: Contrast,
  effectiveUnits: (scores: UnitScores) => number,
): ContrastVariance {
  const single = vote.single(contrast)
  const model = hasPrior ? modelVariance(contrast) : vote.model(contrast)
  const v1 = Math.max(single, vote.dispersion * model)
  const parts: ContrastVariance['parts'] = { vote: v1 }
  let degrees = ENDLESS
  for (const measured of kinds) {
    const kappa = effectiveUnits(measured.scores)
    degrees = Math.min(degrees, Math.max(MIN_DEGREES, kappa - 1))
    parts[measured.kind] = unitPart(measured, contrast, kappa, v1)
  }
  const values = kinds.map(({ kind }) => parts[kind]!)
  const sum = values.length === 2 ? values[0] + values[1] - single : v1
  return { variance: Math.max(v1, sum, ...values), degrees, parts }
}

/**
 * The part of one kind of unit, corrected for few of them. Where only a share f of votes names its unit, the excess of these over
 * single votes is scaled up, with its error: V_1 + max(0, V − V_1(named) + (1 − f) V √(2 / κ)) / f².
 */
function unitPart(
  { variance, isByRounds, namedShare, singleOfNamed }: MeasuredKind,
  contrast: Contrast,
  kappa: number,
  v1: number,
): number {
  // Exp(1) weights of κ units give κ / (κ + 1) of the limit
  const v = (variance(contrast) * (kappa + (isByRounds ? 1 : 0))) / Math.max(MIN_DIVISOR, kappa - 1)
  if (!(namedShare < 1)) return v
  // κ below 1 has no unit: v is 0
  const excess = v - singleOfNamed(contrast) + (1 - namedShare) * v * Math.sqrt(2 / Math.max(1, kappa))
  return v1 + Math.max(0, excess) / namedShare ** 2
}

/** Contrasts of strengths, each with its influence H⁻¹ c. `inverse` has the shape (M, M). */
function strengthContrasts({ theta, mean, inverse }: Strengths) {
  const contestants = theta.length
  const meanInfluence = new Float64Array(contestants)
  for (let i = 0; i < contestants; i++)
    for (let k = 0; k < contestants; k++) meanInfluence[k] += mean[i] * inverse[i * contestants + k]
  return {
    /** θ_i − θ̄ */
    rating(i: number): Contrast {
      const coefficients = mean.map((share) => -share)
      coefficients[i] += 1
      const influence = meanInfluence.map((value, k) => inverse[i * contestants + k] - value)
      return { coefficients, influence }
    },
    /** θ_i − θ_j */
    difference(i: number, j: number): Contrast {
      const coefficients = new Float64Array(contestants)
      coefficients[i] += 1
      coefficients[j] -= 1
      const influence = coefficients.map(
        (_, k) => inverse[i * contestants + k] - inverse[j * contestants + k],
      )
      return { coefficients, influence }
    },
    /** Σ c_i θ_i */
    sum(coefficients: Float64Array): Contrast {
      const influence = new Float64Array(contestants)
      for (let i = 0; i < contestants; i++)
        for (let k = 0; coefficients[i] !== 0 && k < contestants; k++)
          influence[k] += coefficients[i] * inverse[i * contestants + k]
      return { coefficients, influence }
    },
  }
}

/** The mean of 4 p (1 − p) over the information about a contrast; 1 if there is none. */
function meanEvenness(
  { first, second }: PairedVotes,
  { chance, sums }: Strengths,
  { influence }: Contrast,
): number {
  let [information, even] = [0, 0]
  for (let pair = 0; pair < first.length; pair++) {
    const q = chance[pair] * (1 - chance[pair])
    const squaredInfluence = (influence[first[pair]] - influence[second[pair]]) ** 2
    const share = (sums.won[pair] + sums.tied[pair] + sums.lost[pair]) * q * squaredInfluence
    information += share
    even += share * 4 * q
  }
  return information > 0 ? even / information : 1
}

/** The strengths alone, for so many contestants that their errors would take minutes. */
export function fitPointEstimates(
  votes: Votes,
  kinds: readonly UnitKind[],
  options: Pick<MeasureOptions, 'weights'>,
): Omit<Strengths, 'inverse'> {
  const { paired, weight } = weighed(votes, kinds, options)
  return fitWithoutVariances(paired, weight)
}

function weighed(
  votes: Votes,
  kinds: readonly UnitKind[],
  { weights = 'units' }: Pick<MeasureOptions, 'weights'>,
) {
  const paired = pairVotes(
    votes,
    kinds.map((kind) => (kind === 'prompt' ? votes.prompt! : votes.person!)),
  )
  const count = paired.pair.length
  const weight =
    weights === 'units'
      ? weighVotes(count, paired.units, paired.contestants)
      : new Float64Array(count).fill(1)
  return { paired, weight }
}

/** cᵀ H⁻¹ c */
const modelVariance = ({ coefficients, influence }: Contrast): number =>
  coefficients.reduce((sum, c, i) => sum + c * influence[i], 0)

/** Variances by single votes and by the model, and how much more than the model says votes vary, at most 1. */
function singleVotes({ first, second }: PairedVotes, { chance, sums }: Strengths) {
  const [single, model] = [new Float64Array(first.length), new Float64Array(first.length)]
  let [squares, expected] = [MODEL_INFORMATION, MODEL_INFORMATION]
  for (let pair = 0; pair < first.length; pair++) {
    const p = chance[pair]
    const [won, tied, lost] = [(1 - p) ** 2, (TIE_POINTS - p) ** 2, p ** 2]
    squares += sums.won[pair] * won + sums.tied[pair] * tied + sums.lost[pair] * lost
    expected += (sums.won[pair] + sums.tied[pair] + sums.lost[pair]) * p * (1 - p)
    single[pair] = sums.wonSquared[pair] * won + sums.tiedSquared[pair] * tied + sums.lostSquared[pair] * lost
    model[pair] = (sums.wonSquared[pair] + sums.tiedSquared[pair] + sums.lostSquared[pair]) * p * (1 - p)
  }
  return {
    single: pairVariance(first, second, single),
    model: pairVariance(first, second, model),
    dispersion: Math.min(1, squares / expected),
  }
}

function measureKind(
  kind: UnitKind,
  paired: PairedVotes,
  unit: Int32Array,
  weight: Float64Array,
  strengths: Strengths,
  rounds: Rounds | null,
): MeasuredKind {
  const { first, second, pair, score } = paired
  const { chance } = strengths
  const cells = sumCells(paired, unit, weight)
  const scores = scoreUnits(paired, chance, cells)
  let namedVotes = 0
  for (const value of unit) if (value >= 0) namedVotes++
  const isByRounds = rounds !== null && namedVotes === unit.length
  const squares = new Float64Array(first.length)
  if (namedVotes < unit.length)
    for (let vote = 0; vote < pair.length; vote++)
      if (unit[vote] >= 0) squares[pair[vote]] += (weight[vote] * (score[vote] - chance[pair[vote]])) ** 2
  return {
    kind,
    scores,
    variance: isByRounds ? bootstrapVariance(strengths, cells, rounds) : unitVariance(scores),
    isByRounds,
    namedShare: namedVotes / unit.length,
    singleOfNamed: pairVariance(first, second, squares),
  }
}

/** The effective number of units of one contestant's votes. */
function kishOfRating({ start, weight }: UnitScores, i: number): number {
  let [sum, squares] = [0, 0]
  for (let entry = start[i]; entry < start[i + 1]; entry++) {
    sum += weight[entry]
    squares += weight[entry] ** 2
  }
  return squares > 0 ? (sum * sum) / squares : 0
}

/** The same for a contrast: of Σ_i c_i² m_ui / m_i² over units, m the weight of votes. */
function kishOfContrast({ units, start, unit, weight }: UnitScores, coefficients: Float64Array): number {
  const shares = new Float64Array(units)
  for (let i = 0; i < coefficients.length; i++) {
    if (coefficients[i] === 0) continue
    let total = 0
    for (let entry = start[i]; entry < start[i + 1]; entry++) total += weight[entry]
    for (let entry = start[i]; entry < start[i + 1]; entry++)
      shares[unit[entry]] += (coefficients[i] ** 2 * weight[entry]) / total ** 2
  }
  return kish(shares)
}
