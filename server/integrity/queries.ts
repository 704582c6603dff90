import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'

/** Those of the ids that are no votes of the arena. */
export async function selectUnknownIds(
  db: Kysely<Database>,
  arenaId: number,
  votes: readonly number[],
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${votes}::bigint[]) as asked (id)
    where not exists (select from votes v where v.arena_id = ${arenaId} and v.id = asked.id) order by id`.execute(
    db,
  )
  return rows.map(({ id }) => id)
}

export interface QuarantineChange {
  released: boolean
  reason: string
  at: Date
}

/** Adds the fact to each of the votes for which it is new; returns these, ascending. */
export async function insertQuarantines(
  trx: Transaction<Database>,
  arenaId: number,
  votes: readonly number[],
  { released, reason, at }: QuarantineChange,
): Promise<number[]> {
  const { rows } = await sql<{ vote_id: number }>`
    insert into quarantines (arena_id, vote_id, released, reason, at)
    select ${arenaId}, id, ${released}, ${reason}, ${at} from (select distinct unnest(${votes}::bigint[])) as asked (id)
    where is_quarantined(${arenaId}, id, null) = ${released} order by id
    returning vote_id`.execute(trx)
  return rows.map(({ vote_id }) => vote_id)
}

/** Lets one of these facts at a time be added in an arena, until the transaction ends: the last word is then the last. */
export async function lockQuarantine(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${QUARANTINE}::integer, ${arenaId})`.execute(trx)
}

const QUARANTINE = 4747_0003
