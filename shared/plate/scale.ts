import { ratingExtent, ticksWithin, withMargin } from '../rating-axis/index.ts'
import type { PlateRows } from './rows.ts'

/** The axis of a picture. */
export interface Scale {
  low: number
  high: number
  /** Pixels of the left and the right end. */
  left: number
  right: number
  ticks: number[]
  /** The horizontal place of a rating, in pixels; not clamped. */
  x: (rating: number) => number
}

const MARGIN = 0.025
const MOST_TICKS = 8
/** Folded contestants may take at most this share of the axis. */
const MOST_FOLDED = 0.5

/** The axis on which all shown rows lie, and if there is room the folded ones. Null without a shown rating. */
export function scaleOf({ placed, folded }: PlateRows, left: number, right: number): Scale | null {
  const extent = ratingExtent(placed)
  if (!extent) return null
  const [lowest, highest] = extent
  const farthest = highest - (highest - lowest) / (1 - MOST_FOLDED)
  const lowestFolded = (folded?.placed ?? []).reduce((least, { rating }) => Math.min(least, rating), lowest)
  const [low, high] = withMargin([Math.max(farthest, lowestFolded), highest], MARGIN)
  const x = (rating: number) => left + ((rating - low) / (high - low)) * (right - left)
  return { low, high, left, right, ticks: ticksWithin([low, high], MOST_TICKS), x }
}
