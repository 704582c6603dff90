import { describe, expect, it } from 'vitest'
import {
  declare,
  isAbove,
  rankIntervals,
  type Interval,
  type Rated,
} from '../../../shared/stats/declare/declare.ts'
import { board, options, type Row, ratedBy, rowsOf } from './boards.ts'
import { hitByFailures, rate } from '../../../shared/stats/declare/rate.ts'
import { sequentialSignTest } from '../../../shared/stats/numbers/distributions.ts'
import { LEFT, RIGHT } from '../../../shared/stats/fit/tally.ts'

const placed = (bars: [number, number][]) =>
  bars.map((comparison, contestant) => ({
    contestant,
    theta: (comparison[0] + comparison[1]) / 2,
    comparison,
  }))

it.each([
  [[2, 3], [0, 1], true],
  [[1, 3], [0, 1], false],
  [[0.9, 3], [0, 1], false],
  [[2, null], [0, 1], true],
  [[2, 3], [0, null], false],
  [[null, 3], [0, 1], false],
  [null, [0, 1], false],
  [[0, 1], null, false],
] as [Interval | null, Interval | null, boolean][])('%j above %j: %s', (a, b, expected) => {
  expect(isAbove(a, b)).toBe(expected)
})

it('rank intervals share the best rank and are not transitive', () => {
  const bars: [number, number][] = [
    [5, 7],
    [3, 5.5],
    [1, 3.5],
    [0, 0.5],
  ]
  expect(rankIntervals(bars)).toEqual([
    [1, 2],
    [1, 3],
    [2, 3],
    [4, 4],
  ])
})

describe('first place', () => {
  it('goes to the one above all others', () => {
    const rated = placed([
      [0, 1],
      [2, 3],
      [0.5, 1.5],
    ])
    expect(declare(rated, [])).toEqual({ winner: 1, deadHeatForFirst: [] })
  })

  it('is a dead heat of all contestants with no one above them, highest first, equals by number', () => {
    const rated = placed([
      [0, 1],
      [1, 3],
      [2, 4],
      [1, 3],
    ])
    expect(declare(rated, [])).toEqual({ winner: null, deadHeatForFirst: [2, 1, 3] })
  })

  it('is not declared without a second contestant', () => {
    expect(declare([], [])).toEqual({ winner: null, deadHeatForFirst: [] })
    expect(declare([], [0])).toEqual({ winner: null, deadHeatForFirst: [] })
  })

  it('goes to nobody beside a contestant that cannot be placed', () => {
    const rated = placed([
      [0, 1],
      [2, 3],
    ])
    expect(declare(rated, [3])).toEqual({ winner: null, deadHeatForFirst: [1, 3] })
  })
})

/** Contestant 0 leads 1, 1 leads 2, beyond doubt. */
const KNOWN: Row[] = rowsOf('0>1*120 0<1*60 1>2*120 1<2*60')

const drawn = (contestants: number, rows: Row[], changes = {}): Rated =>
  rate(board(contestants, rows), options({ rounds: 500, ...changes }))

const spread = (pair: [number, number], prompts: number, times: number): Row[] =>
  Array.from({ length: prompts }, (_, prompt): Row => [...pair, 0, times, prompt])

describe('somebody who never lost', () => {
  it('has a finite strength, and after few votes prevents the best from being the winner', () => {
    expect(drawn(3, KNOWN)).toMatchObject({ winner: 0, deadHeatForFirst: [] })
    const rated = drawn(4, [...KNOWN, [3, 1, 0, 2], [2, 3, 1]])
    expect(rated.standings[3]).toMatchObject({ status: 'rated', theta: expect.any(Number) })
    expect(rated.winner).toBeNull()
    expect(rated.deadHeatForFirst.toSorted()).toEqual([0, 3])
  })

  it('leaves the strengths of the others about as they are', () => {
    const [without, beside] = [drawn(3, KNOWN), drawn(4, [...KNOWN, [3, 1, 0, 2], [2, 3, 1]])]
    const lead = ({ standings }: Rated) => standings[0].theta! - standings[2].theta!
    expect(lead(beside)).toBeCloseTo(lead(without), 1)
  })

  it('is the winner once it has won often enough, and by prompt by many prompts, not by many votes', () => {
    expect(drawn(4, [...KNOWN, [3, 0, 0, 80], [3, 1, 0, 80], [3, 2, 0, 80]]).winner).toBe(3)
    const known = [...spread([0, 1], 40, 2), ...spread([1, 0], 40, 1)]
    expect(drawn(3, [...known, ...spread([2, 0], 4, 10)], { by: 'unit' }).winner).toBeNull()
    expect(drawn(3, [...known, ...spread([2, 0], 40, 1)], { by: 'unit' }).winner).toBe(2)
  })

  it('is not the winner beside another who never lost', () => {
    expect(drawn(3, rowsOf('0>2*50 1>2*50'))).toMatchObject({ winner: null })
  })

  it('6 : 0 is a winner, and 5 : 0 is not', () => {
    expect(drawn(2, [[0, 1, 0, 6]])).toMatchObject({ winner: 0, deadHeatForFirst: [] })
    expect(drawn(2, [[0, 1, 0, 5]])).toMatchObject({ winner: null, deadHeatForFirst: [0, 1] })
    expect(drawn(2, [[1, 0, 0, 6]]).winner).toBe(1)
  })

  it('50 : 0 on one prompt is no winner, and with classic intervals nobody is', () => {
    const onOnePrompt = board(2, [[0, 1, 0, 50, 0]])
    expect(rate(onOnePrompt, options({ rounds: 500, by: 'unit' })).winner).toBeNull()
    expect(drawn(2, [[0, 1, 0, 50]], { intervals: 'classic' }).winner).toBeNull()
  })
})

