import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { bootstrap, resampler } from '../../../shared/stats/intervals/bootstrap.ts'
import { deviationOfDifference } from '../../../shared/stats/intervals/spread.ts'
import { evidenceOf } from '../../../shared/stats/fit/evidence.ts'
import { predictionQuantile as exceeded } from '../../../shared/stats/numbers/distributions.ts'
import { fieldOf } from '../../../shared/stats/declare/declare.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { inflation } from '../../../shared/stats/intervals/comparison.ts'
import { information } from '../../../shared/stats/fit/information.ts'
import { tally, type VoteColumns } from '../../../shared/stats/fit/tally.ts'
import { pairs } from './schedules.ts'

/**
 * The winner by the test of all differences at once. Null if it names none, or if a contestant with votes is not
 * rated.
 */
export function namesByAllDifferences(
  votes: VoteColumns,
  byUnit: boolean,
  rounds: number,
  seed: number,
): number | null {
  const leads = leadsByAllDifferences(votes, byUnit, rounds, seed)
  const everyone = Array.from({ length: votes.contestants }, (_, i) => i)
  return (leads && everyone.find((i) => everyone.every((j) => i === j || leads(i, j)))) ?? null
}

/**
 * Who is ahead of whom by the test of all differences at once (max-t), each against its own standard error. It is
 * the most powerful simultaneous rule, so it is the yardstick for ours, whose test can be drawn as bars. Null if a
 * contestant is not rated.
 */
export function leadsByAllDifferences(
  votes: VoteColumns,
  byUnit: boolean,
  rounds: number,
  seed: number,
): ((i: number, j: number) => boolean) | null {
  const counted = tally(votes, byUnit ? 'unit' : 'vote', 'half')
  const everyone = among(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  const { rated } = fieldOf(everyone.points)
  if (rated.length < votes.contestants) return null
  const { points } = everyone
  const { theta } = fit(points)
  const at = information(points, theta)
  const resample = resampler(counted, everyone)
  const deviations = bootstrap(points, theta, at, resample, { rounds, seed, onProgress: () => undefined })
  const all = pairs(points.contestants)
  const errors = all.map(([i, j]) => deviationOfDifference(deviations, i, j))
  const most = Float64Array.from({ length: rounds }, (_, round) => {
    const row = round * points.contestants
    return all.reduce((largest, [i, j], pair) => {
      const moved = Math.abs(deviations.values[row + i] - deviations.values[row + j])
      return Math.max(largest, moved / errors[pair])
    }, 0)
  })
  const critical = exceeded(most.sort(), 0.05)
  const { units } = evidenceOf(counted, everyone)
  const number = new Map(all.map(([i, j], pair) => [i * points.contestants + j, pair]))
  return (i, j) => {
    const pair = number.get(Math.min(i, j) * points.contestants + Math.max(i, j))!
    const needed = critical * inflation(Math.min(units[i], units[j]), critical) * errors[pair]
    return theta[i] - theta[j] > needed
  }
}
