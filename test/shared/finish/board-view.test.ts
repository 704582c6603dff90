import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { boardView, type BoardView } from '../../../shared/finish/index.ts'
import { boardOfBars, demo, firstVotes, hostileBoards, judged, many, unrated } from './boards.ts'

const rowsOf = ({ groups }: BoardView) => groups.flatMap(({ rows, thin }) => [...rows, ...thin])
const rowIn = (view: BoardView, name: string) => rowsOf(view).find((row) => row.name === name)!

describe('the view of a board', () => {
  it('has groups with rounded texts', () => {
    const view = boardView(demo())
    expect(view.groups.map(({ kind, label, note }) => [kind, label, note])).toEqual([
      ['first', 'Dead heat for first: 3 of 8', ''],
      ['behind', 'Behind', 'their bars end before the line'],
    ])
    expect(rowsOf(view)[0]).toMatchObject({
      name: 'Warm-v3',
      place: '1–3',
      rating: '1129',
      interval: '1084–1175',
      edge: 'past',
      winRate: '63 %',
      votes: '160',
    })
    expect(rowsOf(view).map(({ edge }) => edge)).toEqual([
      'past',
      'crosses',
      'crosses',
      ...Array.from({ length: 5 }, () => 'short'),
    ])
    expect(view.source).toBe('640 votes · 36 voters · 24 prompts')
    expect(boardView(demo({ voters: null, votes: 1234 })).source).toBe('1,234 votes · 24 prompts')
  })

  it('has a bracket from the best rival to the line if somebody leads or wins', () => {
    for (const state of ['leads', 'wins'] as const) {
      const view = boardView(judged({ state }))
      expect(view.groups[0]).toMatchObject({ label: state === 'leads' ? 'Leads' : 'Winner' })
      expect(view.bracket).toEqual({
        from: rowIn(view, 'Phi-3.5-mini-Instruct').bar!.high,
        to: view.axis!.finishLine.position,
        text: '61 points clear',
      })
    }
    expect(boardView(demo()).bracket).toBeNull()
  })

  it('compares unrounded: an overlap of less than a point crosses the line', () => {
    const touching = boardOfBars([
      ['A', 1100, 1050.4, 1150],
      ['B', 1000, 950, 1050.4],
      ['C', 1000, 950, 1050.3],
    ])
    expect(touching.deadHeat).toEqual(['A', 'B'])
    const view = boardView(touching)
    expect(rowIn(view, 'B')).toMatchObject({ edge: 'crosses', interval: '950–1050' })
    expect(rowIn(view, 'C')).toMatchObject({ edge: 'short', interval: '950–1050' })
  })

  it('has an axis with all ratings and bars, and arrows where a bar is much longer than most', () => {
    const view = boardView(demo())
    expect(view.axis!.low).toBeLessThan(828.7)
    expect(view.axis!.high).toBeGreaterThan(1174.6)
    expect(rowsOf(view).some(({ bar }) => bar!.leavesLow || bar!.leavesHigh)).toBe(false)
    expect(view.axis!.finishLine).toMatchObject({ text: '1084' })
    const unknown = boardView(
      boardOfBars([
        ['A', 1100, 1080, 1120],
        ['B', 1050, 1030, 1070],
        ['C', 1000, 980, 1020],
        ['unknown', 1010, -3000, 5020],
      ]),
    )
    const { low, high, ticks } = unknown.axis!
    expect(low).toBeGreaterThan(900)
    expect(high).toBeLessThan(1200)
    expect(rowIn(unknown, 'unknown').bar).toMatchObject({
      low: 0,
      high: 1,
      leavesLow: true,
      leavesHigh: true,
    })
    for (const { position, text } of ticks) expect(low + position * (high - low)).toBeCloseTo(Number(text), 6)
  })

  it('says what those lack that are not rated', () => {
    const waiting = [
      unrated('newcomer'),
      unrated('island', { status: 'not_linked', votes: 30 }),
      unrated('apart', { votes: 12 }),
    ]
    const board = judged({ contestants: [...judged().contestants, ...waiting] })
    const lacks = (language: 'en' | 'de') =>
      boardView(board, language)
        .groups.at(-1)!
        .rows.map((row) => row.lacks)
    expect(lacks('en')).toEqual([
      '4 of 10 votes',
      'no vote compares it with the others',
      'fewer than 10 votes with rated contestants',
    ])
    expect(lacks('de').slice(0, 2)).toEqual([
      '4 von 10 Stimmen',
      'keine Stimme vergleicht ihn mit den anderen',
    ])
    expect(boardView(board).groups[0]!.label).toBe('Leads')
    expect(boardView(board).rated).toBe(6)
  })

  it('shows counts and no axis at first', () => {
    const view = boardView(firstVotes())
    expect(view.axis).toBeNull()
    expect(view.progress).toMatchObject({ votes: 15, needed: 60, share: 0.25, text: '15 of about 60 votes' })
    expect(view.groups.map(({ kind }) => kind)).toEqual(['counts'])
    expect(rowsOf(view).map(({ name }) => name)).toEqual(firstVotes().contestants.map(({ name }) => name))
    expect(rowsOf(view)[2]).toMatchObject({
      counts: ['1', '3', '1', '5'],
      rating: '–',
      bar: null,
      lacks: null,
    })
  })

  it('is denser with more contestants', () => {
    expect([2, 20, 21, 59, 100, 101, 300].map((count) => boardView(many(count)).density.kind)).toEqual([
      'rows',
      'rows',
      'dense',
      'dense',
      'dense',
      'thin',
      'thin',
    ])
    const view = boardView(many(300))
    const [first, behind] = view.groups
    expect(first!.rows).toHaveLength(many(300).deadHeat.length)
    expect(behind).toMatchObject({ rows: [], label: `Behind: ${300 - first!.rows.length} of 300` })
    expect(behind!.thin).toHaveLength(300 - first!.rows.length)
    for (const { row, square } of [2, 59, 300].map((count) => boardView(many(count)).density))
      expect(row % (2 * square)).toBe(0)
  })

  it('bears one contestant, equal ratings, equal bars and bars of no width', () => {
    const alone = boardView(boardOfBars([['A', 1000, 900, 1100]]))
    expect(rowsOf(alone)).toHaveLength(1)
    const equal = boardView(boardOfBars([1, 2, 3].map((nth) => [`M${nth}`, 1000, 950, 1050] as const)))
    expect(equal.groups.map(({ label }) => label)).toEqual(['Dead heat for first: 3 of 3'])
    expect(rowsOf(equal).map(({ name, edge }) => [name, edge])).toEqual([
      ['M1', 'past'],
      ['M2', 'past'],
      ['M3', 'past'],
    ])
    const points = boardView(boardOfBars([1, 2].map((nth) => [`M${nth}`, 1000, 1000, 1000] as const)))
    expect(points.axis!.high - points.axis!.low).toBeGreaterThanOrEqual(10)
    expect(rowsOf(points)[0]!.tick).toBeCloseTo(0.5)
  })

  it('writes negative ratings so that they can be read', () => {
    const [row] = rowsOf(boardView(boardOfBars([['A', -20.2, -0.4, 30]])))
    expect(row).toMatchObject({ rating: '−20', interval: '0 – 30' })
  })

  it('keeps every place within the axis, and in order, for any board', () => {
    fc.assert(
      fc.property(hostileBoards, (board) => {
        const view = boardView(board)
        expect(JSON.stringify({ ...view, board: null })).not.toMatch(/NaN|Infinity|undefined/)
        for (const { bar, tick } of rowsOf(view)) {
          const { low = 0, high = 1, past = null } = bar ?? {}
          const places = [0, low, ...(past ?? []), high, 1]
          expect(places).toEqual(places.toSorted((a, b) => a - b))
          if (tick !== null) expect(Math.abs(tick - 0.5)).toBeLessThanOrEqual(0.5)
        }
      }),
      { numRuns: 300 },
    )
  })
})
