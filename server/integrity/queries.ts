import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { WireMessage } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

/** The ids that belong to no vote of the arena. */
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
  /** The reason as a message, where the server itself gives it. */
  finding?: WireMessage
  changedAt: Date
}

/** Adds the change to each vote for which it is new; returns these votes, ascending. */
export async function insertQuarantines(
  trx: Transaction<Database>,
  arenaId: number,
  votes: readonly number[],
  { released, reason, finding, changedAt }: QuarantineChange,
): Promise<number[]> {
  const { rows } = await sql<{ vote_id: number }>`
    insert into quarantines (arena_id, vote_id, released, reason, finding, at)
    select ${arenaId}, id, ${released}, ${reason}, ${finding ? JSON.stringify(finding) : null}::jsonb, ${changedAt} from (select distinct unnest(${votes}::bigint[])) as asked (id)
    where is_quarantined(${arenaId}, id, null) = ${released} order by id
    returning vote_id`.execute(trx)
  return rows.map(({ vote_id }) => vote_id)
}

/** Lets one transaction at a time change quarantines of an arena, so that their order is clear. */
export async function lockQuarantine(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${QUARANTINE}::integer, ${arenaId})`.execute(trx)
}

const QUARANTINE = 4747_0003
