import { describe, expect, it } from 'vitest'
import type { Board } from '../../shared/contracts/board.ts'
import { hang, deadHeats } from '../../web/src/charts/dead-heats.ts'
import { comparisonSpan } from '../../web/src/charts/span.ts'
import {
  rowStates,
  withUnchangedContestants,
  type RowStates,
} from '../../web/src/pages/leaderboard/row-states.ts'
import { rated } from './contestant.ts'

/** A and B overlap, B and C do, D is alone at the bottom. */
const ROWS = [
  rated('A', 1100, { comparison: [1060, 1140] }),
  rated('B', 1050, { comparison: [1010, 1090] }),
  rated('C', 1000, { comparison: [960, 1040] }),
  rated('D', 800, { comparison: [760, 840] }),
]

function looks(rows = ROWS, selectedRow = -1, before: RowStates = new Map()): RowStates {
  const { brackets } = hang(deadHeats(rows.map(comparisonSpan)), 4)
  const pinned = rows[selectedRow]?.name ?? null
  const focusableRow = Math.max(0, selectedRow)
  return rowStates(
    { rows, selectedRow, pinned, focusableRow, mayBeFirst: new Set(['A', 'B']), brackets },
    before,
  )
}

const shown = (all: RowStates) =>
  [...all.values()].map(({ standing, tone, pieces }) => [standing, tone, pieces.map(({ strong }) => strong)])

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
    expect(ROWS.map(({ name }) => moved.get(name) === before.get(name))).toEqual([false, false, false, true])
  })
})

describe('a new board', () => {
  const board = (contestants: Board['contestants'], votes: number) => ({ contestants, votes }) as Board

  it('has the objects of the one before for contestants of whom nothing changed', () => {
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
