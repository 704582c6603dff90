import { describe, expect, it } from 'vitest'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { bootstrap, resampler } from '../../../shared/stats/intervals/bootstrap.ts'
import { differenceOf, isPracticallyEqual } from '../../../shared/stats/intervals/differences.ts'
import { evidenceOf } from '../../../shared/stats/fit/evidence.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../../shared/stats/fit/information.ts'
import { normalTail } from '../../../shared/stats/numbers/distributions.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { board, options, randomBoard } from './boards.ts'

function drawn(votes: VoteColumns, rounds: number) {
  const counted = tally(votes, 'vote', 'half')
  const selection = among(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  const { theta } = fit(selection.points)
  const at = information(selection.points, theta)
  const settings = { rounds, seed: 1, onProgress: () => undefined }
  const deviations = bootstrap(selection.points, theta, at, resampler(counted, selection), settings)
  return { theta, deviations, units: evidenceOf(counted, selection).units }
}

describe('a difference', () => {
  const votes = randomBoard(7, 4, 600, 40)
  const { theta, deviations, units } = drawn(votes, 1000)

  it('comes from the same draws as the board, so its win rates equal those against a baseline', () => {
    const { standings } = rate(votes, options({ rounds: 1000, baseline: 2 }))
    standings.forEach(({ againstBaseline }, i) => {
      if (i === 2) return
      const { winRate, winRateInterval } = differenceOf(theta, deviations, units, i, 2)
      expect(winRate).toBeCloseTo(againstBaseline!.winRate, 12)
      winRateInterval.forEach((end, side) => expect(end).toBeCloseTo(againstBaseline!.interval![side], 12))
    })
  })

  it('has the opposite sign from the other side', () => {
    const [one, other] = [
      differenceOf(theta, deviations, units, 0, 3),
      differenceOf(theta, deviations, units, 3, 0),
    ]
    expect(one.theta).toBeCloseTo(-other.theta, 12)
    expect(one.interval[0]).toBeCloseTo(-other.interval[1], 12)
    expect(one.stronger + other.stronger).toBeCloseTo(1, 12)
  })

  it('has a probability from the draws that is near a normal one', () => {
    const pair = drawn(
      board(2, [
        [0, 1, 0, 60],
        [0, 1, 1, 45],
      ]),
      4000,
    )
    const {
      theta: lead,
      standardError,
      stronger,
    } = differenceOf(pair.theta, pair.deviations, pair.units, 0, 1)
    expect(Math.abs(stronger - (1 - normalTail(lead / standardError)))).toBeLessThan(0.02)
    const sure = drawn(
      board(2, [
        [0, 1, 0, 500],
        [0, 1, 1, 5],
      ]),
      200,
    )
    expect(differenceOf(sure.theta, sure.deviations, sure.units, 0, 1).stronger).toBeLessThan(1)
  })
})

describe('two contestants', () => {
  const finding = (left: number, right: number, delta?: number) => {
    const { theta, deviations, units } = drawn(
      board(2, [
        [0, 1, 0, left],
        [0, 1, 1, right],
      ]),
      1000,
    )
    return isPracticallyEqual(differenceOf(theta, deviations, units, 0, 1), delta)
  }

  it('are practically equal after many even votes, but not after few votes or with a lead', () => {
    expect(finding(2500, 2500)).toBe(true)
    expect(finding(250, 250)).toBe(false)
    expect(finding(250, 250, 0.1)).toBe(true)
    expect(finding(2700, 2300)).toBe(false)
  })
})

describe('two in a dead heat', () => {
  const even = (votes: number) =>
    board(2, [
      [0, 1, 0, votes],
      [0, 1, 1, votes],
    ])
  const rated = (votes: number) => rate(even(votes), options({ rounds: 300 }))

  it('are called practically equal once that is known, and no more votes are suggested', () => {
    expect(rated(5000)).toMatchObject({ winner: null, equalForFirst: [0, 1], votesToSeparate: null })
  })

  it('are not called equal while nothing is known', () => {
    expect(rated(50).equalForFirst).toBeNull()
  })
})
