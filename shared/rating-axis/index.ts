/** The axis of ratings that page and terminal draw: its range and its ticks. */
export { ratingExtent, withMargin } from './extent.ts'
export type { Extent } from './extent.ts'
export { MOST_TICKS, ticksWithin } from './ticks.ts'
