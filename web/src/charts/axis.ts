import { scaleLinear } from 'd3-scale'
import { comparisonSpan, type Rated } from './span.ts'

/** Lowest and highest rating that the shared axis shows. */
export type Domain = readonly [low: number, high: number]

const MARGIN = 0.025
/** Distance of ticks by the widest span it serves. */
const STEPS = [
  { upTo: 30, step: 5 },
  { upTo: 60, step: 10 },
  { upTo: 120, step: 20 },
  { upTo: 300, step: 50 },
  { upTo: 1000, step: 100 },
  { upTo: 2000, step: 200 },
  { upTo: 5000, step: 500 },
]

/**
 * The axis all rows share: every rating, every marginal end and the comparison ends of those not retired,
 * with 2.5 % to spare on each side. Open ends do not stretch it.
 */
export function domainOf(contestants: readonly Rated[]): Domain {
  const values = contestants.flatMap((contestant) => {
    const span = contestant.retired ? null : comparisonSpan(contestant)
    return [contestant.rating, ...(contestant.marginal ?? []), ...(span ? [span.low, span.high] : [])]
  })
  const finite = values.filter(Number.isFinite)
  if (finite.length === 0) return [900, 1100]
  const low = Math.min(...finite)
  const high = Math.max(...finite)
  const spare = high > low ? (high - low) * MARGIN : 50
  return [low - spare, high + spare]
}

/** Position on the axis in percent of its width, to a hundredth of a pixel; not clamped. */
export function percentOn(domain: Domain): (rating: number) => number {
  const scale = scaleLinear([domain[0], domain[1]], [0, 100])
  return (rating) => Math.round(1000 * scale(rating)) / 1000
}

/** Round ratings inside the domain: every 50 points, every 100 above a span of 300, finer or wider beyond that. */
export function ticksOn([low, high]: Domain): number[] {
  const span = (high - low) / (1 + 2 * MARGIN)
  const step = STEPS.find(({ upTo }) => span <= upTo)?.step ?? 1000
  const first = Math.ceil(low / step)
  const count = Math.floor(high / step) - first + 1
  return Array.from({ length: count }, (_, index) => (first + index) * step)
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
