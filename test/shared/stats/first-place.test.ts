import { describe, expect, it } from 'vitest'
import { readPlaces } from '../../../shared/stats/board/ranking.ts'
import { board, rateBy, type Row, rowsOf } from './boards.ts'

it.each([
  [
    'clear of each other',
    [2.5, 0.5],
    [
      [1, 1],
      [2, 2],
    ],
  ],
  [
    'that touch',
    [1.5, 0.5],
    [
      [1, 2],
      [1, 2],
    ],
  ],
  [
    'that overlap',
    [1.4, 0.5],
    [
      [1, 2],
      [1, 2],
    ],
  ],
])('the places of bars %s', (_, theta, places) => {
  expect(readPlaces(Float64Array.from(theta), Float64Array.of(0.5, 0.5)).places).toEqual(places)
})

const drawn = (contestants: number, rows: Row[], changes: Parameters<typeof rateBy>[1] = {}) =>
  rateBy(board(contestants, rows), { rounds: 300, ...changes })

describe('who is rated', () => {
  /** Contestants 0, 1, 2, well known: 0 beats 1 beats 2, each 60 : 30, and 0 beats 2 70 : 20. */
  const KNOWN: Row[] = rowsOf('0>1*60 0<1*30 1>2*60 1<2*30 0>2*70 0<2*20')
  const NO_RATING = { theta: null, interval: null, place: null }

  it('nobody without a vote', () => {
    expect(drawn(4, KNOWN).standings[3]).toMatchObject({
      ...NO_RATING,
      status: 'unrated',
      votes: 0,
    })
  })

  it('nobody in a small group of its own, which takes no claim from the others', () => {
    const rated = drawn(5, [...KNOWN, [3, 4, 0, 5], [4, 3, 0, 5]])
    for (const contestant of [3, 4])
      expect(rated.standings[contestant]).toMatchObject({
        ...NO_RATING,
        status: 'provisional',
        reason: 'disconnected',
      })
    expect(rated).toMatchObject({ state: 'wins', deadHeat: [0] })
  })

  it.each([0, 1, 3])('nobody of %i contestants without a vote', (contestants) => {
    const rated = drawn(contestants, [], { by: 'unit' })
    expect(rated).toMatchObject({ converged: true, state: 'first_votes', deadHeat: [] })
    expect(rated.standings).toHaveLength(contestants)
  })

  it.each([
    ['rounds that are no count', KNOWN, { rounds: 1.5 }],
    ['a seed that is no integer', KNOWN, { seed: NaN }],
    ['a baseline that is nobody', KNOWN, { baseline: 3 }],
    ['a level that is none', KNOWN, { alpha: 1 }],
  ])('votes that are invalid are refused: %s', (_, rows, changes) => {
    expect(() => drawn(3, rows, changes)).toThrow(RangeError)
  })
})
