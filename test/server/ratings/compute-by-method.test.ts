import { provenance } from '../../../server/leaderboard/render/cells.ts'
import { describe, expect, it } from 'vitest'
import { computeBoardBy, type BoardOptions, type Method } from '../../../server/ratings/index.ts'
import type { RatedVote } from '../../../shared/votes/vote-table.ts'
import { Board } from '../../../shared/contracts/index.ts'
import { sentence } from '../../../shared/sentence/index.ts'
import { boardOf, times, votesFrom } from './boards.ts'

const votes = votesFrom(times(20, 'A>B B>C A>C B>A C>B C>A A>B A=B') + 'U>A A>W')
const options: BoardOptions = {
  arena: null,
  view: { source: 'all', criterion: null, category: null, from: null, to: null },
  contestants: [{ name: 'Z' }],
  rounds: 200,
  seed: 1,
  computedAt: '2026-01-01T00:00:00.000Z',
  version: '0.0.0',
}
const by = (method: Method, of: readonly RatedVote[] = votes, changes: Partial<BoardOptions> = {}) =>
  computeBoardBy(method, of, { ...options, ...changes })
const codes = ({ warnings }: Board) => warnings.map(({ code }) => code)

describe.each(['elo', 'davidson'] as const)('a board by %s', (method) => {
  const board = by(method)

  it('declares no winner, and a warning says so', () => {
    expect(Board.parse(board)).toEqual(board)
    expect(board).toMatchObject({
      method,
      winner: null,
      deadHeatForFirst: [],
      rounds: 0,
      k: null,
    })
    for (const row of board.contestants)
      expect([row.rank, row.rankInterval, row.comparison]).toEqual([null, null, null])
    expect(codes(board)).toContain('method_declares_nothing')
    expect(sentence(board).lead).toBe('Nothing is declared.')
    expect(JSON.stringify(board)).not.toMatch(/NaN|Infinity/)
  })

  it('has the counts and hash of every board, and rows by rating', () => {
    const usual = boardOf(votes, { contestants: [{ name: 'Z' }] })
    expect([board.votesSha256, board.votes, board.cluster]).toEqual([
      usual.votesSha256,
      usual.votes,
      usual.cluster,
    ])
    for (const row of board.contestants) {
      const { wins, losses, ties, units } = usual.contestants.find(({ name }) => name === row.name)!
      expect(row).toMatchObject({ wins, losses, ties, units })
    }
    const ratings = board.contestants.flatMap(({ rating }) => rating ?? [])
    expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
    expect(board.contestants.at(-1)).toMatchObject({ name: 'Z', status: 'unrated', rating: null })
  })

  it('shifts with an anchor that has a rating', () => {
    const anchored = by(method, votes, { anchor: { name: 'B', value: 1500 } })
    expect(anchored.contestants.find(({ name }) => name === 'B')!.rating).toBe(1500)
    const lost = by(method, votes, { anchor: { name: 'Z', value: 1500 } })
    expect([lost.anchor, codes(lost).includes('anchor_not_rated')]).toEqual([null, true])
    expect(() => by(method, votes, { anchor: { name: 'nobody', value: 1 } })).toThrow(
      'no contestant "nobody"',
    )
  })

  it('warns only that there are no votes', () => {
    expect(codes(by(method, []))).toEqual(['no_votes'])
  })
})

describe('the board by elo', () => {
  it('rates every contestant with a vote, has no intervals, and depends on the order of votes', () => {
    const board = by('elo')
    expect(board.contestants.map(({ status }) => status)).toEqual([...Array(5).fill('rated'), 'unrated'])
    for (const row of board.contestants) expect([row.marginal, row.standardError]).toEqual([null, null])
    expect(by('elo', votes.toReversed()).contestants).not.toEqual(board.contestants)
  })
})

describe('the board by davidson', () => {
  it('has provisional contestants like every board, and marginal intervals only', () => {
    const board = by('davidson')
    expect(board.contestants.map(({ name, reason }) => [name, reason]).slice(3)).toEqual([
      ['U', 'unbeaten'],
      ['W', 'winless'],
      ['Z', null],
    ])
    for (const { rating, marginal } of board.contestants.slice(0, 3)) {
      expect(marginal![0]).toBeLessThan(rating!)
      expect(marginal![1]).toBeGreaterThan(rating!)
    }
    expect(by('davidson', votes.toReversed()).contestants).toEqual(board.contestants)
    const { nu, interval } = board.tieParameter!
    expect(interval![0]).toBeLessThan(nu)
    expect(interval![1]).toBeGreaterThan(nu)
    expect(provenance(board)).toContain(` · Davidson · ν ${Number(nu.toPrecision(3))} (95 %: `)
  })

  it('gives no ratings if no maximum exists, and a warning says why', () => {
    const board = by('davidson', votesFrom('A>B A=B'))
    expect(board.contestants.map(({ status, rating }) => [status, rating])).toEqual([
      ['provisional', null],
      ['provisional', null],
      ['unrated', null],
    ])
    expect(codes(board)).toEqual(['method_declares_nothing', 'no_maximum'])
  })

  it('warns of few prompts', () => {
    expect(codes(by('davidson', votesFrom(times(9, 'A>B B>A A=B'))))).toContain('few_units')
  })
})
