import { inflation, NORMAL_95 } from './comparison.ts'
import { fitCovariates } from './covariates.ts'
import { sigmoid } from './likelihood.ts'

/** Scores of one contestant against the baseline, as columns of equal length. */
export interface LengthScores {
  /** 1 won, ½ tie, 0 lost, or any share between. */
  score: Float64Array
  /** The length of its answer minus that of the baseline's. */
  lengthDifference: Float64Array
  /** The difficulty of each instruction, if it is known. */
  difficulty: Float64Array | null
  unit: Int32Array
  units: number
}

export interface LengthControlled {
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
  const spread = deviationOf(lengthDifference)
  if (!(spread > 0) || isOneSided(lengthDifference)) return null
  const length = lengthDifference.map((value) => Math.tanh(value / spread))
  const difficultyColumn = difficulty && deviationOf(difficulty) > 0 ? [difficulty] : []
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
  const half = NORMAL_95 * inflation(units, NORMAL_95) * (standardError / slope)
  const lead = Math.log(winRate / (1 - winRate))
  const interval: [number, number] = [sigmoid(lead - half), sigmoid(lead + half)]
  // the negation also catches NaN
  if (!(interval[1] - interval[0] < SAYS_NOTHING)) return null
  return { winRate, standardError, interval, length: beta[1] }
}

const isOneSided = (values: Float64Array): boolean =>
  values.every((value) => value > 0) || values.every((value) => value < 0)

function deviationOf(values: Float64Array): number {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0)
  return values.length > 1 ? Math.sqrt(squares / (values.length - 1)) : 0
}
