import { among, fieldOf, fit, kendallTauB, positionEffect } from '../../../shared/stats/index.ts'
import type { Tally } from '../../../shared/stats/index.ts'
import type { JudgeReport } from '../../../shared/contracts/index.ts'
import type { ShowingCell } from './showing-queries.ts'
import type { NamedContestant, PairCount } from './tally-queries.ts'

/** Strengths by contestant's id: those that a fit can place. */
function strengthsOf(
  pairs: readonly PairCount[],
  contestants: readonly NamedContestant[],
): Map<number, number> {
  const number = new Map(contestants.map(({ id }, i) => [id, i]))
  const sorted = pairs
    .map((pair) => ({ ...pair, first: number.get(pair.low)!, second: number.get(pair.high)! }))
    .sort((a, b) => a.first - b.first || a.second - b.second)
  const tally: Tally = {
    contestants: contestants.length,
    first: Int32Array.from(sorted, ({ first }) => first),
    second: Int32Array.from(sorted, ({ second }) => second),
    firstWins: Float64Array.from(sorted, ({ lowWins }) => lowWins),
    secondWins: Float64Array.from(sorted, ({ highWins }) => highWins),
    ties: Float64Array.from(sorted, ({ ties }) => ties),
    units: null,
  }
  const everyone = among(tally, Int32Array.from(contestants.keys()))
  const { members, points } = among(tally, fieldOf(everyone.points).rated)
  const { theta } = fit(points)
  return new Map(Array.from(members, (member, i) => [contestants[member]!.id, theta[i]!]))
}

/** A judge's board against the humans', by criterion: Kendall's τ-b of the contestants that both can rate. */
export function boardsAlike(
  pairs: readonly PairCount[],
  judge: string,
  contestants: readonly NamedContestant[],
): JudgeReport['boards'] {
  const criteria = [...new Set(pairs.filter((one) => one.judge === judge).map(({ criterion }) => criterion))]
  return criteria.map((criterion) => {
    const strengths = (who: string | null) =>
      strengthsOf(
        pairs.filter((one) => one.judge === who && one.criterion === criterion),
        contestants,
      )
    const [own, humans] = [strengths(judge), strengths(null)]
    const both = [...own.keys()].filter((id) => humans.has(id))
    const listed = (board: Map<number, number>) => both.map((id) => board.get(id)!)
    return { criterion, contestants: both.length, tau: kendallTauB(listed(own), listed(humans)) }
  })
}

/** What being shown first is worth to a judge, among contestants that a fit can place; null where that cannot be told. */
export function positionEffectOf(
  meetings: readonly ShowingCell[],
  contestants: readonly NamedContestant[],
): JudgeReport['positionEffect'] {
  const pairs = meetings.map(({ first, second, said, count }) => {
    const points = said === 'tie' ? count / 2 : said === 'first' ? count : 0
    return { first: first!, second: second!, won: points, lost: count - points }
  })
  const strengths = strengthsOf(unordered(pairs), contestants)
  const number = new Map([...strengths.keys()].map((id, i) => [id, i]))
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

function unordered(pairs: readonly OrderedPair[]): PairCount[] {
  const sums = new Map<string, PairCount>()
  for (const { first, second, won, lost } of pairs) {
    const [low, high] = first < second ? [first, second] : [second, first]
    const key = `${low} ${high}`
    const sum = sums.get(key) ?? { judge: null, criterion: '', low, high, lowWins: 0, highWins: 0, ties: 0 }
    sums.set(key, sum)
    sum.lowWins += first < second ? won : lost
    sum.highWins += first < second ? lost : won
  }
  return [...sums.values()]
}
