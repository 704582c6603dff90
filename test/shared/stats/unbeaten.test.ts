import { describe, expect, it } from 'vitest'
import { rate, type Rated } from '../../../shared/stats/index.ts'
import { board, options, type Row } from './boards.ts'

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
