import type { Kysely } from 'kysely'
import { ProblemError } from '../../platform/problem.ts'
import { priceOf } from '../../platform/providers/index.ts'
import type { PriceTable } from '../../platform/providers/index.ts'
import type { Database } from '../../platform/schema.ts'
import { selectModelsCalled } from './work-queries.ts'
import { msg } from '../../../shared/messages/index.ts'

/**
 * Makes sure that a budget can be kept in this arena.
 * @throws {ProblemError} invalid_request naming the models that have no price
 */
export async function requirePriced(
  db: Kysely<Database>,
  prices: PriceTable,
  arenaId: number,
): Promise<void> {
  const unknown = (await selectModelsCalled(db, arenaId)).filter((model) => priceOf(model, prices) === null)
  if (unknown.length > 0)
    throw new ProblemError('invalid_request', msg('budget_without_prices', { models: unknown }))
}
