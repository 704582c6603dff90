import { describe, expect, it } from 'vitest'
import { inflation } from '../../../shared/stats/intervals/comparison.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { board, options, type Row } from './boards.ts'

const record = (wins: number, losses: number, ties = 0) =>
  board(2, [
    [0, 1, 0, wins],
    [0, 1, 1, losses],
    [0, 1, 2, ties],
  ])

const winnerOf = (wins: number, losses: number, ties = 0) =>
  rate(record(wins, losses, ties), options({ rounds: 500 })).winner

describe('two contestants', () => {
  it.each([
    [14, 1, 0],
    [16, 1, 0],
    [1, 14, 2],
    [12, 3, 0],
  ])('%i : %i with %i ties is decided by the exact sign test', (wins, losses, ties) => {
    const rated = rate(record(wins, losses, ties), options({ rounds: 500 }))
    expect(rated.winner).toBe(wins > losses ? 0 : 1)
    const [low, high] = rated.standings.map(({ comparison }) => comparison!).sort((a, b) => a[0]! - b[0]!)
    expect(low[1]!).toBeLessThan(high[0]!)
  })

  it.each([
    [11, 4, 0],
    [5, 1, 0],
    [50, 45, 20],
  ])('%i : %i with %i ties is a dead heat', (wins, losses, ties) => {
    expect(winnerOf(wins, losses, ties)).toBeNull()
  })

  it('are compared by k h(k) s of their difference if votes share prompts', () => {
    const stream = new RandomStream(9, 0)
    const rows = Array.from({ length: 120 }, (_, vote): Row => [
      0,
      1,
      stream.uniform() < 0.55 ? 0 : 1,
      1,
      vote % 12,
    ])
    const { standings, k } = rate(board(2, rows), options({ rounds: 1000, by: 'unit' }))
    const [first] = standings
    const half = first.comparison![1]! - first.theta!
    // 1/ν = 1/(G − 1) + 1/(B − 1)
    const h = inflation(12, k!, 1 / (1 / 11 + 1 / 999))
    expect(half).toBeCloseTo(k! * h * first.standardError!, 10)
    expect(k!).toBeGreaterThanOrEqual(1.96)
  })
})

describe('an island', () => {
  it('prevents a winner, since nothing is known about it and the others', () => {
    const linked: Row[] = [
      [0, 1, 0, 60],
      [0, 1, 1, 5],
      [0, 2, 0, 60],
      [0, 2, 1, 5],
      [1, 2, 0, 30],
      [1, 2, 1, 30],
    ]
    const island: Row[] = [
      [3, 4, 0, 4],
      [3, 4, 1, 4],
    ]
    expect(rate(board(5, linked), options({ rounds: 300 })).winner).toBe(0)
    const rated = rate(board(5, [...linked, ...island]), options({ rounds: 300 }))
    expect(rated.winner).toBeNull()
    expect(rated.frontRunner).toBeNull()
    expect(rated.deadHeatForFirst).toEqual([0, 3, 4])
    expect(rated.votesToSeparate).toBeNull()
  })

  it('does not exist if the rated contestants have beaten it', () => {
    const rows: Row[] = [
      [0, 1, 0, 60],
      [0, 1, 1, 5],
      [0, 2, 0, 60],
      [0, 2, 1, 5],
      [1, 2, 0, 30],
      [1, 2, 1, 30],
      [3, 4, 0, 4],
      [3, 4, 1, 4],
      [0, 3, 0, 2],
    ]
    expect(rate(board(5, rows), options({ rounds: 300 })).winner).toBe(0)
  })
})
