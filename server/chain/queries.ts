import type { Insertable, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Outcome, VoteSource } from '../../shared/contracts/index.ts'
import { insertRows } from '../platform/insert-rows.ts'
import type { Database } from '../platform/schema.ts'
import type { ChainDigestTable, ChainedKind, ChainLeafTable, VoterCommitmentTable } from './tables.ts'

const CHAINING = 4747_0004

/** Lets one transaction at a time add to the chain of an arena or erase in it. */
export async function lockChain(trx: Transaction<Database>, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAINING}::integer, ${arenaId})`.execute(trx)
}

/** The time as text, in UTC with microseconds, whatever the session's settings. */
export const asText = (column: string) =>
  sql<string>`to_char(${sql.ref(column)} at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.US"Z"')`

/** Yesterday in UTC, by the given time or the database's clock, the earlier of both. */
export async function selectLastDay(db: Kysely<Database>, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((least(now(), ${now}::timestamptz) at time zone 'UTC')::date - 1)::text as day`.execute(db)
  return rows[0].day
}

export const selectArenasWithVotes = (db: Kysely<Database>): Promise<{ id: number; slug: string }[]> =>
  db
    .selectFrom('arenas as a')
    .select(['a.id', 'a.slug'])
    .where(({ exists, selectFrom }) =>
      exists(selectFrom('votes as v').select('v.id').whereRef('v.arena_id', '=', 'a.id')),
    )
    .orderBy('a.id')
    .execute()

/** The kinds of facts with the tables that hold them, in the order of their leaves. */
export const TABLES = {
  vote: { table: 'votes', id: 'id', at: 'recorded_at' },
  retraction: { table: 'retractions', id: 'vote_id', at: 'retracted_at' },
  quarantine: { table: 'quarantines', id: 'id', at: 'at' },
} as const satisfies Record<ChainedKind, unknown>

export interface OpenDay {
  kind: ChainedKind
  day: string
  /** The range of the ids of its facts without a leaf. */
  first: number
  last: number
}

/**
 * The days until `last` on which an arena has facts without a leaf, by kind, oldest first. It goes through all facts of
 * the arena once.
 */
export async function selectOpenDays(
  db: Kysely<Database>,
  arenaId: number,
  last: string,
): Promise<OpenDay[]> {
  const parts = Object.entries(TABLES).map(
    ([kind, { table, id, at }]) => sql`
      select ${kind}::text as kind, (${sql.ref(`f.${at}`)} at time zone 'UTC')::date as day,
        min(f.${sql.ref(id)}) as first, max(f.${sql.ref(id)}) as last
      from ${sql.table(table)} f
      where f.arena_id = ${arenaId} and f.${sql.ref(at)} < ${endOf(last)} and not exists (
        select from chain_leaves c where c.arena_id = f.arena_id and c.kind = ${kind} and c.fact_id = f.${sql.ref(id)})
      group by 2`,
  )
  const { rows } = await sql<OpenDay>`
    select kind, day::text, first, last from (${sql.join(parts, sql` union all `)}) o order by o.day`.execute(
    db,
  )
  return rows
}

/** Ids of facts: after `after`, up to `last`. */
export interface IdRange {
  after: number
  last: number
}

/** The id at which a portion of this many facts ends; undefined: there are none in the range. */
export async function selectEndOfPortion(
  db: Kysely<Database>,
  kind: ChainedKind,
  arenaId: number,
  { after, last }: IdRange,
  size: number,
): Promise<number | undefined> {
  const { table, id } = TABLES[kind]
  const { rows } = await sql<{ end: number | null }>`
    select max(id) as "end" from (select f.${sql.ref(id)} as id from ${sql.table(table)} f
      where f.arena_id = ${arenaId} and f.${sql.ref(id)} > ${after} and f.${sql.ref(id)} <= ${last}
      order by 1 limit ${size}) portion`.execute(db)
  return rows[0].end ?? undefined
}

/** SQL: the end of a day in UTC. */
export const endOf = (day: string) => sql`((${day}::date + 1)::timestamp at time zone 'UTC')`

/** Facts in the range, until the end of `day`, that have no leaf. */
const without = (
  kind: ChainedKind,
  alias: string,
  arenaId: number,
  day: string,
  { after, last }: IdRange,
) => {
  const { id, at } = TABLES[kind]
  const fact = sql.ref(`${alias}.${id}`)
  // the range stands twice, so that Postgres reads no other leaves either
  return sql<boolean>`${sql.ref(`${alias}.arena_id`)} = ${arenaId} and ${fact} > ${after} and ${fact} <= ${last}
    and ${sql.ref(`${alias}.${at}`)} < ${endOf(day)} and not exists (
      select from chain_leaves c where c.arena_id = ${arenaId} and c.kind = ${kind} and c.fact_id = ${fact}
        and c.fact_id > ${after} and c.fact_id <= ${last})`
}

export interface StoredVote {
  id: number
  battle: string
  prompt: string | null
  left: string
  right: string
  criterion: string
  outcome: Outcome
  source: VoteSource
  inconsistent: boolean
  castAt: string
  recordedAt: string
  /** Null: an imported vote that names no voter. */
  voter: string | null
}

/** Votes with the values that their leaves cover. */
export const votesToChain = (db: Kysely<Database>) =>
  db
    .selectFrom('votes as v')
    .innerJoin('battles as b', (join) =>
      join.onRef('b.arena_id', '=', 'v.arena_id').onRef('b.id', '=', 'v.battle_id'),
    )
    .innerJoin('contestants as l', (join) =>
      join.onRef('l.arena_id', '=', 'b.arena_id').onRef('l.id', '=', 'b.left_contestant_id'),
    )
    .innerJoin('contestants as r', (join) =>
      join.onRef('r.arena_id', '=', 'b.arena_id').onRef('r.id', '=', 'b.right_contestant_id'),
    )
    .leftJoin('prompts as p', (join) =>
      join.onRef('p.arena_id', '=', 'b.arena_id').onRef('p.id', '=', 'b.prompt_id'),
    )
    .select(['v.id', 'v.battle_id as battle', 'p.key as prompt', 'l.name as left', 'r.name as right'])
    .select(['b.criterion', 'v.outcome', 'v.source', 'v.inconsistent'])
    .select([asText('v.cast_at').as('castAt'), asText('v.recorded_at').as('recordedAt')])
    .select(sql<string | null>`nullif(v.voter, v.import_key)`.as('voter'))

export const selectVotesToChain = (
  db: Kysely<Database>,
  arenaId: number,
  day: string,
  range: IdRange,
): Promise<StoredVote[]> =>
  votesToChain(db)
    .where(without('vote', 'v', arenaId, day, range))
    .orderBy('v.id')
    .execute()

export const selectRetractionsToChain = (
  db: Kysely<Database>,
  arenaId: number,
  day: string,
  range: IdRange,
): Promise<{ id: number; recordedAt: string }[]> =>
  db
    .selectFrom('retractions as f')
    .select(['f.vote_id as id', asText('f.retracted_at').as('recordedAt')])
    .where(without('retraction', 'f', arenaId, day, range))
    .orderBy('f.vote_id')
    .execute()

export const selectQuarantinesToChain = (
  db: Kysely<Database>,
  arenaId: number,
  day: string,
  range: IdRange,
): Promise<{ id: number; vote: number; released: boolean; recordedAt: string }[]> =>
  db
    .selectFrom('quarantines as f')
    .select(['f.id', 'f.vote_id as vote', 'f.released', asText('f.at').as('recordedAt')])
    .where(without('quarantine', 'f', arenaId, day, range))
    .orderBy('f.id')
    .execute()

export const insertLeaves = (
  trx: Transaction<Database>,
  leaves: readonly { arena_id: number; kind: ChainedKind; fact_id: number; day: string; leaf: string }[],
): Promise<void> =>
  insertRows(
    trx,
    'chain_leaves',
    { arena_id: 'integer', kind: 'text', fact_id: 'bigint', day: 'date', leaf: 'bytea' },
    leaves.map(({ leaf, ...row }) => ({ ...row, leaf: bytes(leaf) })) as Insertable<ChainLeafTable>[],
  )

/** Bytes as Postgres reads them in an array. */
const bytes = (hex: string) => `\\x${hex}`

export type NewDigest = Insertable<ChainDigestTable>

export const insertDigests = (trx: Transaction<Database>, digests: readonly NewDigest[]): Promise<void> =>
  insertRows(trx, 'chain_digests', DIGEST_TYPES, digests)

const DIGEST_TYPES = {
  arena_id: 'integer',
  day: 'date',
  previous: 'text',
  digest: 'text',
  votes: 'integer',
  retractions: 'integer',
  quarantines: 'integer',
  releases: 'integer',
  late: 'integer',
  made_at: 'timestamptz',
}

/** The key of an arena's nonces; made when it is first needed. */
export async function keyOf(trx: Transaction<Database>, arenaId: number, fresh: Buffer): Promise<Buffer> {
  await trx
    .insertInto('chain_keys')
    .values({ arena_id: arenaId, key: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await selectKey(trx, arenaId))!
}

export async function selectKey(db: Kysely<Database>, arenaId: number): Promise<Buffer | undefined> {
  return (await db.selectFrom('chain_keys').select('key').where('arena_id', '=', arenaId).executeTakeFirst())
    ?.key
}

export const selectCommitments = (
  db: Kysely<Database>,
  arenaId: number,
  voters: readonly string[],
): Promise<Omit<VoterCommitmentTable, 'arena_id'>[]> =>
  db
    .selectFrom('voter_commitments')
    .select(['voter', 'salt', 'commitment'])
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`voter = any (${voters}::text[])`)
    .execute()

export const insertCommitments = (
  trx: Transaction<Database>,
  rows: readonly { arena_id: number; voter: string; salt: Buffer; commitment: Buffer }[],
): Promise<void> =>
  insertRows(
    trx,
    'voter_commitments',
    { arena_id: 'integer', voter: 'text', salt: 'bytea', commitment: 'bytea' },
    rows.map((row) => ({
      ...row,
      salt: bytes(row.salt.toString('hex')),
      commitment: bytes(row.commitment.toString('hex')),
    })) as unknown as Insertable<VoterCommitmentTable>[],
  )

export interface StoredDigest {
  day: string
  previous: string | null
  digest: string
  votes: number
  retractions: number
  quarantines: number
  releases: number
  late: number
  madeAt: Date
}

/** The digests of an arena, the newest first. */
export const selectDigests = (
  db: Kysely<Database>,
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
