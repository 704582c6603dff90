import type { VoteColumns } from '../../../shared/stats/index.ts'

/**
 * Standard errors of θ from H⁻¹ (Σ_u g_u g_uᵀ) H⁻¹, g_u the score of unit u: straight from the votes, by plain
 * Gauss-Jordan inversion, with no code of the product.
 */
export function clusterSandwich(votes: VoteColumns, theta: number[], unitOf: ArrayLike<number>): number[] {
  const m = votes.contestants
  const information = Array.from({ length: m }, () => new Array<number>(m).fill(1 / m))
  const scores = new Map<number, number[]>()
  votes.outcome.forEach((outcome, vote) => {
    const left = votes.left[vote]
    const right = votes.right[vote]
    const p = 1 / (1 + Math.exp(theta[right] - theta[left]))
    const score = (outcome === 0 ? 1 : outcome === 1 ? 0 : 0.5) - p
    const own = scores.get(unitOf[vote]) ?? new Array<number>(m).fill(0)
    own[left] += score
    own[right] -= score
    scores.set(unitOf[vote], own)
    information[left][left] += p * (1 - p)
    information[right][right] += p * (1 - p)
    information[left][right] -= p * (1 - p)
    information[right][left] -= p * (1 - p)
  })
  const inverse = invert(information)
  const variances = new Array<number>(m).fill(0)
  for (const score of scores.values()) {
    inverse.forEach((row, i) => {
      const influence = row.reduce((sum, value, j) => sum + value * score[j], 0)
      variances[i] += influence ** 2
    })
  }
  return variances.map(Math.sqrt)
}

/** Gauss and Jordan. */
export function invert(matrix: number[][]): number[][] {
  const n = matrix.length
  const rows = matrix.map((row, i) => [...row, ...row.map((_, j) => (i === j ? 1 : 0))])
  for (let column = 0; column < n; column++) {
    const pivot = rows[column][column]
    rows[column] = rows[column].map((value) => value / pivot)
    for (let i = 0; i < n; i++) {
      const factor = rows[i][column]
      if (i !== column) rows[i] = rows[i].map((value, j) => value - factor * rows[column][j])
    }
  }
  return rows.map((row) => row.slice(n))
}
