import { createHash } from 'node:crypto'
import { describe, expect, it } from 'vitest'
import { Board } from '../../../shared/contracts/index.ts'
import { finishBoard, headline } from '../../../shared/finish/index.ts'
import { type RatedVote, columnsFromRows, type VoteTable } from '../../../shared/votes/vote-table.ts'
import { boardOf, times, vote, votesFrom } from './boards.ts'
import type { BoardOptions } from '../../../server/ratings/boards/assemble-board.ts'
import { computeBoardWithMethod, type Method } from '../../../server/ratings/compute-board.ts'

const triangle = votesFrom(times(20, 'A>B B>C A>C B>A C>B C>A A>B A=B'))
const codes = (board: Board) => board.warnings.map(({ code }) => code)

describe('the board', () => {
  it('counts votes, voters and prompts', () => {
    const board = boardOf(triangle)
    expect(Board.parse(board)).toEqual(board)
    expect(board).toMatchObject({
      votes: 160,
      voters: 3,
      prompts: 16,
      cluster: 'prompt',
      converged: true,
      level: 0.95,
    })
    expect(
      board.contestants.map(({ name, wins, losses, ties, votes }) => [name, wins, losses, ties, votes]),
    ).toEqual(
      [
        ['A', 60, 40, 20, 120],
        ['B', 40, 60, 20, 120],
        ['C', 40, 40, 0, 80],
      ].sort((a, b) => order(board, a[0] as string) - order(board, b[0] as string)),
    )
    expect(JSON.stringify(board)).not.toMatch(/NaN|Infinity/)
  })

  it('does not depend on the order of votes without ids either', () => {
    const bare = triangle.map((one) => ({ ...one, id: '', prompt: one.prompt === 'p1' ? null : one.prompt }))
    const [one, other] = [bare, bare.toReversed()].map((votes) =>
      JSON.stringify(boardOf(votes, { rounds: 50 })),
    )
    expect(one).toBe(other)
  })

  it('sorts rated rows by place and rating, then the others by name', () => {
    const votes = votesFrom(times(20, 'D>E E>D D>F F>D') + times(4, 'P>Q'))
    const { contestants } = boardOf(votes, { contestants: [{ name: 'X' }], rounds: 0 })
    expect(contestants.map(({ name, status }) => [name, status])).toEqual([
      ['D', 'rated'],
      ['E', 'rated'],
      ['F', 'rated'],
      ['P', 'not_linked'],
      ['Q', 'not_linked'],
      ['X', 'not_linked'],
    ])
    for (const { status, rating, theta, place, interval } of contestants)
      expect(status === 'rated' ? rating : [rating, theta, place, interval]).toEqual(
        status === 'rated' ? expect.any(Number) : [null, null, null, null],
      )
  })

  it('shows what is known about contestants beside their votes', () => {
    const contestants = [
      { name: 'B', slug: 'b', retired: true, averageLength: 12, averageWords: 3, costUsd: 0.1 },
    ]
    const board = boardOf(triangle, { contestants, rounds: 0 })
    expect(board.contestants.find(({ name }) => name === 'B')).toMatchObject(contestants[0])
    expect(board.contestants.find(({ name }) => name === 'A')).toMatchObject({
      averageLength: null,
      costUsd: null,
    })
  })

  it('reports progress until the end', () => {
    const shares: number[] = []
    boardOf(triangle, { onProgress: (share) => shares.push(share) })
    expect(shares.at(-1)).toBe(1)
  })
})

