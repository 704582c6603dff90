import { describe, expect, it } from 'vitest'
import {
  declare,
  isAbove,
  rankIntervals,
  type Interval,
  type Rated,
} from '../../../shared/stats/declare/declare.ts'
import { duel, board, options, type Row, ratedBy } from './boards.ts'
import { inflation } from '../../../shared/stats/intervals/comparison.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sequentialSignTest } from '../../../shared/stats/numbers/distributions.ts'
import { LEFT, RIGHT } from '../../../shared/stats/fit/tally.ts'

const placed = (bars: [number, number][]) =>
  bars.map((comparison, contestant) => ({
    contestant,
    theta: (comparison[0] + comparison[1]) / 2,
    comparison,
  }))

describe('above', () => {
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
})

describe('rank intervals', () => {
  it('share the best rank and are not transitive', () => {
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
    expect(declare([], [{ contestant: 0, comparison: [5, null] }])).toEqual({
      winner: null,
      deadHeatForFirst: [],
    })
  })

  it('goes to a challenger above all rated contestants, but not beside a second challenger or an unknown one', () => {
    const rated = placed([
      [0, 1],
      [2, 3],
    ])
    const above = { contestant: 2, comparison: [4, null] as Interval }
    const unknown = { contestant: 3, comparison: null }
    expect(declare(rated, [above]).winner).toBe(2)
    expect(declare(rated, [unknown])).toEqual({ winner: null, deadHeatForFirst: [1, 3] })
    expect(declare(rated, [above, unknown])).toEqual({ winner: null, deadHeatForFirst: [2, 3] })
  })
})

/** Contestant 0 leads 1, 1 leads 2, beyond doubt. */
const KNOWN: Row[] = [
  [0, 1, 0, 120],
  [0, 1, 1, 60],
  [1, 2, 0, 120],
  [1, 2, 1, 60],
]

/** Π σ(x − θ)^units */
const chance = (x: number, ...met: [number, number][]) =>
  met.reduce((product, [theta, units]) => product * (1 + Math.exp(theta - x)) ** -units, 1)

const drawn = (contestants: number, rows: Row[], changes = {}): Rated =>
  rate(board(contestants, rows), options({ rounds: 500, ...changes }))

