/** The one axis of ratings that page and terminal draw: how far it reaches, and where its ticks are. */
export { ratingExtent, withMargin } from './extent.ts'
export type { Extent } from './extent.ts'
export { MOST_TICKS, ticksWithin } from './ticks.ts'
