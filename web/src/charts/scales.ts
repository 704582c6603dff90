import type { BoardContestant } from '../../../shared/contracts/board.ts'

/** A closed interval on the rating scale. */
export interface Span {
  low: number
  high: number
}

/** A contestant with a rating. */
export type Rated = BoardContestant & { rating: number }

/** Position of one contestant relative to another, by their intervals only. */
export type RelativePosition = 'equal' | 'above' | 'below'

export const hasRating = (contestant: BoardContestant): contestant is Rated =>
  contestant.status === 'rated' && contestant.rating !== null

/** The interval of its rating. Null: the board has none. */
export function ratingSpan({ interval }: Pick<BoardContestant, 'interval'>): Span | null {
  return interval && { low: interval[0], high: interval[1] }
}

/** Compares `other` with `chosen`. Intervals that overlap or touch count as equal. */
export function compareSpans(other: Span, selected: Span): RelativePosition {
  if (other.low > selected.high) return 'above'
  if (other.high < selected.low) return 'below'
  return 'equal'
}

/** Lowest and highest value on an axis. */
export type Domain = readonly [low: number, high: number]

/** Position on the axis in percent of its width, to a hundredth of a pixel; not clamped. */
export function percentScale([low, high]: Domain): (value: number) => number {
  return (value) => Math.round((100_000 * (value - low)) / (high - low)) / 1000
}

/** A position in percent, or the end of the axis that is nearer. */
export const clamped = (percent: number): number => Math.min(100, Math.max(0, percent))

const TENTH = 0.1

/**
 * The axis for shares: from the whole tenth below the lowest value, at most one half, up to 1. The caller includes the
 * ends of intervals in the values.
 */
export function shareDomain(values: readonly number[]): Domain {
  const lowest = Math.min(0.5, ...values)
  return [Math.max(0, Math.floor(lowest / TENTH + 1e-9) * TENTH), 1]
}

/** Its ticks: every tenth, or every second or fifth one so that there are at most `most`. Always includes the upper end. */
export function shareTicks([low, high]: Domain, most: number): number[] {
  const first = Math.round(low / TENTH)
  const last = Math.round(high / TENTH)
  const every = [1, 2, 5].find((step) => Math.floor((last - first) / step) < most) ?? 10
  return Array.from({ length: last - first + 1 }, (_, i) => first + i)
    .filter((tenth) => (last - tenth) % every === 0)
    .map((tenth) => tenth / 10)
}

const SHARE_MARGIN = 0.02
const MIN_SPAN = 0.2

/** The axis of win rates with these intervals, one half and the required share, with a margin, within 0 … 1. */
export function winRateDomain(intervals: readonly (readonly [number, number])[], required: number): Domain {
  const ends = [0.5, required, ...intervals.flat()]
  let [low, high] = [Math.min(...ends) - SHARE_MARGIN, Math.max(...ends) + SHARE_MARGIN]
  if (high - low < MIN_SPAN) {
    const middle = (low + high) / 2
    low = middle - MIN_SPAN / 2
    high = middle + MIN_SPAN / 2
  }
  return [Math.max(0, low), Math.min(1, high)]
}

/** Round shares on it, including one half. */
export function winRateTicks([low, high]: Domain): number[] {
  const step = high - low > 0.55 ? 20 : high - low > 0.28 ? 10 : 5
  const first = Math.ceil((100 * low - 50) / step)
  const last = Math.floor((100 * high - 50) / step)
  return Array.from({ length: last - first + 1 }, (_, nth) => (50 + (first + nth) * step) / 100)
}
