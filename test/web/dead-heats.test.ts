import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deadHeats } from '../../web/src/charts/dead-heats.ts'
import type { Span } from '../../web/src/charts/span.ts'

/** Ends on a coarse grid, so that touching intervals are common; now and then an open end or no interval. */
const span = fc.oneof(
  { weight: 8, arbitrary: fc.tuple(fc.integer({ min: 0, max: 20 }), fc.integer({ min: 0, max: 8 })) },
  { weight: 1, arbitrary: fc.constant(null) },
)
const spans = fc.array(
  span.map(
    (ends): Span | null => ends && { low: ends[0], high: ends[1] === 8 ? Infinity : ends[0] + ends[1] },
  ),
  { maxLength: 12 },
)

/** The same by definition: for every lower end, all that hold it; then only those no other one contains. */
function byDefinition(all: readonly (Span | null)[]): string[] {
  const sets = all.flatMap((at) =>
    at
      ? [all.flatMap((other, row) => (other && other.low <= at.low && at.low <= other.high ? [row] : []))]
      : [],
  )
  const contained = (small: number[], large: number[]) => small.every((row) => large.includes(row))
  const maximal = sets.filter(
    (set) => !sets.some((other) => other.length > set.length && contained(set, other)),
  )
  return [...new Set(maximal.filter((set) => set.length > 1).map(String))].sort()
}

describe('dead heats', () => {
  it('are exactly the maximal sets of intervals that share a point', () => {
    fc.assert(
      fc.property(spans, (all) => {
        const heatRows = deadHeats(all).map(({ rows }) => String(rows))
        expect(heatRows.sort()).toEqual(byDefinition(all))
      }),
    )
  })

  it('mark as first the one with the highest lower bound, unless it is alone', () => {
    fc.assert(
      fc.property(spans, (all) => {
        const line = Math.max(...all.map((one) => one?.low ?? -Infinity))
        const reach = all.flatMap((one, row) => (one && one.high >= line ? [row] : []))
        const first = deadHeats(all).filter((heat) => heat.first)
        expect(first.map(({ rows }) => rows)).toEqual(reach.length > 1 ? [reach] : [])
      }),
    )
  })

  it('hold intervals that touch in one point', () => {
    const touching = [
      { low: 10, high: 20 },
      { low: 0, high: 10 },
    ]
    expect(deadHeats(touching)).toEqual([{ rows: [0, 1], first: true }])
  })

  it('need two: a winner and a straggler have none', () => {
    const apart = [
      { low: 20, high: 30 },
      { low: 0, high: 10 },
    ]
    expect(deadHeats(apart)).toEqual([])
  })
})
