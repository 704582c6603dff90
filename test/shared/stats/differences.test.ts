import { describe, expect, it } from 'vitest'
import { isPracticallyEqual, measuredDifferences } from '../../../shared/stats/intervals/differences.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { board, duel, options, randomBoard, type Row } from './boards.ts'
import { shareWords } from '../../../scripts/cli/judging/agreement-lines.ts'
import { percent, range } from '../../../scripts/cli/terminal/lines.ts'
import { wholePerCent, wholePerCentEnds } from '../../../shared/sentence/count.ts'
import { boardCorrelation } from '../../../shared/stats/compare/boards-apart.ts'
import { clusteredMean } from '../../../shared/stats/intervals/clustered-mean.ts'
import { headToHead } from '../../../shared/stats/compare/head-to-head.ts'
import { measureField } from '../../../shared/stats/intervals/measurement.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { fineShare, shareRange, wholeShare, wholeShareEnds } from '../../../web/src/ui/shares.ts'

const measurementOf = (votes: VoteColumns, by: 'unit' | 'vote', rounds: number) =>
  measureField(
    tally(votes, by, 'half'),
    { ...votes, kinds: by === 'unit' ? [votes.unit] : [] },
    { intervals: 'comparison', ties: 'half', rounds: { rounds, seed: 1, onProgress: () => undefined } },
  ).measurement

describe('a difference', () => {
  const votes = randomBoard(7, 4, 600, 40)

  it('is that of the board, so its win rates equal those against a baseline', () => {
    const { standings } = rate(votes, options({ rounds: 1000, baseline: 2 }))
    const differences = measuredDifferences(measurementOf(votes, 'vote', 1000))
    standings.forEach(({ againstBaseline }, i) => {
      if (i === 2) return
      const { winRate, winRateInterval } = differences(i).find(({ contestant }) => contestant === 2)!
      expect(winRate).toBeCloseTo(againstBaseline!.winRate, 12)
      winRateInterval.forEach((end, side) => expect(end).toBeCloseTo(againstBaseline!.interval![side], 12))
    })
  })
})

describe('two contestants', () => {
  const finding = (left: number, right: number, delta?: number) => {
    const [difference] = measuredDifferences(measurementOf(duel(left, right), 'vote', 1000))(0)
    return isPracticallyEqual(difference, delta)
  }

  it('are practically equal after many even votes, but not after few votes or with a lead', () => {
    expect(finding(2500, 2500)).toBe(true)
    expect(finding(250, 250)).toBe(false)
    expect(finding(250, 250, 0.1)).toBe(true)
    expect(finding(2700, 2300)).toBe(false)
  })
})

describe('two in a dead heat', () => {
  const even = (votes: number) => duel(votes, votes)
  const rated = (votes: number) => rate(even(votes), options({ rounds: 300 }))

  it('are called practically equal once that is known, and no more votes are suggested', () => {
    expect(rated(5000)).toMatchObject({
      winner: null,
      whyNot: { reason: 'equal', contestants: [0, 1], ways: [] },
    })
  })

  it('are not called equal while nothing is known', () => {
    expect(rated(50).whyNot!.reason).toBe('votes')
  })
})

/** Votes that leave little to tell by: no interval shrinks to a point, and nothing is printed as certain. */
type Kind = 'wins' | 'ties' | 'wins and a tie' | 'mixed'
const KINDS: Kind[] = ['wins', 'ties', 'wins and a tie', 'mixed']
const COUNTS = [1, 2, 3, 7, 30]

/** Outcomes by vote: 0 won, 1 lost, 2 tied. */
function outcomesOf(kind: Kind, votes: number): number[] {
  const stream = new RandomStream(votes, 9)
  return Array.from({ length: votes }, (_, at) => {
    if (kind === 'mixed') return Math.floor(3 * stream.uniform())
    return kind === 'ties' || (kind === 'wins and a tie' && at === 0) ? 2 : 0
  })
}

const cases = KINDS.flatMap((kind) =>
  COUNTS.flatMap((votes) =>
    [1, 2, votes].filter((units) => units <= votes).map((units) => [kind, votes, units] as const),
  ),
)

const hasLength = (ends: readonly [number | null, number | null] | null) =>
  ends === null || ends[0] === null || ends[1] === null || ends[1] - ends[0] > 1e-6

