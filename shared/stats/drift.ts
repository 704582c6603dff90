import { normalQuantile } from './normal.ts'
import { wilsonInterval } from './wilson.ts'

/** A share measured in one of several consecutive periods. */
export interface Period {
  hits: number
  n: number
}

/** Two neighbouring periods that differ by more than chance. */
export interface Change {
  /** The numbers of the two periods. */
  before: number
  period: number
  /** The interval of the later share minus the earlier one, at the level of each comparison. */
  interval: [number, number]
}

/**
 * Drift: periods that differ from the period before. Both shares are measured, so the test is on their difference:
 * Newcombe's interval of it, built from the two Wilson intervals (Newcombe 1998, "Interval estimation for the
 * difference between independent proportions", method 10), must exclude 0. Testing whether the later share lies in
 * the earlier one's own interval would raise an alarm in one of six comparisons without any change. Periods without
 * a case are skipped. The level of each comparison is 1 − 0.05 / comparisons (Bonferroni), so that at most one
 * judge in twenty is flagged falsely, however many periods there are. Assumes that cases are independent.
 * @param periods      in order of time
 * @param comparisons  how many are made in all, if other measures of the same judge are tested too; at least those
 * made here
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

/** The interval of the share of `after` minus that of `before`. */
function differenceInterval(before: Period, after: Period, z: number): [number, number] {
  const [p, q] = [after.hits / after.n, before.hits / before.n]
  const [pLow, pHigh] = wilsonInterval(after.hits, after.n, z)!
  const [qLow, qHigh] = wilsonInterval(before.hits, before.n, z)!
  return [p - q - Math.hypot(p - pLow, qHigh - q), p - q + Math.hypot(pHigh - p, q - qLow)]
}
