import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

export interface AnswererState {
  contestantId: number
  name: string
  isRetired: boolean
  hasProvider: boolean
}

/** Whether these contestants can be asked for answers now. */
export const selectAnswererStates = (
  db: Kysely<Database>,
  arenaId: number,
  contestantIds: readonly number[],
): Promise<AnswererState[]> =>
  db
    .selectFrom('contestants')
    .select(['id as contestantId', 'name'])
    .select(sql<boolean>`retired_at is not null`.as('isRetired'))
    .select(sql<boolean>`provider is not null`.as('hasProvider'))
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`id = any (${contestantIds}::integer[])`)
    .orderBy('id')
    .execute()

/** The keys of those prompts that are retired. */
export async function selectRetiredKeys(
  db: Kysely<Database>,
  arenaId: number,
  promptIds: readonly number[],
): Promise<string[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('key')
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`id = any (${promptIds}::integer[])`)
    .where('retired_at', 'is not', null)
    .orderBy('id')
    .execute()
  return rows.map(({ key }) => key)
}

/** Whether the judge of a version is still active, and still has the same model and parameters. */
export const selectJudgeNow = (
  db: Kysely<Database>,
  arenaId: number,
  versionId: number,
): Promise<{ judge: string; isActive: boolean; isCurrent: boolean }> =>
  db
    .selectFrom('judge_versions as v')
    .innerJoin('judges as g', (join) =>
      join.onRef('g.arena_id', '=', 'v.arena_id').onRef('g.name', '=', 'v.judge'),
    )
    .select(['v.judge', 'g.active as isActive'])
    .select(
      sql<boolean>`exists (select from judge_versions w where w.arena_id = g.arena_id and w.judge = g.name
        and w.sha256 = g.version_sha256 and w.model = v.model and w.params = v.params)`.as('isCurrent'),
    )
    .where('v.arena_id', '=', arenaId)
    .where('v.id', '=', versionId)
    .executeTakeFirstOrThrow()

/**
 * The number of prompts for which a retired contestant has no answer and no failed attempt, if a provider made its
 * answers. Undefined if the contestant is not retired or was asked for all.
 */
export async function selectNeverAsked(
  db: Kysely<Database>,
  arenaId: number,
  contestantId: number,
  promptIds: readonly number[],
): Promise<{ name: string; missing: number } | undefined> {
  const { rows } = await sql<{ name: string; missing: number }>`
    select c.name, count(*)::int as missing
    from contestants c cross join unnest(${promptIds}::integer[]) as given (id)
    where c.arena_id = ${arenaId} and c.id = ${contestantId} and c.retired_at is not null and c.provider is not null
      and not exists (select from answers a
        where a.arena_id = c.arena_id and a.contestant_id = c.id and a.prompt_id = given.id and a.sample = 1)
      and not exists (select from calls k where k.arena_id = c.arena_id and k.contestant_id = c.id
        and k.prompt_id = given.id and k.purpose = 'answer' and k.sample = 1 and k.gave_up)
    group by c.name`.execute(db)
  return rows[0]
}
