import { describe, expect, it } from 'vitest'
import { batchesOf, runBatch } from '../../../../scripts/dev/simulate/batch.ts'
import { titleOf } from '../../../../scripts/dev/simulate/cell.ts'
import { CELLS, cellsMatching } from '../../../../scripts/dev/simulate/cells/index.ts'
import { drawBoard } from '../../../../scripts/dev/simulate/draw-board.ts'
import {
  even,
  withNewcomer,
  withNewcomers,
  lopsided,
  sparse,
} from '../../../../scripts/dev/simulate/schedules.ts'
import { sum } from '../../../../scripts/dev/simulate/score.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'

const votesOf = (meetings: { first: number; second: number; times: number }[], contestant: number) =>
  meetings
    .filter(({ first, second }) => first === contestant || second === contestant)
    .reduce((total, { times }) => total + times, 0)

describe('the cells', () => {
  it('have different titles, and no pair is listed twice', () => {
    expect(new Set(CELLS.map(titleOf)).size).toBe(CELLS.length)
    for (const { meetings, strengths } of CELLS) {
      expect(new Set(meetings.map(({ first, second }) => first * strengths.length + second)).size).toBe(
        meetings.length,
      )
      expect(
        meetings.every(
          ({ first, second, times }) => first < second && second < strengths.length && times > 0,
        ),
      ).toBe(true)
    }
  })

  it('are found by all words of a choice, and by any of several choices', () => {
    expect(cellsMatching('independent M=5 lopsided, M=3 sparse ties').map(titleOf)).toEqual([
      'independent: M=3 equal sparse 30 votes a pair, ties',
      'independent: M=3 spread sparse 30 votes a pair, ties',
      'independent: M=5 equal lopsided 10 votes a pair',
      'independent: M=5 equal lopsided 10 votes a pair, ties',
      'independent: M=5 spread lopsided 10 votes a pair',
      'independent: M=5 spread lopsided 10 votes a pair, ties',
    ])
  })
})

describe('schedules', () => {
  it('give everyone the same number of votes, or few opponents, or very different numbers', () => {
    expect([...Array(20).keys()].map((i) => votesOf(even(20, 10), i))).toEqual(Array(20).fill(190))
    expect(sparse(20, 30).filter(({ first, second }) => first === 0 || second === 0)).toHaveLength(6)
    expect(votesOf(lopsided(20, 10), 19) / votesOf(lopsided(20, 10), 0)).toBeGreaterThan(5)
  })

  it('let a newcomer meet the first contestant last', () => {
    expect(votesOf(withNewcomer(even(5, 10), 5, 7), 5)).toBe(7)
    expect(withNewcomer(even(5, 10), 5, 4).some(({ first, second }) => first === 0 && second === 5)).toBe(
      false,
    )
  })

  it('let many newcomers meet the others, but not one another', () => {
    const meetings = withNewcomers(even(5, 10), 5, 3, 7)
    expect([5, 6, 7].map((i) => votesOf(meetings, i))).toEqual([7, 7, 7])
    expect(meetings.every(({ first }) => first < 5)).toBe(true)
  })
})

describe('boards', () => {
  it('have the votes of the schedule, on the units', () => {
    const [one] = cellsMatching('M=10 one on 5 of 200 prompts')
    const { left, right, unit } = drawBoard(one, new RandomStream(1, 0))
    const newcomers = [...left.keys()].filter((vote) => left[vote] === 9 || right[vote] === 9)
    expect(left.length).toBe(36 * 200 + 45)
    expect(new Set(newcomers.map((vote) => unit[vote])).size).toBe(5)
  })

  it('are the same in one batch as in many', () => {
    const [one] = cellsMatching('independent M=5 equal sparse')
    const [whole] = batchesOf(one, 30, 5, 50)
    const parts = [
      { ...whole, to: 10 },
      { ...whole, from: 10 },
    ].map((part) => runBatch(one, part))
    expect(whole).toMatchObject({ from: 0, to: 30 })
    expect(sum(parts[0], parts[1]).engine.anyFalse).toBe(runBatch(one, whole).engine.anyFalse)
    expect(sum(parts[0], parts[1]).boards).toBe(30)
    expect(runBatch(one, { ...whole, seed: 6 })).not.toEqual(runBatch(one, whole))
  })
})
