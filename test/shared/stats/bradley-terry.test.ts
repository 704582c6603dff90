import { deadHeat } from '../../../shared/stats/board/standings.ts'
import { toRating } from '../../../shared/stats/fit/likelihood.ts'
import { describe, expect, it } from 'vitest'
import { duel, board, rateBy, type Row, rowsOf, errorsOf } from './boards.ts'
import type { PairPoints } from '../../../shared/stats/fit/points.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { hasReferenceData, readBattles, readExpected } from './reference.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

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
const season = board(
  TEAMS.length,
  GAMES_WON.flatMap((row, i) => row.map((games, j): Row => [i, j, 0, games])),
)

describe('published fits', () => {
  it('equal R’s BradleyTerry2 to six digits', () => {
    const theta = rateBy(season).standings.map((standing) => standing.theta!)
    const others = [1.581356, 1.436408, 1.294485, 1.247618, 1.107698, 0.683853]
    others.forEach((strength, team) => expect(Math.abs(theta[team] - theta[6] - strength)).toBeLessThan(2e-6))
  })

  it('declare no champion after 13 games a pair, but that Baltimore is last', () => {
    const rated = rateBy(season, { rounds: 1000 })
    expect(rated.state).toBe('dead_heat')
    expect(deadHeat(rated).slice(0, 2)).toEqual([0, 1])
    expect(rated.standings[6].place![1]).toBe(7)
    expect(deadHeat(rated)).not.toContain(6)
  })
})

describe('a fit computed by hand', () => {
  it('puts 3 wins to 1 at a strength difference of ln 3', () => {
    const { standings } = rateBy(duel(9, 3))
    expect(standings[0].theta).toBeCloseTo(Math.log(3) / 2, 12)
    expect(standings[1].theta).toBeCloseTo(-Math.log(3) / 2, 12)
    expect(toRating(standings[0].theta!) - toRating(standings[1].theta!)).toBeCloseTo(400 * Math.log10(3), 9)
  })

  it('counts a tie as half a win to each side, or not at all', () => {
    const votes = board(2, rowsOf('0>1*9 1>0*3 0=1*9 1!0*3'))
    const half = rateBy(votes).standings
    expect(half[0].theta! - half[1].theta!).toBeCloseTo(Math.log(5 / 3), 12)
    const drop = rateBy(votes, { ties: 'drop' }).standings
    expect(drop[0].theta! - drop[1].theta!).toBeCloseTo(Math.log(3), 12)
    expect(drop[0]).toMatchObject({ wins: 9, losses: 3, ties: 12, bothBad: 3, votes: 24 })
  })

  it('has the standard deviation of two gamma variables: s² = (ψ′(w) + ψ′(l)) / 4', () => {
    const trigamma = (n: number) =>
      Array.from({ length: n - 1 }, (_, i) => 1 / (i + 1) ** 2).reduce(
        (sum, term) => sum - term,
        Math.PI ** 2 / 6,
      )
    const [error] = errorsOf(rateBy(board(2, rowsOf('0>1*40 1>0*25')), { rounds: 20_000 }))
    const exact = Math.sqrt(trigamma(40) + trigamma(25)) / 2
    expect(error / exact).toBeGreaterThan(0.98)
    expect(error / exact).toBeLessThan(1.02)
  })
})

const FILES = [
  'classic/baseball1987',
  'classic/citations1994',
  'classic/soundfields1984',
  'llmfao/battles_human',
  'llmfao/battles_gpt3',
  'llmfao/battles_gpt4',
]

/** References have the mean 0 over all contestants, however many votes each has. */
function centred(theta: readonly number[]): number[] {
  const mean = theta.reduce((sum, value) => sum + value / theta.length, 0)
  return theta.map((value) => value - mean)
}

describe.skipIf(!hasReferenceData)('compared with independently computed references', () => {
  const cases = FILES.flatMap((file) => (['half', 'drop'] as const).map((ties) => ({ file, ties })))

  it.each(cases)('θ of $file with ties $ties agrees within 1e-6', ({ file, ties }) => {
    const { votes, names } = readBattles(file)
    const { standings, strengths } = rateBy(votes, { ties })
    expect(strengths!.converged).toBe(true)
    const theta = centred(standings.map((standing) => standing.theta!))
    readExpected(file, names, ties).forEach((row, contestant) => {
      expect(Math.abs(theta[contestant] - row.log_strength), row.contestant).toBeLessThan(1e-6)
    })
  })
})

/** Pairs [first, second, points of first, points of second]. */
function pointsOf(contestants: number, pairs: [number, number, number, number][]): PairPoints {
  return {
    contestants,
    first: Int32Array.from(pairs, ([first]) => first),
    second: Int32Array.from(pairs, ([, second]) => second),
    firstPoints: Float64Array.from(pairs, ([, , toFirst]) => toFirst),
    secondPoints: Float64Array.from(pairs, ([, , , toSecond]) => toSecond),
  }
}

function ladder(contestants: number, up: number, down: number): PairPoints {
  return pointsOf(
    contestants,
    Array.from({ length: contestants - 1 }, (_, i) => [i, i + 1, up, down]),
  )
}

describe.each([
  ['Cholesky', 1000],
  ['conjugate gradients', 0],
])('badly connected boards by %s', (_, denseLimit) => {
  it.each([3, 100, 300])('a ladder of %i is solved exactly', (contestants) => {
    const fitted = fit(ladder(contestants, 7, 3), undefined, denseLimit)
    expect(fitted.converged).toBe(true)
    fitted.theta.forEach((theta, i) => {
      expect(Math.abs(theta - ((contestants - 1) / 2 - i) * Math.log(7 / 3))).toBeLessThan(1e-7)
    })
  })

  it('a ladder too long for e^θ is also solved', () => {
    const fitted = fit(ladder(300, 1000, 1), undefined, denseLimit)
    expect(fitted.converged).toBe(true)
    expect(fitted.theta[0]).toBeCloseTo((299 / 2) * Math.log(1000), 5)
  })
})

describe('large boards', () => {
  it('5000 contestants on a ladder with random rungs are solved by their gradient', () => {
    const stream = new RandomStream(5, 0)
    const rungs = Array.from({ length: 20_000 }, (): [number, number, number, number] => {
      const first = Math.floor(4999 * stream.uniform())
      const second = first + 1 + Math.floor((4999 - first) * stream.uniform())
      return [first, second, 1 + Math.floor(5 * stream.uniform()), 1 + Math.floor(5 * stream.uniform())]
    })
    const steps = Array.from({ length: 4999 }, (_, i): [number, number, number, number] => [i, i + 1, 2, 1])
    const fitted = fit(pointsOf(5000, [...steps, ...rungs]))
    expect(fitted.converged).toBe(true)
    expect(fitted.gradient).toBeLessThan(1e-6)
  })

  it('reports that a fit did not converge: an unbeaten contestant has no maximum', () => {
    const fitted = fit(pointsOf(2, [[0, 1, 5, 0]]))
    expect(Number.isFinite(fitted.theta[0])).toBe(true)
    expect(fitted.theta[0]).toBeGreaterThan(5)
  })
})

it.each([4, 5, 6])(
  'rounds far from the board’s own strengths are found too: a circle of %i contestants, each pair on its own prompt',
  (size) => {
    const circle = board(
      size,
      Array.from({ length: size }, (_, i): Row => [i, (i + 1) % size, 0, 5, i]),
    )
    for (let seed = 1; seed <= 10; seed++) {
      for (const error of errorsOf(rateBy(circle, { by: 'unit', rounds: 100, seed })))
        expect(error).toBeLessThan(10)
    }
  },
)
