import { fit } from '../fit/bradley-terry.ts'
import { chances } from '../fit/likelihood.ts'
import { isStronglyConnected } from '../fit/points.ts'
import { pointsOf, type Ballots, type Units } from './ballots.ts'
import { fitPenalised } from './penalised.ts'

/** The correlation of two votes of a unit that weights start from: of two contestants; it falls with their number. */
const FIRST_CORRELATION = 0.1
const STEPS = 2

/** A fit of weighted votes. */
export interface WeightedFit {
  /** Natural-log strengths, Σθ = 0. */
  theta: Float64Array
  converged: boolean
  iterations: number
  /** max |gradient| at the fit, in votes of the largest weight; 0 of a penalised fit. */
  gradient: number
  /** Whether somebody won or lost everything, so that strengths are finite by Firth's penalty alone. */
  penalised: boolean
  weight: Float64Array
  /** For each kind of unit the mean correlation of two votes of a unit. */
  correlations: number[]
}

/**
 * Fits strengths to votes that weigh 1 / (1 + Σ ρ (m − 1)) over the kinds of units, m being the votes of the vote's unit: the
 * weights of an exchangeable working correlation (Liang & Zeger 1986). A unit with many votes then says as much as it
 * knows, not as often as it speaks. ρ is found by moments, in two steps. Units of equal size weigh the same, whatever ρ
 * is. Contestants must be connected by votes.
 * @param weigh  'votes': all votes weigh 1, as in the plain Bradley-Terry model
 */
export function fitWeighted(ballots: Ballots, weigh: 'units' | 'votes' = 'units'): WeightedFit {
  const together = ballots.kinds.map((kind, at) => votesTogether(kind, ballots.unitOf[at]))
  const first = FIRST_CORRELATION / Math.max(1, ballots.contestants / 2)
  let correlations = ballots.kinds.map(() => (weigh === 'units' ? first : 0))
  let weight = weightsOf(ballots, together, correlations)
  let fitted = fitAny(ballots, weight)
  for (let step = 0; weigh === 'units' && ballots.kinds.length > 0 && step < STEPS; step++) {
    correlations = ballots.kinds.map((kind) => correlationWithin(ballots, kind, weight, fitted.theta))
    weight = weightsOf(ballots, together, correlations)
    fitted = fitAny(ballots, weight, fitted.theta)
  }
  return { ...fitted, weight, correlations }
}

/**
 * Weights are relative to the largest, so that equal ones are whole numbers of votes, and the fit is that of plain votes. Not
 * so where Firth's penalty counts against the likelihood: one vote alone in its unit would change what all others weigh.
 */
function fitAny(ballots: Ballots, weight: Float64Array, start?: Float64Array) {
  const largest = weight.reduce((most, own) => Math.max(most, own), 0)
  const points = pointsOf(
    ballots,
    weight.map((own) => own / largest),
  )
  if (isStronglyConnected(points)) return { ...fit(points, start), penalised: false }
  return { ...fitPenalised(pointsOf(ballots, weight), start), gradient: 0, penalised: true }
}

/**
 * The number of votes in the unit of each vote. Unnamed votes are taken to be as many in a unit as named ones, of which
 * only a part is known: m is divided by the share named, and an unnamed vote gets the mean over votes.
 */
function votesTogether({ start, votes }: Units, unitOf: Int32Array): Float64Array {
  const share = votes.length / unitOf.length
  const sizes = new Float64Array(unitOf.length)
  let sum = 0
  for (let unit = 0; unit + 1 < start.length; unit++) {
    const size = (start[unit + 1] - start[unit]) / share
    for (let at = start[unit]; at < start[unit + 1]; at++) sizes[votes[at]] = size
    sum += size * (start[unit + 1] - start[unit])
  }
  const mean = votes.length > 0 ? sum / votes.length : 1
  return sizes.map((size) => size || mean)
}

function weightsOf(
  { pair }: Ballots,
  together: readonly Float64Array[],
  correlations: readonly number[],
): Float64Array {
  const weight = new Float64Array(pair.length)
  for (let vote = 0; vote < weight.length; vote++) {
    let variance = 1
    for (let kind = 0; kind < together.length; kind++)
      variance += correlations[kind] * (together[kind][vote] - 1)
    weight[vote] = 1 / variance
  }
  return weight
}

/**
 * ρ by moments. With g = w (y − p) d the score of a vote as a vector over contestants and S_u its sum over a unit, |S_u|² −
 * Σ|g|² has the expectation ρ · 2 ((Σ w s)² − Σ w² s²), with s² = φ p (1 − p) and φ the mean of (y − p)² / p (1 − p). The
 * product of two votes enters with d·d′: 2 for the same pair, ±1 with one contestant in common, else 0. So ρ is the mean
 * correlation over all pairs of votes of a unit.
 */
function correlationWithin(
  ballots: Ballots,
  { start, votes }: Units,
  weight: Float64Array,
  theta: Float64Array,
): number {
  const { first, second, pair, score } = ballots
  const chance = chances(ballots, theta)
  let [squares, expected] = [0, 0]
  for (let vote = 0; vote < pair.length; vote++) {
    const p = chance[pair[vote]]
    squares += (score[vote] - p) ** 2
    expected += p * (1 - p)
  }
  const dispersion = squares / expected
  const sum = new Float64Array(theta.length)
  let [excess, room] = [0, 0]
  for (let unit = 0; unit + 1 < start.length; unit++) {
    if (start[unit + 1] - start[unit] < 2) continue
    let [own, spread, spreadSquares] = [0, 0, 0]
    for (let at = start[unit]; at < start[unit + 1]; at++) {
      const vote = votes[at]
      const p = chance[pair[vote]]
      const pull = weight[vote] * (score[vote] - p)
      sum[first[pair[vote]]] += pull
      sum[second[pair[vote]]] -= pull
      own += 2 * pull * pull
      const error = weight[vote] * Math.sqrt(dispersion * p * (1 - p))
      spread += error
      spreadSquares += error * error
    }
    // read and cleared once for each contestant, whichever vote comes to it first
    for (let at = start[unit]; at < start[unit + 1]; at++)
      for (const contestant of [first[pair[votes[at]]], second[pair[votes[at]]]]) {
        excess += sum[contestant] ** 2
        sum[contestant] = 0
      }
    excess -= own
    room += 2 * (spread * spread - spreadSquares)
  }
  return room > 0 ? Math.min(1, Math.max(0, excess / room)) : 0
}
