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
      inverse(informationAt()),
      scoreOf(() => true),
    )
    beta = beta.map((value, k) => value + move[k])
  }
  const bread = inverse(informationAt())
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

function inverse(matrix: number[][]): number[][] {
  const size = matrix.length
  const both = matrix.map((row, i) => [...row, ...row.map((_, k) => (k === i ? 1 : 0))])
  for (let i = 0; i < size; i++) {
    const best = both.reduce(
      (most, row, k) => (k >= i && Math.abs(row[i]) > Math.abs(both[most][i]) ? k : most),
      i,
    )
    ;[both[i], both[best]] = [both[best], both[i]]
    const pivot = both[i][i]
    both[i] = both[i].map((value) => value / pivot)
    for (let k = 0; k < size; k++) {
      if (k === i) continue
      const share = both[k][i]
      both[k] = both[k].map((value, l) => value - share * both[i][l])
    }
  }
  return both.map((row) => row.slice(size))
}
