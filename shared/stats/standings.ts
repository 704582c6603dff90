import type { Counts } from './counts.ts'
import { rankIntervals } from './declare.ts'
import type { Field } from './field.ts'
import { sigmoid } from './likelihood.ts'
import type { Measurement } from './measurement.ts'
import type { Interval, Standing } from './types.ts'

const WITHOUT_RATING = {
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
    ...WITHOUT_RATING,
    comparison: unbeaten[contestant],
    units: units[contestant],
  }))
  const { selection, evidence, intervals } = measurement
  const ranks = intervals && rankIntervals(intervals.comparison)
  const against = baseline === null ? -1 : selection.members.indexOf(baseline)
  selection.members.forEach((contestant, i) => {
    standings[contestant] = {
      ...standings[contestant],
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
