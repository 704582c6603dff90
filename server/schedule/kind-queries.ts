/** What the kinds of entry look up. */
import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { Occurrence } from './queries.ts'

/** The contestant that was entered last, besides `other`; no A/A control and no retired one. */
export async function selectLastEntered(
  db: Kysely<Database>,
  arenaId: number,
  other: string,
): Promise<string | undefined> {
  const row = await db
    .selectFrom('contestants')
    .select('name')
    .where('arena_id', '=', arenaId)
    .where('name', '<>', other)
    .where('retired_at', 'is', null)
    .where('control_of', 'is', null)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
  return row?.name
}

/** The last occurrence of the same entry before this one that worked on something. */
export const selectBefore = (
  db: Kysely<Database>,
  { arena_id, entry, does, due_at }: Occurrence,
): Promise<Occurrence | undefined> =>
  db
    .selectFrom('schedule_occurrences')
    .selectAll()
    .where('arena_id', '=', arena_id)
    .where('entry', '=', entry)
    .where('does', '=', does)
    .where('due_at', '<', due_at)
    .where('work', 'is not', null)
    .orderBy('due_at', 'desc')
    .limit(1)
    .executeTakeFirst()

/** The ids of the prompts that each of these judges has judged, with its active version. */
export async function selectPromptsJudgedBy(
  db: Kysely<Database>,
  arenaId: number,
  judges: readonly string[],
): Promise<Map<string, number[]>> {
  const { rows } = await sql<{ judge: string; prompts: number[] }>`
    select g.name as judge, array_agg(distinct j.prompt_id) as prompts
    from judges g
    join judge_versions v on v.arena_id = g.arena_id and v.judge = g.name and v.sha256 = g.version_sha256
    join judgements j on j.arena_id = v.arena_id and j.judge_version_id = v.id
    where g.arena_id = ${arenaId} and g.name = any (${judges}::text[]) and j.climb_epoch is null and j.status = 'done'
    group by g.name`.execute(db)
  return new Map(rows.map(({ judge, prompts }) => [judge, prompts]))
}

/** The ids of the prompts in use, which judges can be shown. */
export async function selectPromptsToJudge(db: Kysely<Database>, arenaId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}

/** How often a judge version was asked again about the same answers, at most. */
export async function countRepeats(
  db: Kysely<Database>,
  arenaId: number,
  versionId: number,
): Promise<number> {
  const { rows } = await sql<{ repeats: number }>`
    select coalesce(max(repeat), 0)::int as repeats from judgements
    where arena_id = ${arenaId} and judge_version_id = ${versionId} and climb_epoch is null`.execute(db)
  return rows[0].repeats
}

/** The cost of these runs in US dollars. */
export async function sumSpentBy(
  db: Kysely<Database>,
  arenaId: number,
  runs: readonly number[],
): Promise<number> {
  const { rows } = await sql<{ spent: number }>`
    select coalesce(sum(spent_usd), 0)::float8 as spent from runs
    where arena_id = ${arenaId} and id = any (${runs}::integer[])`.execute(db)
  return rows[0].spent
}