describe('the hash of its votes', () => {
  const votes = [
    vote('10', { outcome: 'both_bad', prompt: 'q', voter: 'ü' }),
    vote('9', { contestantA: 'C', outcome: 'right', prompt: 'q' }),
    vote('x', { outcome: 'tie' }),
  ]
  const sha256 = (...lines: string[]) =>
    createHash('sha256')
      .update(lines.map((line) => `${line}\n`).join(''))
      .digest('hex')

  it.each([
    ['prompt', ['q', 'q', 'x']],
    ['voter', ['ü', '9', 'x']],
    ['vote', ['10', '9', 'x']],
  ] as const)('is over one line a vote, sorted by id, clustered by %s', (cluster, [first, second, third]) => {
    const expected = sha256(
      `10\tA\tB\tboth_bad\t${first}`,
      `9\tC\tB\tright\t${second}`,
      `x\tA\tB\ttie\t${third}`,
    )
    expect(boardOf(votes.toReversed(), { cluster, rounds: 0 }).votesSha256).toBe(expected)
  })

  it('of no votes is the hash of empty input', () => {
    expect(boardOf([]).votesSha256).toBe(sha256())
  })
})

describe('the scale', () => {
  it('shifts with an anchor; strengths and places do not change', () => {
    const plain = boardOf(triangle)
    const anchored = boardOf(triangle, { anchor: { name: 'B', value: 1500 } })
    expect(anchored.contestants.find(({ name }) => name === 'B')!.rating).toBe(1500)
    const shift = 1500 - plain.contestants.find(({ name }) => name === 'B')!.rating!
    plain.contestants.forEach((row, i) => {
      const moved = anchored.contestants[i]
      expect([moved.theta, moved.place]).toEqual([row.theta, row.place])
      const ends = [moved.rating!, ...moved.interval!]
      const before = [row.rating!, ...row.interval!]
      ends.forEach((end, j) => expect(end).toBeCloseTo(before[j] + shift, 9))
    })
  })

  it('does not shift for an anchor without a rating, and the board warns', () => {
    const board = boardOf(triangle, { contestants: [{ name: 'N' }], anchor: { name: 'N', value: 1 } })
    expect([board.anchor, codes(board)]).toEqual([null, ['anchor_not_rated']])
    expect(() => boardOf(triangle, { anchor: { name: 'nobody', value: 1 } })).toThrow(
      'no contestant "nobody"',
    )
  })

  it('has win rates against a baseline if one is given', () => {
    const board = boardOf(triangle, { baseline: 'B' })
    const [a, b] = ['A', 'B'].map((name) => board.contestants.find((row) => row.name === name)!)
    expect(board.baseline).toBe('B')
    expect(a!.againstBaseline!.winRate).toBeCloseTo(1 / (1 + Math.exp(b!.theta! - a!.theta!)), 12)
    expect(b!.againstBaseline!.winRate).toBe(0.5)
    expect('againstBaseline' in boardOf(triangle).contestants[0]).toBe(false)
  })
})

describe('the unit of resampling', () => {
  it('is the prompt, or with a warning the vote if votes name no prompt', () => {
    const single = boardOf(votesFrom(times(9, 'A>B B>A'), 1))
    expect([single.cluster, codes(single)]).toEqual(['prompt', []])
    const none = boardOf(votesFrom('A>B B>A').map((one) => ({ ...one, prompt: null })))
    expect([none.cluster, codes(none)]).toEqual(['vote', ['no_question_id']])
  })

  it('is the requested unit if votes name it', () => {
    expect(boardOf(triangle, { cluster: 'vote' }).cluster).toBe('vote')
    expect(boardOf(triangle, { cluster: 'voter' }).cluster).toBe('voter')
    const voterless = triangle.map((one) => ({ ...one, voter: null }))
    const board = boardOf(voterless, { cluster: 'voter' })
    expect([board.cluster, codes(board)]).toEqual(['vote', ['no_voter']])
  })

  it('is the single vote if votes name no such unit', () => {
    const mixed = triangle.map((one, i) => (i < 5 ? { ...one, prompt: null } : one))
    const board = boardOf(mixed)
    expect(board.warnings).toMatchObject([{ code: 'no_question_id', count: 5 }])
  })
})

describe('warnings', () => {
  it('come after the warnings from reading the votes', () => {
    const warnings = [{ code: 'mixed_sources', message: 'x' }]
    expect(codes(boardOf(votesFrom(times(9, 'A>B B>A')), { warnings, rounds: 50 }))).toEqual([
      'mixed_sources',
      'few_units',
    ])
  })

  it('report that intervals are classic', () => {
    expect(codes(boardOf(triangle, { intervals: 'classic' }))).toEqual(['classic_intervals'])
  })
})

