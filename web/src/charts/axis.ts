import { scaleLinear } from 'd3-scale'
import { ratingExtent, ticksWithin, withMargin, type Extent } from '../../../shared/rating-axis/index.ts'
import type { Rated } from './span.ts'

/** Lowest and highest rating that the shared axis shows. */
export type Domain = Extent

const MARGIN = 0.025
/** Ticks of the board's axis; their labels need room on a phone. */
const TICKS = 6

/** The axis all rows share: what `ratingExtent` says must be shown, with 2.5 % to spare on each side. */
export function domainOf(contestants: readonly Rated[]): Domain {
  const extent = ratingExtent(contestants)
  return extent ? withMargin(extent, MARGIN) : [900, 1100]
}

/** Position on the axis in percent of its width, to a hundredth of a pixel; not clamped. */
export function percentOn(domain: Domain): (rating: number) => number {
  const scale = scaleLinear([domain[0], domain[1]], [0, 100])
  return (rating) => Math.round(1000 * scale(rating)) / 1000
}

/** Round ratings inside the domain, at most six of them. */
export function ticksOn(domain: Domain): number[] {
  return ticksWithin(domain, TICKS)
}

/** Ticks whose label would touch a label at `rating` give way: those nearer than `gap` percent of the axis. */
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
