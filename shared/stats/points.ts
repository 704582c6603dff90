import type { Tally } from './tally.ts'

/** The input of a fit: W_ij and W_ji of every pair that met, with contestants renumbered 0 … contestants − 1. */
export interface PairPoints {
  contestants: number
  first: Int32Array
  second: Int32Array
  firstPoints: Float64Array
  secondPoints: Float64Array
}

/** The part of a tally in which both sides belong to a chosen set of contestants. */
export interface Selection {
  /** The chosen contestants, ascending. The position is the number within `points`. */
  members: Int32Array
  points: PairPoints
  /** For each pair of the tally its pair within `points`, or −1. */
  pairOf: Int32Array
}

/** Picks the pairs of a tally among `members` (ascending indices); a tie is half a point to each side. */
export function pointsAmong(tally: Tally, members: Int32Array): Selection {
  const number = new Int32Array(tally.contestants).fill(-1)
  members.forEach((contestant, position) => (number[contestant] = position))
  const { first, second, firstWins, secondWins, ties } = tally
  const pairOf = new Int32Array(first.length)
  let ratedPairs = 0
  for (let pair = 0; pair < pairOf.length; pair++)
    pairOf[pair] = number[first[pair]] < 0 || number[second[pair]] < 0 ? -1 : ratedPairs++
  const points = noPoints(members.length, ratedPairs)
  for (let pair = 0; pair < pairOf.length; pair++) {
    const pairHere = pairOf[pair]
    if (pairHere < 0) continue
    points.first[pairHere] = number[first[pair]]
    points.second[pairHere] = number[second[pair]]
    points.firstPoints[pairHere] = firstWins[pair] + ties[pair] / 2
    points.secondPoints[pairHere] = secondWins[pair] + ties[pair] / 2
  }
  return { members, points, pairOf }
}

function noPoints(contestants: number, pairs: number): PairPoints {
  return {
    contestants,
    first: new Int32Array(pairs),
    second: new Int32Array(pairs),
    firstPoints: new Float64Array(pairs),
    secondPoints: new Float64Array(pairs),
  }
}

/** n_i = Σ_j n_ij for each contestant. */
export function votesOf(points: PairPoints): Float64Array {
  const votes = new Float64Array(points.contestants)
  for (let pair = 0; pair < points.first.length; pair++) {
    const met = points.firstPoints[pair] + points.secondPoints[pair]
    votes[points.first[pair]] += met
    votes[points.second[pair]] += met
  }
  return votes
}

/** Votes that have i, j or both. */
export function votesWithEither(points: PairPoints, i: number, j: number): number {
  let votes = 0
  for (let pair = 0; pair < points.first.length; pair++) {
    const sides = [points.first[pair], points.second[pair]]
    if (sides.includes(i) || sides.includes(j)) votes += points.firstPoints[pair] + points.secondPoints[pair]
  }
  return votes
}
