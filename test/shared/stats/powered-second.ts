import type { VoteColumns } from '../../../shared/stats/index.ts'
import { invert } from './cluster-sandwich.ts'
import type { PeopleAndJudges } from '../../../shared/stats/intervals/power.ts'

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
const zeros = (m: number) => Array.from({ length: m }, () => new Array<number>(m).fill(0))
const times = (matrix: number[][], vector: number[]) =>
  matrix.map((row) => row.reduce((sum, value, i) => sum + value * vector[i], 0))

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
