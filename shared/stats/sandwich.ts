import type { Information } from './information.ts'
import { sigmoid } from './likelihood.ts'
import type { Selection } from './points.ts'
import type { Tally } from './tally.ts'

/** Covariance of the strengths of a fit, row-major: values[i · contestants + j]. */
export interface Covariance {
  contestants: number
  values: Float64Array
}

/** The number of scores, of units and contestants, held at a time. It bounds the memory. */
const MOST_SCORES = 1 << 20

/**
 * The sandwich covariance H⁺ (Σ_u g_u g_uᵀ) H⁺ of Bradley-Terry strengths, g_u the sum of the scores y − p of a
 * unit's votes (Huber 1967; for clusters Liang & Zeger 1986). It is also right if votes of one unit are correlated,
 * or if a tie has less variance than a coin. Units are those of the tally, or single votes if it has none. To first
 * order it is what the bootstrap estimates. From few units it is too small (`inflation` corrects that). `fisher` is the
 * information at `theta`. Costs O(cells + M²) for each of few units. Many units, or pairs of single votes, are summed
 * first: that costs the square of the contestants in each unit, and M³ once.
 */
export function sandwich(
  tally: Tally,
  selection: Selection,
  theta: Float64Array,
  fisher: Information,
): Covariance {
  const m = theta.length
  const values = new Float64Array(m * m)
  const terms = tally.units ? tally.units.units : selection.points.first.length
  const isMany = terms > 2 * m
  const add = isMany ? addScores(values, m) : addInfluences(values, fisher, m)
  if (tally.units) addUnits(tally.units, selection, theta, add)
  else addVotes(tally, selection, theta, add)
  mirror(values, m)
  if (isMany) {
    solveRows(values, fisher, m)
    transpose(values, m)
    solveRows(values, fisher, m)
    mirror(values, m)
  }
  return { contestants: m, values }
}

/** Adds the score of a unit so many times. `members` are the contestants with a score; null: any may have one. */
type Add = (score: Float64Array, times: number, members: Int32Array | null) => void

/** Adds H⁺ g gᵀ H⁺ to the lower triangle. */
function addInfluences(values: Float64Array, fisher: Information, m: number): Add {
  const influence = new Float64Array(m)
  return (score, times) => {
    fisher.solve(score, influence)
    for (let i = 0; i < m; i++) {
      const own = times * influence[i]
      if (own !== 0) for (let j = 0; j <= i; j++) values[i * m + j] += own * influence[j]
    }
  }
}

/** Adds g gᵀ to the lower triangle. */
function addScores(values: Float64Array, m: number): Add {
  const all = new Int32Array(m)
  return (score, times, members) => {
    let count = 0
    if (members) for (const one of members) all[count++] = one
    else for (let i = 0; i < m; i++) if (score[i] !== 0) all[count++] = i
    for (let a = 0; a < count; a++) {
      const own = times * score[all[a]]
      for (let b = 0; b <= a; b++) values[all[a] * m + all[b]] += own * score[all[b]]
    }
  }
}

/** Copies the lower triangle to the upper one. */
function mirror(values: Float64Array, m: number): void {
  for (let i = 0; i < m; i++) for (let j = 0; j < i; j++) values[j * m + i] = values[i * m + j]
}

function transpose(values: Float64Array, m: number): void {
  for (let i = 0; i < m; i++)
    for (let j = 0; j < i; j++) {
      const below = values[i * m + j]
      values[i * m + j] = values[j * m + i]
      values[j * m + i] = below
    }
}

/** Replaces each row b by H⁺ b. */
function solveRows(values: Float64Array, fisher: Information, m: number): void {
  const solved = new Float64Array(m)
  for (let i = 0; i < m; i++) {
    const row = values.subarray(i * m, (i + 1) * m)
    fisher.solve(row, solved)
    row.set(solved)
  }
}

/** The points of the first, by the position of an outcome in its pair: it won, the second won, a tie. */
const FIRST_POINTS = [1, 0, 0.5]

/** One block of units at a time. Units ascend within a cell, so each pass continues where the last one stopped. */
function addUnits(
  { units, start, unit, count }: NonNullable<Tally['units']>,
  { points, pairOf }: Selection,
  theta: Float64Array,
  add: Add,
): void {
  const m = theta.length
  const block = Math.max(1, Math.floor(MOST_SCORES / m))
  const scores = new Float64Array(Math.min(block, units) * m)
  const next = start.slice()
  for (let from = 0; from < units; from += block) {
    const to = Math.min(units, from + block)
    const has = new Uint8Array(to - from)
    scores.fill(0)
    for (let pair = 0; pair < pairOf.length; pair++) {
      const chosen = pairOf[pair]
      if (chosen < 0) continue
      const i = points.first[chosen]
      const j = points.second[chosen]
      const p = sigmoid(theta[i] - theta[j])
      for (let outcome = 0; outcome < 3; outcome++) {
        const excess = FIRST_POINTS[outcome] - p
        const end = start[3 * pair + outcome + 1]
        let cell = next[3 * pair + outcome]
        for (; cell < end && unit[cell] < to; cell++) {
          const at = (unit[cell] - from) * m
          scores[at + i] += count[cell] * excess
          scores[at + j] -= count[cell] * excess
          has[unit[cell] - from] = 1
        }
        next[3 * pair + outcome] = cell
      }
    }
    has.forEach((any, own) => any && add(scores.subarray(own * m, (own + 1) * m), 1, null))
  }
}

/** All votes of a pair have the same influence except for its size, so each pair is added only once. */
function addVotes(tally: Tally, { points, pairOf }: Selection, theta: Float64Array, add: Add): void {
  const score = new Float64Array(theta.length)
  const members = new Int32Array(2)
  pairOf.forEach((chosen, pair) => {
    if (chosen < 0) return
    const [i, j] = [points.first[chosen], points.second[chosen]]
    const p = sigmoid(theta[i] - theta[j])
    score[i] = 1
    score[j] = -1
    // in ascending order, for the lower triangle
    members[0] = Math.min(i, j)
    members[1] = Math.max(i, j)
    add(
      score,
      tally.firstWins[pair] * (1 - p) ** 2 +
        tally.secondWins[pair] * p ** 2 +
        tally.ties[pair] * (0.5 - p) ** 2,
      members,
    )
    score[i] = score[j] = 0
  })
}

/** The standard error of θ_i, or of θ_i − θ_j if j is given. */
export function covarianceError({ contestants, values }: Covariance, i: number, j?: number): number {
  const own = values[i * contestants + i]
  if (j === undefined) return Math.sqrt(own)
  return Math.sqrt(Math.max(0, own + values[j * contestants + j] - 2 * values[i * contestants + j]))
}
