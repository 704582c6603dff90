import type { BoardContestant } from '../contracts/board.ts'

/** Lowest and highest rating that an axis shows. */
export type Extent = readonly [low: number, high: number]

/** A contestant with a rating, as far as an axis concerns it. */
type Rated = Pick<BoardContestant, 'marginal' | 'comparison' | 'retired'> & { rating: number }

/** Rating points that ends of intervals stretch an axis by, beyond the lowest and the highest rating. */
const MOST_BEYOND = 1000
/** Rating points on an axis of one rating, or of ratings that hardly differ. */
const LEAST_SPAN = 10

/**
 * What an axis of these contestants' ratings must show: every rating, every marginal end, and the comparison ends of
 * those not retired, as far as they lie within 1,000 points of the ratings. Open ends do not stretch it. Null where
 * nothing is to be shown.
 */
export function ratingExtent(contestants: readonly Rated[]): Extent | null {
  const ratings = contestants.map(({ rating }) => rating).filter(Number.isFinite)
  if (ratings.length === 0) return null
  const [lowest, highest] = ends(ratings)
  const within = (value: number) => Math.min(highest + MOST_BEYOND, Math.max(lowest - MOST_BEYOND, value))
  const shown = contestants.flatMap(({ marginal, comparison, retired }) => [
    ...(marginal ?? []),
    ...((!retired && comparison) || []),
  ])
  const known = shown.filter((end) => end !== null && Number.isFinite(end)) as number[]
  return ends([...ratings, ...known.map(within)])
}

/** The extent with a share of it to spare on each side; at least ten points are shown, a hundred of one rating. */
export function withMargin([low, high]: Extent, margin: number): Extent {
  const spare = high - low >= LEAST_SPAN ? (high - low) * margin : 50
  return [low - spare, high + spare]
}

function ends(values: readonly number[]): Extent {
  return values.reduce<Extent>(
    ([low, high], value) => [Math.min(low, value), Math.max(high, value)],
    [Infinity, -Infinity],
  )
}
