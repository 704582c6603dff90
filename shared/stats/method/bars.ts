import { factorise, solveFactored } from '../numbers/linear.ts'

/** Half-widths of this share of a gap part two bars for certain, whatever rounding does. */
const APART = 1 - 1e-9
/** Sweeps over all pairs, and rounds of them, each of which gives up a tenth of the orders that bars cannot say. */
const SWEEPS = 30
const ROUNDS = 40

/** What bars are made from. Matrices are M × M. */
interface BarsInput {
  theta: Float64Array
  /** How far apart i and j must be to be told apart, > 0. */
  reach: Float64Array
  /** 1 where i is shown to be above j. */
  above: Uint8Array
  winner: number | null
}

/**
 * Half-widths of bars around strengths that overlap wherever nothing is shown, and lie apart where an order is shown as far as
 * bars can say it; bars of a winner lie above all others. First each two bars reach as far together as their contestants must
 * be apart, by least squares of relative errors as Firth & de Menezes (2004) fit quasi-variances. Then pairs that say
 * the contrary are mended in turn; where that never ends, the weakest orders are given up. Last, bars are lengthened until every
 * pair without an order overlaps. O(M³).
 */
export function barsFor({ theta, reach, above, winner }: BarsInput): Float64Array {
  const n = theta.length
  const wanted = leastSquares(reach, n)
  const halves = wanted.slice()
  // in order of strength, so that numbers do not matter
  const order = Int32Array.from(theta.keys()).sort((a, b) => theta[b] - theta[a] || a - b)
  const gap = (i: number, j: number) => Math.abs(theta[i] - theta[j])
  const isShown = (i: number, j: number) => above[i * n + j] === 1 || above[j * n + i] === 1
  /** Of these orders the bars need say nothing. */
  const given = new Uint8Array(n * n)
  for (let round = 0; round < ROUNDS; round++) {
    mend(halves, { order, gap, isShown, isGivenUp: (i, j) => given[i * n + j] === 1 })
    const unsaid: { at: number; margin: number }[] = []
    for (const [place, i] of order.entries())
      for (const j of order.subarray(0, place))
        if (isShown(i, j) && given[i * n + j] === 0 && halves[i] + halves[j] > gap(i, j))
          unsaid.push({ at: i * n + j, margin: gap(i, j) / reach[i * n + j] })
    if (unsaid.length === 0) break
    unsaid.sort((a, b) => a.margin - b.margin)
    for (const { at } of unsaid.slice(0, Math.ceil(unsaid.length / 10))) given[at] = 1
    halves.set(wanted)
  }
  const most = new Float64Array(n).fill(Infinity)
  if (winner !== null) {
    const rivals = [...theta.keys()].filter((i) => i !== winner)
    halves[winner] = Math.min(halves[winner], ...rivals.map((i) => (gap(winner, i) * APART) / 2))
    for (const i of rivals) most[i] = gap(winner, i) * APART - halves[winner]
    for (const i of rivals) halves[i] = Math.min(halves[i], most[i])
  }
  for (const [at, i] of order.entries())
    for (const j of order.subarray(0, at)) {
      if (isShown(i, j)) continue
      for (const [one, other] of [
        [i, j],
        [j, i],
      ]) {
        const missing = gap(i, j) / APART - halves[one] - halves[other]
        halves[one] = Math.max(halves[one], Math.min(halves[one] + missing, most[one]))
      }
    }
  return halves
}

interface Mending {
  order: Int32Array
  gap: (i: number, j: number) => number
  isShown: (i: number, j: number) => boolean
  isGivenUp: (i: number, j: number) => boolean
}

/** Moves the two bars of each pair that says the contrary by as much as it lacks, one pair after the other. */
function mend(halves: Float64Array, { order, gap, isShown, isGivenUp }: Mending): void {
  for (let sweep = 0, changed = true; changed && sweep < SWEEPS; sweep++) {
    changed = false
    for (const [at, i] of order.entries())
      for (const j of order.subarray(0, at)) {
        const is = isShown(i, j)
        const excess = halves[i] + halves[j] - gap(i, j) * (is ? APART : 1)
        if (is ? excess <= 0 || isGivenUp(i, j) : excess >= 0) continue
        changed = true
        // a bar that would have no length leaves the rest to the other
        const share = Math.min(Math.max(excess / 2, excess - halves[j]), halves[i])
        halves[i] -= share
        halves[j] -= excess - share
      }
  }
}

/** h ≥ 0 with the least Σ ((h_i + h_j) / b_ij − 1)². */
function leastSquares(reach: Float64Array, n: number): Float64Array {
  if (n === 1) return Float64Array.of(0)
  if (n === 2) return Float64Array.of(reach[1] / 2, reach[1] / 2)
  const matrix = new Float64Array(n * n)
  const halves = new Float64Array(n)
  for (let i = 0; i < n; i++)
    for (let j = 0; j < n; j++) {
      if (i === j) continue
      const weight = 1 / reach[i * n + j] ** 2
      matrix[i * n + i] += weight
      matrix[i * n + j] = weight
      halves[i] += weight * reach[i * n + j]
    }
  if (!factorise(matrix, n)) return Float64Array.from(halves.keys(), (i) => shortest(reach, n, i) / 2)
  solveFactored(matrix, n, halves, halves)
  return halves.map((half, i) => Math.max(half, shortest(reach, n, i) / 20))
}

function shortest(reach: Float64Array, n: number, i: number): number {
  let least = Infinity
  for (let j = 0; j < n; j++) if (j !== i) least = Math.min(least, reach[i * n + j])
  return least
}
