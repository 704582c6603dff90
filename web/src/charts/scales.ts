import type { BoardContestant } from '../../../shared/contracts/board.ts'
import { isPlaced, type Placed } from '../../../shared/sentence/too-few-votes.ts'
import { ratingExtent, ticksWithin, withMargin, type Extent } from '../../../shared/rating-axis/index.ts'
import { count, share } from '../ui/figures.ts'

/** A closed interval on the rating scale; an open end is ±Infinity. */
export interface Span {
  low: number
  high: number
}

/** A rated contestant. */
export type Rated = Placed

/** Position of one contestant relative to another, by comparison intervals only. */
export type RelativePosition = 'equal' | 'above' | 'below'

/** Whether a contestant has a row in the plot: it is rated on enough votes. */
export const isRated = isPlaced

/** The comparison interval (thin whisker). Null: the board has none. */
export function comparisonSpan(contestant: BoardContestant): Span | null {
  if (contestant.comparison === null) return null
  const [low, high] = contestant.comparison
  return { low: low ?? -Infinity, high: high ?? Infinity }
}

/** Compares `other` with `chosen`. Intervals that overlap or touch count as equal. */
export function standing(other: Span, selected: Span): RelativePosition {
  if (other.low > selected.high) return 'above'
  if (other.high < selected.low) return 'below'
  return 'equal'
}

/** Lowest and highest value on the axis that several rows share. */
export type Domain = Extent

const MARGIN = 0.025
/** Most ticks on the board's axis: the labels must fit on a phone. */
const TICKS = 6

/** The axis that all rows share: the range of `ratingExtent` plus 2.5 % on each side. */
export function domainOf(contestants: readonly Rated[]): Domain {
  const extent = ratingExtent(contestants)
  return extent ? withMargin(extent, MARGIN) : [900, 1100]
}

/** Position on the axis in percent of its width, to a hundredth of a pixel; not clamped. */
export function percentOn([low, high]: Domain): (value: number) => number {
  return (value) => Math.round((100_000 * (value - low)) / (high - low)) / 1000
}

/** A position in percent, or the end of the axis that is nearer. */
export const clamped = (percent: number): number => Math.min(100, Math.max(0, percent))

/** The line where it can be drawn: an unbeaten contestant, which has no row in the plot, may hold it beyond the axis. */
export function lineWithin([low, high]: Domain, line: number | null): number | null {
  return line !== null && line >= low && line <= high ? line : null
}

/** Round ratings inside the domain, at most six of them. */
export function ticksOn(domain: Domain): number[] {
  return ticksWithin(domain, TICKS)
}

/** Removes the ticks nearer than `gap` percent of the axis to `rating`, whose labels would touch its label. */
export function ticksClearOf(
  ticks: readonly number[],
  rating: number | null,
  gap: number,
  domain: Domain,
): number[] {
  if (rating === null) return [...ticks]
  const percent = percentOn(domain)
  return ticks.filter((tick) => Math.abs(percent(tick) - percent(rating)) >= gap)
}

/** Expected share of wins against a contestant rated 1000, 0 … 1. */
export function winsAgainst1000(rating: number): number {
  return 1 / (1 + 10 ** ((1000 - rating) / 400))
}

const LEAST = 0.01

/**
 * The label below each tick: the expected share of wins against a contestant rated 1000, in whole percent, or "< 1 %" and
 * "> 99 %". If several labels are equal, all but the one nearest to 1000 are null.
 */
export function footLabels(ticks: readonly number[]): (string | null)[] {
  const labels = ticks.map((tick) => {
    const wins = winsAgainst1000(tick)
    if (wins < LEAST) return `<\u00a0${share(LEAST)}`
    return wins > 1 - LEAST ? `>\u00a0${share(1 - LEAST)}` : share(wins)
  })
  const distance = (at: number) => Math.abs(ticks[at] - 1000)
  return labels.map((label, at) =>
    labels.some(
      (other, i) =>
        other === label && (distance(i) < distance(at) || (distance(i) === distance(at) && i < at)),
    )
      ? null
      : label,
  )
}

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
const LEAST_SPAN = 0.2

/** The axis of win rates with these intervals, one half and the required share, with a margin, within 0 … 1. */
export function winRateDomain(intervals: readonly (readonly [number, number])[], required: number): Domain {
  const ends = [0.5, required, ...intervals.flat()]
  let [low, high] = [Math.min(...ends) - SHARE_MARGIN, Math.max(...ends) + SHARE_MARGIN]
  if (high - low < LEAST_SPAN) {
    const middle = (low + high) / 2
    low = middle - LEAST_SPAN / 2
    high = middle + LEAST_SPAN / 2
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

/** Labels under which places lie: the first, round ones that are clear of the last, and the last. */
export function placeTicks(all: number, isPhone: boolean): { at: number; label: string }[] {
  const [step] = ticksWithin([0, all], isPhone ? 4 : 7).slice(1)
  const round = Array.from({ length: Math.floor(all / step) }, (_, nth) => (nth + 1) * step)
  return [1, ...round.filter((place) => all - place > step * 0.4), all].map((at) => ({
    at,
    label: count(at),
  }))
}
