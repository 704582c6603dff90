/** What the highest rated keeps on new prompts: the size of the correction, its interval, and when nothing is said. */
import { describe, expect, it } from 'vitest'
import { expectLeader, optimismOf, winnersInterval } from '../../../shared/stats/plan/expect.ts'
import { measureRated } from '../../../shared/stats/intervals/measurement.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { tally } from '../../../shared/stats/fit/tally.ts'
import { boardOf } from '../../../workshop/simulate/advice.ts'

const normal = (stream: RandomStream) =>
  Math.sqrt(2 * stream.exponential()) * Math.cos(2 * Math.PI * stream.uniform())

/** P(X ≤ x) of a normal of mean μ and deviation 1 between two ends, by the trapezoidal rule. */
function truncatedBelow(x: number, mean: number, low: number, high: number): number {
  const area = (from: number, to: number) => {
    const steps = 20_000
    const width = (to - from) / steps
    let sum = 0
    for (let step = 0; step <= steps; step++)
      sum += Math.exp(-((from + step * width - mean) ** 2) / 2) * (step % steps === 0 ? 0.5 : 1)
    return sum * width
  }
  return area(low, x) / area(low, high)
}

describe('the interval of a picked estimate', () => {
  it('equals that of the normal distribution if no other is near', () => {
    const [low, high] = winnersInterval(3, 0.5, [-Infinity, Infinity], 5)
    // (1 − 0.95/0.995)/2 in each tail, a little less for the cut by the projection
    expect((high - 3) / 0.5).toBeCloseTo(2.0, 1)
    expect((3 - low) / 0.5).toBeCloseTo((high - 3) / 0.5, 6)
  })

  it('leaves the right share in each tail, by a second integration', () => {
    const picked = 0.4
    // z of 0.005/2/4 in each tail
    const reach = 3.2272
    const ends = winnersInterval(1, 1, [picked, Infinity], 4)
    const shares = ends.map((truth) =>
      truncatedBelow(1, truth, Math.max(picked, truth - reach), truth + reach),
    )
    expect(shares[0]).toBeCloseTo(1 - 0.022613, 4)
    expect(shares[1]).toBeCloseTo(0.022613, 4)
  })

  it('contains the true value of the highest of five equals in 95 % of draws, more often than the usual one', () => {
    const stream = new RandomStream(4, 0)
    const covered = [0, 0]
    const boards = 2000
    for (let board = 0; board < boards; board++) {
      const drawn = Array.from({ length: 5 }, () => normal(stream)).toSorted((a, b) => b - a)
      const [low, high] = winnersInterval(drawn[0]!, 1, [drawn[1]!, Infinity], 5)
      if (low <= 0 && high >= 0) covered[0]++
      if (Math.abs(drawn[0]!) <= 1.96) covered[1]++
    }
    expect(covered[0]! / boards).toBeGreaterThan(0.94)
    expect(covered[1]! / boards).toBeLessThan(0.9)
  })
})

describe('optimism', () => {
  const rounds = 20_000
  const errors = (contestants: number, s: number) => {
    const stream = new RandomStream(2, 0)
    return {
      rounds,
      contestants,
      values: Float64Array.from({ length: rounds * contestants }, () => s * normal(stream)),
    }
  }

  it('for five with equal estimates is 2 − 1/√2 times the mean of the highest of five normals, 1.163', () => {
    expect(optimismOf(new Float64Array(5), errors(5, 0.1))).toBeCloseTo(0.1 * 1.16296 * (2 - Math.SQRT1_2), 2)
  })

  it('is almost zero for a clear winner', () => {
    expect(optimismOf([1, 0, 0, -1], errors(4, 0.1))).toBeLessThan(0.002)
  })
})

describe('the leader of a board', () => {
  const board = (strengths: number[], prompts: number, votes: number) =>
    boardOf(strengths, 0.5, 7, prompts, votes)
  const expected = (strengths: number[], prompts: number, votes: number, rounds = 200) =>
    expectLeader(
      measureRated(tally(board(strengths, prompts, votes), 'unit', 'half'), 'comparison', {
        rounds,
        seed: 1,
      }),
    )

  it('keeps its rating and its marginal interval if it is far ahead', () => {
    const { expectation } = expected([1.5, 0, 0, 0], 100, 12)
    const { standings } = rate(board([1.5, 0, 0, 0], 100, 12), {
      rounds: 200,
      seed: 1,
      by: 'unit',
      ties: 'half',
      intervals: 'comparison',
      baseline: null,
    })
    const { theta, marginal } = standings[0]!
    expect(expectation).toMatchObject({ contestant: 0, rated: theta })
    expect(expectation!.optimism).toBeLessThan(0.01)
    expect(expectation!.interval[0]).toBeCloseTo(marginal![0], 1)
    expect(expectation!.interval[1]).toBeCloseTo(marginal![1], 1)
    // against the mean of three others, −θ/3 each
    expect(expectation!.winRate).toBeCloseTo(1 / (1 + Math.exp((-4 / 3) * expectation!.theta)), 12)
  })

  it('is expected to lose some of its rating among equals, and the interval contains the estimate', () => {
    const { expectation } = expected([0, 0, 0, 0, 0, 0], 30, 20)
    expect(expectation!.optimism).toBeGreaterThan(0.02)
    expect(expectation!.theta).toBeCloseTo(expectation!.rated - expectation!.optimism, 12)
    const [low, high] = expectation!.interval
    expect(low).toBeLessThanOrEqual(expectation!.theta)
    expect(high).toBeGreaterThanOrEqual(expectation!.theta)
  })

  it('has no expectation with nine prompts, without rounds, or without ratings', () => {
    expect(expected([0, 0, 0], 9, 30).reason).toBe('few_units')
    expect(expected([0, 0, 0], 10, 30).reason).toBeNull()
    expect(expected([0, 0, 0], 30, 30, 0).reason).toBe('no_rounds')
    expect(expected([20, 0], 12, 1).reason).toBe('not_rated')
  })
})