describe('provisional', () => {
  /** Contestants 0, 1, 2, well known: 0 beats 1 beats 2, each 60 : 30, and 0 beats 2 70 : 20. */
  const KNOWN: Row[] = rowsOf('0>1*60 0<1*30 1>2*60 1<2*30 0>2*70 0<2*20')

  const NO_NUMBER = { theta: null, standardError: null, marginal: null, rank: null, rankInterval: null }

  describe('a contestant without a number', () => {
    it('is unrated if it has no votes', () => {
      expect(drawn(4, KNOWN).standings[3]).toMatchObject({
        ...NO_NUMBER,
        status: 'unrated',
        reason: null,
        comparison: null,
        units: 0,
        votes: 0,
      })
    })

    it('has a finite strength if it never won, and after some losses does not prevent a winner', () => {
      expect(drawn(4, [...KNOWN, [0, 3, 0, 2], [3, 1, 1]])).toMatchObject({ winner: null })
      const rated = drawn(4, [...KNOWN, [0, 3, 0, 8], [3, 1, 1, 8]])
      expect(rated.standings[3]).toMatchObject({ status: 'rated', theta: expect.any(Number), losses: 16 })
      expect(rated.winner).toBe(0)
    })

    it('is disconnected in a small group of its own', () => {
      const rated = drawn(5, [...KNOWN, [3, 4, 0, 5], [4, 3, 0, 5]])
      for (const contestant of [3, 4])
        expect(rated.standings[contestant]).toMatchObject({
          ...NO_NUMBER,
          status: 'provisional',
          reason: 'disconnected',
        })
      expect(rated.winner).toBeNull()
    })

    it('has no votes if ties are dropped and it only tied', () => {
      expect(drawn(4, [...KNOWN, [0, 3, 2, 2]], { ties: 'drop' }).standings[3].status).toBe('unrated')
    })

    it('belongs to the smaller of two groups, to the one with fewer votes, or to the second', () => {
      const pair = (i: number, times: number): Row[] => [
        [i, i + 1, 0, times],
        [i + 1, i, 0, times],
      ]
      const ratedOf = (rows: Row[]) =>
        drawn(4, rows).standings.flatMap(({ status }, i) => (status === 'rated' ? [i] : []))
      expect(ratedOf([...pair(0, 1), ...pair(2, 2)])).toEqual([2, 3])
      expect(ratedOf([...pair(0, 2), ...pair(2, 2)])).toEqual([0, 1])
      expect(ratedOf([...pair(0, 1), [1, 2, 2], [3, 0, 0]])).toEqual([0, 1, 2, 3])
    })
  })

  describe('a board with few votes or none', () => {
    it.each([0, 1, 3])('with %i contestants and no vote is empty', (contestants) => {
      const rated = drawn(contestants, [], { by: 'unit' })
      expect(rated).toMatchObject({
        converged: true,
        k: null,
        winner: null,
        deadHeatForFirst: [],
        whyNot: null,
      })
      expect(rated.standings).toHaveLength(contestants)
    })

    it('the units of a rated contestant are those of the votes that rate it', () => {
      const rows: Row[] = rowsOf('0>1*3@0 1>0*3@1 0>2@2')
      const { standings } = drawn(3, rows, { by: 'unit' })
      expect(standings.map(({ units }) => units)).toEqual([3, 2, 1])
    })

    it('without rounds there are strengths and no intervals', () => {
      const rated = rate(board(4, [...KNOWN, [3, 0, 0]]), options({ baseline: 2 }))
      expect(rated).toMatchObject({ k: null, winner: null, deadHeatForFirst: [] })
      expect(rated.standings[0]).toMatchObject({
        ...NO_NUMBER,
        theta: expect.any(Number),
        comparison: null,
        againstBaseline: { winRate: expect.any(Number), interval: null },
      })
    })
  })

  it.each([
    ['a self-battle', [[1, 1, 0]] as Row[], {}],
    ['a contestant out of range', [[0, 3, 0]] as Row[], {}],
    ['an outcome out of range', [[0, 1, 4]] as Row[], {}],
    ['rounds that are no count', KNOWN, { rounds: 1.5 }],
    ['a seed that is no integer', KNOWN, { seed: NaN }],
    ['a baseline that is nobody', KNOWN, { baseline: 3 }],
  ])('votes that are invalid are refused: %s', (_, rows, changes) => {
    expect(() => drawn(3, rows, changes)).toThrow(RangeError)
  })
})

