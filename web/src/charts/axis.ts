import { ratingExtent, ticksWithin, withMargin, type Extent } from '../../../shared/rating-axis/index.ts'
import { share } from '../ui/figures.ts'
import type { Rated } from './span.ts'

/** Lowest and highest rating on the shared axis. */
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
export function percentOn([low, high]: Domain): (rating: number) => number {
  return (rating) => Math.round((100_000 * (rating - low)) / (high - low)) / 1000
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
