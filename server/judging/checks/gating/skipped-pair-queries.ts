import type { Insertable, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { chunks } from '../../../platform/chunks.ts'
import type { Database } from '../../../platform/schema.ts'
import type { LeftOutPairTable } from '../../tables.ts'

/**
 * Replaces the skipped pairs of these judges. A pair that was already counted stays, unless both answers pass now:
 * it will be judged then.
 * @param judges  names of the judges that are asked now; the skipped pairs of others stay
 * @param failing  ids of all answers that fail a gating check now
 */
export async function replaceSkippedPairs(
  trx: Transaction<Database>,
  arenaId: number,
  judges: string[],
  failing: number[],
  rows: readonly Insertable<LeftOutPairTable>[],
): Promise<void> {
  await sql`
    delete from left_out_pairs where arena_id = ${arenaId} and judge = any (${judges}::text[])
      and (counted_at is null or not (lesser_answer_id = any (${failing}::integer[])
        or greater_answer_id = any (${failing}::integer[])))`.execute(trx)
  for (const part of chunks([...rows]))
    await trx
      .insertInto('left_out_pairs')
      .values(part)
      .onConflict((conflict) =>
        conflict
          .columns(['arena_id', 'judge', 'criterion', 'lesser_answer_id', 'greater_answer_id'])
          .doUpdateSet((eb) => ({
            lesser_passes: eb.ref('excluded.lesser_passes'),
            greater_passes: eb.ref('excluded.greater_passes'),
            checks: eb.ref('excluded.checks'),
          })),
      )
      .execute()
}

/**
 * Marks skipped pairs as counted once the run has reached them: every judgement planned before them for that judge
 * has ended. So a run that ends early has skipped the same share as it has judged. A challenge skips no pairs.
 */
export async function countSkippedPairs(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  countedAt: Date,
): Promise<void> {
  await sql`
    update left_out_pairs l set counted_at = ${countedAt}::timestamptz, txid = pg_current_xact_id()
    where l.arena_id = ${arenaId} and l.counted_at is null
      and exists (select from runs r where r.arena_id = l.arena_id and r.id = ${runId} and r.kind <> 'challenge')
      and not exists (
      select from judgements j
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      where j.arena_id = l.arena_id and j.run_id = ${runId} and j.status = 'planned' and v.judge = l.judge
        and j.place < l.place)`.execute(db)
}

/** How many pairs of answers the active judges skipped, counted per judge, whatever the criteria. */
export async function totalSkippedPairs(db: Kysely<Database>, arenaId: number): Promise<number> {
  const { rows } = await sql<{ pairs: number }>`
    select count(distinct (l.judge, l.lesser_answer_id, l.greater_answer_id))::int as pairs
    from left_out_pairs l join judges g on g.arena_id = l.arena_id and g.name = l.judge and g.active
    where l.arena_id = ${arenaId} and l.counted_at is not null`.execute(db)
  return rows[0].pairs
}

/** The counted skipped pairs, each as a JSON array: judge, criterion, the ids of both answers in ascending order. */
export async function selectCountedSkips(
  db: Kysely<Database>,
  arenaId: number,
  judges: string[],
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('left_out_pairs')
    .select(['judge', 'criterion', 'lesser_answer_id as lesser', 'greater_answer_id as greater'])
    .where('arena_id', '=', arenaId)
    .where('judge', '=', sql<string>`any(${judges}::text[])`)
    .where('counted_at', 'is not', null)
    .execute()
  return new Set(
    rows.map(({ judge, criterion, lesser, greater }) => JSON.stringify([judge, criterion, lesser, greater])),
  )
}
