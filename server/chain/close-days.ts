import { randomBytes } from 'node:crypto'
import type { Transaction } from 'kysely'
import type { Deps } from '../platform/deps.ts'
import type { Database } from '../platform/schema.ts'
import { DayDigest, leafOf, nonceOf, commitmentOf } from './leaf.ts'
import type { Fact, VoteFact } from './leaf.ts'
import {
  insertDigests,
  insertLeaves,
  keyOf,
  lockChain,
  selectArenasWithVotes,
  selectDigests,
  selectLastDay,
  selectEndOfPortion,
  selectOpenDays,
  selectQuarantinesToChain,
  selectRetractionsToChain,
  selectVotesToChain,
  insertCommitments,
  selectCommitments,
} from './queries.ts'
import type { IdRange, NewDigest, OpenDay, StoredVote } from './queries.ts'
import type { ChainedKind } from './tables.ts'
import { addJob } from '../platform/jobs.ts'
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
  for (const arena of await selectArenasWithVotes(db)) {
    const now = clock()
    const last = await selectLastDay(db, now)
    const [newest] = await selectDigests(db, arena.id, 1)
    if (newest && newest.day >= last) continue
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
async function closeNextDays(
  trx: Transaction<Database>,
  arena: ChainedArena,
  { last, open, now }: Closing,
): Promise<number> {
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
  trx: Transaction<Database>,
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
  trx: Transaction<Database>,
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
export function voteFactOf(
  { voter, ...vote }: StoredVote,
  commitments: ReadonlyMap<string, string>,
  key: Buffer,
): VoteFact {
  const commitment = voter === null ? null : (commitments.get(voter) ?? null)
  return { kind: 'vote', ...vote, commitment, nonce: nonceOf(key, vote.id) }
}

/** Ranges of ids that hold a portion of facts each, from the first to the last id that is due. */
async function* portions(
  trx: Transaction<Database>,
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
  trx: Transaction<Database>,
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

/** Ten past midnight UTC: after the votes that were being recorded at midnight. */
export const CHAIN_CRONTAB = `10 0 * * * ${CHAIN_TASK}`

/** Queues the job, for days that ended while no server ran. */
export const requestChain = ({ db }: Pick<Deps, 'db'>): Promise<void> =>
  addJob(db, { task: CHAIN_TASK, payload: {}, queue: CHAIN_TASK, key: CHAIN_TASK })