function order(board: Board, name: string): number {
  return board.contestants.findIndex((row) => row.name === name)
}

it('failures of one contestant are a warning beside the board that votes give', () => {
  const votes = votesFrom(times(40, 'A>B A>B A>B B>A A>C A>C A>C C>A B>C C>B'))
  const judged = (failed: number) => ({
    contestants: ['A', 'B', 'C'].map((name) => ({
      name,
      failed: { judgements: name === 'A' ? failed : 2, answers: 0 },
    })),
  })
  const [few, many] = [4, 60].map((failed) => boardOf(votes, judged(failed)))
  expect([few.leader, many.leader]).toEqual(['A', 'A'])
  expect(many.contestants[0]).toMatchObject({ name: 'A', failed: { judgements: 60, answers: 0 } })
  expect([codes(few), codes(many)].map((all) => all.includes('one_sided_failures'))).toEqual([false, true])
})

describe('boards by method', () => {
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
  const by = (
    method: Method,
    rows: readonly RatedVote[] = votes,
    changes: Partial<BoardOptions> = {},
    more: Partial<VoteTable> = {},
  ) => computeBoardWithMethod(method, { ...columnsFromRows(rows), ...more }, { ...options, ...changes })
  describe('a board by elo', () => {
    const board = by('elo')

    it('declares no winner, and a warning says so', () => {
      expect(Board.parse(board)).toEqual(board)
      expect(board).toMatchObject({ method: 'elo', leader: null, deadHeat: [], intervals: null, rounds: 0 })
      for (const row of board.contestants) expect([row.place, row.interval]).toEqual([null, null])
      expect(codes(board)).toContain('method_declares_nothing')
      expect(headline(finishBoard(board)).lead).toBe('Ratings without intervals.')
      expect(JSON.stringify(board)).not.toMatch(/NaN|Infinity/)
      const anchored = by('elo', votes, { anchor: { name: 'B', value: 1500 } })
      expect(anchored.contestants.find(({ name }) => name === 'B')!.rating).toBe(1500)
    })

    it('has the counts and hash of every board, and rows by rating', () => {
      const usual = boardOf(votes, { contestants: [{ name: 'Z' }] })
      expect([board.votesSha256, board.votes, board.cluster]).toEqual([
        usual.votesSha256,
        usual.votes,
        usual.cluster,
      ])
      for (const row of board.contestants) {
        const { wins, losses, ties } = usual.contestants.find(({ name }) => name === row.name)!
        expect(row).toMatchObject({ wins, losses, ties })
      }
      const ratings = board.contestants.flatMap(({ rating }) => rating ?? [])
      expect(ratings).toEqual(ratings.toSorted((a, b) => b - a))
      expect(board.contestants.at(-1)).toMatchObject({
        name: 'Z',
        status: 'not_linked',
        reason: 'no_votes',
        rating: null,
      })
    })

    it('warns only that there are no votes', () => {
      expect(codes(by('elo', []))).toEqual(['no_votes'])
    })
  })

  it('the board by elo rates every contestant with a vote, and depends on the order of votes', () => {
    const board = by('elo')
    expect(board.contestants.map(({ status }) => status)).toEqual([...Array(5).fill('rated'), 'not_linked'])
    expect(by('elo', votes.toReversed()).contestants).not.toEqual(board.contestants)
    // with a time for every vote, the order of rows does not matter
    const inTime = (rows: typeof votes, first: number, step: number) => {
      const time = Float64Array.from(rows, (_, row) => first + step * row)
      return by('elo', rows, {}, { time }).contestants
    }
    expect(inTime(votes, 0, 1)).toEqual(board.contestants)
    expect(inTime(votes.toReversed(), votes.length, -1)).toEqual(board.contestants)
  })
})
