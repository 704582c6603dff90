import { describe, expect, it } from 'vitest'
import { pointsAmong as among, type PairPoints } from '../../../shared/stats/fit/points.ts'
import { bootstrap, resampler, type Deviations } from '../../../shared/stats/intervals/bootstrap.ts'
import { comparisonFreedom, inflation } from '../../../shared/stats/intervals/comparison.ts'
import {
  deviationOfDifference,
  deviationsOf,
  quasiErrors,
  simultaneousFactor,
} from '../../../shared/stats/intervals/spread.ts'
import { evidenceOf, type Evidence } from '../../../shared/stats/fit/evidence.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { information, modelVariance } from '../../../shared/stats/fit/information.ts'
import { marginalHalves } from '../../../shared/stats/intervals/intervals.ts'
import { moderated } from '../../../shared/stats/intervals/moderated.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { board, options, randomBoard, type Row } from './boards.ts'
import { fitByMinorization } from './second-fit.ts'

const silent = () => {}

/** The parts of a rating, put together again from outside. */
function parts(
  votes: VoteColumns,
  rounds: number,
): { points: PairPoints; theta: Float64Array; d: Deviations; evidence: Evidence } {
  const counted = tally(votes, 'unit', 'half')
  const selection = among(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  const { theta } = fit(selection.points)
  const at = information(selection.points, theta)
  const resample = resampler(counted, selection)
  const d = bootstrap(selection.points, theta, at, resample, { rounds, seed: 1, onProgress: silent })
  return { points: selection.points, theta, d, evidence: evidenceOf(counted, selection, theta) }
}

/** The same votes with those of one contestant moved to the first few units. */
function withFewUnits(votes: VoteColumns, contestant: number, units: number): VoteColumns {
  const has = (vote: number) => votes.left[vote] === contestant || votes.right[vote] === contestant
  return { ...votes, unit: votes.unit.map((unit, vote) => (has(vote) ? unit % units : unit)) }
}

describe('intervals', () => {
  const votes = withFewUnits(randomBoard(21, 8, 700, 30), 5, 6)
  const { points, theta, d, evidence } = parts(votes, 300)
  const rated = rate(votes, options({ rounds: 300, by: 'unit', baseline: 2 }))

  it('are θ̂ ± marginalHalves and θ̂ ± k h w, with moderated variances', () => {
    const s = deviationsOf(d)
    const halves = marginalHalves(s, quasiErrors(s), evidence)
    const at = information(points, theta)
    const lessBias = (i: number) => Math.sqrt(1 + 2 / (evidence.unbiased[i] - 1))
    const borrowed = moderated(
      s.map((own, i) => own * lessBias(i)),
      s.map((_, i) => modelVariance(at, 8, i) * evidence.design[i]),
      s.map((_, i) => evidence.effective[i] - 1),
    )
    const errors = borrowed.standardErrors.map((own, i) => own / lessBias(i))
    const scaled = { ...d, values: d.values.map((value, n) => value * (errors[n % 8] / s[n % 8])) }
    const known = borrowed.freedom.map((degrees) => degrees + 1)
    expect(known[5]).toBeGreaterThan(evidence.effective[5])
    const freedom = comparisonFreedom(known, at.diagonal, 300)
    const w = quasiErrors(errors)
    const k = simultaneousFactor(scaled, w)
    expect(rated.k).toBeCloseTo(k, 12)
    rated.standings.forEach(({ marginal, comparison, standardError, units }, i) => {
      expect(units).toBe(
        new Set(votes.unit.filter((_, vote) => [votes.left[vote], votes.right[vote]].includes(i))).size,
      )
      expect(standardError).toBeCloseTo(s[i], 12)
      expect(marginal![1] - theta[i]).toBeCloseTo(halves[i], 10)
      const h = inflation(evidence.unbiased[i], Math.SQRT2 * k, freedom[i])
      expect(comparison![1]! - theta[i]).toBeCloseTo(k * h * w[i], 10)
      expect(theta[i] - comparison![0]!).toBeCloseTo(comparison![1]! - theta[i], 10)
    })
  })

  it('of a predicted win rate are σ of the interval of the difference', () => {
    const { winRate, interval } = rated.standings[5].againstBaseline!
    expect(rated.standings[5].units).toBeLessThan(rated.standings[2].units)
    const gap = theta[5] - theta[2]
    const least = (of: ArrayLike<number>) => Math.min(of[5], of[2])
    const h = inflation(least(evidence.unbiased), 1.96, least(evidence.effective) - 1)
    const half = 1.96 * h * deviationOfDifference(d, 5, 2)
    const logit = (p: number) => Math.log(p / (1 - p))
    expect(logit(winRate)).toBeCloseTo(gap, 10)
    expect(logit(interval![0])).toBeCloseTo(gap - half, 10)
    expect(logit(interval![1])).toBeCloseTo(gap + half, 10)
    expect(rated.standings[2].againstBaseline).toEqual({ winRate: 0.5, interval: [0.5, 0.5] })
  })

  it('come from rounds that are fitted until convergence, with one Exp(1) weight for each unit', () => {
    for (let round = 0; round < 20; round++) {
      const stream = new RandomStream(1, round)
      const weights = Array.from({ length: votes.units }, () => stream.exponential())
      const strengths = fitByMinorization(votes, 3000, (vote) => weights[votes.unit[vote]])
      strengths.forEach((strength, i) => {
        expect(Math.abs(strength - theta[i] - d.values[round * 8 + i])).toBeLessThan(1e-4)
      })
    }
  })

  it('are not below the model’s standard error under 30 votes', () => {
    const quiet = board(3, [
      [0, 1, 2, 200],
      [0, 1, 0, 3],
      [0, 1, 1, 3],
      [2, 0, 2, 8],
    ])
    const { points } = parts(quiet, 2)
    const at = information(points, fit(points).theta)
    const { standings } = rate(quiet, options({ rounds: 500 }))
    expect(standings[2].votes).toBeLessThan(30)
    expect(standings[2].standardError).toBeCloseTo(Math.sqrt(modelVariance(at, 3, 2)), 10)
    expect(standings[1].standardError!).toBeLessThan(0.5 * Math.sqrt(modelVariance(at, 3, 1)))
  })

  it('of a contestant with one vote borrow nothing from those with many', () => {
    const many = randomBoard(5, 6, 900, 12)
    const tie = board(7, [[5, 6, 2, 1, 3]])
    const join = (a: Int32Array, b: Int32Array) => Int32Array.from([...a, ...b])
    const both: VoteColumns = {
      contestants: 7,
      units: 12,
      left: join(many.left, tie.left),
      right: join(many.right, tie.right),
      outcome: Uint8Array.from([...many.outcome, ...tie.outcome]),
      unit: join(many.unit, tie.unit),
    }
    const { standings } = rate(both, options({ rounds: 300, by: 'unit' }))
    const width = ({ comparison }: (typeof standings)[number]) => comparison![1]! - comparison![0]!
    // 1,500 points are 8.6 logits
    expect(width(standings[6])).toBeGreaterThan(8.6)
    expect(width(standings[0])).toBeLessThan(2)
  })

  it('of a contestant on few prompts change little with each vote', () => {
    const many = randomBoard(5, 7, 300, 5)
    const stream = new RandomStream(9, 0)
    const rows = Array.from({ length: 40 }, (_, n): Row => [
      n % 7,
      7,
      Math.floor(3 * stream.uniform()),
      1,
      n % 5,
    ])
    const widths = rows.map((_, n) => {
      const own = board(8, rows.slice(0, n + 1))
      const join = (a: Int32Array, b: Int32Array) => Int32Array.from([...a, ...b])
      const { standings } = rate(
        {
          contestants: 8,
          units: 5,
          left: join(many.left, own.left),
          right: join(many.right, own.right),
          outcome: Uint8Array.from([...many.outcome, ...own.outcome]),
          unit: join(many.unit, own.unit),
        },
        options({ rounds: 300, by: 'unit' }),
      )
      const { comparison } = standings[7]
      return comparison ? comparison[1]! - comparison[0]! : Infinity
    })
    for (let n = 20; n < 39; n++) expect(Math.abs(widths[n + 1] / widths[n] - 1)).toBeLessThan(0.2)
    expect(widths[24]).toBeLessThan(4.5)
    expect(widths[2]).toBeGreaterThan(8.6)
  })

  it('of a single unit come from the model, since its rounds differ only by rounding', () => {
    const rows = [0, 1, 2, 3, 4, 5].map((i): [number, number, number, number, number] => [
      i,
      (i + 1) % 6,
      0,
      20,
      0,
    ])
    const votes = board(6, rows)
    const { k, standings } = rate(votes, options({ rounds: 300, by: 'unit' }))
    expect(k).toBe(1.96 / Math.SQRT2)
    const { points } = parts(votes, 2)
    const at = information(points, fit(points).theta)
    const freedom = comparisonFreedom(new Array(6).fill(1), at.diagonal, 300)
    const w = quasiErrors(Float64Array.from(standings, ({ standardError }) => standardError!))
    standings.forEach(({ standardError, comparison }, i) => {
      expect(standardError).toBeCloseTo(Math.sqrt(modelVariance(at, 6, i)), 10)
      expect(comparison![1]! - standings[i].theta!).toBeCloseTo(k! * inflation(1, 1.96, freedom[i]) * w[i], 9)
    })
  })

  it('depend only on the seed', () => {
    const again = rate(votes, options({ rounds: 300, by: 'unit', baseline: 2 }))
    const other = rate(votes, options({ rounds: 300, by: 'unit', baseline: 2, seed: 2 }))
    expect(again).toEqual(rated)
    expect(other.k).not.toBe(rated.k)
    expect(other.standings[0].theta).toBe(rated.standings[0].theta)
  })

  it('report their progress', () => {
    const heard: number[] = []
    const withUnbeaten = board(3, [
      [0, 1, 0, 9],
      [1, 0, 0, 9],
      [2, 0, 0, 3],
    ])
    rate(withUnbeaten, options({ rounds: 100, onProgress: (share) => heard.push(share) }))
    expect(heard.length).toBeGreaterThan(10)
    expect(heard).toEqual(heard.toSorted((a, b) => a - b))
    expect(heard.at(-1)).toBe(1)
  })
})
