/** The budget of a run: what is reserved and spent, and whether another call fits. */
import type { Transaction } from 'kysely'
import { msg } from '../../shared/messages/index.ts'
import { ProblemError } from '../platform/http/http.ts'
import { priceOf } from '../platform/providers/index.ts'
import type { Database } from '../platform/schema.ts'
import type { RunDeps } from './run-kind.ts'
import type { Run } from './run-queries.ts'

/**
 * Requires that a budget is not spent yet and that it can be kept in this arena.
 * @param spentUsd  cost of the run so far, in US dollars; 0 for a new run
 * @throws {ProblemError} invalid_request if the budget is spent, or naming the models that have no price
 */
export async function requireBudget(
  deps: Pick<RunDeps, 'kinds' | 'prices'>,
  trx: Transaction<Database>,
  run: Pick<Run, 'arena_id' | 'kind'>,
  budgetUsd: number,
  spentUsd: number,
): Promise<void> {
  if (budgetUsd <= spentUsd)
    throw new ProblemError(
      'invalid_request',
      msg('budget_spent', { spent: atLeastUsd(spentUsd), budget: budgetUsd }),
    )
  await requirePriced(deps, trx, run)
}

/**
 * Requires that every model of the run has a price.
 * @throws {ProblemError} invalid_request naming the models that have no price
 */
export async function requirePriced(
  { kinds, prices }: Pick<RunDeps, 'kinds' | 'prices'>,
  trx: Transaction<Database>,
  run: Pick<Run, 'arena_id' | 'kind'>,
): Promise<void> {
  const models = await kinds.of(run).modelsCalled(trx, run.arena_id)
  const unknown = models.filter((model) => priceOf(model, prices) === null)
  if (unknown.length > 0)
    throw new ProblemError('invalid_request', msg('budget_without_prices', { models: unknown }))
}

/**
 * Formats an amount that a user must at least set: it is never rounded down.
 * @param usd  US dollars, at least 0
 * @returns rounded up to a millionth, with at least four decimals: 0.00004, 1.5000
 */
export function atLeastUsd(usd: number): string {
  const nearest = usd.toFixed(6)
  const enough = Number(nearest) < usd ? (Number(nearest) + 0.000001).toFixed(6) : nearest
  return enough.replace(/0{1,2}$/, '')
}
