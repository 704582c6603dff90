import { lineSearch, factorise, solveFactored } from '../numbers/linear.ts'
import { centre, largest, sigmoid } from '../fit/likelihood.ts'
import { groupByUnit } from '../fit/votes.ts'
import { halfInterval } from '../intervals/comparison.ts'

const ITERATIONS = 100
const TOLERANCE = 1e-9
/** A step this small ends the search: with quadratic convergence the error is far below 1e-6. */
const SMALL_STEP = 1e-6
/** Beyond this an estimate diverges: a covariate, or a contestant, decides every vote. */
const FARTHEST = 30
/** A covariate with less remaining variance than this cannot be told from the other covariates and the strengths. */
const COLLINEAR = 1e-10

interface CovariateFit {
  /** Natural-log strengths with all covariates at zero, Σθ = 0 over `centre`. */
  theta: Float64Array
  /** For each covariate the log odds that one unit of it adds. */
  beta: Float64Array
  /** Cluster-sandwich standard errors of θ. */
  thetaErrors: Float64Array
  /** Cluster-sandwich covariance of β, row-major. */
  betaCovariance: Float64Array
  /** Standard errors of β under the model, for independent votes. */
  betaModelErrors: Float64Array
  logLikelihood: number
}

/**
 * Bradley-Terry with covariates: logit P(left wins) = θ_left − θ_right + Σ β_k x_k (Springall 1973, "Response
 * surface fitting using a generalization of the Bradley-Terry paired comparison model"), jointly in (θ, β) by
 * Newton's method with step halving. A tie is half a win for each. Assumes that covariates add the same log odds
 * for everybody. Standard errors are cluster-sandwich (Liang & Zeger 1986), so they are also right if votes of one
 * unit are correlated. Costs O(votes · (M + q)) and O((M + q)³) for each step, dense: for up to a few thousand
 * contestants. Null if no finite estimate exists or the fit did not converge: without a vote, if contestants are
 * not linked in both directions, if a covariate decides every vote, or if covariates cannot be told from one
 * another and the strengths.
 */
export function fitCovariates(votes: CovariateVotes): CovariateFit | null {
  const { contestants: m, covariates, score, times } = votes
  const n = m + covariates.length
  const parameters = new Float64Array(n)
  const slope = new Float64Array(n)
  const step = new Float64Array(n)
  const tolerance = TOLERANCE * Math.max(1, times?.reduce((sum, count) => sum + count, 0) ?? score.length)
  if (score.length === 0) return null
  for (let iteration = 0, moved = Infinity; iteration < ITERATIONS; iteration++) {
    const steepest = scoreVector(votes, parameters, slope)
    const factor = factoriseInformation(votes, parameters)
    if (!factor) return null
    if (steepest <= tolerance && moved <= SMALL_STEP) {
      const theta = parameters.slice(0, m)
      if (m > 0) centre(theta)
      if (votes.centre) subtractMean(theta, votes.centre)
      return {
        theta,
        beta: parameters.slice(m),
        ...covariateErrors(votes, parameters, factor),
        logLikelihood: computeLogLikelihood(votes, parameters),
      }
    }
    solveFactored(factor, n, slope, step)
    moved = lineSearch((point) => computeLogLikelihood(votes, point), parameters, slope, step) * largest(step)
    if ((moved === 0 && steepest > tolerance) || largest(parameters) > FARTHEST) return null
  }
  return null
}

function scoreVector(votes: CovariateVotes, parameters: Float64Array, out: Float64Array): number {
  const { contestants, left, right, score, covariates } = votes
  out.fill(0)
  for (let vote = 0; vote < score.length; vote++) {
    const excess = scoreExcess(votes, parameters, vote)
    if (contestants > 0) {
      out[left[vote]] += excess
      out[right[vote]] -= excess
    }
    for (let k = 0; k < covariates.length; k++) out[contestants + k] += excess * covariates[k][vote]
  }
  return largest(out)
}

