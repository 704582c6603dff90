import type { Insertable, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import { chunks } from '../../../platform/chunks.ts'
import type { Database } from '../../../platform/schema.ts'
import type { LeftOutPairTable } from '../../tables.ts'

/**
 * Makes these the pairs that the judges leave out. Those that a plan came to already stay, unless both their answers
 * pass now: they are to be judged then.
 * @param judges  names of those that were asked; what others left out stays
 * @param failing  ids of all answers that fail a required check now
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
 * Counts the pairs left out that the plan came to: those in front of all that the judge has still to judge in this run.
 * A run that ends early has then left out as large a part of them as it has judged of the others. A challenge leaves
 * none out.
 */
export async function countSkippedPairs(
  db: Kysely<Database>,
  arenaId: number,
  runId: number,
  at: Date,
): Promise<void> {
  await sql`
    update left_out_pairs l set counted_at = ${at}::timestamptz
    where l.arena_id = ${arenaId} and l.counted_at is null
      and exists (select from runs r where r.arena_id = l.arena_id and r.id = ${runId} and r.kind <> 'challenge')
      and not exists (
      select from judgements j
      join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
      where j.arena_id = l.arena_id and j.run_id = ${runId} and j.status = 'planned' and v.judge = l.judge
        and j.place < l.place)`.execute(db)
}

/** How many pairs of answers the judges of now left out, each for itself, whatever the criteria. */
export async function totalSkippedPairs(db: Kysely<Database>, arenaId: number): Promise<number> {
  const { rows } = await sql<{ pairs: number }>`
    select count(distinct (l.judge, l.lesser_answer_id, l.greater_answer_id))::int as pairs
    from left_out_pairs l join judges g on g.arena_id = l.arena_id and g.name = l.judge and g.active
    where l.arena_id = ${arenaId} and l.counted_at is not null`.execute(db)
  return rows[0].pairs
}

/** The pairs left out that a plan came to, as JSON: judge, criterion and the ids of the two answers in ascending order. */
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