describe('an unbeaten contestant', () => {
  it('has no number but a lower end, and prevents the best from being the winner', () => {
    expect(drawn(3, KNOWN)).toMatchObject({ winner: 0, frontRunner: 0, deadHeatForFirst: [] })
    const rated = drawn(4, [...KNOWN, [3, 1, 0, 2], [2, 3, 1]])
    const [lower, upper] = rated.standings[3].comparison!
    expect(rated.standings[3]).toMatchObject({
      reason: 'unbeaten',
      theta: null,
      rank: null,
      rankInterval: null,
    })
    expect(lower).toEqual(expect.any(Number))
    expect(upper).toBeNull()
    expect(rated).toMatchObject({ winner: null, frontRunner: null, deadHeatForFirst: [0, 3] })
    expect(rated.standings[0].rankInterval).toEqual([1, 1])
  })

  it('leaves the strengths and intervals of the others as they are', () => {
    const without = drawn(4, KNOWN, { by: 'unit' })
    const beside = drawn(4, [...KNOWN, [3, 1, 0, 2], [2, 3, 1]], { by: 'unit' })
    for (const i of [0, 1, 2]) expect(beside.standings[i].theta).toBeCloseTo(without.standings[i].theta!, 10)
    const shortened = Math.abs(beside.standings[0].comparison![0]! - without.standings[0].comparison![0]!)
    expect(shortened).toBeLessThan(0.05)
  })

  it('is the winner once its lower end lies above all', () => {
    const rated = drawn(4, [...KNOWN, [3, 0, 0, 80], [3, 1, 0, 80], [3, 2, 0, 80]])
    expect(rated).toMatchObject({ winner: 3, deadHeatForFirst: [], votesToSeparate: null })
    const others = rated.standings.slice(0, 3).map(({ comparison }) => comparison![1]!)
    expect(rated.standings[3].comparison![0]).toBeGreaterThan(Math.max(...others))
  })

  it('is placed at the strength whose luck equals its share', () => {
    const known = KNOWN.map(([left, right, outcome, times]): Row => [left, right, outcome, 400 * times!])
    const { standings } = drawn(4, [...known, [3, 1, 0, 12], [3, 2, 0, 6]], { rounds: 200 })
    const lower = standings[3].comparison![0]!
    const luck = chance(lower, [standings[1].theta!, 12], [standings[2].theta!, 6])
    expect(luck).toBeLessThan(0.025 / 3)
    expect(luck).toBeGreaterThan(0.9 * (0.025 / 3))
  })

  it('by prompt, counts each prompt once, divided among the opponents met there', () => {
    const rows = (pair: [number, number], prompts: number, times: number): Row[] =>
      Array.from({ length: prompts }, (_, prompt): Row => [...pair, 0, times, prompt])
    const known = [...rows([0, 1], 20_000, 2), ...rows([1, 0], 20_000, 1)]
    const own = [...rows([2, 0], 9, 3), ...rows([2, 1], 9, 6)]
    const { standings } = drawn(3, [...known, ...own], { by: 'unit', rounds: 200 })
    const luck = chance(standings[2].comparison![0]!, [standings[0].theta!, 3], [standings[1].theta!, 6])
    expect(standings[2]).toMatchObject({ reason: 'unbeaten', votes: 81, units: 9 })
    expect(luck).toBeLessThan(1.0001 * (0.025 / 2))
    expect(luck).toBeGreaterThan(0.9 * (0.025 / 2))
  })

  it('is placed lower if less is known about those it beat, and if more others might have been lucky', () => {
    const won: Row[] = [[3, 0, 0, 20]]
    const lower = (rows: Row[], contestants = 4) => {
      const { standings } = drawn(contestants, rows)
      return standings[3].comparison![0]! - standings[0].theta!
    }
    const many = KNOWN.map(([left, right, outcome, times]): Row => [left, right, outcome, 10 * times!])
    expect(lower([...KNOWN, ...won])).toBeLessThan(lower([...many, ...won]))
    expect(lower([...KNOWN, ...won, [0, 4, 0]], 5)).toBeLessThan(lower([...KNOWN, ...won], 5))
  })

  it('removes from the dead heat those that lie below its lower end', () => {
    const rows: Row[] = [...KNOWN, [3, 0, 0, 80], [3, 1, 0, 80], [4, 1, 0, 1]]
    expect(drawn(5, rows)).toMatchObject({ winner: null, deadHeatForFirst: [3, 4] })
  })

  it('is not the winner beside another unbeaten contestant', () => {
    const rows: Row[] = [...KNOWN, [3, 0, 0, 80], [3, 1, 0, 80], [3, 2, 0, 80], [4, 2, 0, 1]]
    expect(drawn(5, rows).winner).toBeNull()
    expect(drawn(5, rows).deadHeatForFirst.slice(-2)).toEqual([3, 4])
  })

  it('by prompt, wins by many prompts, not by many votes', () => {
    const spread = (pair: [number, number], prompts: number, times: number): Row[] =>
      Array.from({ length: prompts }, (_, prompt): Row => [...pair, 0, times, prompt])
    const known = [...spread([0, 1], 40, 2), ...spread([1, 0], 40, 1)]
    const few = drawn(3, [...known, ...spread([2, 0], 4, 10)], { by: 'unit' })
    const many = drawn(3, [...known, ...spread([2, 0], 40, 1)], { by: 'unit' })
    expect(few.standings[2]).toMatchObject({ reason: 'unbeaten', votes: 40, units: 4 })
    expect(few.winner).toBeNull()
    expect(many.winner).toBe(2)
    expect(few.standings[2].comparison![0]!).toBeLessThan(many.standings[2].comparison![0]!)
  })

  it('prevents a winner without a lower end if it met no rated contestant', () => {
    const rated = drawn(5, [...KNOWN, [3, 4, 0, 9]])
    expect(rated.standings[3]).toMatchObject({ reason: 'unbeaten', comparison: null })
    expect(rated).toMatchObject({ winner: null, deadHeatForFirst: [0, 3] })
  })

  it('prevents a winner without a lower end if there are no comparison intervals', () => {
    const rated = drawn(4, [...KNOWN, [3, 1, 0, 80]], { intervals: 'classic' })
    expect(rated.standings[3].comparison).toBeNull()
    expect(rated.winner).toBeNull()
  })
})

