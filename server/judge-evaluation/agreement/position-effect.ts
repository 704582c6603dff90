import { positionEffect } from '../../../shared/stats/internal.ts'
import type { JudgeReport } from '../../../shared/contracts/index.ts'
import { fittedBoard } from './fitted-board.ts'
import type { CountedPair } from './fitted-board.ts'
import type { RequestCell } from './request-queries.ts'
import type { NamedContestant } from './tally-queries.ts'

/**
 * How much a judge prefers the answer shown first, over the contestants that can be rated; null if it cannot be
 * estimated.
 */
export function positionEffectOf(
  requests: readonly RequestCell[],
  contestants: readonly NamedContestant[],
): JudgeReport['positionEffect'] {
  const pairs = requests.map(({ first, second, verdict, count }) => {
    const points = verdict === 'tie' ? count / 2 : verdict === 'first' ? count : 0
    return { first: first!, second: second!, won: points, lost: count - points }
  })
  const number = new Map(fittedBoard(unordered(pairs), contestants).ids.map((id, i) => [id, i]))
  const placed = pairs.filter(({ first, second }) => number.has(first) && number.has(second))
  if (placed.length === 0) return null
  const effect = positionEffect({
    contestants: number.size,
    shownFirst: Int32Array.from(placed, ({ first }) => number.get(first)!),
    shownSecond: Int32Array.from(placed, ({ second }) => number.get(second)!),
    firstPoints: Float64Array.from(placed, ({ won }) => won),
    secondPoints: Float64Array.from(placed, ({ lost }) => lost),
  })
  return effect && { eta: effect.eta, interval: effect.interval, firstWins: effect.firstWins }
}

interface OrderedPair {
  first: number
  second: number
  won: number
  lost: number
}

function unordered(pairs: readonly OrderedPair[]): CountedPair[] {
  const sums = new Map<string, CountedPair>()
  for (const { first, second, won, lost } of pairs) {
    const [low, high] = first < second ? [first, second] : [second, first]
    const key = `${low} ${high}`
    const sum = sums.get(key) ?? { low, high, part: 0, lowWins: 0, highWins: 0, ties: 0 }
    sums.set(key, sum)
    sum.lowWins += first < second ? won : lost
    sum.highWins += first < second ? lost : won
  }
  return [...sums.values()]
}
