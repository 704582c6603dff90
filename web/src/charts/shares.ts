/** Lowest and highest share on an axis, within 0 … 1. */
export type ShareDomain = readonly [low: number, high: number]

const STEP = 0.1

/**
 * The axis for shares: from the whole tenth below the lowest value, at most one half, up to 1. The caller includes the
 * ends of intervals in the values.
 */
export function shareDomain(values: readonly number[]): ShareDomain {
  const lowest = Math.min(0.5, ...values)
  return [Math.max(0, Math.floor(lowest / STEP + 1e-9) * STEP), 1]
}

/** Position of a share in percent of the axis. */
export function percentOfShare([low, high]: ShareDomain): (share: number) => number {
  return (share) => (100 * (share - low)) / (high - low)
}

/** Its ticks: every tenth, or every second or fifth one so that there are at most `most`. Always includes the upper end. */
export function shareTicks([low, high]: ShareDomain, most: number): number[] {
  const first = Math.round(low / STEP)
  const last = Math.round(high / STEP)
  const every = [1, 2, 5].find((step) => Math.floor((last - first) / step) < most) ?? 10
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    .filter((tenth) => (last - tenth) % every === 0)
    .map((tenth) => tenth / 10)
}