describe('if nobody is rated', () => {
  it('6 : 0 is a winner, and 5 : 0 is not', () => {
    expect(drawn(2, [[0, 1, 0, 6]])).toMatchObject({ winner: 0, deadHeatForFirst: [], frontRunner: null })
    expect(drawn(2, [[0, 1, 0, 5]])).toMatchObject({ winner: null, deadHeatForFirst: [] })
    expect(drawn(2, [[1, 0, 0, 6]]).winner).toBe(1)
  })

  it('there is no scale, so no lower end', () => {
    expect(drawn(2, [[0, 1, 0, 50]]).standings.map(({ comparison }) => comparison)).toEqual([null, null])
  })

  it('the winner must beat all it met, and must have met all who ever won', () => {
    const won: Row[] = [[0, 1, 0, 9]]
    expect(drawn(3, [...won, [0, 2, 0, 9]]).winner).toBe(0)
    expect(drawn(3, [...won, [0, 2, 0, 2]]).winner).toBeNull()
    expect(drawn(3, [...won, [1, 2, 0, 9]]).winner).toBe(0)
    expect(drawn(4, [...won, [1, 2, 0, 9], [2, 3, 0, 9]]).winner).toBeNull()
  })

  it('without comparison intervals there is no winner', () => {
    expect(drawn(2, [[0, 1, 0, 50]], { intervals: 'classic' }).winner).toBeNull()
  })

  it('50 : 0 on one prompt is no winner', () => {
    const onOnePrompt = board(2, [[0, 1, 0, 50, 0]])
    expect(rate(onOnePrompt, options({ rounds: 500, by: 'unit' })).winner).toBeNull()
  })

  it('two unbeaten contestants are in a dead heat', () => {
    expect(
      drawn(3, [
        [0, 2, 0, 50],
        [1, 2, 0, 50],
      ]),
    ).toMatchObject({ winner: null, deadHeatForFirst: [0, 1] })
  })
})

describe('an unbeaten group', () => {
  it('that has beaten rated contestants prevents them from winning', () => {
    const group: Row[] = [
      [3, 4, 0, 3],
      [4, 3, 0, 3],
    ]
    const above = drawn(5, [...KNOWN, ...group, [3, 0, 0, 9]])
    expect(above.standings[3].reason).toBe('disconnected')
    expect(above).toMatchObject({ winner: null, frontRunner: null, deadHeatForFirst: [0, 3, 4] })
    expect(drawn(5, [...KNOWN, ...group, [0, 3, 0, 9]]).winner).toBe(0)
  })

  it('does not include a contestant that lost to someone outside it', () => {
    const between: Row[] = [
      [3, 0, 0, 2],
      [4, 3, 0, 2],
    ]
    const rated = drawn(5, [...KNOWN, ...between])
    expect(rated.standings.map(({ reason }) => reason).slice(3)).toEqual(['disconnected', 'unbeaten'])
    expect(rated.deadHeatForFirst).toEqual([0, 4])
  })
})

