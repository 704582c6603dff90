import { describe, expect, it } from 'vitest'
import { lackOfFit, quickLackOfFit, evenness } from '../../../shared/stats/fit/lack-of-fit.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { Votes } from '../../../shared/stats/fit/votes.ts'
import { board, fitted, rateBy, pick, type Row, rowsOf } from './boards.ts'

function lackIn(votes: Votes, by: 'unit' | 'vote', rounds = 199) {
  return lackOfFit(votes, by === 'unit' ? votes.prompt : null, fitted(votes).theta, { rounds, seed: 1 })
}

/** Votes of six contestants, in which units favour some over others; `circle` adds a taste that no strength has. */
function draw(seed: number, units: number, votesPerUnit: number, unitSpread: number, circle: number): Votes {
  const stream = new RandomStream(seed, 0)
  const rows: Row[] = []
  for (let unit = 0; unit < units; unit++) {
    const own = Array.from({ length: 36 }, () => unitSpread * stream.normal())
    for (let vote = 0; vote < votesPerUnit; vote++) {
      const left = Math.floor(6 * stream.uniform())
      const right = (left + 1 + Math.floor(5 * stream.uniform())) % 6
      const taste = circle * [0, 1, -1][(left - right + 6) % 3]
      const p = sigmoid(0.3 * (left - right) + own[6 * left + right] - own[6 * right + left] + taste)
      const tie = 0.5 * Math.min(p, 1 - p)
      const u = stream.uniform()
      rows.push([left, right, u < tie ? 2 : u < tie + p - tie / 2 ? 0 : 1, 1, unit])
    }
  }
  return board(6, rows)
}

const shareBelow = (runs: number, level: number, p: (seed: number) => number | null) =>
  Array.from({ length: runs }, (_, seed) => p(seed)!).filter((value) => value <= level).length / runs

describe('lack of fit', () => {
  it('equals a computation by hand: three who beat one another twice as often as not', () => {
    const lack = lackIn(board(3, rowsOf('0>1*20 0<1*10 1>2*20 1<2*10 2>0*20 2<0*10')), 'vote')
    // all strengths equal, so each pair expects 15 of 30
    expect(lack.chiSquare).toBeCloseTo(3 * (25 / 7.5), 9)
    expect(lack.degreesOfFreedom).toBe(1)
    // a χ² of 10 with one degree of freedom: 0.0016
    expect(lack.p).toBeLessThan(0.02)
  })

  it('is seldom reported if the model holds, with or without correlated votes, and reported if it does not', () => {
    expect(shareBelow(150, 0.05, (seed) => lackIn(draw(seed, 400, 1, 0, 0), 'vote', 99).p)).toBeLessThan(0.1)
    expect(shareBelow(150, 0.05, (seed) => lackIn(draw(seed, 40, 15, 1.5, 0), 'unit', 99).p)).toBeLessThan(
      0.1,
    )
    // taken for independent, votes that hang together would look like lack of fit
    expect(shareBelow(60, 0.05, (seed) => lackIn(draw(seed, 10, 60, 1.5, 0), 'vote', 99).p)).toBeGreaterThan(
      0.2,
    )
    expect(shareBelow(60, 0.05, (seed) => lackIn(draw(seed, 400, 1, 0, 0.8), 'vote', 99).p)).toBeGreaterThan(
      0.8,
    )
    expect(
      shareBelow(60, 0.05, (seed) => lackIn(draw(seed, 40, 15, 0.5, 0.8), 'unit', 99).p),
    ).toBeGreaterThan(0.8)
  })

  it('in the quick check gives the same result, and does not depend on the order or the sides of votes', () => {
    const votes = draw(1, 60, 20, 0, 1)
    const order = [...votes.outcome.keys()].reverse()
    const mirrored = {
      ...votes,
      left: votes.right,
      right: votes.left,
      outcome: votes.outcome.map((one) => [1, 0, 2, 3][one]),
    }
    const checked = (one: Votes) => quickLackOfFit(one, rateBy(one, { by: 'unit', rounds: 50 }), 1)
    expect(checked(votes)).toBe(0.01)
    expect(checked(pick(votes, order))).toBe(0.01)
    expect(checked(mirrored)).toBe(0.01)
    const fine = draw(1, 60, 20, 0, 0)
    expect(checked(fine)).toBeGreaterThan(0.03)
    const many = board(6, [...rowsOf('0>1 1>2 2>3 3>4 4>5 5>0'), [0, 1, 0, 200_000, 1]])
    expect(checked(many)).toBeNull()
  })

  it('has p = 1 if there are as many strengths as pairs', () => {
    expect(lackIn(board(3, rowsOf('0>1*9 0<1*2 1>2*4 1<2*4')), 'vote').p).toBe(1)
  })
})

/** How even counts are, against values worked out by hand. */

/** Binomial chances summed one by one. */
function chanceOf(from: number, to: number, total: number, p: number): number {
  let term = (1 - p) ** total
  let sum = 0
  for (let count = 0; count <= to; count++) {
    if (count >= from) sum += term
    term *= (((total - count) / (count + 1)) * p) / (1 - p)
  }
  return sum
}

describe('evenness', () => {
  it("equals Pearson's χ²", () => {
    // (4² + 2² + 1² + 1²) / 10
    expect(evenness([14, 8, 9, 9])).toMatchObject({ expected: 10, chiSquare: 2.2, degreesOfFreedom: 3 })
    expect(evenness([5, 5, 5])).toMatchObject({ chiSquare: 0, outside: 0 })
  })

  it('gives the narrowest range of a single count with at most 2.5 % on either side', () => {
    const { low, high } = evenness([25, 25, 25, 25])!
    expect(chanceOf(0, low - 1, 100, 0.25)).toBeLessThanOrEqual(0.025)
    expect(chanceOf(0, low, 100, 0.25)).toBeGreaterThan(0.025)
    expect(chanceOf(high + 1, 100, 100, 0.25)).toBeLessThanOrEqual(0.025)
    expect(chanceOf(high, 100, 100, 0.25)).toBeGreaterThan(0.025)
    expect(evenness([low, high, low - 1, 100 - 2 * low - high + 1])?.outside).toBeGreaterThanOrEqual(1)
  })

  it('is null for one pair, and without a vote', () => {
    expect([evenness([7]), evenness([]), evenness([0, 0])]).toEqual([null, null, null])
  })

  it('includes cells without votes', () => {
    expect(evenness([30, 30, 0])).toMatchObject({ expected: 20, chiSquare: 30, outside: 3 })
  })
})
