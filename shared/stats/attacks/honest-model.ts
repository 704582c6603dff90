import { BOTH_BAD, LEFT, RIGHT, TIE } from '../vote-columns.ts'
import { information } from '../information.ts'
import { invert } from '../inverse.ts'
import { sigmoid } from '../likelihood.ts'
import { fit } from '../newton.ts'
import type { PairPoints } from '../points.ts'
import type { CastVotes, VotesByVoter } from './cast-votes.ts'

/** Points added to each side of a pair that met, so that every strength is finite. */
const PRIOR = 0.1
/** Points added between neighbours by number, so that all contestants are linked. */
const LINK = 0.01
/** An effect of the side is fitted only if contestants are on both sides about equally often. */
const MOST_UNEVEN = 0.2

/** The expected outcome of each vote, by the decided votes of all other voters. */
export interface HonestModel {
  /** ln odds that the left contestant of this vote wins, given a winner, by the votes of all others. */
  leftOdds(vote: number): number
  /** The error of a contestant's strength, as a variance in squared logits. */
  variance: Float64Array
}

export const isDecided = (outcome: number) => outcome !== TIE && outcome !== BOTH_BAD

/**
 * A Bradley-Terry fit of decided votes, with an effect of the left side. Each voter is compared with a fit without
 * that voter's votes. One Newton step removes them.
 * @param trusted  voters whose votes count here
 */
export function honestModel(
  votes: CastVotes,
  byVoter: VotesByVoter,
  trusted: (voter: number) => boolean,
): HonestModel {
  const { contestants, left, right, outcome, voter } = votes
  const counts = (vote: number) => isDecided(outcome[vote]) && (voter[vote] < 0 || trusted(voter[vote]))
  const points = pointsOf(votes, counts)
  const { theta } = fit(points)
  const inverse = invert(information(points, theta), contestants)
  const sides = sideCounts(votes, counts)
  const side = sideOdds(sides)
  const odds = Float64Array.from(left, (own, vote) => side + theta[own] - theta[right[vote]])
  for (let who = 0; who < byVoter.voters; who++) {
    if (!trusted(who)) continue
    const own = byVoter.of(who)
    const others = sideOdds(sides && without(sides, own, outcome))
    const slope = new Map<number, number>()
    for (const vote of own) {
      if (!isDecided(outcome[vote])) continue
      const rest = Number(outcome[vote] === LEFT) - sigmoid(odds[vote])
      slope.set(left[vote], (slope.get(left[vote]) ?? 0) + rest)
      slope.set(right[vote], (slope.get(right[vote]) ?? 0) - rest)
    }
    const step = new Map<number, number>()
    for (const vote of own)
      for (const one of [left[vote], right[vote]])
        if (!step.has(one)) {
          let sum = 0
          for (const [other, value] of slope) sum += inverse[one * contestants + other] * value
          step.set(one, sum)
        }
    for (const vote of own) odds[vote] += others - side - (step.get(left[vote])! - step.get(right[vote])!)
  }
  return {
    leftOdds: (vote) => odds[vote],
    variance: Float64Array.from({ length: contestants }, (_, i) => inverse[i * contestants + i]),
  }
}

function pointsOf({ contestants, left, right, outcome }: CastVotes, counts: (vote: number) => boolean) {
  const pairs = new Map<number, [number, number]>()
  const pairOf = (i: number, j: number) => {
    const key = i * contestants + j
    const known = pairs.get(key)
    if (known) return known
    const own: [number, number] = [0, 0]
    pairs.set(key, own)
    return own
  }
  for (let i = 1; i < contestants; i++) {
    const own = pairOf(i - 1, i)
    own[0] += LINK
    own[1] += LINK
  }
  const met = new Set<number>()
  left.forEach((a, vote) => {
    if (!counts(vote)) return
    const [i, j] = a < right[vote] ? [a, right[vote]] : [right[vote], a]
    const own = pairOf(i, j)
    if (!met.has(i * contestants + j)) {
      met.add(i * contestants + j)
      own[0] += PRIOR
      own[1] += PRIOR
    }
    own[(outcome[vote] === LEFT) === (a === i) ? 0 : 1]++
  })
  const keys = [...pairs.keys()].sort((a, b) => a - b)
  const points: PairPoints = {
    contestants,
    first: Int32Array.from(keys, (key) => Math.floor(key / contestants)),
    second: Int32Array.from(keys, (key) => key % contestants),
    firstPoints: Float64Array.from(keys, (key) => pairs.get(key)![0]),
    secondPoints: Float64Array.from(keys, (key) => pairs.get(key)![1]),
  }
  return points
}

/** How often the left and the right answer won. */
type SideCounts = readonly [lefts: number, rights: number]

/** Null if some contestants are mostly on one side, since their strength would look like an effect of the side. */
function sideCounts(
  { contestants, left, right, outcome }: CastVotes,
  counts: (vote: number) => boolean,
): SideCounts | null {
  const balance = new Float64Array(contestants)
  let [lefts, rights] = [0, 0]
  left.forEach((own, vote) => {
    if (!counts(vote)) return
    balance[own]++
    balance[right[vote]]--
    if (outcome[vote] === LEFT) lefts++
    else if (outcome[vote] === RIGHT) rights++
  })
  const uneven = balance.reduce((sum, own) => sum + Math.abs(own), 0)
  return uneven > MOST_UNEVEN * 2 * (lefts + rights) ? null : [lefts, rights]
}

function without([lefts, rights]: SideCounts, own: Int32Array, outcome: CastVotes['outcome']): SideCounts {
  const won = (side: number) => own.reduce((sum, vote) => sum + Number(outcome[vote] === side), 0)
  return [lefts - won(LEFT), rights - won(RIGHT)]
}

/** ln odds that the left of two equals wins. */
const sideOdds = (counts: SideCounts | null): number =>
  counts ? Math.log((counts[0] + 1) / (counts[1] + 1)) : 0
