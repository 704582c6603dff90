import { describe, expect, it } from 'vitest'
import { declare, isAbove, rankIntervals, type Interval } from '../../../shared/stats/declare/declare.ts'

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
