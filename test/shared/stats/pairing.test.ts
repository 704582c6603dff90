/** Pairing that follows results is recognised, and other pairing is not. */
import { describe, expect, it } from 'vitest'
import { PAIRINGS, followedVotes } from '../../../workshop/simulate/pairing.ts'
import { equal, spread } from '../../../workshop/simulate/world.ts'
import { pairingByChance } from '../../../shared/stats/pairing/adaptive-pairing.ts'
import { LEFT, RIGHT, type VoteColumns, tally } from '../../../shared/stats/fit/tally.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { type RateOptions, isAbove, type Rated } from '../../../shared/stats/declare/declare.ts'
import { board as columnsOf, duel, options, type Row } from './boards.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { holdingWithAnyPairs, mixedLikelihood } from '../../../shared/stats/pairing/pairs-by-results.ts'
import { pointsAmong, type PairPoints } from '../../../shared/stats/fit/points.ts'

const rule = (words: string) => PAIRINGS.find(({ name }) => name.includes(words))!
const rated = (votes: VoteColumns, more: Partial<RateOptions> = {}) =>
  rate(votes, options({ rounds: 60, pairing: 'unknown', ...more }))
const nearest = followedVotes(rule('nearest'), spread(20), 800, new RandomStream(1, 1))

describe('a board', () => {
  it('declares only what holds for any choice of pairs if opponents are nearer than chance', () => {
    const [board, said, drawn] = [
      rated(nearest),
      rated(nearest, { pairing: 'by-results' }),
      rated(nearest, { pairing: 'drawn' }),
    ]
    expect([board.pairingFollowsResults, drawn.pairingFollowsResults]).toEqual([true, false])
    expect(said).toEqual(board)
    expect(board).toMatchObject({ winner: null, whyNot: { reason: 'pairing', ways: [] } })
    expect(separated(board)).toBeLessThan(separated(drawn))
    const far = followedVotes(rule('nearest'), [0, 1.2, 2.4, 3.6, 4.8, 6], 1500, new RandomStream(1, 1))
    expect(separated(rated(far, { pairing: 'by-results' }))).toBeGreaterThan(3)
    const figures = ({ standings }: Rated) => standings.map(({ theta, marginal }) => [theta, marginal])
    expect(figures(board)).toEqual(figures(drawn))
  })

  it('says the same of votes by chance, once somebody says that results decided', () => {
    const votes = followedVotes(rule('by chance'), spread(5), 800, new RandomStream(1, 1))
    const [said, drawn] = [rated(votes, { pairing: 'by-results' }), rated(votes)]
    expect([said.pairingFollowsResults, drawn.pairingFollowsResults]).toEqual([true, false])
    expect(separated(said)).toBeGreaterThan(0)
    expect(separated(said)).toBeLessThanOrEqual(separated(drawn))
  })

  it('declares nothing of too many contestants', () => {
    const many = rated(followedVotes(rule('by chance'), spread(41), 4000, new RandomStream(1, 1)), {
      pairing: 'by-results',
    })
    expect(many).toMatchObject({ winner: null, deadHeatForFirst: [], whyNot: { reason: 'pairing' } })
    expect(many.standings.every(({ comparison, rankInterval }) => !comparison && !rankInterval)).toBe(true)
    expect(many.standings.every(({ theta, marginal }) => theta !== null && marginal !== null)).toBe(true)
  })

  it('declares no more for all looks', () => {
    const any = rated(nearest, { looks: 'any' })
    expect(any).toMatchObject({ pairingFollowsResults: true, winner: null })
    expect(separated(any)).toBeLessThanOrEqual(separated(rated(nearest)))
  })
})

it('pairing of two contestants is not tested, and p is 1 if everyone meets everyone equally often', () => {
  const points = (contestants: number) => {
    const pairs = Array.from({ length: contestants }, (_, i) =>
      Array.from({ length: contestants - i - 1 }, (_, n) => [i, i + n + 1]),
    ).flat()
    return {
      contestants,
      first: Int32Array.from(pairs, ([i]) => i),
      second: Int32Array.from(pairs, ([, j]) => j),
      firstPoints: new Float64Array(pairs.length).fill(6),
      secondPoints: new Float64Array(pairs.length).fill(4),
    }
  }
  expect(pairingByChance(points(2), Float64Array.of(0.2, -0.2), 1)).toBeNull()
  expect(pairingByChance(points(4), Float64Array.of(0.6, 0.2, -0.2, -0.6), 1)).toBe(1)
})

/** Boards whose pairs results may have chosen declare only what holds for any choice of pairs. */
const board = (words: string, strengths: readonly number[], votes: number, n: number) =>
  followedVotes(rule(words), strengths, votes, new RandomStream(3, n))
const separated = ({ standings }: Rated) =>
  standings.reduce(
    (all, one) => all + standings.filter((other) => isAbove(one.comparison, other.comparison)).length,
    0,
  )
const numbers = (count: number) => Array.from({ length: count }, (_, n) => n)

function pointsOf(votes: VoteColumns): PairPoints {
  const everyone = Int32Array.from({ length: votes.contestants }, (_, i) => i)
  return pointsAmong(tally(votes, 'vote', 'half'), everyone).points
}

