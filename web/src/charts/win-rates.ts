/** The axis of win rates that several rows share. */

/** Lowest and highest share that the axis shows. */
export type Shares = readonly [low: number, high: number]

const MARGIN = 0.02
const LEAST_SPAN = 0.2

/** The axis for these intervals, one half and the required share, with a margin, within 0 … 1. */
export function sharesOf(intervals: readonly Shares[], requiredShare: number): Shares {
  const ends = [0.5, requiredShare, ...intervals.flat()]
  let [low, high] = [Math.min(...ends) - MARGIN, Math.max(...ends) + MARGIN]
  if (high - low < LEAST_SPAN) {
    const middle = (low + high) / 2
    low = middle - LEAST_SPAN / 2
    high = middle + LEAST_SPAN / 2
  }
  return [Math.max(0, low), Math.min(1, high)]
}

/** Round shares on the axis, including one half. */
export function shareTicks([low, high]: Shares): number[] {
  const step = high - low > 0.55 ? 20 : high - low > 0.28 ? 10 : 5
  const first = Math.ceil((100 * low - 50) / step)
  const last = Math.floor((100 * high - 50) / step)
  return Array.from({ length: last - first + 1 }, (_, nth) => (50 + (first + nth) * step) / 100)
}

/** Position of a share in percent of the axis. */
export const percentAt =
  ([low, high]: Shares) =>
  (value: number): number =>
    (100 * (value - low)) / (high - low)
