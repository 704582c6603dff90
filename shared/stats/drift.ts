import { normalQuantile } from './normal.ts'
import { wilsonInterval } from './wilson.ts'

/** A share measured in one of several periods, which follow one another. */
export interface Period {
  hits: number
  n: number
}

/** Two neighbouring periods that differ by more than chance. */
export interface Change {
  /** Numbers of the two periods. */
  before: number
  period: number
  /** Of the later share minus the earlier one, at the level that each comparison has. */
  interval: [number, number]
}

/**
 * Drift: the periods that leave the interval of the one before. Both shares are measured, so what has to leave is the
 * difference: Newcombe's interval of it, built from the two Wilson intervals (Newcombe 1998, "Interval estimation for
 * the difference between independent proportions", method 10), must not hold 0. To ask whether the later share lies
 * in the earlier one's own interval would raise an alarm in one of six comparisons where nothing changed. Periods
 * without a case are passed over. So that no more than one judge in twenty is flagged falsely however many periods
 * there are, the level of each comparison is 1 − 0.05 / comparisons (Bonferroni). Takes cases as independent.
 * @param periods      in order of time
 * @param comparisons  how many are made in all, where other measures of the same thing are looked at too; never less
 *   than those made here
 */
export function changesAmong(periods: readonly Period[], comparisons = 0): Change[] {
  const measured = periods.flatMap(({ n }, i) => (n > 0 ? [i] : []))
  const looks = Math.max(comparisons, measured.length - 1)
  if (measured.length < 2) return []
  const z = normalQuantile(0.025 / looks)
  return measured.slice(1).flatMap((period, i) => {
    const before = measured[i]
    const interval = differenceInterval(periods[before], periods[period], z)
    return interval[0] > 0 || interval[1] < 0 ? [{ before, period, interval }] : []
  })
}

/** Of the share of `after` minus that of `before`. */
function differenceInterval(before: Period, after: Period, z: number): [number, number] {
  const [p, q] = [after.hits / after.n, before.hits / before.n]
  const [pLow, pHigh] = wilsonInterval(after.hits, after.n, z)!
  const [qLow, qHigh] = wilsonInterval(before.hits, before.n, z)!
  return [p - q - Math.hypot(p - pLow, qHigh - q), p - q + Math.hypot(pHigh - p, q - qLow)]
}
