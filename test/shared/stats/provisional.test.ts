import { describe, expect, it } from 'vitest'
import { rate, type Rated } from '../../../shared/stats/index.ts'
import { board, options, type Row } from './boards.ts'

/** Contestants 0, 1, 2, well known: 0 beats 1 beats 2, each 60 : 30, and 0 beats 2 70 : 20. */
const KNOWN: Row[] = [
  [0, 1, 0, 60],
  [0, 1, 1, 30],
  [1, 2, 0, 60],
  [1, 2, 1, 30],
  [0, 2, 0, 70],
  [0, 2, 1, 20],
]

const drawn = (contestants: number, rows: Row[], changes = {}): Rated =>
  rate(board(contestants, rows), options({ rounds: 500, ...changes }))

const NO_NUMBER = { theta: null, standardError: null, marginal: null, rank: null, rankInterval: null }

describe('a contestant without a number', () => {
  it('is unrated if it has no votes', () => {
    expect(drawn(4, KNOWN).standings[3]).toMatchObject({
      ...NO_NUMBER,
      status: 'unrated',
      reason: null,
      comparison: null,
      units: 0,
      votes: 0,
    })
  })

  it('is winless if it never won, and does not prevent a winner', () => {
    const rated = drawn(4, [...KNOWN, [0, 3, 0, 2], [3, 1, 1]])
    expect(rated.standings[3]).toMatchObject({
      ...NO_NUMBER,
      status: 'provisional',
      reason: 'winless',
      comparison: null,
      losses: 3,
    })
    expect(rated.winner).toBe(0)
    expect(rated.frontRunner).toBe(0)
  })

  it('is disconnected in a small group of its own', () => {
    const rated = drawn(5, [...KNOWN, [3, 4, 0, 5], [4, 3, 0, 5]])
    for (const contestant of [3, 4])
      expect(rated.standings[contestant]).toMatchObject({
        ...NO_NUMBER,
        status: 'provisional',
        reason: 'disconnected',
      })
    expect(rated.winner).toBeNull()
  })

  it('is disconnected if it won below and lost above, and nothing leads back', () => {
    const rows: Row[] = [...KNOWN, [3, 4, 0, 2], [0, 3, 0, 2]]
    expect(drawn(5, rows).standings[3].reason).toBe('disconnected')
    expect(drawn(5, rows).standings[4].reason).toBe('winless')
  })

  it('gets a number by one tie, which is a win in both directions', () => {
    expect(drawn(4, [...KNOWN, [0, 3, 0, 2], [1, 3, 3]]).standings[3].status).toBe('rated')
    const dropped = drawn(4, [...KNOWN, [0, 3, 0, 2], [1, 3, 3]], { ties: 'drop' })
    expect(dropped.standings[3]).toMatchObject({ reason: 'winless', ties: 1, bothBad: 1, votes: 3, units: 2 })
  })

  it('has no votes if ties are dropped and it only tied', () => {
    expect(drawn(4, [...KNOWN, [0, 3, 2, 2]], { ties: 'drop' }).standings[3].status).toBe('unrated')
  })

  it('belongs to the smaller of two groups, to the one with fewer votes, or to the second', () => {
    const pair = (i: number, times: number): Row[] => [
      [i, i + 1, 0, times],
      [i + 1, i, 0, times],
    ]
    const ratedOf = (rows: Row[]) =>
      drawn(4, rows).standings.flatMap(({ status }, i) => (status === 'rated' ? [i] : []))
    expect(ratedOf([...pair(0, 1), ...pair(2, 2)])).toEqual([2, 3])
    expect(ratedOf([...pair(0, 2), ...pair(2, 2)])).toEqual([0, 1])
    expect(ratedOf([...pair(0, 1), [1, 2, 2], [3, 0, 0]])).toEqual([0, 1, 2])
  })
})

describe('a board with few votes or none', () => {
  it.each([0, 1, 3])('with %i contestants and no vote is empty', (contestants) => {
    const rated = drawn(contestants, [], { by: 'unit' })
    expect(rated).toMatchObject({
      converged: true,
      k: null,
      winner: null,
      frontRunner: null,
      deadHeatForFirst: [],
      votesToSeparate: null,
    })
    expect(rated.standings).toHaveLength(contestants)
  })

  it('without rounds there is no dead heat, not even between two unbeaten contestants', () => {
    const rows: Row[] = [
      [0, 2, 0, 50],
      [1, 2, 0, 50],
    ]
    expect(rate(board(3, rows), options()).deadHeatForFirst).toEqual([])
  })

  it('the units of a rated contestant are those of the votes that rate it', () => {
    const rows: Row[] = [
      [0, 1, 0, 3, 0],
      [1, 0, 0, 3, 1],
      [0, 2, 0, 1, 2],
    ]
    const { standings } = drawn(3, rows, { by: 'unit' })
    expect(standings.map(({ units }) => units)).toEqual([2, 2, 1])
  })

  it('without rounds there are strengths and no intervals', () => {
    const rated = rate(board(4, [...KNOWN, [3, 0, 0]]), options({ baseline: 2 }))
    expect(rated).toMatchObject({ k: null, winner: null, frontRunner: null, deadHeatForFirst: [] })
    expect(rated.standings[0]).toMatchObject({
      ...NO_NUMBER,
      theta: expect.any(Number),
      comparison: null,
      againstBaseline: { winRate: expect.any(Number), interval: null },
    })
  })

  it('any number of votes on one prompt decides nothing', () => {
    const onOnePrompt = KNOWN.map(([left, right, outcome, times = 1]): Row => [
      left,
      right,
      outcome,
      times,
      0,
    ])
    const rated = drawn(3, onOnePrompt, { by: 'unit' })
    expect(rated.standings[0].units).toBe(1)
    expect(rated).toMatchObject({ winner: null, frontRunner: null, deadHeatForFirst: [0, 1, 2] })
  })
})

describe('votes that are invalid are refused', () => {
  it.each([
    ['a self-battle', [[1, 1, 0]] as Row[], {}],
    ['a contestant out of range', [[0, 3, 0]] as Row[], {}],
    ['an outcome out of range', [[0, 1, 4]] as Row[], {}],
    ['rounds that are no count', KNOWN, { rounds: 1.5 }],
    ['a seed that is no integer', KNOWN, { seed: NaN }],
    ['a baseline that is nobody', KNOWN, { baseline: 3 }],
  ])('%s', (_, rows, changes) => {
    expect(() => drawn(3, rows, changes)).toThrow(RangeError)
  })
})
