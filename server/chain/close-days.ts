import { randomBytes } from 'node:crypto'
import { type Insertable, sql } from 'kysely'
import type { Deps } from '../platform/deps.ts'
import type { Db, Trx } from '../platform/schema.ts'
import { DayDigest, leafOf, nonceOf, commitmentOf, type Fact, type VoteFact } from './leaf.ts'
import {
  selectDigests,
  type StoredVote,
  asText,
  TABLES,
  endOf,
  votesToChain,
  selectKey,
} from './stored-facts.ts'
import type { ChainedKind, ChainDigestTable, ChainLeafTable, VoterCommitmentTable } from './tables.ts'
import { addJob } from '../platform/jobs/jobs.ts'
import { insertRows } from '../platform/postgres/rows.ts'
import { updateOutgrownStatistics } from '../votes/index.ts'

/** Facts that are read and hashed at once: some ten milliseconds of work. */
const PORTION = 1000

/**
 * Adds a digest to each arena's chain for every day that has ended, from the day of its first vote, also for days
 * without votes. Safe to run twice and in several processes. A fact that comes after the digest of its day goes into the
 * next digest, which counts it as late.
 * @returns how many digests were added
 */
export async function closeDays({ db, clock }: Pick<Deps, 'db' | 'clock'>): Promise<number> {
  let added = 0
  const last = await selectLastDay(db, clock())
  for (const arena of await selectArenasToChain(db, last)) {
    const now = clock()
    const open = await selectOpenDays(db, arena.id, last)
    // a transaction up to each day with facts, so that the work of the days before is not lost with it
    for (let days = 1; days > 0; added += days)
      days = await db.transaction().execute((trx) => closeNextDays(trx, arena, { last, open, now }))
    // lists of facts are read with their leaves
    await updateOutgrownStatistics(db, arena.id)
  }
  return added
}

interface ChainedArena {
  id: number
  slug: string
}

interface Closing {
  /** The last day to close. */
  last: string
  /** Days with facts, oldest first. Those that are closed are taken away. */
  open: OpenDay[]
  now: Date
}

/** Closes the days without facts up to the next day that has some, and that day. @returns how many days it closed */
async function closeNextDays(trx: Trx, arena: ChainedArena, { last, open, now }: Closing): Promise<number> {
  await lockChain(trx, arena.id)
  const [newest] = await selectDigests(trx, arena.id, 1)
  if (newest && newest.day >= last) return 0
  const start = newest ? dayAfter(newest.day) : open[0]?.day
  if (start === undefined) return 0
  const digests: NewDigest[] = []
  let previous = newest?.digest ?? null
  for (let day = start; day <= last; day = dayAfter(day)) {
    const digest = new DayDigest(arena.slug, day, previous)
    const due = open.splice(0, open.filter((one) => one.day <= day).length)
    const counts = due.length > 0 ? await chainFacts(trx, arena.id, { day, due }, digest) : NO_FACTS
    const row = { arena_id: arena.id, day, previous, digest: digest.digest(), ...counts, made_at: now }
    digests.push(row)
    if (due.length > 0) break
    previous = row.digest
  }
  await insertDigests(trx, digests)
  return digests.length
}

const NO_FACTS = { votes: 0, retractions: 0, quarantines: 0, releases: 0, late: 0 }

interface Due {
  day: string
  /** Where the facts are that the day takes. */
  due: readonly OpenDay[]
}

/** Adds the leaves of every fact until the end of the day that has none, to the digest too. @returns their numbers */
async function chainFacts(
  trx: Trx,
  arenaId: number,
  { day, due }: Due,
  digest: DayDigest,
): Promise<typeof NO_FACTS> {
  const counts = { ...NO_FACTS }
  const key = await keyOf(trx, arenaId, randomBytes(32))
  for await (const facts of factsToChain(trx, arenaId, { day, due }, key)) {
    const leaves = facts.map((fact) => ({ fact, leaf: leafOf(fact) }))
    for (const { fact, leaf } of leaves) {
      digest.add(leaf)
      counts[countOf(fact)]++
      if (fact.recordedAt.slice(0, 10) < day) counts.late++
    }
    const rowOf = ({ fact: { kind, id }, leaf }: (typeof leaves)[number]) => ({
      arena_id: arenaId,
      kind,
      fact_id: id,
      day,
      leaf,
    })
    await insertLeaves(trx, leaves.map(rowOf))
  }
  return counts
}

function countOf(fact: Fact): 'votes' | 'retractions' | 'quarantines' | 'releases' {
  if (fact.kind === 'vote') return 'votes'
  if (fact.kind === 'retraction') return 'retractions'
  return fact.released ? 'releases' : 'quarantines'
}

/** The facts until the end of the day that have no leaf, in the order of leaves. */
async function* factsToChain(
  trx: Trx,
  arenaId: number,
  { day, due }: Due,
  key: Buffer,
): AsyncGenerator<Fact[]> {
  for await (const range of portions(trx, 'vote', arenaId, due)) {
    const votes = await selectVotesToChain(trx, arenaId, day, range)
    const voters = votes.flatMap(({ voter }) => voter ?? [])
    const commitments = await commitVoters(trx, arenaId, voters)
    yield votes.map((vote) => voteFactOf(vote, commitments, key))
  }
  for await (const range of portions(trx, 'retraction', arenaId, due))
    yield (await selectRetractionsToChain(trx, arenaId, day, range)).map((row) => ({
      kind: 'retraction',
      ...row,
    }))
  for await (const range of portions(trx, 'quarantine', arenaId, due))
    yield (await selectQuarantinesToChain(trx, arenaId, day, range)).map((row) => ({
      kind: 'quarantine',
      ...row,
    }))
}

