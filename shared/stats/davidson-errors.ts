import { davidsonChances, davidsonInformation } from './davidson.ts'
import type { DavidsonFit, PairOutcomes } from './davidson.ts'
import { FEW_UNITS, FEW_VOTES } from './marginal.ts'
import type { Evidence } from './evidence.ts'
import { BOTH_BAD, LEFT, TIE } from './vote-columns.ts'
import type { VoteColumns } from './vote-columns.ts'

/** Standard errors of a fit. */
export interface DavidsonErrors {
  /** Of each θ. */
  strengths: Float64Array
  logNu: number
}

/**
 * Standard errors of θ and of ln ν in Davidson's model: the sandwich H⁻¹ (Σ_u g_u g_uᵀ) H⁻¹ over units u, with g_u
 * the sum of their votes' scores in (θ, ln ν) (Huber 1967; Liang & Zeger 1986 for clusters). Also right if votes of
 * one unit are correlated or the tie parameter differs between pairs. From few units it is too small, which
 * `inflation` corrects. Under 30 votes or 3 units it is never below the model's own error, as in the bootstrap's
 * intervals. Costs O(units · M²).
 * @param number  for each contestant of `votes` its number in the fit, or −1
 * @param unitOf  the unit of each vote
 * @returns null if nobody ever tied: that fit is Bradley-Terry's, with its own errors
 */
export function davidsonErrors(
  votes: VoteColumns,
  number: Int32Array,
  unitOf: ArrayLike<number>,
  pairs: PairOutcomes,
  evidence: Evidence,
  { theta, nu }: DavidsonFit,
): DavidsonErrors | null {
  if (nu === 0) return null
  const m = theta.length
  const at = Float64Array.from([...theta, Math.log(nu)])
  const information = davidsonInformation(pairs, at)
  const squares = new Float64Array(m + 1)
  const influence = new Float64Array(m + 1)
  for (const own of byUnit(votes, number, unitOf)) {
    const score = new Float64Array(m + 1)
    for (const vote of own) addScore(votes, vote, number, theta, nu, score)
    information.solve(score, influence)
    for (let i = 0; i <= m; i++) squares[i] += influence[i] ** 2
  }
  const isFew = (i: number) => evidence.votes[i] < FEW_VOTES || evidence.units[i] < FEW_UNITS
  const error = (i: number, few: boolean) =>
    Math.sqrt(few ? Math.max(squares[i], modelSquare(information, m, i)) : squares[i])
  const places = [...theta.keys()]
  return {
    strengths: Float64Array.from(places, (i) => error(i, isFew(i))),
    logNu: error(m, places.some(isFew)),
  }
}

function addScore(
  { left, right, outcome }: VoteColumns,
  vote: number,
  number: Int32Array,
  theta: Float64Array,
  nu: number,
  out: Float64Array,
): void {
  const [i, j] = [number[left[vote]], number[right[vote]]]
  const [up, down, tie] = davidsonChances(theta[i] - theta[j], nu)
  const isTie = outcome[vote] === TIE || outcome[vote] === BOTH_BAD
  const excess = ((isTie ? 0 : outcome[vote] === LEFT ? 1 : -1) - (up - down)) / 2
  out[i] += excess
  out[j] -= excess
  out[theta.length] += (isTie ? 1 : 0) - tie
}

/** The votes between contestants of the fit, by unit. */
function byUnit(votes: VoteColumns, number: Int32Array, unitOf: ArrayLike<number>): Iterable<number[]> {
  const units = new Map<number, number[]>()
  for (let vote = 0; vote < votes.outcome.length; vote++) {
    if (number[votes.left[vote]] < 0 || number[votes.right[vote]] < 0) continue
    const own = units.get(unitOf[vote])
    if (own) own.push(vote)
    else units.set(unitOf[vote], [vote])
  }
  return units.values()
}

/** The variance of θ_i under the model, or of ln ν if i is the number of contestants. */
function modelSquare(information: ReturnType<typeof davidsonInformation>, m: number, i: number): number {
  const contrast = new Float64Array(m + 1)
  if (i < m) contrast.fill(-1 / m, 0, m)
  contrast[i] += 1
  const solution = new Float64Array(m + 1)
  information.solve(contrast, solution)
  return solution.reduce((sum, value, index) => sum + value * contrast[index], 0)
}
