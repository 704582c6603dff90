/** What the page shows of occurrences. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { ScheduledComparison } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'
import type { Occurrence } from './queries.ts'

export interface LastOccurrence extends Occurrence {
  spent: number
  judged: number
}

/** The last occurrence of each entry that was not skipped, with what its runs cost and judged so far. */
export async function selectLastOccurrences(
  db: Kysely<Database>,
  arenaId: number,
): Promise<LastOccurrence[]> {
  const { rows } = await sql<LastOccurrence>`
    select o.*, coalesce((select sum(r.spent_usd) from runs r
        where r.arena_id = o.arena_id and r.id = any (o.run_ids)), 0)::float8 as spent,
      (select count(*) from judgements j
        where j.arena_id = o.arena_id and j.run_id = any (o.run_ids) and j.status = 'done')::int as judged
    from (select distinct on (entry) * from schedule_occurrences
      where arena_id = ${arenaId} and state <> 'skipped' order by entry, due_at desc) o`.execute(db)
  return rows
}

/** The newest comparisons of each entry, oldest first. */
export async function selectComparisons(
  db: Kysely<Database>,
  arenaId: number,
  most: number,
): Promise<{ entry: string; at: Date; result: ScheduledComparison }[]> {
  const { rows } = await sql<{ entry: string; at: Date; result: ScheduledComparison }>`
    select entry, due_at as at, result from (
      select *, row_number() over (partition by entry order by due_at desc) as place from schedule_occurrences
      where arena_id = ${arenaId} and does = 'compare' and result is not null) o
    where place <= ${most} order by entry, due_at`.execute(db)
  return rows
}
