import type { Tally } from './tally.ts'

/** What a fit needs: W_ij and W_ji of every pair that met, contestants renumbered 0 … contestants − 1. */
export interface PairPoints {
  contestants: number
  first: Int32Array
  second: Int32Array
  firstPoints: Float64Array
  secondPoints: Float64Array
}

/** The part of a tally in which both sides belong to a chosen set. */
export interface Selection {
  /** The chosen contestants, ascending; position = number within `points`. */
  members: Int32Array
  points: PairPoints
  /** For each pair of the tally its pair within `points`, or −1. */
  pairOf: Int32Array
}

/** Picks the pairs of a tally among `members` (ascending indices); a tie is half a point to each side. */
export function among(tally: Tally, members: Int32Array): Selection {
  const number = new Int32Array(tally.contestants).fill(-1)
  members.forEach((contestant, position) => (number[contestant] = position))
  const pairOf = new Int32Array(tally.first.length).fill(-1)
  const kept: number[] = []
  for (let pair = 0; pair < pairOf.length; pair++) {
    if (number[tally.first[pair]] < 0 || number[tally.second[pair]] < 0) continue
    pairOf[pair] = kept.length
    kept.push(pair)
  }
  const points: PairPoints = {
    contestants: members.length,
    first: Int32Array.from(kept, (pair) => number[tally.first[pair]]),
    second: Int32Array.from(kept, (pair) => number[tally.second[pair]]),
    firstPoints: Float64Array.from(kept, (pair) => tally.firstWins[pair] + tally.ties[pair] / 2),
    secondPoints: Float64Array.from(kept, (pair) => tally.secondWins[pair] + tally.ties[pair] / 2),
  }
  return { members, points, pairOf }
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
