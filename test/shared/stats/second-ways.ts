import type { Votes } from '../../../shared/stats/fit/votes.ts'

/**
 * Bradley-Terry strengths by the plain MM iteration of Hunter (2004), straight from the votes: slow, and with no
 * code of the product. Natural logarithms, sum zero. Vote v counts `weightOf(v)` times.
 */
export function fitByMinorization(
  votes: Votes,
  iterations: number,
  weightOf: (vote: number) => number = () => 1,
): number[] {
  const m = votes.contestants
  const points = new Array<number>(m).fill(0)
  const met = Array.from({ length: m }, () => new Array<number>(m).fill(0))
  votes.outcome.forEach((outcome, vote) => {
    const left = votes.left[vote]
    const right = votes.right[vote]
    const weight = weightOf(vote)
    const toLeft = outcome === 0 ? weight : outcome === 1 ? 0 : weight / 2
    points[left] += toLeft
    points[right] += weight - toLeft
    met[left][right] += weight
    met[right][left] += weight
  })
  let strength = new Array<number>(m).fill(1)
  for (let iteration = 0; iteration < iterations; iteration++) {
    const next = strength.map((own, i) => {
      const expected = met[i].reduce((sum, times, j) => sum + times / (own + strength[j]), 0)
      return points[i] / expected
    })
    const scale = Math.exp(next.reduce((sum, value) => sum + Math.log(value) / m, 0))
    strength = next.map((value) => value / scale)
  }
  return strength.map(Math.log)
}

/** Gauss and Jordan. */
function invert(matrix: number[][]): number[][] {
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

/**
 * A second way to a logistic regression with clustered errors: iterated least squares on a dense design, matrices
 * written out, Gaussian elimination. Slow and plain.
 */
export function plainLogistic(rows: number[][], score: number[], unit: number[]) {
  const size = rows[0].length
  let beta = new Array<number>(size).fill(0)
  const chance = (row: number[]) => 1 / (1 + Math.exp(-row.reduce((sum, x, k) => sum + x * beta[k], 0)))
  const informationAt = () => {
    const matrix = zeros(size)
    for (const row of rows) {
      const p = chance(row)
      for (let k = 0; k < size; k++)
        for (let l = 0; l < size; l++) matrix[k][l] += p * (1 - p) * row[k] * row[l]
    }
    return matrix
  }
  const scoreOf = (which: (vote: number) => boolean) => {
    const slope = new Array<number>(size).fill(0)
    rows.forEach((row, vote) => {
      if (which(vote)) row.forEach((x, k) => (slope[k] += x * (score[vote] - chance(row))))
    })
    return slope
  }
  for (let step = 0; step < 60; step++) {
    const move = times(
      invert(informationAt()),
      scoreOf(() => true),
    )
    beta = beta.map((value, k) => value + move[k])
  }
  const bread = invert(informationAt())
  const covariance = zeros(size)
  for (const own of new Set(unit)) {
    const influence = times(
      bread,
      scoreOf((vote) => unit[vote] === own),
    )
    for (let k = 0; k < size; k++)
      for (let l = 0; l < size; l++) covariance[k][l] += influence[k] * influence[l]
  }
  return { beta, covariance }
}

const zeros = (size: number) => Array.from({ length: size }, () => new Array<number>(size).fill(0))

const times = (matrix: number[][], vector: number[]) =>
  matrix.map((row) => row.reduce((sum, value, k) => sum + value * vector[k], 0))
