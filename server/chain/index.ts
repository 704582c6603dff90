/**
 * Chain: a digest of the facts of each day (votes, retractions, quarantines, releases), chained with the day before and
 * published. What changes later in a published day can be found. Digests and leaves are only ever added. A leaf names a
 * voter by a salted hash alone and holds no text, so both can be erased.
 */
export { CHAIN_CRONTAB, CHAIN_TASK, closeDays, requestChain } from './close-days.ts'
export { commitmentOf, DayDigest, leafOf } from './leaf.ts'
export type { VoteFact } from './leaf.ts'
export { FACT_COLUMNS, listFacts } from './list-facts.ts'
export { newestDigest, readDigests, chainRoutes } from './routes.ts'
export { forgetCommitted } from './stored-facts.ts'
