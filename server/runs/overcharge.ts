import type { Context } from 'hono'
import { msg } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { Env } from '../platform/http/http.ts'
import { roleAllows } from '../platform/http/operators.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db } from '../platform/schema.ts'
import { selectLatestRun } from './run-machine.ts'

/** The cause of a pause after a reply that cost more than was reserved. */
export const OVERCHARGED = 'limit_ignored'

/**
 * Refuses to go on to holders of a named token who are no admin, where a reply of the latest run cost more than was reserved:
 * each further run could exceed the budget by its calls under way.
 * @throws {ProblemError} role_too_low
 */
export async function requireNoOvercharge(
  c: Pick<Context<Env>, 'get'>,
  db: Db,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
): Promise<void> {
  const operator = c.get('operator')
  if (!operator || roleAllows(operator.role, 'admin')) return
  const run = await selectLatestRun(db, id)
  if (run?.cause?.startsWith(OVERCHARGED))
    throw new ProblemError('role_too_low', msg('overcharge_needs_admin', { ...operator, arena: slug }))
}
