/** Pairing that follows results is recognised, and other pairing is not. */
import { describe, expect, it } from 'vitest'
import { PAIRINGS, followedVotes } from '../../../workshop/simulate/pairing.ts'
import { equal, spread } from '../../../workshop/simulate/world.ts'
import { pairingByChance } from '../../../shared/stats/pairing/adaptive-pairing.ts'
import { LEFT, RIGHT, TIE, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { RateOptions } from '../../../shared/stats/declare/declare.ts'
import { options, pick } from './boards.ts'

const rule = (words: string) => PAIRINGS.find(({ name }) => name.includes(words))!
const rated = (votes: VoteColumns, more: Partial<RateOptions> = {}) =>
  rate(votes, options({ rounds: 60, pairing: 'unknown', ...more }))
const nearest = followedVotes(rule('nearest'), spread(20), 800, new RandomStream(1, 1))

describe('a board', () => {
  it('declares nothing if opponents are nearer than chance', () => {
    const board = rated(nearest)
    expect(board).toMatchObject({
      pairingFollowsResults: true,
      winner: null,
      frontRunner: null,
      toSettle: null,
    })
    expect(board.deadHeatForFirst).toEqual([])
    expect(board.standings.every(({ comparison, rankInterval }) => !comparison && !rankInterval)).toBe(true)
    expect(board.standings.every(({ theta, marginal }) => theta !== null && marginal !== null)).toBe(true)
  })

  it('keeps its ratings and marginal intervals, and is unchanged if pairing is not checked', () => {
    const [checked, plain] = [rated(nearest), rated(nearest, { pairing: 'drawn' })]
    expect(plain.pairingFollowsResults).toBe(false)
    expect(plain.standings.every(({ comparison }) => comparison !== null)).toBe(true)
    const figures = ({ standings }: typeof plain) => standings.map(({ theta, marginal }) => [theta, marginal])
    expect(figures(checked)).toEqual(figures(plain))
  })

  it('declares nothing for all looks either', () => {
    expect(rated(nearest, { looks: 'any' })).toMatchObject({ pairingFollowsResults: true, winner: null })
  })
})

describe('votes with times', () => {
  const five = followedVotes(rule('nearest'), equal(5), 375, new RandomStream(1, 1))
  const time = Float64Array.from(five.outcome.keys())
  const follows = (votes: VoteColumns, times: Float64Array) =>
    rated(votes, { timed: { ...votes, time: times } }).pairingFollowsResults

  it('are judged by their times, not by their order or sides', () => {
    expect(follows(five, time)).toBe(true)
    const order = Array.from(time.keys()).sort((a, b) => ((a * 7919) % 375) - ((b * 7919) % 375))
    expect(
      follows(
        pick(five, order),
        time.map((_, i) => time[order[i]]),
      ),
    ).toBe(true)
    expect(follows(pick(five, order), time)).toBe(false)
    const swapped = {
      ...five,
      left: five.right,
      right: five.left,
      outcome: five.outcome.map((own) => [RIGHT, LEFT, TIE][own]),
    }
    expect(follows(swapped, time)).toBe(true)
  })

  it('show nothing if all times are equal', () => {
    expect(
      follows(
        five,
        time.map(() => 5),
      ),
    ).toBe(false)
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
