import type { BoardContestant } from '../../../shared/contracts/board.ts'
import { ticksWithin } from '../../../shared/finish/ticks.ts'
import { formatPercent } from '../ui/figures.ts'

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

/** Compares `span` with `selected`. Intervals that overlap or touch count as equal. */
export function compareSpans(span: Span, selected: Span): RelativePosition {
  if (span.low > selected.high) return 'above'
  if (span.high < selected.low) return 'below'
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

/** An axis that rows share: where values stand in percent of its width, its ticks, and what these are called. */
export interface PlotAxis {
  percent: (value: number) => number
  ticks: readonly number[]
  show: (tick: number) => string
}

const SHARE_MARGIN = 0.02
const MIN_SHARE_SPAN = 0.2

/** The axis for shares that include these values and ends of intervals, within 0 … 1 and at least a fifth of it. */
export function shareAxis(values: readonly number[], most = 7): PlotAxis {
  const [least, largest] = [Math.min(...values), Math.max(...values)]
  const spare = Math.max(SHARE_MARGIN, (MIN_SHARE_SPAN - (largest - least)) / 2)
  const domain: Domain = [Math.max(0, least - spare), Math.min(1, largest + spare)]
  return { percent: percentScale(domain), ticks: ticksWithin(domain, most), show: formatPercent }
}
