import { symmetricIntervals } from './comparison.ts'
import type { Counts } from './counts.ts'
import { isAbove, rankIntervals } from './declare.ts'
import type { Field } from './field.ts'
import { information, modelVariance } from './information.ts'
import { sigmoid } from './likelihood.ts'
import { marginalHalves } from './marginal.ts'
import type { Measurement } from './measurement.ts'
import { saysNothing } from './rating.ts'
import { quasiErrors } from './scales.ts'
import type { Interval, ShownStanding, Standing } from './types.ts'

const NO_RATING = {
  theta: null,
  standardError: null,
  marginal: null,
  rank: null,
  rankInterval: null,
  againstBaseline: null,
}

/**
 * One standing for each contestant. `units` are those of the whole tally, for contestants that are not rated.
 * `unbeaten` has the comparison intervals, open above, of those that the rule placed.
 */
export function standingsOf(
  counted: readonly Counts[],
  field: Field,
  units: ArrayLike<number>,
  measurement: Measurement,
  unbeaten: (Interval | null)[],
  baseline: number | null,
): Standing[] {
  const standings = counted.map((counts, contestant): Standing => ({
    ...field.statuses[contestant],
    ...counts,
    ...NO_RATING,
    tooFewVotes: false,
    comparison: unbeaten[contestant],
    units: units[contestant],
  }))
  const { selection, evidence, intervals } = measurement
  const ranks = intervals && rankIntervals(intervals.comparison)
  const own = intervals?.marginal ?? intervalsOfModel(measurement)
  const against = baseline === null ? -1 : selection.members.indexOf(baseline)
  selection.members.forEach((contestant, i) => {
    standings[contestant] = {
      ...standings[contestant],
      tooFewVotes: own !== null && saysNothing(own[i]) && !(ranks && ranks[i][0] === ranks[i][1]),
      theta: measurement.fit.theta[i],
      standardError: intervals ? intervals.standardErrors[i] : null,
      marginal: intervals ? intervals.marginal[i] : null,
      comparison: intervals ? intervals.comparison[i] : null,
      units: evidence.units[i],
      rank: ranks ? ranks[i][0] : null,
      rankInterval: ranks ? ranks[i] : null,
      againstBaseline: against < 0 ? null : winRateAgainst(measurement, i, against),
    }
  })
  return standings
}

/**
 * In larger fields, the others' strengths count as known: solving for each contestant would take minutes for thousands
 * of them, and a hundredth of everybody's error changes little.
 */
const SMALL_FIELD = 100

/** Without rounds, the interval of each rating as far as the model and the numbers of votes and units tell. */
function intervalsOfModel({ selection, evidence, plain, fit }: Measurement): [number, number][] | null {
  const { points, members } = selection
  if (!plain.converged) return null
  const size = members.length
  const fisher = information(points, plain.theta)
  const variance = (i: number) =>
    size > SMALL_FIELD ? (1 - 1 / size) ** 2 / fisher.diagonal[i] : modelVariance(fisher, size, i)
  const errors = Float64Array.from(members, (_, i) => Math.sqrt(variance(i)))
  return symmetricIntervals(fit.theta, marginalHalves(errors, quasiErrors(errors), evidence))
}

/**
 * The standings as boards show them. With too few votes there is no rating, and the comparison interval stands only if
 * it separates the contestant from another. Beside a rating, one that says nothing and separates it from nobody is open
 * at both ends: the rating is known, but not how it compares.
 */
export function asShown(standings: readonly Standing[]): ShownStanding[] {
  return standings.map(({ tooFewVotes, ...own }) => {
    const { comparison } = own
    const isApart = standings.some(
      (it) => isAbove(it.comparison, comparison) || isAbove(comparison, it.comparison),
    )
    if (tooFewVotes)
      return {
        ...own,
        ...NO_RATING,
        status: 'provisional',
        reason: 'too_few_votes',
        comparison: isApart ? comparison : null,
      }
    const [low, high] = comparison ?? []
    const isVague = typeof low === 'number' && typeof high === 'number' && saysNothing([low, high])
    return isVague && !isApart ? { ...own, comparison: [null, null] } : own
  })
}

function winRateAgainst(
  { fit: { theta }, intervals }: Measurement,
  i: number,
  against: number,
): Standing['againstBaseline'] {
  const ends = intervals?.difference(i, against)
  return {
    winRate: sigmoid(theta[i] - theta[against]),
    interval: ends ? [sigmoid(ends[0]), sigmoid(ends[1])] : null,
  }
}
