import { climb } from './climb.ts'
import { factorise, solveFactored } from './cholesky.ts'
import { covariateErrors, subtractMean } from './covariate-errors.ts'
import { leadOf } from './covariate-votes.ts'
import type { CovariateVotes } from './covariate-votes.ts'
import { centre, largest, sigmoid } from './likelihood.ts'

const ITERATIONS = 100
const TOLERANCE = 1e-9
/** A step this small ends the search: with quadratic convergence the error is far below 1e-6. */
const SMALL_STEP = 1e-6
/** Beyond this an estimate diverges: a covariate, or a contestant, decides every vote. */
const FARTHEST = 30
/** A covariate with less remaining variance than this cannot be told from the other covariates and the strengths. */
const COLLINEAR = 1e-10

export interface CovariateFit {
  /** Natural-log strengths with all covariates at zero, Σθ = 0 over `centre`. */
  theta: Float64Array
  /** For each covariate the log odds that one unit of it adds. */
  beta: Float64Array
  /** Cluster-sandwich standard errors of θ. */
  thetaErrors: Float64Array
  /** Cluster-sandwich covariance of β, row-major. */
  betaCovariance: Float64Array
  logLikelihood: number
  iterations: number
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
  const { contestants: m, covariates, score } = votes
  const n = m + covariates.length
  const parameters = new Float64Array(n)
  const slope = new Float64Array(n)
  const step = new Float64Array(n)
  const tolerance = TOLERANCE * Math.max(1, score.length)
  if (score.length === 0) return null
  for (let iteration = 0, moved = Infinity; iteration < ITERATIONS; iteration++) {
    const steepest = scoreOf(votes, parameters, slope)
    const factor = informationOf(votes, parameters)
    if (!factor) return null
    if (steepest <= tolerance && moved <= SMALL_STEP) {
      const theta = parameters.slice(0, m)
      if (m > 0) centre(theta)
      if (votes.centre) subtractMean(theta, votes.centre)
      return {
        theta,
        beta: parameters.slice(m),
        ...covariateErrors(votes, parameters, factor),
        logLikelihood: likelihoodOf(votes, parameters),
        iterations: iteration,
      }
    }
    solveFactored(factor, n, slope, step)
    moved = climb((there) => likelihoodOf(votes, there), parameters, slope, step) * largest(step)
    if (moved === 0 || largest(parameters) > FARTHEST) return null
  }
  return null
}

function scoreOf(votes: CovariateVotes, parameters: Float64Array, out: Float64Array): number {
  const { contestants, left, right, score, covariates } = votes
  out.fill(0)
  for (let vote = 0; vote < score.length; vote++) {
    const excess = score[vote] - sigmoid(leadOf(votes, parameters, vote))
    if (contestants > 0) {
      out[left[vote]] += excess
      out[right[vote]] -= excess
    }
    for (let k = 0; k < covariates.length; k++) out[contestants + k] += excess * covariates[k][vote]
  }
  return largest(out)
}

/** Cholesky factor of the information, with strengths constrained to sum zero. Null if it is singular, or nearly. */
function informationOf(votes: CovariateVotes, parameters: Float64Array): Float64Array | null {
  const { contestants: m, left, right, score, covariates } = votes
  const n = m + covariates.length
  const matrix = new Float64Array(n * n)
  let level = 0
  for (let vote = 0; vote < score.length; vote++) {
    const p = sigmoid(leadOf(votes, parameters, vote))
    const weight = p * (1 - p)
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
      for (let other = 0; other <= k; other++) matrix[row + m + other] += weighted * covariates[other][vote]
    }
  }
  for (let i = 0; i < m; i++) for (let j = 0; j <= i; j++) matrix[i * n + j] += level / m
  const own = covariates.map((_, k) => matrix[(m + k) * n + m + k])
  if (!factorise(matrix, n)) return null
  return own.every((whole, k) => matrix[(m + k) * n + m + k] ** 2 > COLLINEAR * whole) ? matrix : null
}

function likelihoodOf(votes: CovariateVotes, at: Float64Array): number {
  let total = 0
  for (let vote = 0; vote < votes.score.length; vote++) {
    const lead = leadOf(votes, at, vote)
    const against = lead > 0 ? 1 - votes.score[vote] : votes.score[vote]
    total -= against * Math.abs(lead) + Math.log1p(Math.exp(-Math.abs(lead)))
  }
  return total
}
