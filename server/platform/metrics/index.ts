/**
 * What this process counts of itself, for whoever watches over it. Always holds: counting takes no lock, no wait and no
 * database; the values of a label come from a set that visitors cannot add to.
 */
export { countRequests } from './count-requests.ts'
export { openMetrics } from './metrics.ts'
export type { Metrics } from './metrics.ts'
export type { Sample } from './registry.ts'