describe('provisional', () => {
  /** Contestants 0, 1, 2, well known: 0 beats 1 beats 2, each 60 : 30, and 0 beats 2 70 : 20. */
  const KNOWN: Row[] = [
    [0, 1, 0, 60],
    [0, 1, 1, 30],
    [1, 2, 0, 60],
    [1, 2, 1, 30],
    [0, 2, 0, 70],
    [0, 2, 1, 20],
  ]

  const drawn = (contestants: number, rows: Row[], changes = {}): Rated =>
    rate(board(contestants, rows), options({ rounds: 500, ...changes }))

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

    it('is winless if it never won, and does not prevent a winner', () => {
      const rated = drawn(4, [...KNOWN, [0, 3, 0, 2], [3, 1, 1]])
      expect(rated.standings[3]).toMatchObject({
        ...NO_NUMBER,
        status: 'provisional',
        reason: 'winless',
        comparison: null,
        losses: 3,
      })
      expect(rated.winner).toBe(0)
      expect(rated.frontRunner).toBe(0)
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

    it('is disconnected if it won below and lost above, and nothing leads back', () => {
      const rows: Row[] = [...KNOWN, [3, 4, 0, 2], [0, 3, 0, 2]]
      expect(drawn(5, rows).standings[3].reason).toBe('disconnected')
      expect(drawn(5, rows).standings[4].reason).toBe('winless')
    })

    it('gets a number by one tie, which is a win in both directions', () => {
      expect(drawn(4, [...KNOWN, [0, 3, 0, 2], [1, 3, 3]]).standings[3].status).toBe('rated')
      const dropped = drawn(4, [...KNOWN, [0, 3, 0, 2], [1, 3, 3]], { ties: 'drop' })
      expect(dropped.standings[3]).toMatchObject({
        reason: 'winless',
        ties: 1,
        bothBad: 1,
        votes: 3,
        units: 2,
      })
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
      expect(ratedOf([...pair(0, 1), [1, 2, 2], [3, 0, 0]])).toEqual([0, 1, 2])
    })
  })

  describe('a board with few votes or none', () => {
    it.each([0, 1, 3])('with %i contestants and no vote is empty', (contestants) => {
      const rated = drawn(contestants, [], { by: 'unit' })
      expect(rated).toMatchObject({
        converged: true,
        k: null,
        winner: null,
        frontRunner: null,
        deadHeatForFirst: [],
        votesToSeparate: null,
      })
      expect(rated.standings).toHaveLength(contestants)
    })

    it('without rounds there is no dead heat, not even between two unbeaten contestants', () => {
      const rows: Row[] = [
        [0, 2, 0, 50],
        [1, 2, 0, 50],
      ]
      expect(rate(board(3, rows), options()).deadHeatForFirst).toEqual([])
    })

    it('the units of a rated contestant are those of the votes that rate it', () => {
      const rows: Row[] = [
        [0, 1, 0, 3, 0],
        [1, 0, 0, 3, 1],
        [0, 2, 0, 1, 2],
      ]
      const { standings } = drawn(3, rows, { by: 'unit' })
      expect(standings.map(({ units }) => units)).toEqual([2, 2, 1])
    })

    it('without rounds there are strengths and no intervals', () => {
      const rated = rate(board(4, [...KNOWN, [3, 0, 0]]), options({ baseline: 2 }))
      expect(rated).toMatchObject({ k: null, winner: null, frontRunner: null, deadHeatForFirst: [] })
      expect(rated.standings[0]).toMatchObject({
        ...NO_NUMBER,
        theta: expect.any(Number),
        comparison: null,
        againstBaseline: { winRate: expect.any(Number), interval: null },
      })
    })

    it('any number of votes on one prompt decides nothing', () => {
      const onOnePrompt = KNOWN.map(([left, right, outcome, times = 1]): Row => [
        left,
        right,
        outcome,
        times,
        0,
      ])
      const rated = drawn(3, onOnePrompt, { by: 'unit' })
      expect(rated.standings[0].units).toBe(1)
      expect(rated).toMatchObject({ winner: null, frontRunner: null, deadHeatForFirst: [0, 1, 2] })
    })
  })

  describe('votes that are invalid are refused', () => {
    it.each([
      ['a self-battle', [[1, 1, 0]] as Row[], {}],
      ['a contestant out of range', [[0, 3, 0]] as Row[], {}],
      ['an outcome out of range', [[0, 1, 4]] as Row[], {}],
      ['rounds that are no count', KNOWN, { rounds: 1.5 }],
      ['a seed that is no integer', KNOWN, { seed: NaN }],
      ['a baseline that is nobody', KNOWN, { baseline: 3 }],
    ])('%s', (_, rows, changes) => {
      expect(() => drawn(3, rows, changes)).toThrow(RangeError)
    })
  })
})

const record = (wins: number, losses: number, ties = 0) => duel(wins, losses, ties)

const winnerOf = (wins: number, losses: number, ties = 0) =>
  rate(record(wins, losses, ties), options({ rounds: 500 })).winner

