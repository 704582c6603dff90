import { sql } from 'kysely'
import type { Kysely, Transaction } from 'kysely'
import { ERASED } from '../../platform/erased.ts'
import type { Database } from '../../platform/schema.ts'

/** A person who was shown the battle, or has this id; undefined if there is none. A judge is no person. */
export async function selectPerson(
  db: Kysely<Database>,
  arenaId: number,
  { voter = null, battle = null }: { voter?: string | null | undefined; battle?: string | null | undefined },
): Promise<string | undefined> {
  const { rows } = await sql<{ voter: string }>`
    select b.voter from battles b
    where b.arena_id = ${arenaId} and b.judgement_id is null
      and (${battle}::uuid is null or b.id = ${battle}) and (${voter}::text is null or b.voter = ${voter})
      and not exists (select from votes v where v.arena_id = b.arena_id and v.battle_id = b.id
        and (v.source <> 'human' or v.voter = v.import_key))
    limit 1`.execute(db)
  return rows[0]?.voter
}

/** Removes what was found about a voter. */
export async function forgetSuspicion(
  trx: Transaction<Database>,
  arenaId: number,
  voter: string,
): Promise<void> {
  await trx.deleteFrom('suspicions').where('arena_id', '=', arenaId).where('subject', '=', voter).execute()
}

/** The leaks found in these answers, or in the prompt. */
export async function selectLeaksIn(
  db: Kysely<Database>,
  arenaId: number,
  { promptId, answerIds }: { promptId: number | null; answerIds: readonly number[] },
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from leaks where arena_id = ${arenaId} and (prompt_id = ${promptId} or answer_id = any (${answerIds}::integer[]))`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

/** Erases the words of leaks from the quarantines that they caused. */
export async function eraseLeakWords(
  trx: Transaction<Database>,
  arenaId: number,
  leaks: readonly number[],
): Promise<void> {
  await sql`
    update quarantines set reason = ${ERASED}, finding = null
    where arena_id = ${arenaId} and leak_id = any (${leaks}::bigint[]) and reason <> ${ERASED}`.execute(trx)
}

export interface TextIds {
  promptId: number
  /** Null: of all contestants. */
  contestantId: number | null
  /** The answers with a text. */
  answerIds: number[]
}

/** The ids of a prompt, a contestant and their answers; undefined if one of the two does not exist. */
export async function selectTextIds(
  db: Kysely<Database>,
  arenaId: number,
  prompt: string,
  contestant: string | undefined,
): Promise<TextIds | undefined> {
  const { rows } = await sql<TextIds>`
    select p.id as "promptId", c.id as "contestantId", array(select a.id from answers a where a.arena_id = p.arena_id
      and a.prompt_id = p.id and a.erased_at is null and (c.id is null or a.contestant_id = c.id)) as "answerIds"
    from prompts p left join contestants c on c.arena_id = p.arena_id and c.name = ${contestant ?? null}
    where p.arena_id = ${arenaId} and p.key = ${prompt} and (${contestant ?? null}::text is null or c.id is not null)`.execute(
    db,
  )
  return rows[0]
}
