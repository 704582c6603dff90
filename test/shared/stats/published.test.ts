import { describe, expect, it } from 'vitest'
import { rate, toRating } from '../../../shared/stats/index.ts'
import { board, options, type Row } from './boards.ts'

const TEAMS = ['Milwaukee', 'Detroit', 'Toronto', 'New York', 'Boston', 'Cleveland', 'Baltimore']

/** Games won by row against column, American League East 1987: Agresti (2002), Categorical Data Analysis, table 10.10. */
const GAMES_WON = [
  [0, 7, 9, 7, 7, 9, 11],
  [6, 0, 7, 5, 11, 9, 9],
  [4, 6, 0, 7, 7, 8, 12],
  [6, 8, 6, 0, 6, 7, 10],
  [6, 2, 6, 7, 0, 7, 12],
  [4, 4, 5, 6, 6, 0, 6],
  [2, 4, 1, 3, 1, 7, 0],
]

/** Table 10.11, strengths with Baltimore at 0. */
const PUBLISHED = [1.58, 1.44, 1.29, 1.25, 1.11, 0.68, 0]

const season = board(
  TEAMS.length,
  GAMES_WON.flatMap((row, i) => row.map((games, j): Row => [i, j, 0, games])),
)

describe('published fits', () => {
  it('have the strengths that Agresti printed for the baseball season of 1987', () => {
    const theta = rate(season, options()).standings.map((standing) => standing.theta!)
    PUBLISHED.forEach((strength, team) => {
      expect(theta[team] - theta[6], TEAMS[team]).toBeCloseTo(strength, 2)
    })
  })

  it('equal R’s BradleyTerry2 to six digits', () => {
    const theta = rate(season, options()).standings.map((standing) => standing.theta!)
    const others = [1.581356, 1.436408, 1.294485, 1.247618, 1.107698, 0.683853]
    others.forEach((strength, team) => expect(Math.abs(theta[team] - theta[6] - strength)).toBeLessThan(2e-6))
  })

  it('declare no champion after 13 games a pair, but that Baltimore is last', () => {
    const rated = rate(season, options({ rounds: 1000 }))
    expect(rated.winner).toBeNull()
    expect(rated.deadHeatForFirst.slice(0, 2)).toEqual([0, 1])
    expect(rated.standings[6].rankInterval![1]).toBe(7)
    expect(rated.deadHeatForFirst).not.toContain(6)
  })
})

describe('a fit computed by hand', () => {
  it('puts 3 wins to 1 at a strength difference of ln 3', () => {
    const { standings } = rate(
      board(2, [
        [0, 1, 0, 3],
        [0, 1, 1],
      ]),
      options(),
    )
    expect(standings[0].theta).toBeCloseTo(Math.log(3) / 2, 12)
    expect(standings[1].theta).toBeCloseTo(-Math.log(3) / 2, 12)
    expect(toRating(standings[0].theta!) - toRating(standings[1].theta!)).toBeCloseTo(400 * Math.log10(3), 9)
  })

  it('counts a tie as half a win to each side, or not at all', () => {
    const votes = board(2, [
      [0, 1, 0, 3],
      [1, 0, 0],
      [0, 1, 2, 3],
      [1, 0, 3, 1],
    ])
    const half = rate(votes, options()).standings
    expect(half[0].theta! - half[1].theta!).toBeCloseTo(Math.log(5 / 3), 12)
    const drop = rate(votes, options({ ties: 'drop' })).standings
    expect(drop[0].theta! - drop[1].theta!).toBeCloseTo(Math.log(3), 12)
    expect(drop[0]).toMatchObject({ wins: 3, losses: 1, ties: 4, bothBad: 1, votes: 8, units: 4 })
  })

  it('solves four teams on a cycle of odds: a chain 2:1, 2:1, 2:1 is exactly additive', () => {
    const chain = board(
      4,
      [0, 1, 2].flatMap((i): Row[] => [
        [i, i + 1, 0, 2],
        [i + 1, i, 0, 1],
      ]),
    )
    const theta = rate(chain, options()).standings.map((standing) => standing.theta!)
    ;[1.5, 0.5, -0.5, -1.5].forEach((steps, i) => expect(theta[i]).toBeCloseTo(steps * Math.LN2, 10))
  })

  it('has the standard deviation of two gamma variables: s² = (ψ′(w) + ψ′(l)) / 4', () => {
    const trigamma = (n: number) =>
      Array.from({ length: n - 1 }, (_, i) => 1 / (i + 1) ** 2).reduce(
        (sum, term) => sum - term,
        Math.PI ** 2 / 6,
      )
    const { standings } = rate(
      board(2, [
        [0, 1, 0, 40],
        [1, 0, 0, 25],
      ]),
      options({ rounds: 20_000 }),
    )
    const exact = Math.sqrt(trigamma(40) + trigamma(25)) / 2
    expect(standings[0].standardError! / exact).toBeGreaterThan(0.98)
    expect(standings[0].standardError! / exact).toBeLessThan(1.02)
  })
})
