import type { Kysely } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Database } from '../../platform/schema.ts'
import { isOpen, readSpec, selectLatestRun } from '../../runs/index.ts'
import type { PlanPart } from '../plan/index.ts'
import { JudgingSpec } from './judging-spec.ts'
import { sumSpentOnPair } from './work-queries.ts'

export interface RunsOnPair {
  /** What all runs on this pair alone have cost. */
  spentUsd: number
  /** Of this, what the one cost that would go on; 0 where a new one would be started. */
  spentByOpen: number
}

/**
 * What judging a pair by itself has cost so far.
 * @throws {ProblemError} invalid_request while the arena has other judging that is not over: it would not go on as it
 *   was planned
 */
export async function runsOnPair(
  db: Kysely<Database>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  contestants: PlanPart['contestants'],
): Promise<RunsOnPair> {
  const latest = await selectLatestRun(db, id)
  // a challenge that was left makes room by itself
  const open = latest && isOpen(latest.status) && latest.kind !== 'challenge' ? latest : null
  const part = open && readSpec({ spec: JudgingSpec }, open).spec?.only?.contestants
  if (open && (!part || part.some((one) => !contestants.includes(one))))
    throw new ProblemError('invalid_request', msg('other_judging_open', { arena: slug, status: open.status }))
  return { spentUsd: await sumSpentOnPair(db, id, contestants), spentByOpen: open?.spent_usd ?? 0 }
}
