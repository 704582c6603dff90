import { sequentialSignTest, signTest } from '../numbers/distributions.ts'
import { ALPHA } from '../intervals/comparison.ts'
import type { Field, Interval } from './declare.ts'
import { sigmoid } from '../fit/likelihood.ts'
import type { Measurement } from '../intervals/measurement.ts'
import type { Tally, UnitCells } from '../fit/tally.ts'

const MOST_STEPS = 100

/**
 * The places of unbeaten contestants for the declaring rule: comparison intervals by contestant, open above, on the
 * scale of the rated. Null for contestants that are not unbeaten or met nobody rated.
 *
 * Units are independent. Winning a whole unit is no likelier than winning any one vote of it, so no likelier than
 * the geometric mean over its votes. So a contestant of strength x wins all its units with a probability of at most
 * Π_o σ(x − θ_o)^c_o, where c_o sums o's share of the votes of each unit. The lower end is the x at which that
 * equals the contestant's part of alpha/2, minus the possible error of the θ_o (`allowance`). Each θ_o is lowered
 * by s²/2, because σ is curved: E[1/σ(x − θ̂)] = 1/σ(x − θ − s²/2) for a normal error.
 */
export function placeUnbeaten(
  tally: Tally,
  field: Field,
  { selection, fit, intervals }: Measurement,
  alpha = ALPHA,
): (Interval | null)[] {
  const placed = new Array<Interval | null>(tally.contestants).fill(null)
  if (!intervals?.allowance) return placed
  const number = new Map(Array.from(selection.members, (contestant, o) => [contestant, o]))
  const stand = fit.theta.map((value, o) => value - intervals.standardErrors[o] ** 2 / 2)
  for (const [contestant, wins] of winsOf(tally, field.unbeaten)) {
    const counted = wins.filter(({ opponent }) => number.has(opponent))
    if (counted.length === 0) continue
    const { allowance } = intervals
    const ends = kindsOf(tally).map((kind) => {
      const weights = new Float64Array(stand.length)
      unitsAgainst(tally, kind, counted).forEach(
        (units, i) => (weights[number.get(counted[i].opponent)!] = units),
      )
      const lowest = leastStrength(weights, stand, Math.log(partOfLuck(field, alpha)))
      const slopes = weights.map((units, o) => units * sigmoid(stand[o] - lowest))
      const total = slopes.reduce((sum, slope) => sum + slope, 0)
      return lowest - allowance(slopes.map((slope) => slope / total))
    })
    placed[contestant] = [Math.min(...ends), null]
  }
  return placed
}

/**
 * The winner if nobody is rated: the only unbeaten contestant, if it won more units against each opponent than an
 * equal one would by luck, and if nobody else ever won. Null if there is none. One look uses the sign test, 2^−G on
 * one side. All looks use the sign test that holds at every look, as for two contestants with losses.
 */
export function unbeatenWinner(
  tally: Tally,
  field: Field,
  looks: 'one' | 'any',
  alpha = ALPHA,
): number | null {
  if (field.unbeaten.length !== 1) return null
  const [[only, wins]] = winsOf(tally, field.unbeaten)
  const unitsOf = ({ cell }: Win) =>
    Math.min(
      ...kindsOf(tally).map((units) =>
        units ? units.start[cell + 1] - units.start[cell] : votesIn(tally, cell),
      ),
    )
  const luck = partOfLuck(field, alpha)
  const test = looks === 'any' ? sequentialSignTest : signTest
  if (wins.some((win) => test(unitsOf(win), 0) / 2 > luck)) return null
  const settled = new Set([only, ...wins.map(({ opponent }) => opponent)])
  const isOpen = field.statuses.some(
    ({ reason }, contestant) => reason === 'disconnected' && !settled.has(contestant),
  )
  return isOpen ? null : only
}

/**
 * Half of alpha covers luck: a contestant that is not the best may win everything and be placed above the best for
 * it. It is divided among all contestants with votes except the best, since each might have that luck.
 */
function partOfLuck({ statuses }: Field, alpha: number): number {
  return alpha / 2 / (statuses.filter(({ status }) => status !== 'unrated').length - 1)
}

/** The wins over one opponent: cell 3 · pair + outcome of the tally. */
interface Win {
  opponent: number
  cell: number
}

/** All votes of the unbeaten contestants, which are wins. */
function winsOf({ first, second }: Tally, unbeaten: number[]): Map<number, Win[]> {
  const wins = new Map(unbeaten.map((contestant): [number, Win[]] => [contestant, []]))
  for (let pair = 0; pair < first.length; pair++) {
    wins.get(first[pair])?.push({ opponent: second[pair], cell: 3 * pair })
    wins.get(second[pair])?.push({ opponent: first[pair], cell: 3 * pair + 1 })
  }
  return wins
}

function votesIn({ firstWins, secondWins }: Tally, cell: number): number {
  return (cell % 3 === 0 ? firstWins : secondWins)[Math.floor(cell / 3)]
}

/** The kinds of units within which votes may be correlated. Null: votes are single. */
function kindsOf({ units, crossed }: Tally): (UnitCells | null)[] {
  return crossed ? [units, crossed] : [units]
}

/** c_o of each of these wins: the share of each unit's votes that are among them, summed over units. */
function unitsAgainst(tally: Tally, units: UnitCells | null, wins: Win[]): number[] {
  if (!units) return wins.map(({ cell }) => votesIn(tally, cell))
  const votes = new Map<number, number>()
  const eachUnit = ({ cell }: Win, visit: (unit: number, count: number) => void) => {
    for (let i = units.start[cell]; i < units.start[cell + 1]; i++) visit(units.unit[i], units.count[i])
  }
  for (const win of wins) eachUnit(win, (unit, count) => votes.set(unit, (votes.get(unit) ?? 0) + count))
  return wins.map((win) => {
    let sum = 0
    eachUnit(win, (unit, count) => (sum += count / votes.get(unit)!))
    return sum
  })
}

/**
 * The x with Σ_o c_o ln σ(x − stand_o) = logChance: Newton's method, from below, where it can only rise since the
 * sum is concave.
 */
function leastStrength(weights: Float64Array, stand: Float64Array, logChance: number): number {
  const units = weights.reduce((sum, own) => sum + own, 0)
  let x = weights.reduce((sum, own, o) => sum + (own * stand[o]) / units, logChance / units)
  for (let step = 0; step < MOST_STEPS; step++) {
    let value = -logChance
    let slope = 0
    weights.forEach((own, o) => {
      if (own === 0) return
      const lead = x - stand[o]
      value -= own * (Math.max(-lead, 0) + Math.log1p(Math.exp(-Math.abs(lead))))
      slope += own * sigmoid(-lead)
    })
    const change = -value / slope
    x += change
    if (!(Math.abs(change) > 1e-12 * (1 + Math.abs(x)))) break
  }
  return x
}