describe.each(cases)('%s, %i votes on %i prompts', (kind, votes, units) => {
  const outcomes = outcomesOf(kind, votes)
  const unit = outcomes.map((_, at) => at % units)
  const score = outcomes.map((outcome) => [1, 0, 0.5][outcome])

  it('give every interval a length', () => {
    for (const crossed of [null, outcomes.map((_, at) => at % 2)]) {
      const comparison = headToHead(score, unit, { crossed })!
      expect(hasLength(comparison.interval)).toBe(true)
      expect(hasLength(comparison.wilson)).toBe(true)
      expect(hasLength(clusteredMean(score, unit)!.interval)).toBe(true)
      expect(hasLength(headToHead(score, unit, { crossed, looks: 'any' })!.interval)).toBe(true)
      expect(`${percent(comparison.winRate)} (${range(comparison.interval)})`).not.toContain('100.0 % (100.0')
      expect(`${fineShare(comparison.winRate)} (${shareRange(comparison.interval)})`).not.toMatch(
        /^100.0.% \(100.0/,
      )
    }
  })

  it('give the bars and differences of a board a length', () => {
    const rows = outcomes.map((outcome, at): Row => [0, 1, outcome, 1, unit[at]])
    const drawn = board(3, [...rows, [1, 2, 2, 3, 0], [0, 2, 2, 2, 0]])
    const { standings } = rate(drawn, options({ by: 'unit', rounds: 100 }))
    for (const { marginal, comparison } of standings) {
      expect(hasLength(marginal)).toBe(true)
      expect(hasLength(comparison)).toBe(true)
    }
    const differences = measuredDifferences(measurementOf(drawn, 'unit', 100))
    for (const { interval, winRate, winRateInterval } of differences(0)) {
      expect(hasLength(interval)).toBe(true)
      expect(`${percent(winRate)} (${range(winRateInterval)})`).not.toContain('100.0 % (100.0')
    }
  })
})

describe('a printed figure', () => {
  it('is 0.0 or 100.0 % only for exactly nothing and everything, and ends are rounded outwards', () => {
    expect([1, 0.99999, 0.5, 0.00001, 0].map(percent)).toEqual([
      '100.0 %',
      '99.9 %',
      '50.0 %',
      '0.1 %',
      '0.0 %',
    ])
    expect(range([0.99991, 0.99999])).toBe('99.9–100.0 %')
    expect(range([0.00001, 0.00009])).toBe('0.0–0.1 %')
    expect(range(null)).toBe('')
    expect(fineShare(0.99999)).toBe('99.9\u00a0%')
    expect(shareRange([0.99991, 0.99999])).toBe('99.9–100.0\u00a0%')
    expect(shareRange([0.00001, 0.4])).toBe('0.0–40.0\u00a0%')
  })

  it('in whole per cent is 0 or 100 only for exactly nothing and everything, and no interval is a point', () => {
    expect([1, 0.999, 0.5, 0.001, 0].map(wholePerCent)).toEqual([100, 99, 50, 1, 0])
    expect(wholePerCentEnds([0.9991, 0.9999])).toEqual([99, 100])
    expect(wholePerCentEnds([0.9991, 1])).toEqual([99, 100])
    expect(wholePerCentEnds([0, 0.0001])).toEqual([0, 1])
    expect(wholePerCentEnds([0.39, 0.61])).toEqual([39, 61])
    expect(wholePerCentEnds([1, 1])).toEqual([100, 100])
    expect(shareWords({ share: 0.9992, interval: [0.9951, 0.9999], n: 2500, hits: 2498 })).toBe(
      '99 % (99–100) of 2,500',
    )
    expect(`${wholeShare(0.9992)} (${wholeShareEnds([0.9971, 0.9999]).join('–')})`).toBe(
      '99\u00a0% (99\u00a0%–100\u00a0%)',
    )
  })

  it('has no interval if it is a rank correlation that never changes', () => {
    const deviations = { rounds: 50, contestants: 2, values: new Float64Array(100) }
    const same = { theta: Float64Array.of(1, 0), deviations }
    expect(boardCorrelation(same, same)).toEqual({ tau: 1, interval: null })
  })
})
