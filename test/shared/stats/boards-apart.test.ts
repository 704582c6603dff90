import { describe, expect, it } from 'vitest'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import {
  boardCorrelation,
  disagreements,
  kendallTauB,
  type DrawnBoard,
} from '../../../shared/stats/compare/boards-apart.ts'
import { bootstrap, resampler } from '../../../shared/stats/intervals/bootstrap.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information } from '../../../shared/stats/fit/information.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { tally } from '../../../shared/stats/fit/tally.ts'
import { board, type Row } from './boards.ts'

const strengths = [1, 0.7, 0.4, 0.1, -0.2, -0.5, -0.7, -0.8]

function drawnBoard(seed: number, theta: readonly number[], votes: number, rounds = 100): DrawnBoard {
  const stream = new RandomStream(seed, 0)
  const rows: Row[] = theta.map((_, i) => [i, (i + 1) % theta.length, 2])
  for (let vote = 0; vote < votes; vote++) {
    const left = Math.floor(theta.length * stream.uniform())
    const right = (left + 1 + Math.floor((theta.length - 1) * stream.uniform())) % theta.length
    rows.push([left, right, stream.uniform() < sigmoid(theta[left] - theta[right]) ? 0 : 1])
  }
  const counted = tally(board(theta.length, rows), 'vote', 'half')
  const selection = among(counted, Int32Array.from(theta.keys()))
  const fitted = fit(selection.points)
  const at = information(selection.points, fitted.theta)
  const resample = resampler(counted, selection)
  const deviations =
    rounds > 0
      ? bootstrap(selection.points, fitted.theta, at, resample, { rounds, seed, onProgress: () => undefined })
      : null
  return { theta: fitted.theta, deviations }
}

describe('two boards', () => {
  it('in opposite order have τ −1, and no interval without rounds', () => {
    const one = drawnBoard(1, strengths, 4000, 0)
    const turned = { theta: one.theta.map((value) => -value), deviations: null }
    expect(boardCorrelation(one, turned)).toEqual({ tau: -1, interval: null })
    expect(boardCorrelation(one, one)).toEqual({ tau: 1, interval: null })
    expect(
      boardCorrelation(
        { theta: Float64Array.of(0), deviations: null },
        { theta: Float64Array.of(0), deviations: null },
      ).tau,
    ).toBeNull()
  })

  it('have an interval that contains the τ of the true strengths about as often as it promises', () => {
    const other = [0.6, 0.9, 0.1, 0.4, -0.5, -0.2, -0.9, -0.4]
    const truth = kendallTauB(strengths, other)!
    const runs = 100
    let covered = 0
    for (let seed = 0; seed < runs; seed++) {
      const { interval } = boardCorrelation(
        drawnBoard(seed, strengths, 1500),
        drawnBoard(1000 + seed, other, 1500),
      )
      if (interval![0] <= truth + 1e-9 && truth - 1e-9 <= interval![1]) covered++
    }
    expect(covered / runs).toBeGreaterThan(0.88)
  })

  it('disagree most on pairs whose gaps differ by most standard errors', () => {
    const other = [-0.8, ...strengths.slice(1, 7), 1]
    const [worst, ...rest] = disagreements(drawnBoard(3, strengths, 3000), drawnBoard(4, other, 3000), 5)
    expect([worst!.i, worst!.j, worst!.reversed]).toEqual([0, 7, true])
    expect(worst!.one - worst!.other).toBeCloseTo(worst!.difference, 12)
    expect(worst!.interval![0]).toBeGreaterThan(2)
    expect(rest.length).toBe(4)
    const bare = disagreements(drawnBoard(3, strengths, 3000, 0), drawnBoard(4, other, 3000, 0), 28)
    expect(bare.length).toBe(28)
    expect(bare.map(({ difference }) => Math.abs(difference))).toEqual(
      bare.map(({ difference }) => Math.abs(difference)).sort((a, b) => b - a),
    )
  })
})
