import { sql } from 'kysely'
import type { ChainDigest } from '../../shared/contracts/index.ts'
import type { Db, Trx } from '../platform/schema.ts'
import type { WithDates } from '../platform/column-types.ts'
import { votesIn } from '../votes/index.ts'
import type { VoteTable } from '../votes/tables.ts'
import type { VoteFact } from './leaf.ts'
import type { ChainedKind } from './tables.ts'

/** The time as text, in UTC with microseconds, whatever the session's settings. */
export const asText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** The kinds of facts with the tables that hold them, in the order of their leaves. */
export const TABLES = {
  vote: { table: 'votes', id: 'id', at: 'recorded_at' },
  retraction: { table: 'retractions', id: 'vote_id', at: 'retracted_at' },
  quarantine: { table: 'quarantines', id: 'id', at: 'at' },
} as const satisfies Record<ChainedKind, unknown>

/** SQL: the end of a day in UTC. */
export const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`

/** `voter` is null for an imported vote that names none. */
export type StoredVote = Omit<VoteFact, 'kind' | 'commitment' | 'nonce'> & { voter: string | null }

/** Votes with the values that their leaves cover. */
export const votesToChain = (db: Db) =>
  votesIn(db, sql<VoteTable>`votes`)
    .select(['v.id', 'v.battle_id as battle', 'p.key as prompt', 'l.name as left', 'r.name as right'])
    .select(['b.criterion', 'v.outcome', 'v.source', 'v.inconsistent'])
    .select([asText('v.cast_at').as('castAt'), asText('v.recorded_at').as('recordedAt')])
    .select(sql<string | null>`nullif(v.voter, v.import_key)`.as('voter'))

export async function selectKey(db: Db, arenaId: number): Promise<Buffer | undefined> {
  return (await db.selectFrom('chain_keys').select('key').where('arena_id', '=', arenaId).executeTakeFirst())
    ?.key
}

export type StoredDigest = WithDates<Omit<ChainDigest, 'madeLater'>, 'madeAt'>

/** The digests of an arena, the newest first. */
export const selectDigests = (
  db: Db,
  arenaId: number,
  limit: number,
  before: string | null = null,
): Promise<StoredDigest[]> =>
  db
    .selectFrom('chain_digests')
    .select(sql<string>`day::text`.as('day'))
    .select(['previous', 'digest', 'votes', 'retractions', 'quarantines', 'releases', 'late'])
    .select('made_at as madeAt')
    .where('arena_id', '=', arenaId)
    .where(before === null ? sql<boolean>`true` : sql<boolean>`to_char(day, 'YYYY-MM-DD') < ${before}`)
    .orderBy(sql`chain_digests.day`, 'desc')
    .limit(limit)
    .execute()

/**
 * Removes the salt of a voter, so that the commitment in its leaves says nothing of it any more, and renames it. The
 * commitment itself stays, so the leaves and digests stay valid.
 */
export async function forgetCommitted(
  trx: Trx,
  { arenaId, voter, name }: { arenaId: number; voter: string; name: string },
): Promise<void> {
  await trx
    .updateTable('voter_commitments')
    .set({ voter: name, salt: null })
    .where('arena_id', '=', arenaId)
    .where('voter', '=', voter)
    .execute()
}
