import { type Kysely, sql } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { ProblemError } from '../../platform/http/http.ts'
import type { Database } from '../../platform/schema.ts'
import { isOpen, readSpec, selectLatestRun } from '../../runs/index.ts'
import type { PlanPart } from '../plan/index.ts'
import { JudgingSpec } from './judging-spec.ts'

export interface RunsOnPair {
  /** Cost of all runs on this pair alone, in US dollars. */
  spentUsd: number
  /** The part of it that the open run has cost, which would continue; 0 if a new run would start. */
  spentByOpen: number
}

/**
 * The cost of judging this pair alone so far.
 * @throws {ProblemError} invalid_request if other judging of the arena is open: a run on the pair would replace its
 *   plan
 */
export async function runsOnPair(
  db: Kysely<Database>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  contestants: NonNullable<PlanPart['contestants']>,
): Promise<RunsOnPair> {
  const latest = await selectLatestRun(db, id)
  // a stopped challenge is superseded when the run starts
  const open = latest && isOpen(latest.status) && latest.kind !== 'challenge' ? latest : null
  const part = open && readSpec({ spec: JudgingSpec }, open).spec?.only?.contestants
  if (open && (!part || part.some((one) => !contestants.includes(one))))
    throw new ProblemError('invalid_request', msg('other_judging_open', { arena: slug, status: open.status }))
  return { spentUsd: await sumSpentOnPair(db, id, contestants), spentByOpen: open?.spent_usd ?? 0 }
}

/** The cost of all runs on these two contestants alone, in US dollars. */
async function sumSpentOnPair(
  db: Kysely<Database>,
  arenaId: number,
  contestants: readonly [number, number],
): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(spent_usd), 0)::float8 as spent from runs
    where arena_id = ${arenaId} and plan->'only'->'contestants' = ${JSON.stringify(contestants)}::jsonb`.execute(
    db,
  )
  return rows[0].spent
}
