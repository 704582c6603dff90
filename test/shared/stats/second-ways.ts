import type { VoteColumns } from '../../../shared/stats/fit/tally.ts'
import type { PeopleAndJudges } from './worlds.ts'

/**
 * Bradley-Terry strengths by the plain MM iteration of Hunter (2004), straight from the votes: slow, and with no
 * code of the product. Natural logarithms, sum zero. Vote v counts `weightOf(v)` times.
 */
export function fitByMinorization(
  votes: VoteColumns,
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

interface Second {
  weight: number
  theta: number[]
  errors: number[]
}

/**
 * The powered board straight from the votes, by sets, plain matrices and a search for λ: slow, and with no code of the
 * product. Errors are sandwich errors over units.
 */
export function poweredBySearch({ people, judges, judge }: PeopleAndJudges): Second {
  const m = people.contestants
  const verdicts = new Map<
    string,
    { by: number; first: number; second: number; unit: number; scores: number[]; labels: number }
  >()
  const panel = [...new Set(judge ?? [0])]
  each(judges, (first, second, score, unit, vote) => {
    const by = judge ? judge[vote] : 0
    const key = `${by} ${first} ${second} ${unit}`
    if (!verdicts.has(key)) verdicts.set(key, { by, first, second, unit, scores: [], labels: 0 })
    verdicts.get(key)!.scores.push(score)
  })
  const votes: { first: number; second: number; unit: number; score: number }[] = []
  each(people, (first, second, score, unit) => {
    votes.push({ first, second, unit, score })
    for (const by of panel) {
      const battle = verdicts.get(`${by} ${first} ${second} ${unit}`)
      if (battle) battle.labels++
    }
  })
  const battles = [...verdicts.values()].map((battle) => ({
    ...battle,
    f: battle.scores.reduce((sum, score) => sum + score, 0) / battle.scores.length,
  }))
  const correction = zeros(m)
  const moves = battles.map(() => 0)
  for (let i = 0; i < m; i++)
    for (let j = i + 1; j < m; j++) {
      if (!votes.some(({ first, second }) => first === i && second === j)) continue
      const ofPair = battles.filter(({ first, second }) => first === i && second === j)
      const unseen = ofPair.filter(({ labels }) => labels === 0)
      for (const judged of panel) {
        const own = ofPair.filter(({ by }) => by === judged)
        const share = unseen.filter(({ by }) => by === judged).length / unseen.length
        const all = own.reduce((sum, { f }) => sum + f, 0)
        const onVotes = own.reduce((sum, { f, labels }) => sum + f * labels, 0)
        const labelled = own.reduce((sum, { labels }) => sum + labels, 0)
        correction[i][j] += share * ((labelled / own.length) * all - onVotes)
        for (const battle of own)
          moves[battles.indexOf(battle)] =
            share * (labelled / own.length - battle.labels) * (battle.f - all / own.length)
      }
    }
  const slopeOf = (theta: number[], weight: number) => {
    const slope = new Array<number>(m).fill(0)
    for (const { first, second, score } of votes) {
      const excess = score - chance(theta, first, second)
      slope[first] += excess
      slope[second] -= excess
    }
    correction.forEach((row, i) =>
      row.forEach((value, j) => {
        slope[i] += weight * value
        slope[j] -= weight * value
      }),
    )
    return slope
  }
  const inverseAt = (theta: number[]) => {
    const matrix = Array.from({ length: m }, () => new Array<number>(m).fill(1 / m))
    for (const { first, second } of votes) {
      const p = chance(theta, first, second)
      const own = p * (1 - p)
      matrix[first][first] += own
      matrix[second][second] += own
      matrix[first][second] -= own
      matrix[second][first] -= own
    }
    return invert(matrix)
  }
  const climb = (weight: number) => {
    let theta = new Array<number>(m).fill(0)
    for (let step = 0; step < 50; step++) {
      const moved = times(inverseAt(theta), slopeOf(theta, weight))
      theta = theta.map((value, i) => value + moved[i])
    }
    return theta
  }

  const human = climb(0)
  const inverse = inverseAt(human)
  const units = Array.from({ length: Math.max(people.units, judges.units) }, () => ({
    votes: new Array<number>(m).fill(0),
    correction: new Array<number>(m).fill(0),
  }))
  for (const { first, second, unit, score } of votes) {
    const excess = score - chance(human, first, second)
    units[unit].votes[first] += excess
    units[unit].votes[second] -= excess
  }
  battles.forEach(({ first, second, unit }, at) => {
    units[unit].correction[first] += moves[at]
    units[unit].correction[second] -= moves[at]
  })
  const variances = (weight: number, by: number[][]) => {
    const sums = new Array<number>(m).fill(0)
    for (const own of units)
      times(
        by,
        own.votes.map((value, i) => value + weight * own.correction[i]),
      ).forEach((value, i) => (sums[i] += value ** 2))
    return sums
  }
  const traceAt = (weight: number) => variances(weight, inverse).reduce((sum, value) => sum + value, 0)
  const weight = least(traceAt)
  const theta = climb(weight)
  return { weight, theta, errors: variances(weight, inverseAt(theta)).map(Math.sqrt) }
}

function each(
  { left, right, outcome, unit }: VoteColumns,
  hear: (first: number, second: number, score: number, unit: number, vote: number) => void,
): void {
  outcome.forEach((code, vote) => {
    const toLeft = [1, 0, 0.5, 0.5][code]
    const [a, b] = [left[vote], right[vote]]
    if (a < b) hear(a, b, toLeft, unit[vote], vote)
    else hear(b, a, 1 - toLeft, unit[vote], vote)
  })
}

const chance = (theta: number[], i: number, j: number) => 1 / (1 + Math.exp(theta[j] - theta[i]))

/** Where a function is least on 0 … 1, by thirds. */
function least(of: (at: number) => number): number {
  let [low, high] = [0, 1]
  for (let step = 0; step < 120; step++) {
    const [a, b] = [low + (high - low) / 3, high - (high - low) / 3]
    if (of(a) <= of(b)) high = b
    else low = a
  }
  return (low + high) / 2
}