/** A stored vote with the commitment to its voter and its nonce. */
function voteFactOf(
  { voter, ...vote }: StoredVote,
  commitments: ReadonlyMap<string, string>,
  key: Buffer,
): VoteFact {
  const commitment = voter === null ? null : (commitments.get(voter) ?? null)
  return { kind: 'vote', ...vote, commitment, nonce: nonceOf(key, vote.id) }
}

/** Ranges of ids that hold a portion of facts each, from the first to the last id that is due. */
async function* portions(
  trx: Trx,
  kind: ChainedKind,
  arenaId: number,
  due: readonly OpenDay[],
): AsyncGenerator<IdRange> {
  const ofKind = due.filter((one) => one.kind === kind)
  if (ofKind.length === 0) return
  const last = Math.max(...ofKind.map((one) => one.last))
  for (let after = Math.min(...ofKind.map(({ first }) => first)) - 1; ;) {
    const end = await selectEndOfPortion(trx, kind, arenaId, { after, last }, PORTION)
    if (end === undefined) return
    yield { after, last: end }
    after = end
  }
}

/** The next day, YYYY-MM-DD. */
function dayAfter(day: string): string {
  const next = new Date(`${day}T00:00:00Z`)
  next.setUTCDate(next.getUTCDate() + 1)
  return next.toISOString().slice(0, 10)
}

const SALT_BYTES = 16

/** The commitment to each of these voters, hexadecimal. Makes those that are missing, each with a fresh salt. */
async function commitVoters(
  trx: Trx,
  arenaId: number,
  voters: readonly string[],
): Promise<Map<string, string>> {
  const distinct = [...new Set(voters)]
  const stored = await selectCommitments(trx, arenaId, distinct)
  const commitments = new Map(stored.map(({ voter, commitment }) => [voter, commitment.toString('hex')]))
  const fresh = distinct
    .filter((voter) => !commitments.has(voter))
    .map((voter) => {
      const salt = randomBytes(SALT_BYTES)
      return { arena_id: arenaId, voter, salt, commitment: commitmentOf(salt, voter) }
    })
  if (fresh.length > 0) await insertCommitments(trx, fresh)
  for (const { voter, commitment } of fresh) commitments.set(voter, commitment.toString('hex'))
  return commitments
}

/** The job that closes days. */
export const CHAIN_TASK = 'close-days'

/** Queues the job, for days that ended while no server ran. */
export const requestChain = ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  addJob(db, { task: CHAIN_TASK, payload: {}, queue: CHAIN_TASK, key: CHAIN_TASK })

const CHAINING = 4747_0004

/** Lets one transaction at a time add to the chain of an arena or erase in it. */
async function lockChain(trx: Trx, arenaId: number): Promise<void> {
  await sql`select pg_advisory_xact_lock(${CHAINING}::integer, ${arenaId})`.execute(trx)
}

/** Yesterday in UTC, by the given time or the database's clock, the earlier of both. */
async function selectLastDay(db: Db, now: Date): Promise<string> {
  const { rows } = await sql<{ day: string }>`
    select ((least(now(), ${now}::timestamptz) at time zone 'UTC')::date - 1)::text as day`.execute(db)
  return rows[0].day
}

/** The arenas with votes until the end of this day that have no digest of it. */
async function selectArenasToChain(db: Db, last: string): Promise<ChainedArena[]> {
  const { table, at } = TABLES.vote
  const { rows } = await sql<ChainedArena>`
    select a.id, a.slug from arenas a
    where exists (select from ${sql.table(table)} f where f.arena_id = a.id and f.${sql.ref(at)} < ${endOf(last)})
      and not exists (select from chain_digests d where d.arena_id = a.id and d.day >= ${last}::date)
    order by a.id`.execute(db)
  return rows
}

interface OpenDay {
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
async function selectOpenDays(db: Db, arenaId: number, last: string): Promise<OpenDay[]> {
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
interface IdRange {
  after: number
  last: number
}

/** The id at which a portion of this many facts ends; undefined: there are none in the range. */
async function selectEndOfPortion(
  db: Db,
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

const selectVotesToChain = (db: Db, arenaId: number, day: string, range: IdRange): Promise<StoredVote[]> =>
  votesToChain(db)
    .where(without('vote', 'v', arenaId, day, range))
    .orderBy('v.id')
    .execute()

const selectRetractionsToChain = (
  db: Db,
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

const selectQuarantinesToChain = (
  db: Db,
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

const insertLeaves = (
  trx: Trx,
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

type NewDigest = Insertable<ChainDigestTable>

const insertDigests = (trx: Trx, digests: readonly NewDigest[]): Promise<void> =>
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
async function keyOf(trx: Trx, arenaId: number, fresh: Buffer): Promise<Buffer> {
  await trx
    .insertInto('chain_keys')
    .values({ arena_id: arenaId, key: fresh })
    .onConflict((conflict) => conflict.doNothing())
    .execute()
  return (await selectKey(trx, arenaId))!
}

const selectCommitments = (
  db: Db,
  arenaId: number,
  voters: readonly string[],
): Promise<Omit<VoterCommitmentTable, 'arena_id'>[]> =>
  db
    .selectFrom('voter_commitments')
    .select(['voter', 'salt', 'commitment'])
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`voter = any (${voters}::text[])`)
    .execute()

const insertCommitments = (
  trx: Trx,
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
