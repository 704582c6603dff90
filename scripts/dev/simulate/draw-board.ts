import { LEFT, RIGHT, TIE, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import type { RandomStream } from '../../../shared/stats/numbers/random.ts'
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