it('an island prevents a winner, since nothing is known about it and the others', () => {
  const linked: Row[] = rowsOf('0>1*60 0<1*5 0>2*60 0<2*5 1>2*30 1<2*30')
  const island: Row[] = rowsOf('3>4*4 3<4*4')
  expect(rate(board(5, linked), options({ rounds: 300 })).winner).toBe(0)
  const rated = rate(board(5, [...linked, ...island]), options({ rounds: 300 }))
  expect(rated.winner).toBeNull()
  expect(rated.deadHeatForFirst).toEqual([0, 3, 4])
  expect(rated.whyNot).toEqual({ reason: 'links', contestants: [3, 4], ways: [] })
})

// Two contestants at every look: the sign test that holds at all of them.

describe('the sign test for all looks', () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)

  const winnerOf = (outcomes: ArrayLike<number>, looks: 'one' | 'any') => ratedBy(outcomes, looks).winner

  const record = (wins: number, losses: number) =>
    Array.from({ length: wins + losses }, (_, vote) => (vote < losses ? RIGHT : LEFT))

  it('is 1 over 2^n B(w + 1, l + 1), whose mean under a fair coin is 1', () => {
    expect(sequentialSignTest(8, 0)).toBeCloseTo(9 / 256, 12)
    expect(sequentialSignTest(0, 8)).toBeCloseTo(9 / 256, 12)
    expect(sequentialSignTest(5, 5)).toBe(1)
    for (const n of [1, 6, 15]) {
      const mean = Array.from({ length: n + 1 }, (_, w) => w).reduce((sum, w) => {
        // 2^n B(w + 1, l + 1) = 2^n / ((n + 1) C(n, w)); the test itself is cut at 1
        const ratio = 2 ** n / ((n + 1) * choose(n, w))
        if (ratio > 1) expect(1 / sequentialSignTest(w, n - w)).toBeCloseTo(ratio, 6)
        return sum + (choose(n, w) / 2 ** n) * ratio
      }, 0)
      expect(mean).toBeCloseTo(1, 12)
    }
  })

  it.each([
    [196, 2, true, true],
    [14, 1, true, true],
    [8, 0, true, true],
    [6, 0, true, false],
    [9, 1, true, false],
    [3, 2, false, false],
  ])('%i : %i has a winner: at one look %s, at all looks %s', (wins, losses, atOne, atAll) => {
    expect(winnerOf(record(wins, losses), 'one')).toBe(atOne ? 0 : null)
    expect(winnerOf(record(wins, losses), 'any')).toBe(atAll ? 0 : null)
  })
})

it('failures hit the contestant of which more failed than of the others, by more than chance', () => {
  expect(hitByFailures([{ failed: [15, 4, 4, 4, 3], of: [200, 200, 200, 200, 200] }])).toBe(0)
  expect(hitByFailures([{ failed: [8, 4, 4, 4, 3], of: [200, 200, 200, 200, 200] }])).toBeNull()
  // of many, one point in a hundred more is beyond chance, but too little to matter
  expect(hitByFailures([{ failed: [600, 300, 300], of: [30_000, 30_000, 30_000] }])).toBeNull()
  const none = { failed: [0, 0, 0], of: [90, 90, 90] }
  expect(hitByFailures([none, none])).toBeNull()
  expect(hitByFailures([none, { failed: [0, 9, 0], of: [60, 60, 60] }])).toBe(1)
  expect(hitByFailures([{ failed: [0, 0], of: [0, 0] }])).toBeNull()
  // of two, each judgement is of both
  expect(hitByFailures([{ failed: [30, 30], of: [100, 100] }])).toBeNull()
})
