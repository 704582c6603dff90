import { describe, expect, it } from 'vitest'
import { rate } from '../../shared/stats/index.ts'
import type { Rated } from '../../shared/stats/index.ts'
import { board, options } from './boards.ts'
import type { Row } from './boards.ts'

/** Contestant 0 leads 1, 1 leads 2, beyond doubt. */
const KNOWN: Row[] = [
  [0, 1, 0, 120],
  [0, 1, 1, 60],
  [1, 2, 0, 120],
  [1, 2, 1, 60],
]

const drawn = (contestants: number, rows: Row[], changes = {}): Rated =>
  rate(board(contestants, rows), options({ rounds: 500, ...changes }))

describe('an unbeaten contestant', () => {
  it('has no number, but a lower end; and keeps the best from being the winner', () => {
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

  it('by vote, stands where one lost vote would have put it', () => {
    const beside: Row[] = [...KNOWN, [3, 1, 0, 50]]
    const unbeaten = drawn(4, beside, { rounds: 4000 }).standings[3].comparison![0]!
    const beaten = drawn(4, [...beside, [3, 1, 1, 1]], { rounds: 4000 }).standings[3]
    expect(beaten.status).toBe('rated')
    const [lower] = beaten.comparison!
    const half = beaten.comparison![1]! - beaten.theta!
    const shift = beaten.theta! / 3
    expect(Math.abs(unbeaten - (lower! + shift))).toBeLessThan(0.1 * half)
  })

  it('takes from the dead heat those that lie below its lower end', () => {
    const rows: Row[] = [...KNOWN, [3, 0, 0, 80], [3, 1, 0, 80], [4, 1, 0, 1]]
    expect(drawn(5, rows)).toMatchObject({ winner: null, deadHeatForFirst: [3, 4] })
  })

  it('is not the winner beside another unbeaten one', () => {
    const rows: Row[] = [...KNOWN, [3, 0, 0, 80], [3, 1, 0, 80], [3, 2, 0, 80], [4, 2, 0, 1]]
    expect(drawn(5, rows).winner).toBeNull()
    expect(drawn(5, rows).deadHeatForFirst.slice(-2)).toEqual([3, 4])
  })

  it('by prompt, has lost one more prompt of its own size', () => {
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

  it('blocks without a lower end when it met no rated contestant', () => {
    const rated = drawn(5, [...KNOWN, [3, 4, 0, 9]])
    expect(rated.standings[3]).toMatchObject({ reason: 'unbeaten', comparison: null })
    expect(rated).toMatchObject({ winner: null, deadHeatForFirst: [0, 3] })
  })

  it('blocks without a lower end where there are no comparison intervals', () => {
    const rated = drawn(4, [...KNOWN, [3, 1, 0, 80]], { intervals: 'classic' })
    expect(rated.standings[3].comparison).toBeNull()
    expect(rated.winner).toBeNull()
  })
})

describe('nobody rated', () => {
  it('50 : 0 is a winner, 3 : 0 is none', () => {
    expect(drawn(2, [[0, 1, 0, 50]])).toMatchObject({ winner: 0, deadHeatForFirst: [], frontRunner: null })
    expect(drawn(2, [[0, 1, 0, 3]])).toMatchObject({ winner: null, deadHeatForFirst: [] })
    expect(drawn(2, [[1, 0, 0, 50]]).standings[0].comparison).toBeNull()
  })

  it('50 : 0 on one prompt is none', () => {
    const onOnePrompt = board(2, [[0, 1, 0, 50, 0]])
    expect(rate(onOnePrompt, options({ rounds: 500, by: 'unit' })).winner).toBeNull()
  })

  it('two unbeaten ones stand in a dead heat', () => {
    expect(
      drawn(3, [
        [0, 2, 0, 50],
        [1, 2, 0, 50],
      ]),
    ).toMatchObject({ winner: null, deadHeatForFirst: [0, 1] })
  })
})

describe('an unbeaten group', () => {
  it('that has beaten its way to the rated ones keeps them from winning', () => {
    const group: Row[] = [
      [3, 4, 0, 3],
      [4, 3, 0, 3],
    ]
    expect(drawn(5, [...KNOWN, ...group]).winner).toBe(0)
    const above = drawn(5, [...KNOWN, ...group, [3, 0, 0, 9]])
    expect(above.standings[3].reason).toBe('disconnected')
    expect(above).toMatchObject({ winner: null, frontRunner: null, deadHeatForFirst: [0, 3, 4] })
    expect(drawn(5, [...KNOWN, ...group, [0, 3, 0, 9]]).winner).toBe(0)
  })

  it('does not count in who lost to someone outside it', () => {
    const between: Row[] = [
      [3, 0, 0, 2],
      [4, 3, 0, 2],
    ]
    const rated = drawn(5, [...KNOWN, ...between])
    expect(rated.standings.map(({ reason }) => reason).slice(3)).toEqual(['disconnected', 'unbeaten'])
    expect(rated.deadHeatForFirst).toEqual([0, 4])
  })
})
