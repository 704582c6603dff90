import { scaleLinear } from 'd3-scale'
import { ratingExtent, ticksWithin, withMargin, type Extent } from '../../../shared/rating-axis/index.ts'
import { share } from '../ui/figures.ts'
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

const LEAST = 0.01

/**
 * The share of wins against a 1000-rated contestant below each tick, in whole per cent; below 1 and above 99 % only that
 * it is. Where several say the same, all but the one nearest to 1000 are null.
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
