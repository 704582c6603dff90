import { modelVariance } from './information.ts'
import type { Information } from './information.ts'
import { sigmoid } from './likelihood.ts'
import type { PairPoints } from './points.ts'

/** This many times the requested pairs get exact residuals. The others are only ranked without their leverage. */
const LOOKED_AT = 4

/** A pair that met, and its residual in the fit. */
export interface PairResidual {
  /** Numbers of the points' contestants. */
  first: number
  second: number
  votes: number
  /** The share of the votes that `first` won, with a tie as half, and the share that the model expects. */
  share: number
  expected: number
  /** Standardised Pearson residual for single votes: beyond ±2 one in twenty if the model holds. */
  z: number
}

/**
 * The pairs that a fit explains worst, by z = (W − n p) / √(n p (1 − p) (1 − h)), h the pair's leverage (Pregibon
 * 1981, "Logistic regression diagnostics"). Assumes independent votes. Ties make z smaller than that, and votes
 * that share prompts make it larger. Costs one pass and a solution for each of a few times `most` pairs. Pairs that
 * the fit must follow exactly (h = 1) are left out.
 */
export function worstResiduals(
  points: PairPoints,
  theta: Float64Array,
  fisher: Information,
  most: number,
): PairResidual[] {
  const { contestants, first, second, firstPoints, secondPoints } = points
  const rough = Float64Array.from(first, (i, pair) => {
    const p = sigmoid(theta[i] - theta[second[pair]])
    const met = firstPoints[pair] + secondPoints[pair]
    return (firstPoints[pair] - met * p) / Math.sqrt(met * p * (1 - p))
  })
  return [...rough.keys()]
    .sort((a, b) => Math.abs(rough[b]) - Math.abs(rough[a]) || a - b)
    .slice(0, LOOKED_AT * most)
    .flatMap((pair): PairResidual[] => {
      const [i, j] = [first[pair], second[pair]]
      const expected = sigmoid(theta[i] - theta[j])
      const votes = firstPoints[pair] + secondPoints[pair]
      const leverage = votes * expected * (1 - expected) * modelVariance(fisher, contestants, i, j)
      if (leverage > 1 - 1e-9) return []
      const z = rough[pair] / Math.sqrt(1 - leverage)
      return [{ first: i, second: j, votes, share: firstPoints[pair] / votes, expected, z }]
    })
    .sort((a, b) => Math.abs(b.z) - Math.abs(a.z))
    .slice(0, most)
}
