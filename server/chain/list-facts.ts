import type { Deps } from '../platform/deps.ts'
import { published, type Publication } from '../platform/postgres/publishing.ts'
import { nonceOf } from './leaf.ts'
import {
  selectDigests,
  selectKey,
  asText,
  endOf,
  TABLES,
  votesToChain,
  type StoredVote,
} from './stored-facts.ts'
import { sql } from 'kysely'
import type { Db } from '../platform/schema.ts'

interface ListedVote extends StoredVote {
  /** The day of the digest that covers it; null: none does. */
  day: string | null
  leaf: Buffer | null
  isRetracted: boolean
  salt: Buffer | null
  commitment: Buffer | null
}

/** Which facts are listed: those with a leaf, and the public ones until the end of `last`. */
interface Listing {
  last: string
  publication: Publication | null
}

/** The listed votes with their leaves, `size` after the vote `after`. */
const selectListedVotes = (
  db: Db,
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

interface ListedChange {
  id: number
  vote: number
  released: boolean | null
  recordedAt: string
  day: string | null
  leaf: Buffer | null
}

/** The listed retractions or quarantines with their leaves, `size` after the id `after`. */
async function selectListedChanges(
  db: Db,
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

const PORTION = 2000

export const FACT_COLUMNS = [
  'kind',
  'id',
  'day',
  'recorded',
  'vote',
  'released',
  'battle',
  'question_id',
  'model_a',
  'model_b',
  'outcome',
  'criterion',
  'source',
  'inconsistent',
  'cast',
  'voter',
  'voter_salt',
  'voter_commitment',
  'nonce',
  'leaf',
] as const

type FactRecord = Partial<Record<(typeof FACT_COLUMNS)[number], string | number | boolean | null>>

/**
 * Every fact of the days that have a digest, as rows of a file, in portions. A vote that was taken back has only its
 * leaf, so that nobody learns names from it. A public fact of such a day that no digest covers has no `day`.
 */
export async function* listFacts(deps: Pick<Deps, 'db'>, arenaId: number): AsyncGenerator<FactRecord[]> {
  const { db } = deps
  const publication = await published(deps)
  const [newest] = await selectDigests(db, arenaId, 1)
  const key = await selectKey(db, arenaId)
  if (!newest || !key) return
  const listing = { last: newest.day, publication }
  yield* portions(
    (after) => selectListedVotes(db, arenaId, listing, after, PORTION),
    (vote) => voteRecord(vote, key),
  )
  for (const kind of ['retraction', 'quarantine'] as const)
    yield* portions(
      (after) => selectListedChanges(db, kind, arenaId, listing, after, PORTION),
      (change) => changeRecord(kind, change),
    )
}

async function* portions<Row extends { id: number }>(
  select: (after: number) => Promise<Row[]>,
  recordOf: (row: Row) => FactRecord,
): AsyncGenerator<FactRecord[]> {
  for (let after = 0; ;) {
    const rows = await select(after)
    if (rows.length === 0) return
    yield rows.map(recordOf)
    after = rows.at(-1)!.id
  }
}

function voteRecord(vote: ListedVote, key: Buffer): FactRecord {
  const { id, day, recordedAt: recorded } = vote
  const chained = { kind: 'vote', id, day, recorded, leaf: hexOf(vote.leaf) }
  if (vote.isRetracted) return chained
  return {
    ...chained,
    battle: vote.battle,
    question_id: vote.prompt,
    model_a: vote.left,
    model_b: vote.right,
    outcome: vote.outcome,
    criterion: vote.criterion,
    source: vote.source,
    inconsistent: vote.inconsistent,
    cast: vote.castAt,
    voter: vote.voter,
    voter_salt: vote.voter === null ? null : hexOf(vote.salt),
    voter_commitment: vote.voter === null ? null : hexOf(vote.commitment),
    nonce: nonceOf(key, id),
  }
}

const changeRecord = (
  kind: 'retraction' | 'quarantine',
  { id, vote, released, recordedAt, day, leaf }: ListedChange,
): FactRecord => ({ kind, id, day, recorded: recordedAt, vote, released, leaf: hexOf(leaf) })

const hexOf = (bytes: Buffer | null): string | null => bytes?.toString('hex') ?? null
