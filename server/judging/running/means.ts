/** What jobs that call models need beside what every verb needs; made once per process. */
import type { Deps } from '../../platform/deps.ts'
import type { PriceTable } from '../../platform/providers/index.ts'
import type { Endpoints } from './endpoints.ts'

export interface Means extends Deps {
  endpoints: Endpoints
  prices: PriceTable
  /** Aborted when calls under way are to be given up. */
  givingUp: AbortSignal
}
