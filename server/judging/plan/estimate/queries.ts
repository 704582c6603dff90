import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Message } from '../../../../shared/contracts/index.ts'
import { withoutLeak } from '../../../answers/index.ts'
import type { Database } from '../../../platform/schema.ts'
import type { RunAnswer, RunCheck, RunPrompt } from './estimate-run.ts'

export const selectRunPrompts = (db: Kysely<Database>, arenaId: number): Promise<RunPrompt[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'messages', 'category', 'reference', 'variables', 'context'])
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .where('retired_at', 'is', null)
    .$narrowType<{ messages: Message[] }>()
    .orderBy('id')
    .execute()

/** Answers of active contestants to prompts that are in use and have a text. */
export async function selectRunAnswers(db: Kysely<Database>, arenaId: number): Promise<RunAnswer[]> {
  const rows = await db
    .selectFrom('answers as a')
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.arena_id', '=', 'a.arena_id').onRef('p.id', '=', 'a.prompt_id'),
    )
    .innerJoin('contestants as c', (join) =>
      join.onRef('c.arena_id', '=', 'a.arena_id').onRef('c.id', '=', 'a.contestant_id'),
    )
    .select(['a.id', 'a.prompt_id as promptId', 'a.contestant_id as contestantId', 'a.text', 'a.turns'])
    .select(['a.context', 'a.transcript', 'a.text_sha256 as hash'])
    .select(sql<boolean>`not (${withoutLeak('a')})`.as('isLeaked'))
    .where('a.arena_id', '=', arenaId)
    .where('a.erased_at', 'is', null)
    .where('p.messages', 'is not', null)
    .where('p.retired_at', 'is', null)
    .where('c.retired_at', 'is', null)
    .orderBy('a.id')
    .execute()
  return rows.map(({ text, turns, hash, ...rest }) => ({ ...rest, text: hash, turns: turns ?? [text ?? ''] }))
}

/** The active checks, each with the ids of the answers that have a result in any run. */
export async function selectChecks(db: Kysely<Database>, arenaId: number): Promise<RunCheck[]> {
  const { rows } = await sql<{ spec: RunCheck['spec']; callUsd: number | null; checked: number[] }>`
    select k.spec, (select coalesce((p.options->>'costUsd')::float8, 0) from providers p where p.arena_id = k.arena_id
      and p.name = k.spec->>'provider' and k.spec->>'kind' = 'exec') as "callUsd", array(select distinct r.answer_id from check_results r where r.arena_id = k.arena_id
      and r.name = k.name and r.sha256 = k.sha256 and r.passed is not null) as checked
    from checks k where k.arena_id = ${arenaId} and k.active order by k.name`.execute(db)
  return rows.map(({ checked, ...rest }) => ({ ...rest, checked: new Set(checked) }))
}

/** How many ended calls these judge versions made about both contestants. */
export async function countCallsOnPair(
  db: Kysely<Database>,
  arenaId: number,
  versionIds: number[],
  [one, other]: readonly [number, number],
): Promise<number> {
  const shows = (contestant: number) => sql`exists (select from answers a
    where a.arena_id = j.arena_id and a.id = any (j.answer_ids) and a.contestant_id = ${contestant})`
  const { rows } = await sql<{ calls: number }>`
    select count(*)::int as calls from calls k
    join judgements j on j.arena_id = k.arena_id and j.id = k.judgement_id
    where k.arena_id = ${arenaId} and k.purpose = 'judgement' and k.status <> 'under_way' and j.repeat = 0
      and j.climb_epoch is null and j.judge_version_id = any (${versionIds}::integer[]) and ${shows(one)} and ${shows(other)}`.execute(
    db,
  )
  return rows[0].calls
}
