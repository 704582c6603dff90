import { LEFT, RIGHT, TIE, type VoteColumns } from '../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../shared/stats/fit/likelihood.ts'
import type { RandomStream } from '../../shared/stats/numbers/random.ts'
import { fit } from '../../shared/stats/fit/bradley-terry.ts'
import type { PairPoints } from '../../shared/stats/fit/points.ts'
import type { Cell, Meeting, Units } from './cell.ts'

/** The votes of one board, in the order of their arrival. */
export function drawBoard(cell: Cell, stream: RandomStream): VoteColumns {
  const { strengths, units, across } = cell
  const order = inTurn(cell.meetings)
  if (units?.dealing === 'shuffled') shuffle(order, stream)
  const unitLikes = units && likings(units, strengths.length, stream)
  const acrossLikes = across && likings(across, strengths.length, stream)
  const votes: VoteColumns = {
    contestants: strengths.length,
    units: units?.count ?? order.length,
    left: Int32Array.from(order, ({ first }) => first),
    right: Int32Array.from(order, ({ second }) => second),
    outcome: new Uint8Array(order.length),
    unit: new Int32Array(order.length),
  }
  order.forEach(({ first, second, turn }, vote) => {
    let difference = strengths[first] - strengths[second]
    const unit = !units ? vote : units.dealing === 'in turn' ? turn % units.count : vote % units.count
    if (unitLikes) difference += unitLikes[unit][first] - unitLikes[unit][second]
    if (across && acrossLikes) {
      const like = acrossLikes[Math.floor(stream.uniform() * across.count)]
      difference += like[first] - like[second]
    }
    votes.unit[vote] = unit
    votes.outcome[vote] = outcomeOf(cell, difference, stream)
  })
  return votes
}

type Turn = Meeting & { turn: number }

/** First every pair once, then every pair that meets at least twice, and so on. */
function inTurn(meetings: Meeting[]): Turn[] {
  const most = meetings.reduce((sofar, { times }) => Math.max(sofar, times), 0)
  const order: Turn[] = []
  for (let turn = 0; turn < most; turn++)
    for (const meeting of meetings) if (turn < meeting.times) order.push({ ...meeting, turn })
  return order
}

/** Shuffles in place (Fisher and Yates). */
function shuffle(order: Turn[], stream: RandomStream): void {
  for (let end = order.length - 1; end > 0; end--) {
    const chosen = Math.floor(stream.uniform() * (end + 1))
    ;[order[end], order[chosen]] = [order[chosen], order[end]]
  }
}

function likings({ count, spread }: Units, contestants: number, stream: RandomStream): Float64Array[] {
  return Array.from({ length: count }, () =>
    Float64Array.from({ length: contestants }, () => spread * normal(stream)),
  )
}

/** Standard normal (Box & Muller 1958). */
function normal(stream: RandomStream): number {
  return Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())
}

function outcomeOf({ ties, firstPosition }: Cell, difference: number, stream: RandomStream): number {
  if (firstPosition !== null) {
    const forward = stream.uniform() < sigmoid(difference + firstPosition)
    const backward = stream.uniform() < sigmoid(difference - firstPosition)
    return forward !== backward ? TIE : forward ? LEFT : RIGHT
  }
  const p = sigmoid(difference)
  const tie = 4 * ties * p * (1 - p)
  const drawn = stream.uniform()
  return drawn < tie ? TIE : drawn < p + tie / 2 ? LEFT : RIGHT
}

const FARTHEST = 9
const STEP = 0.05

/**
 * The strengths that a board of this cell estimates, Σ = 0. For independent votes these are the given ones.
 * Otherwise they are what Bradley-Terry would fit to infinitely many units under the same schedule (the
 * projection).
 */
export function truthOf(cell: Cell): Float64Array {
  const { strengths, meetings } = cell
  const deviation = Math.SQRT2 * Math.hypot(cell.units?.spread ?? 0, cell.across?.spread ?? 0)
  if (deviation === 0 && cell.firstPosition === null) return centred(Float64Array.from(strengths))
  const known = new Map<number, number>()
  const score = (difference: number): number => {
    if (!known.has(difference))
      known.set(difference, expectedScore(difference, deviation, cell.firstPosition))
    return known.get(difference)!
  }
  const points: PairPoints = {
    contestants: strengths.length,
    first: Int32Array.from(meetings, ({ first }) => first),
    second: Int32Array.from(meetings, ({ second }) => second),
    firstPoints: Float64Array.from(
      meetings,
      ({ first, second, times }) => times * score(strengths[first] - strengths[second]),
    ),
    secondPoints: Float64Array.from(
      meetings,
      ({ first, second, times }) => times * (1 - score(strengths[first] - strengths[second])),
    ),
  }
  return fit(points).theta
}

/**
 * E σ(difference + deviation · Z), Z standard normal, by the trapezoidal rule, whose error vanishes faster than any
 * power of the step for such functions. With two calls in both orders, the mean over both preferences.
 */
export function expectedScore(difference: number, deviation: number, firstPosition: number | null): number {
  let sum = 0
  let weights = 0
  for (let step = -FARTHEST / STEP; step <= FARTHEST / STEP; step++) {
    const z = step * STEP
    const weight = Math.exp((-z * z) / 2)
    weights += weight
    sum += weight * score(difference + deviation * z, firstPosition)
  }
  return sum / weights
}

function score(difference: number, firstPosition: number | null): number {
  if (firstPosition === null) return sigmoid(difference)
  return (sigmoid(difference + firstPosition) + sigmoid(difference - firstPosition)) / 2
}

function centred(values: Float64Array): Float64Array {
  const mean = values.reduce((sum, value) => sum + value, 0) / values.length
  return values.map((value) => value - mean)
}