/** Cholesky factor of the information, with strengths constrained to sum zero. Null if it is singular, or nearly. */
function factoriseInformation(votes: CovariateVotes, parameters: Float64Array): Float64Array | null {
  const { contestants: m, left, right, score, covariates } = votes
  const n = m + covariates.length
  const matrix = new Float64Array(n * n)
  let level = 0
  for (let vote = 0; vote < score.length; vote++) {
    const p = sigmoid(linearPredictor(votes, parameters, vote))
    const weight = timesCast(votes, vote) * p * (1 - p)
    if (m > 0) {
      const [i, j] = [left[vote], right[vote]]
      matrix[i * n + i] += weight
      matrix[j * n + j] += weight
      matrix[Math.max(i, j) * n + Math.min(i, j)] -= weight
      level += (2 * weight) / m
    }
    for (let k = 0; k < covariates.length; k++) {
      const row = (m + k) * n
      const weighted = weight * covariates[k][vote]
      if (m > 0) {
        matrix[row + left[vote]] += weighted
        matrix[row + right[vote]] -= weighted
      }
      for (let column = 0; column <= k; column++)
        matrix[row + m + column] += weighted * covariates[column][vote]
    }
  }
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) matrix[i * n + j] += level / m
  const diagonal = covariates.map((_, k) => matrix[(m + k) * n + m + k])
  if (!factorise(matrix, n)) return null
  return diagonal.every((variance, k) => matrix[(m + k) * n + m + k] ** 2 > COLLINEAR * variance)
    ? matrix
    : null
}

function computeLogLikelihood(votes: CovariateVotes, parameters: Float64Array): number {
  let total = 0
  for (let vote = 0; vote < votes.score.length; vote++) {
    const lead = linearPredictor(votes, parameters, vote)
    const against = lead > 0 ? 1 - votes.score[vote] : votes.score[vote]
    total -= timesCast(votes, vote) * (against * Math.abs(lead) + Math.log1p(Math.exp(-Math.abs(lead))))
  }
  return total
}

/**
 * The cluster-sandwich errors of a fit with covariates: Σ_u ι_u ι_uᵀ, ι_u the inverse information times the scores
 * of a unit's votes. For strengths only the standard errors, for covariates the whole covariance. Costs O(votes ·
 * (M + q) · q) and (M + q) solutions.
 * @param factor  Cholesky factor of the information at `at`
 */
function covariateErrors(votes: CovariateVotes, parameters: Float64Array, factor: Float64Array) {
  const { contestants: m, left, right, covariates, unit, units } = votes
  const q = covariates.length
  const n = m + q
  const inverse = invertFactored(factor, n)
  const squares = new Float64Array(m)
  const betaCovariance = new Float64Array(q * q)
  const influence = new Float64Array(n)
  const { order, start } = groupByUnit(unit, units)
  for (let cluster = 0; cluster < units; cluster++) {
    if (start[cluster] === start[cluster + 1]) continue
    influence.fill(0)
    for (let place = start[cluster]; place < start[cluster + 1]; place++) {
      const vote = order[place]
      const excess = scoreExcess(votes, parameters, vote)
      if (m > 0) {
        const [first, second] = [left[vote] * n, right[vote] * n]
        for (let i = 0; i < n; i++) influence[i] += excess * (inverse[first + i] - inverse[second + i])
      }
      for (let k = 0; k < q; k++) {
        const weight = excess * covariates[k][vote]
        const row = (m + k) * n
        for (let i = 0; i < n; i++) influence[i] += weight * inverse[row + i]
      }
    }
    if (votes.centre) subtractMean(influence.subarray(0, m), votes.centre)
    for (let i = 0; i < m; i++) squares[i] += influence[i] ** 2
    for (let k = 0; k < q; k++)
      for (let l = 0; l < q; l++) betaCovariance[k * q + l] += influence[m + k] * influence[m + l]
  }
  const betaModelErrors = Float64Array.from(covariates, (_, k) => Math.sqrt(inverse[(m + k) * n + m + k]))
  return { thetaErrors: squares.map(Math.sqrt), betaCovariance, betaModelErrors }
}

/** Subtracts the mean of the values at `chosen` from all values, in place. */
function subtractMean(values: Float64Array, chosen: Int32Array): void {
  let mean = 0
  for (const vote of chosen) mean += values[vote] / chosen.length
  for (let i = 0; i < values.length; i++) values[i] -= mean
}

function invertFactored(factor: Float64Array, n: number): Float64Array {
  const inverse = new Float64Array(n * n)
  for (let i = 0; i < n; i++) {
    const row = inverse.subarray(i * n, (i + 1) * n)
    row[i] = 1
    solveFactored(factor, n, row, row)
  }
  return inverse
}

