import type { Rounds } from './bootstrap.ts'
import { checkVotes } from './check.ts'
import { classicIntervals } from './classic.ts'
import { byStrength, declare, rankIntervals, votesToSeparate } from './declare.ts'
import type { Placed } from './declare.ts'
import { evidenceOf } from './evidence.ts'
import { comparisonIntervals } from './intervals.ts'
import type { Intervals } from './intervals.ts'
import { sigmoid } from './likelihood.ts'
import { fit } from './newton.ts'
import type { Fit } from './newton.ts'
import { among, votesWithEither } from './points.ts'
import type { Selection } from './points.ts'
import { records } from './record.ts'
import { resampler } from './resampling.ts'
import { fieldOf } from './status.ts'
import type { Field } from './status.ts'
import { tally } from './tally.ts'
import type { Tally } from './tally.ts'
import type { Interval, RateOptions, Rated, Standing, VoteColumns } from './types.ts'
import { withOneMoreLoss } from './unbeaten.ts'

const NO_FIT: Fit = { theta: new Float64Array(0), converged: true, iterations: 0, gradient: 0 }

/**
 * Rates contestants by their votes: STATISTICS sections 1 to 4 in one call. The answer depends on the votes, not
 * on their order, and holds no NaN or Infinity. One round shows no spread and counts as none.
 * Throws RangeError for columns or options that make no sense.
 */
export function rate(votes: VoteColumns, options: RateOptions): Rated {
  checkVotes(votes, options)
  const counted = tally(votes, options.by, options.ties)
  const everyone = among(
    counted,
    Int32Array.from({ length: votes.contestants }, (_, i) => i),
  )
  const field = fieldOf(everyone.points)
  const selection = among(counted, field.rated)
  const fitted = field.rated.length > 0 ? fit(selection.points) : NO_FIT
  const draws = options.rounds > 1
  const placing = draws && options.intervals === 'comparison' && field.unbeaten.length > 0
  const share = placing ? 0.5 : 1
  const intervals =
    draws && field.rated.length > 0
      ? intervalsOf(counted, selection, fitted, options, progress(options, 0, share))
      : null
  const placed = placing
    ? withOneMoreLoss(counted, field, progress(options, 1 - share, share))
    : new Array<null>(votes.contestants).fill(null)

  const standings = unratedStandings(votes, counted, everyone, field, placed)
  addRatings(standings, selection, fitted, intervals, evidenceOf(counted, selection).units)
  if (options.baseline !== null) addWinRates(standings, selection, fitted, intervals, options.baseline)
  return {
    standings,
    converged: fitted.converged,
    iterations: fitted.iterations,
    gradient: fitted.gradient,
    k: intervals?.k ?? null,
    ...firstPlace(field, selection, fitted, intervals, placed, options),
  }
}

function progress({ rounds, seed, onProgress }: RateOptions, from: number, share: number): Rounds {
  return { rounds, seed, onProgress: (done) => onProgress?.(from + share * done) }
}

function intervalsOf(
  counted: Tally,
  selection: Selection,
  { theta }: Fit,
  options: RateOptions,
  rounds: Rounds,
): Intervals | null {
  if (options.intervals === 'classic') return classicIntervals(counted, selection, theta, rounds)
  const evidence = evidenceOf(counted, selection)
  return comparisonIntervals(selection.points, theta, evidence, resampler(counted, selection, null), rounds)
}

function unratedStandings(
  votes: VoteColumns,
  counted: Tally,
  everyone: Selection,
  field: Field,
  placed: ([number, number] | null)[],
): Standing[] {
  const { units } = evidenceOf(counted, everyone)
  const isUnbeaten = new Set(field.unbeaten)
  return records(votes).map((record, contestant) => ({
    ...field.statuses[contestant],
    theta: null,
    standardError: null,
    marginal: null,
    comparison: isUnbeaten.has(contestant) ? openAbove(placed[contestant]) : null,
    units: units[contestant],
    rank: null,
    rankInterval: null,
    ...record,
    againstBaseline: null,
  }))
}

function openAbove(interval: [number, number] | null): Interval | null {
  return interval && [interval[0], null]
}

function addRatings(
  standings: Standing[],
  { members }: Selection,
  { theta }: Fit,
  intervals: Intervals | null,
  units: ArrayLike<number>,
): void {
  const ranks = intervals && rankIntervals(intervals.comparison)
  members.forEach((contestant, i) => {
    Object.assign(standings[contestant], {
      theta: theta[i],
      units: units[i],
      standardError: intervals?.standardErrors[i] ?? null,
      marginal: intervals?.marginal[i] ?? null,
      comparison: intervals?.comparison[i] ?? null,
      rank: ranks?.[i][0] ?? null,
      rankInterval: ranks?.[i] ?? null,
    } satisfies Partial<Standing>)
  })
}

function addWinRates(
  standings: Standing[],
  { members }: Selection,
  { theta }: Fit,
  intervals: Intervals | null,
  baseline: number,
): void {
  const against = members.indexOf(baseline)
  if (against < 0) return
  members.forEach((contestant, i) => {
    const ends = intervals?.difference(i, against)
    standings[contestant].againstBaseline = {
      winRate: sigmoid(theta[i] - theta[against]),
      interval: ends ? [sigmoid(ends[0]), sigmoid(ends[1])] : null,
    }
  })
}

function firstPlace(
  field: Field,
  { members, points }: Selection,
  { theta }: Fit,
  intervals: Intervals | null,
  placed: ([number, number] | null)[],
  options: RateOptions,
): Pick<Rated, 'winner' | 'frontRunner' | 'deadHeatForFirst' | 'votesToSeparate'> {
  const nothing = { winner: null, frontRunner: null, deadHeatForFirst: [], votesToSeparate: null }
  if (options.rounds < 2 || (field.rated.length > 0 && !intervals)) return nothing
  const bars = intervals?.comparison ?? []
  const rated = bars.map((comparison, i): Placed => ({ contestant: members[i], theta: theta[i], comparison }))
  const challengers = [...field.unbeaten, ...field.unbeatenGroups].map((contestant) => ({
    contestant,
    comparison: openAbove(placed[contestant]),
  }))
  const isChallenger = new Set([...field.unbeaten, ...field.unbeatenGroups])
  const rivals =
    rated.length > 0 ? bars : placed.filter((own, contestant) => own && !isChallenger.has(contestant))
  const verdict = declare(rated, challengers, rivals as Interval[])
  if (!intervals) return { ...nothing, ...verdict }

  const order = [...rated.keys()].sort((a, b) => byStrength(rated[a], rated[b]))
  const [first, second] = order
  const leads = order.every((i) => i === first || intervals.difference(first, i)[0] > 0)
  const mayLead = challengers.length === 0 && options.intervals === 'comparison'
  return {
    ...verdict,
    frontRunner: mayLead && leads ? members[first] : null,
    votesToSeparate:
      verdict.winner === null
        ? votesToSeparate(rated[first], rated[second], votesWithEither(points, first, second))
        : null,
  }
}
