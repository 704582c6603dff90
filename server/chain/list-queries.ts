import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Publication } from '../platform/publication.ts'
import type { Database } from '../platform/schema.ts'
import { asText, endOf, TABLES, votesToChain } from './queries.ts'
import type { StoredVote } from './queries.ts'

export interface ListedVote extends StoredVote {
  /** The day of the digest that covers it; null: none does. */
  day: string | null
  leaf: Buffer | null
  isRetracted: boolean
  salt: Buffer | null
  commitment: Buffer | null
}

/** Which facts are listed: those with a leaf, and the public ones until the end of `last`. */
export interface Listing {
  last: string
  publication: Publication | null
}

/** The listed votes with their leaves, `size` after the vote `after`. */
export const selectListedVotes = (
  db: Kysely<Database>,
  arenaId: number,
  { last, publication }: Listing,
  after: number,
  size: number,
): Promise<ListedVote[]> =>
  votesToChain(db)
    .leftJoin('chain_leaves as c', (join) =>
      join.onRef('c.arena_id', '=', 'v.arena_id').onRef('c.fact_id', '=', 'v.id').on('c.kind', '=', 'vote'),
    )
    .leftJoin('voter_commitments as m', (join) =>
      join.onRef('m.arena_id', '=', 'v.arena_id').onRef('m.voter', '=', 'v.voter'),
    )
    .select(['c.leaf', 'm.salt', 'm.commitment', sql<string | null>`c.day::text`.as('day')])
    .select(
      sql<boolean>`exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id)`.as(
        'isRetracted',
      ),
    )
    .where('v.arena_id', '=', arenaId)
    .where('v.id', '>', after)
    .where(
      sql<boolean>`(c.day is not null or v.recorded_at < ${endOf(last)} and is_in(v.txid, (${publication}::publication).votes))`,
    )
    .orderBy('v.id')
    .limit(size)
    .execute()

export interface ListedChange {
  id: number
  vote: number
  released: boolean | null
  recordedAt: string
  day: string | null
  leaf: Buffer | null
}

/** The listed retractions or quarantines with their leaves, `size` after the id `after`. */
export async function selectListedChanges(
  db: Kysely<Database>,
  kind: 'retraction' | 'quarantine',
  arenaId: number,
  { last, publication }: Listing,
  after: number,
  size: number,
): Promise<ListedChange[]> {
  const { table, id, at } = TABLES[kind]
  const released = kind === 'quarantine' ? sql`f.released` : sql`null::boolean`
  const { rows } = await sql<ListedChange>`
    select ${sql.ref(`f.${id}`)} as id, f.vote_id as vote, ${released} as released, ${asText(`f.${at}`)} as "recordedAt",
      c.day::text as day, c.leaf
    from ${sql.table(table)} f left join chain_leaves c
      on c.arena_id = f.arena_id and c.kind = ${kind} and c.fact_id = ${sql.ref(`f.${id}`)}
    where f.arena_id = ${arenaId} and ${sql.ref(`f.${id}`)} > ${after}
      and (c.day is not null
        or ${sql.ref(`f.${at}`)} < ${endOf(last)} and is_in(f.txid, (${publication}::publication).changes))
    order by 1 limit ${size}`.execute(db)
  return rows
}
