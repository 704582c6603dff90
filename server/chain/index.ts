/**
 * Chain: a digest of the facts of each day (votes, retractions, quarantines, releases), chained with the day before and
 * published. What changes later in a published day can be found. Digests and leaves are only ever added. A leaf names a
 * voter by a salted hash alone and holds no text, so both can be erased.
 */
import { closeDays, requestChain, CHAIN_TASK } from './close-days.ts'
import { chainRoutes } from './routes.ts'
import { forgetCommitted } from './stored-facts.ts'

export { closeDays }
export { commitmentOf, DayDigest, leafOf } from './leaf.ts'
export type { VoteFact } from './leaf.ts'
export { FACT_COLUMNS, listFacts } from './list-facts.ts'
export { newestDigest } from './routes.ts'

export const chain = {
  routes: chainRoutes,
  tasks: { [CHAIN_TASK]: closeDays },
  /** Ten past midnight UTC: after the votes that were being recorded at midnight. */
  crontab: `10 0 * * * ${CHAIN_TASK}`,
  beforeWork: requestChain,
  afterErasedVoter: forgetCommitted,
}
