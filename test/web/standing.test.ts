import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Board } from '../../shared/contracts/board.ts'
import { comparisonSpan, endsOnThick, standing, lineOf, mayBeFirst } from '../../web/src/charts/span.ts'
import { lineWithin } from '../../web/src/charts/scales.ts'
import { plotWords, positionCounts } from '../../web/src/pages/leaderboard/words.ts'
import { rated } from './contestant.ts'

const board = (more: Partial<Board>) =>
  ({ winner: null, deadHeatForFirst: [], contestants: [], ...more }) as unknown as Board

describe('standing', () => {
  it('is above or below only where the intervals do not touch', () => {
    const chosen = { low: 10, high: 20 }
    expect(standing({ low: 20, high: 30 }, chosen)).toBe('equal')
    expect(standing({ low: 21, high: 30 }, chosen)).toBe('above')
    expect(standing({ low: 0, high: 9 }, chosen)).toBe('below')
  })

  it('is mutual', () => {
    const span = fc.tuple(fc.integer(), fc.nat(1000)).map(([low, width]) => ({ low, high: low + width }))
    const mirrored = { equal: 'equal', above: 'below', below: 'above' }
    fc.assert(
      fc.property(span, span, (a, b) => {
        expect(standing(a, b)).toBe(mirrored[standing(b, a)])
      }),
    )
  })

  it('is counted for the selected row', () => {
    const others = [
      { low: 30, high: 40 },
      { low: 18, high: 28 },
      { low: 0, high: 5 },
    ]
    expect(positionCounts(others, { low: 10, high: 20 })).toEqual({ equal: 1, above: 1, below: 1 })
  })
})

describe('the line', () => {
  it('is the highest lower end, an unbeaten contestant included', () => {
    const contestants = [
      rated('A', 1100, { comparison: [1050, 1150] }),
      { ...rated('B', 0), status: 'provisional', rating: null, comparison: [1080, null] },
    ]
    expect(lineOf(board({ contestants } as Partial<Board>))).toBe(1080)
  })

  it('is missing without intervals, and is not drawn beyond the axis', () => {
    expect(lineOf(board({ contestants: [rated('A', 1000, { comparison: null })] }))).toBeNull()
    expect(lineWithin([900, 1100], 1080)).toBe(1080)
    expect(lineWithin([900, 1100], 1180)).toBeNull()
  })

  it('marks as first whom the board names, the winner alone if there is one', () => {
    expect([...mayBeFirst(board({ winner: 'A' }))]).toEqual(['A'])
    expect([...mayBeFirst(board({ deadHeatForFirst: ['A', 'B'] }))]).toEqual(['A', 'B'])
  })
})

it('only ends of a thin whisker inside the thick one get a tick', () => {
  const thick = { low: 10, high: 20 }
  expect(endsOnThick({ low: 5, high: 25 }, thick)).toEqual([])
  expect(endsOnThick(thick, thick)).toEqual([])
  expect(endsOnThick({ low: 12, high: 25 }, thick)).toEqual([12])
  expect(endsOnThick({ low: 12, high: 18 }, thick)).toEqual([12, 18])
})

describe('an interval in words', () => {
  it.each([
    [[1050, 1130.4], 'about 1093, between 1050 and 1130'],
    [[1050, null], 'about 1093, at least 1050'],
    [[null, 1130], 'about 1093, at most 1130'],
  ] as const)('%j is "%s"', (comparison, words) => {
    const contestant = rated('A', 1093, { comparison: [...comparison] })
    expect(plotWords(1093, comparisonSpan(contestant))).toBe(words)
  })
})