/** Votes with covariates, as columns of equal length. */
export interface CovariateVotes {
  /** M, each with at least one vote. 0 for a regression on covariates alone, with `left` and `right` empty. */
  contestants: number
  left: Int32Array
  right: Int32Array
  /** The score of the left in each vote: 1 won, ½ tie, 0 lost, or any share between. */
  score: Float64Array
  /** How often each vote was cast. Default: once. */
  times?: Float64Array
  /** For each covariate, its value in each vote from the left's point of view. */
  covariates: readonly Float64Array[]
  /** The cluster of each vote, 0 … units − 1. */
  unit: Int32Array
  units: number
  /** The contestants whose mean strength is 0. Default: all. */
  centre?: Int32Array
}

/** θ_left − θ_right + Σ β_k x_k of a vote. */
function linearPredictor(
  { contestants, left, right, covariates }: CovariateVotes,
  parameters: Float64Array,
  vote: number,
) {
  let lead = contestants > 0 ? parameters[left[vote]] - parameters[right[vote]] : 0
  for (let k = 0; k < covariates.length; k++) lead += parameters[contestants + k] * covariates[k][vote]
  return lead
}

const timesCast = ({ times }: CovariateVotes, vote: number): number => times?.[vote] ?? 1

/** How far the score of a vote is above its expectation, as often as it was cast. */
const scoreExcess = (votes: CovariateVotes, parameters: Float64Array, vote: number): number =>
  timesCast(votes, vote) * (votes.score[vote] - sigmoid(linearPredictor(votes, parameters, vote)))

/** A fit with style, and the divisor of each difference. */
export interface StyleFit extends CovariateFit {
  /** The standard deviation of each style difference over the votes. β is for one such deviation. */
  spread: Float64Array
}

/**
 * How much more of a feature the left answer has: (a − b) / (a + b), in −1 … 1, and 0 if neither has any (Arena's
 * style control, Li, Angelopoulos & Chiang 2024, "Does style matter?").
 */
export function styleDifference(a: number, b: number): number {
  return a + b > 0 ? (a - b) / (a + b) : 0
}

/**
 * The standard deviation of style differences around 0. Their mean is taken as 0, because the sides are arbitrary;
 * so the sides of votes cannot change a result. 0 if all differences are 0.
 */
export function styleSpread(differences: Float64Array): number {
  return Math.sqrt(
    differences.reduce((sum, value) => sum + value * value, 0) / Math.max(1, differences.length),
  )
}

/**
 * Style control: the strengths that answers of equal style would have, and the effect of style (Li, Angelopoulos &
 * Chiang 2024). Covariates are differences from `styleDifference`, each divided by its standard deviation, so β is
 * the log odds that one standard deviation adds. Model, assumptions and cost are those of `fitCovariates`. That
 * style influences voters is assumed, not shown: what makes an answer better may also make it longer. Null if a
 * difference is 0 in every vote, and whenever `fitCovariates` has no result.
 */
export function fitStyle(votes: CovariateVotes): StyleFit | null {
  const spread = Float64Array.from(votes.covariates, styleSpread)
  if (spread.some((value) => value === 0)) return null
  const covariates = votes.covariates.map((differences, k) => differences.map((value) => value / spread[k]))
  const fitted = fitCovariates({ ...votes, covariates })
  return fitted && { ...fitted, spread }
}

/** Scores of one contestant against the baseline, as columns of equal length. */
interface LengthScores {
  /** 1 won, ½ tie, 0 lost, or any share between. */
  score: Float64Array
  /** The length of its answer minus that of the baseline's. */
  lengthDifference: Float64Array
  /** The difficulty of each instruction, if it is known. */
  difficulty: Float64Array | null
  unit: Int32Array
  units: number
}

interface LengthControlled {
  /** The win rate if its answers were as long as the baseline's. */
  winRate: number
  standardError: number
  interval: [number, number]
  /** The coefficient of tanh: the log odds that a far longer answer adds at most. */
  length: number
}

/** An interval at least this wide excludes almost nothing. */
const SAYS_NOTHING = 0.95

/**
 * The length-controlled win rate of AlpacaEval 2 (Dubois, Galambosi, Liang & Hashimoto 2024): a logistic regression
 * of the score on 1, tanh(length difference / its standard deviation) and, if given, the difficulty of the
 * instruction. The win rate is the mean prediction with the length difference set to zero. The standard error comes
 * from the cluster-sandwich covariance by the delta method. The interval is normal on the scale of log odds, so an
 * estimate far from all observed lengths, which is near 0 or 1, does not look certain.
 * Simpler than theirs: no penalty, no pseudo-votes against gaming, and difficulties come from the caller; theirs
 * are estimated from all models together. Costs a few passes.
 * Null if every answer is longer than the baseline's, or every one shorter: the estimate would follow from the form of
 * the model alone, and can look certain. Null too if lengths do not differ, if the regression has no finite estimate
 * (for example, nothing or everything won), and if the interval contains almost every win rate.
 */
