/**
 * The metrics of this process. Always holds: counting needs no lock, no waiting and no database; visitors cannot add
 * values to a label.
 */
export { countRequests, routeOf } from './count-requests.ts'
export { openMetrics } from './metrics.ts'
export type { Metrics } from './metrics.ts'
export type { Sample } from './registry.ts'
