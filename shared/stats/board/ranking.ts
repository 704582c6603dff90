import { logStudentTail, normalOfTails } from '../numbers/distributions.ts'
import type { StrengthEstimates } from './estimates.ts'

/** The chance that a board ever names a false winner, however often somebody looks. */
const ALPHA = 0.05
/** Robbins' boundary is tightest at 1/V = 12.5 r with r = 8: 400 even votes of a pair. A constant, since a choice after votes were seen would break the promise. */
const TUNED_AT = 12.5

export type BoardState = 'dead_heat' | 'leads' | 'wins'

/** What the bars of a board say. Arrays have the shape (M,). */
export interface BoardRanking {
  state: BoardState
  /** All that nobody is above, highest rated first; one contestant if it leads or wins. */
  deadHeat: number[]
  /** [best, worst]: 1 + the number above, and M − the number below. */
  places: [number, number][]
  /** The pairs of which one bar lies wholly above the other. */
  orders: number
}

/** Bars: θ ± half. A contestant is above another if its bar lies wholly above. */
export function readPlaces(
  theta: Float64Array,
  half: Float64Array,
): { places: [number, number][]; orders: number } {
  const lows = theta.map((value, i) => value - half[i])
  const highs = theta.map((value, i) => value + half[i])
  let orders = 0
  const places = Array.from(theta, (_, i): [number, number] => {
    let [above, below] = [0, 0]
    for (let j = 0; j < theta.length; j++) {
      if (lows[j] > highs[i]) above++
      else if (highs[j] < lows[i]) below++
    }
    orders += below
    return [1 + above, theta.length - below]
  })
  return { places, orders }
}

/**
 * Reads the bars: who is in the dead heat for first, who leads, and whether the leader wins. At one look that was planned, who
 * leads wins. Where anybody may look at any time, each lead alone must also pass Robbins' boundary (1970), its information
 * taken at equality: at the fit, an almost unbeaten leader has none.
 */
export function rankBoard(measured: StrengthEstimates, looks: 'one' | 'any'): BoardRanking {
  const { theta, half } = measured
  const { places, orders } = readPlaces(theta, half)
  const byStrength = [...theta.keys()].sort((i, j) => theta[j] - theta[i] || i - j)
  const deadHeat = byStrength.filter((i) => places[i][0] === 1)
  const [top] = byStrength
  if (theta.length < 2 || places[top][1] > 1) return { state: 'dead_heat', deadHeat, places, orders }
  const wins = looks === 'one' || byStrength.slice(1).every((rival) => passesBoundary(measured, top, rival))
  return { state: wins ? 'wins' : 'leads', deadHeat: [top], places, orders }
}

/** A dead heat of at most so many says which two are told apart when nobody else is compared. */
const MAX_IN_PAIRS = 3

/** A contestant that is ahead of another where the two alone are compared, in logits. */
export interface PairwiseLead {
  ahead: number
  behind: number
  lead: number
  /** Half of the interval of the difference; below `lead`. */
  half: number
}

/**
 * The pairs in a dead heat of two or three whose own difference is known to be above zero, clearest first. Bars overlap where this
 * difference is still known, since s_i + s_j ≥ s_ij.
 */
export function pairwiseLeads(measured: StrengthEstimates, { deadHeat }: BoardRanking): PairwiseLead[] {
  if (deadHeat.length > MAX_IN_PAIRS) return []
  const { theta, differenceHalfWidth } = measured
  return deadHeat
    .flatMap((ahead, place) =>
      deadHeat.slice(place + 1).map((behind) => ({
        ahead,
        behind,
        lead: theta[ahead] - theta[behind],
        half: differenceHalfWidth(ahead, behind),
      })),
    )
    .filter(({ lead, half }) => lead > half)
    .sort((a, b) => b.lead / b.half - a.lead / a.half)
}

function passesBoundary(measured: StrengthEstimates, leader: number, rival: number): boolean {
  const { variance, degrees } = measured.difference(leader, rival)
  const lead = measured.theta[leader] - measured.theta[rival]
  const information = 1 / (variance * measured.evenness(leader, rival))
  return normalDeviate(lead / Math.sqrt(variance), degrees) > robbinsBoundary(information)
}

/** The normal deviate with the same tail as Student's t, t ≥ 0. */
export const normalDeviate = (t: number, degrees: number): number =>
  normalOfTails(Math.LN2 + logStudentTail(t, degrees))

/**
 * The deviate that a lead must exceed to hold at all looks: equals ever cross √((1 + 1/r)(ln(1 + r) − 2 ln α)), r = information /
 * 12.5, with probability α at most (Robbins 1970; Waudby-Smith, Arbour, Sinha, Kennedy & Ramdas 2024, equation 8).
 *
 * @param information  1 / V at equality
 */
export function robbinsBoundary(information: number, alpha = ALPHA): number {
  const r = information / TUNED_AT
  return Math.sqrt((1 + 1 / r) * (Math.log1p(r) - 2 * Math.log(alpha)))
}

/** p of a deviate for all looks together: the α whose boundary it is. */
export function anytimeP(deviate: number, information: number): number {
  const r = information / TUNED_AT
  return Math.min(1, Math.sqrt(1 + r) * Math.exp((-(deviate ** 2) * r) / (1 + r) / 2))
}

/**
 * p for all looks together where one of two won every vote: the martingale of the sign test with a uniform prior (Robbins 1970),
 * 2ⁿ / (n + 1), times five. Equals ever reach 0.05 in 1 of 1,000 cases, so it adds little to the boundary, which asks 46 such wins.
 *
 * @param units  units whose votes all went one way
 */
export const unanimityP = (units: number): number => Math.min(1, (5 * (units + 1)) / 2 ** units)

/** Whether one of two that won every vote did so on enough units to win at all looks. */
export const isUnanimousWin = (units: number): boolean => unanimityP(units) < ALPHA