export function lengthControlled(scores: LengthScores): LengthControlled | null {
  const { score, lengthDifference, difficulty, unit, units } = scores
  const n = score.length
  const spread = standardDeviation(lengthDifference)
  if (!(spread > 0) || isOneSided(lengthDifference)) return null
  const length = lengthDifference.map((value) => Math.tanh(value / spread))
  const difficultyColumn = difficulty && standardDeviation(difficulty) > 0 ? [difficulty] : []
  const fitted = fitCovariates({
    contestants: 0,
    left: new Int32Array(0),
    right: new Int32Array(0),
    score,
    covariates: [new Float64Array(n).fill(1), length, ...difficultyColumn],
    unit,
    units,
  })
  if (!fitted) return null
  const { beta, betaCovariance } = fitted
  const q = beta.length
  const gradient = new Float64Array(q)
  let winRate = 0
  for (let i = 0; i < n; i++) {
    const hard = difficultyColumn.length > 0 ? difficultyColumn[0][i] : 0
    const p = sigmoid(beta[0] + (q > 2 ? beta[2] * hard : 0))
    winRate += p / n
    gradient[0] += (p * (1 - p)) / n
    if (q > 2) gradient[2] += (p * (1 - p) * hard) / n
  }
  let variance = 0
  for (let k = 0; k < q; k++)
    for (let l = 0; l < q; l++) variance += gradient[k] * betaCovariance[k * q + l] * gradient[l]
  const standardError = Math.sqrt(variance)
  const slope = winRate * (1 - winRate)
  const half = halfInterval(standardError / slope, units)
  const lead = Math.log(winRate / (1 - winRate))
  const interval: [number, number] = [sigmoid(lead - half), sigmoid(lead + half)]
  // the negation also catches NaN
  if (!(interval[1] - interval[0] < SAYS_NOTHING)) return null
  return { winRate, standardError, interval, length: beta[1] }
}

const isOneSided = (values: Float64Array): boolean =>
  values.every((value) => value > 0) || values.every((value) => value < 0)

function standardDeviation(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0
}

/** Points of each ordered pair: the score of the contestant shown first against the one shown second. */
export interface OrderedPoints {
  contestants: number
  shownFirst: Int32Array
  shownSecond: Int32Array
  firstPoints: Float64Array
  secondPoints: Float64Array
}

interface PositionEffect {
  /** The natural log of the odds that being shown first adds. */
  eta: number
  /** Under the model. */
  standardError: number
  /** 95 %. */
  interval: [number, number]
  /** How often the contestant shown first beats an equal one. */
  firstWins: number
  /** Strengths without the effect, Σθ = 0. */
  theta: Float64Array
  logLikelihood: number
}

/**
 * The position effect: logit P(shown first wins) = θ_first − θ_second + η (Davidson & Beaver 1977, "On extending
 * the Bradley-Terry model to incorporate within-pair order effects"; the home advantage of Agresti 2002, section
 * 10.6.3), by `fitCovariates` with a covariate that is 1. A tie is half a win for each. Assumes one η for all pairs and
 * independent votes. The contestants must be strongly connected, with a tie as a win in both directions. Null if η has no
 * finite estimate: without a vote, or if the orders of the votes cannot tell it from the
 * strengths.
 */
export function positionEffect(points: OrderedPoints): PositionEffect | null {
  const { contestants, shownFirst, shownSecond, firstPoints, secondPoints } = points
  const times = firstPoints.map((first, pair) => first + secondPoints[pair])
  const fitted = fitCovariates({
    contestants,
    left: shownFirst,
    right: shownSecond,
    score: firstPoints.map((first, pair) => first / times[pair]),
    times,
    covariates: [new Float64Array(times.length).fill(1)],
    unit: new Int32Array(times.length),
    units: 1,
  })
  if (!fitted) return null
  const { theta, beta, betaModelErrors, logLikelihood } = fitted
  const [eta, standardError] = [beta[0], betaModelErrors[0]]
  return {
    eta,
    standardError,
    interval: [eta - 1.96 * standardError, eta + 1.96 * standardError],
    firstWins: sigmoid(eta),
    theta,
    logLikelihood,
  }
}