describe('two contestants', () => {
  it.each([
    [14, 1, 0],
    [16, 1, 0],
    [1, 14, 2],
    [12, 3, 0],
  ])('%i : %i with %i ties is decided by the exact sign test', (wins, losses, ties) => {
    const rated = rate(record(wins, losses, ties), options({ rounds: 500 }))
    expect(rated.winner).toBe(wins > losses ? 0 : 1)
    const [low, high] = rated.standings.map(({ comparison }) => comparison!).sort((a, b) => a[0]! - b[0]!)
    expect(low[1]!).toBeLessThan(high[0]!)
  })

  it.each([
    [11, 4, 0],
    [5, 1, 0],
    [50, 45, 20],
  ])('%i : %i with %i ties is a dead heat', (wins, losses, ties) => {
    expect(winnerOf(wins, losses, ties)).toBeNull()
  })

  it('are compared by k h(k) s of their difference if votes share prompts', () => {
    const stream = new RandomStream(9, 0)
    const rows = Array.from({ length: 120 }, (_, vote): Row => [
      0,
      1,
      stream.uniform() < 0.55 ? 0 : 1,
      1,
      vote % 12,
    ])
    const { standings, k } = rate(board(2, rows), options({ rounds: 1000, by: 'unit' }))
    const [first] = standings
    const half = first.comparison![1]! - first.theta!
    // 1/ν = 1/(G − 1) + 1/(B − 1)
    const h = inflation(12, k!, 1 / (1 / 11 + 1 / 999))
    expect(half).toBeCloseTo(k! * h * first.standardError!, 10)
    expect(k!).toBeGreaterThanOrEqual(1.96)
  })
})

describe('an island', () => {
  it('prevents a winner, since nothing is known about it and the others', () => {
    const linked: Row[] = [
      [0, 1, 0, 60],
      [0, 1, 1, 5],
      [0, 2, 0, 60],
      [0, 2, 1, 5],
      [1, 2, 0, 30],
      [1, 2, 1, 30],
    ]
    const island: Row[] = [
      [3, 4, 0, 4],
      [3, 4, 1, 4],
    ]
    expect(rate(board(5, linked), options({ rounds: 300 })).winner).toBe(0)
    const rated = rate(board(5, [...linked, ...island]), options({ rounds: 300 }))
    expect(rated.winner).toBeNull()
    expect(rated.frontRunner).toBeNull()
    expect(rated.deadHeatForFirst).toEqual([0, 3, 4])
    expect(rated.votesToSeparate).toBeNull()
  })

  it('does not exist if the rated contestants have beaten it', () => {
    const rows: Row[] = [
      [0, 1, 0, 60],
      [0, 1, 1, 5],
      [0, 2, 0, 60],
      [0, 2, 1, 5],
      [1, 2, 0, 30],
      [1, 2, 1, 30],
      [3, 4, 0, 4],
      [3, 4, 1, 4],
      [0, 3, 0, 2],
    ]
    expect(rate(board(5, rows), options({ rounds: 300 })).winner).toBe(0)
  })
})

// Two contestants at every look: the sign test that holds at all of them.

describe('sequential sign test', () => {
  const choose = (n: number, k: number): number => (k === 0 ? 1 : (choose(n - 1, k - 1) * n) / k)

  const winnerOf = (outcomes: ArrayLike<number>, looks: 'one' | 'any') => ratedBy(outcomes, looks).winner

  const record = (wins: number, losses: number) =>
    Array.from({ length: wins + losses }, (_, vote) => (vote < losses ? RIGHT : LEFT))

  describe('the sign test for all looks', () => {
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

    it.each([
      [96, 4, true],
      [14, 1, true],
      [9, 1, true],
      [3, 2, false],
      [55, 45, false],
      [900, 830, false],
    ])('at %i : %i the cost of looks is left out if the sign test decides: %s', (wins, losses, isBySigns) => {
      const [one, any] = (['one', 'any'] as const).map((looks) => ratedBy(record(wins, losses), looks))
      const lengthOf = ({ standings: [{ comparison }] }: Rated) => comparison![1]! - comparison![0]!
      if (isBySigns) expect(any.looksCost).toBeNull()
      else expect(any.looksCost).toBeCloseTo(lengthOf(any) / lengthOf(one), 9)
    })
  })
})
