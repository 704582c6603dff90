import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { hang, keptHanging, piecesAtRow, deadHeats } from '../../web/src/charts/dead-heats.ts'
import type { Span } from '../../web/src/charts/span.ts'

/** Eight contestants, the seventh narrow enough to slip between the sixth and the eighth. */
const SPANS: Span[] = (
  [
    [1054, 1132],
    [1011, 1089],
    [1004, 1080],
    [942, 1018],
    [942, 1015],
    [931, 1009],
    [846, 929],
    [801, 936],
  ] as const
).map(([low, high]) => ({ low, high }))

const manySpans = fc.array(
  fc
    .tuple(fc.integer({ min: 0, max: 200 }), fc.integer({ min: 1, max: 60 }))
    .map(([low, width]): Span => ({ low, high: low + width })),
  { minLength: 1, maxLength: 40 },
)

describe('brackets', () => {
  it('that are kept are those of the rows, in any order of the same and other boards', () => {
    const boards = fc.array(fc.tuple(manySpans, fc.constantFrom(3, 4)), { minLength: 1, maxLength: 4 })
    fc.assert(
      fc.property(boards, fc.infiniteStream(fc.nat()), (all, picks) => {
        const hangingOf = keptHanging()
        for (const pick of picks.take(6)) {
          const [spans, lanes] = all[pick % all.length]
          expect(hangingOf([...spans], lanes)).toEqual(hang(deadHeats(spans), lanes))
        }
      }),
      { numRuns: 30 },
    )
    const hangingOf = keptHanging()
    expect(hangingOf(SPANS, 4)).toBe(hangingOf([...SPANS], 4))
    expect(hangingOf(SPANS, 1)).not.toEqual(hangingOf(SPANS, 4))
  })

  it('hang nearest lane first, first place before all', () => {
    const { brackets, total, complete } = hang(deadHeats(SPANS), 4)
    expect(brackets.map(({ rows, lane, first }) => ({ rows, lane, first }))).toEqual([
      { rows: [0, 1, 2], lane: 0, first: true },
      { rows: [1, 2, 3, 4], lane: 1, first: false },
      { rows: [2, 3, 4, 5], lane: 2, first: false },
      { rows: [5, 7], lane: 0, first: false },
      { rows: [6, 7], lane: 1, first: false },
    ])
    expect({ total, complete }).toEqual({ total: 5, complete: true })
  })

  it('are dotted past a contestant that slips between', () => {
    const { brackets } = hang(deadHeats(SPANS), 4)
    const parts = (row: number) => piecesAtRow(row, brackets).map(({ lane, part }) => `${lane} ${part}`)
    expect(parts(5)).toEqual(['2 bottom', '0 top'])
    expect(parts(6)).toEqual(['0 slips', '1 top'])
    expect(parts(7)).toEqual(['0 bottom', '1 bottom'])
  })

  it('never share a lane and a row', () => {
    fc.assert(
      fc.property(manySpans, fc.integer({ min: 1, max: 4 }), (spans, lanes) => {
        const { brackets } = hang(deadHeats(spans), lanes)
        const places = spans.flatMap((_, row) =>
          piecesAtRow(row, brackets).map(({ lane }) => `${row} ${lane}`),
        )
        expect(new Set(places).size).toBe(places.length)
        expect(brackets.every(({ lane }) => lane < lanes)).toBe(true)
      }),
    )
  })

  it('are all drawn where the lanes do, and else every row keeps one if it says so', () => {
    fc.assert(
      fc.property(manySpans, fc.integer({ min: 1, max: 4 }), (spans, lanes) => {
        const heats = deadHeats(spans)
        const { brackets, total, complete } = hang(heats, lanes)
        const bracketedRows = new Set(brackets.flatMap(({ rows }) => rows))
        expect(total).toBe(heats.length)
        expect(complete).toBe(heats.every(({ rows }) => rows.every((row) => bracketedRows.has(row))))
        if (heats.some(({ first }) => first)) expect(brackets.some(({ first }) => first)).toBe(true)
      }),
    )
  })

  it('with one lane for two that cross: first place is drawn, the other counted', () => {
    const chain = [
      { low: 20, high: 40 },
      { low: 10, high: 25 },
      { low: 0, high: 12 },
    ]
    const { brackets, total, complete } = hang(deadHeats(chain), 1)
    expect(brackets.map(({ rows }) => rows)).toEqual([[0, 1]])
    expect({ total, complete }).toEqual({ total: 2, complete: false })
  })
})