describe('five equal contestants who meet the nearest opponent, in a file', () => {
  it('are not separated, although their intervals for known pairs are apart on many boards', () => {
    const boards = numbers(40).map((n) => board('nearest', equal(5), 375, n))
    const drawn = boards.filter((votes) => separated(rated(votes, { pairing: 'drawn' })) > 0)
    const checked = drawn.map((votes) => rated(votes))
    expect(drawn.length).toBeGreaterThan(3)
    expect(checked.filter((one) => separated(one) > 0)).toEqual([])
    expect(checked.every((one) => one.pairingMayFollowResults || one.pairingFollowsResults)).toBe(true)
  })

  it('have the same intervals as with drawn pairs if somebody says that pairs were fixed', () => {
    const votes = numbers(20)
      .map((n) => board('nearest', equal(5), 375, n))
      .find((one) => !rated(one).pairingFollowsResults)!
    const [fixed, drawn] = [rated(votes, { pairing: 'fixed' }), rated(votes, { pairing: 'drawn' })]
    expect(fixed.pairingMayFollowResults).toBe(false)
    expect(fixed.standings).toEqual(drawn.standings)
  })
})

it('pairs by chance change nothing', () => {
  for (const contestants of [3, 5, 8]) {
    const votes = board(
      'by chance',
      numbers(contestants).map((i) => i / 4),
      600,
      1,
    )
    expect(rated(votes)).toEqual(rated(votes, { pairing: 'drawn' }))
  }
})

describe('a ring, whose neighbours alone meet', () => {
  const strengths = [0, 0.4, 2.4, 2.8, 1.6]
  const votes = board('a ring', strengths, 500, 1)
  const [any, drawn] = [rated(votes), rated(votes, { pairing: 'drawn' })]

  it('keeps the orders that hold for any choice of pairs, and loses some of the others', () => {
    expect(any.pairingMayFollowResults).toBe(true)
    expect(separated(any)).toBeGreaterThan(2)
    expect(separated(any)).toBeLessThan(separated(drawn))
  })

  it('has intervals around the same ratings that are never shorter', () => {
    any.standings.forEach((one, i) => {
      const before = drawn.standings[i]
      expect(one.theta).toBe(before.theta)
      expect(one.marginal).toEqual(before.marginal)
      expect(one.comparison![0]).toBeLessThanOrEqual(before.comparison![0]!)
      expect(one.comparison![1]).toBeGreaterThanOrEqual(before.comparison![1]!)
    })
  })

  it('says nothing that rests on the shorter intervals', () => {
    expect(any.whyNot).toEqual({ reason: 'pairing', contestants: [], ways: [] })
  })
})

describe('the likelihood over all strengths', () => {
  const spreads = [0.5, 2]
  const logOf = (values: number[]) => Math.log(values.reduce((sum, own) => sum + own, 0) / values.length)
  const grid = numbers(401).map((n) => -12 + n * 0.06)

  it('agrees with a numerical integral for three contestants', () => {
    const wins = [
      [0, 12, 20],
      [8, 0, 9],
      [4, 6, 0],
    ]
    const points: PairPoints = {
      contestants: 3,
      first: Int32Array.of(0, 0, 1),
      second: Int32Array.of(1, 2, 2),
      firstPoints: Float64Array.of(12, 20, 9),
      secondPoints: Float64Array.of(8, 4, 6),
    }
    const integrals = spreads.map((sd) => {
      let sum = 0
      for (const a of grid)
        for (const b of grid) {
          // a = θ_0 − θ_1 and b = θ_0 − θ_2 have the covariance sd² (1 + 1 on the diagonal)
          const density =
            Math.exp(-(a * a + b * b - a * b) / (3 * sd * sd)) / (2 * Math.PI * Math.sqrt(3) * sd * sd)
          const theta = [0, -a, -b]
          let log = 0
          wins.forEach((row, i) =>
            row.forEach((won, j) => (log += won * Math.log(sigmoid(theta[i] - theta[j])))),
          )
          sum += 0.06 * 0.06 * density * Math.exp(log)
        }
      return sum
    })
    expect(mixedLikelihood(points)).toBeCloseTo(logOf(integrals), 1)
  })

  it('exceeds the likelihood of the true strengths 20 times on at most 5 % of boards, however pairs are chosen', () => {
    const boards = 300
    for (const words of ['nearest', 'Swiss', 'by chance']) {
      const exceeded = numbers(boards).filter((n) => {
        const votes = board(words, equal(5), 200, n)
        return mixedLikelihood(pointsOf(votes)) - votes.outcome.length * Math.log(0.5) >= Math.log(20)
      })
      expect(exceeded.length).toBeLessThanOrEqual(0.05 * boards)
    }
  })
})

it('intervals stay the same object if nobody is separated', () => {
  const points = pointsOf(duel(2, 2))
  const intervals = {
    comparison: [
      [-1, 1],
      [-1, 1],
    ],
    variance: () => 1,
  } as unknown as Parameters<typeof holdingWithAnyPairs>[0]
  expect(holdingWithAnyPairs(intervals, points, Float64Array.of(0, 0), Float64Array.of(0, 0))).toBe(intervals)
})

describe('two contestants who are left of three', () => {
  const met = (wins: number, losses: number, others: number) => {
    const rows: Row[] = [
      [0, 1, LEFT, wins],
      [0, 1, RIGHT, losses],
      [0, 2, LEFT, others],
    ]
    return columnsOf(3, rows)
  }

  it('are separated only if that holds at every look, since results may have ended their meetings', () => {
    const [one, any] = [rated(met(90, 60, 10), { pairing: 'drawn' }), rated(met(90, 60, 10))]
    expect(one.winner).toBe(0)
    expect(any).toMatchObject({ winner: null, pairingMayFollowResults: true })
    expect(rated(met(120, 40, 40)).winner).toBe(0)
  })

  it('are separated as usual if all three met equally often', () => {
    const even = met(28, 12, 80)
    const last = even.left.map((own, at) => (at >= 80 ? 1 : own))
    expect(rated({ ...even, left: last })).toEqual(rated({ ...even, left: last }, { pairing: 'drawn' }))
  })
})
