/** Dead heats, the brackets that show them, and how rows look beside a selected one. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { deadHeats, hang, piecesAtRow } from '../../web/src/charts/dead-heats.ts'
import { type Span, comparisonSpan } from '../../web/src/charts/scales.ts'
import type { Board } from '../../shared/contracts/board.ts'
import {
  rowStates,
  withUnchangedContestants,
  type RowStates,
} from '../../web/src/pages/leaderboard/row-states.svelte.ts'
import { rated } from './contestant.ts'

describe('dead heats', () => {
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

describe('brackets', () => {
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

describe('rows', () => {
  /** A and B overlap, B and C do, D is alone at the bottom. */
  const ROWS = [
    rated('A', 1100, { comparison: [1060, 1140] }),
    rated('B', 1050, { comparison: [1010, 1090] }),
    rated('C', 1000, { comparison: [960, 1040] }),
    rated('D', 800, { comparison: [760, 840] }),
  ]

  function looks(
    rows = ROWS,
    selectedRow = -1,
    before: RowStates = new Map(),
    hidden: string | null = null,
  ): RowStates {
    const { brackets } = hang(deadHeats(rows.map(comparisonSpan)), 4)
    const pinned = rows[selectedRow]?.name ?? null
    const focusableRow = Math.max(0, selectedRow)
    return rowStates(
      {
        rows,
        selectedRow,
        pinned,
        focusableRow,
        mayBeFirst: new Set(['A', 'B']),
        brackets,
        isHidden: (name) => hidden === name,
      },
      before,
    )
  }

  const shown = (all: RowStates) =>
    [...all.values()].map(({ standing, tone, pieces }) => [
      standing,
      tone,
      pieces.map(({ strong }) => strong),
    ])

  describe('how rows look', () => {
    it('without a selection, contestants that may be first and the first dead heat are marked', () => {
      expect(shown(looks())).toEqual([
        [null, 'accent', [true]],
        [null, 'accent', [true, false]],
        [null, 'plain', [false]],
        [null, 'plain', []],
      ])
    })

    it('beside a selected row, each row shows its relation to it, and the dead heats that include it', () => {
      expect(shown(looks(ROWS, 2))).toEqual([
        ['above', 'faint', [false]],
        ['equal', 'accent', [false, true]],
        [null, 'accent', [true]],
        ['below', 'faint', []],
      ])
    })

    it('rows that look as before are the same objects, all others are not', () => {
      const before = looks(ROWS, 0)
      const same = looks([...ROWS], 0, before)
      expect([...same.values()].every((look) => look === before.get(look.contestant.name))).toBe(true)
      const moved = looks(ROWS, 1, before)
      const folded = looks(ROWS, 1, before, 'B')
      expect(ROWS.map(({ name }) => folded.get(name) === before.get(name))).toEqual([
        false,
        true,
        false,
        true,
      ])
      expect(ROWS.map(({ name }) => moved.get(name) === before.get(name))).toEqual([
        false,
        false,
        false,
        true,
      ])
    })
  })

  it('a new board has the objects of the one before for contestants of whom nothing changed', () => {
    const board = (contestants: Board['contestants'], votes: number) => ({ contestants, votes }) as Board

    const before = board(ROWS, 10)
    const arrived = structuredClone(board([...ROWS].reverse(), 11))
    arrived.contestants[0].votes += 1
    const { contestants, votes } = withUnchangedContestants(arrived, before)
    expect(votes).toBe(11)
    expect(contestants.map(({ name }) => name).join('')).toBe('DCBA')
    expect(contestants.map((one, nth) => one === ROWS[3 - nth])).toEqual([false, true, true, true])
    expect(contestants[0]).toEqual(arrived.contestants[0])
  })
})
