import { describe, expect, it } from 'vitest'
import type { Board } from '../../shared/contracts/board.ts'
import {
  RowOrder,
  arranged,
  byRating,
  heldInPlace,
  sortAfter,
  sortFrom,
  sortText,
} from '../../web/src/pages/leaderboard/columns.ts'
import { rated } from './contestant.ts'

const names = (rows: readonly { name: string }[]) => rows.map(({ name }) => name).join('')
const ROWS = [
  rated('A', 1100, { votes: 10, costUsd: null, rankInterval: [1, 3] }),
  rated('B', 1050, { votes: 30, costUsd: 0.5, rankInterval: [1, 2] }),
  rated('C', 1000, { votes: 20, costUsd: 0.1, rankInterval: [2, 3] }),
]

describe('sorting', () => {
  it('by rating is the order of the board and leaves no trace in the address', () => {
    expect(names(arranged(ROWS, sortFrom(null)))).toBe('ABC')
    expect(sortText(sortFrom(null))).toBeNull()
    expect(byRating(sortFrom('-rating'))).toBe(false)
  })

  it('by another column goes from most to least, then the other way', () => {
    const once = sortAfter(sortFrom(null), 'votes')
    const twice = sortAfter(once, 'votes')
    expect(names(arranged(ROWS, once))).toBe('BCA')
    expect(names(arranged(ROWS, twice))).toBe('ACB')
    expect(sortFrom(sortText(twice))).toEqual(twice)
  })

  it('by name starts at A, by rank at the best; a missing number comes last both ways', () => {
    expect(names(arranged([...ROWS].reverse(), sortFrom('name')))).toBe('ABC')
    expect(names(arranged(ROWS, sortFrom('rank')))).toBe('BAC')
    expect(names(arranged(ROWS, sortFrom('costUsd')))).toBe('BCA')
    expect(names(arranged(ROWS, sortFrom('-costUsd')))).toBe('CBA')
  })

  it('takes an unknown column for none', () => {
    expect(sortFrom('price')).toEqual(sortFrom(null))
    expect(sortFrom('-')).toEqual(sortFrom(null))
  })

  it('leaves out who has no rating', () => {
    expect(
      names(arranged([...ROWS, { ...ROWS[0], name: 'D', status: 'unrated', rating: null }], sortFrom(null))),
    ).toBe('ABC')
  })
})

describe('while somebody looks at a row', () => {
  const board = (contestants: Board['contestants']) => ({ contestants, view: { source: 'humans' } }) as Board
  const overtaken = [ROWS[1], ROWS[0], ROWS[2], rated('D', 900)]

  it('rows keep their place and newcomers come last', () => {
    expect(names(heldInPlace([rated('D', 1200), ...overtaken.slice(0, 3)], ['A', 'B', 'C']))).toBe('ABCD')
  })

  it('a new snapshot re-orders only afterwards', () => {
    const order = new RowOrder()
    expect(names(order.of(board(ROWS), sortFrom(null), true))).toBe('ABC')
    const swapped = board([rated('B', 1120), rated('A', 1100), ROWS[2]])
    expect(names(order.of(swapped, sortFrom(null), true))).toBe('ABC')
    expect(names(order.of(swapped, sortFrom(null), false))).toBe('BAC')
  })

  it('a sort that was asked for is not held back', () => {
    const order = new RowOrder()
    order.of(board(ROWS), sortFrom(null), true)
    expect(names(order.of(board(ROWS), sortFrom('votes'), true))).toBe('BCA')
  })
})
