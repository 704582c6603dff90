import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Outcome, VoteSource } from '../../shared/contracts/index.ts'
import { connectTo } from '../platform/database.ts'
import type { Database } from '../platform/schema.ts'
import { countedVotes } from '../votes/index.ts'
import type { VoteSelection } from '../votes/index.ts'

const SEEDING = 4747_0001

/**
 * Lets one process seed at a time.
 * @param url leads to a connection that keeps its session, which holds the lock
 */
export async function withSeedingLock<Seeded>(url: string, seed: () => Promise<Seeded>): Promise<Seeded> {
  const client = await connectTo(url, 'deadheat demo')
  client.on('error', () => {})
  try {
    await client.query('select pg_advisory_lock($1)', [SEEDING])
    return await seed()
  } finally {
    await client.end()
  }
}

const IMPORTING = 4747_0002

/** Lets one import into an arena of this slug run at a time, until the transaction ends. */
export async function lockImport(trx: Transaction<Database>, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORTING}::integer, hashtext(${slug}))`.execute(trx)
}

/** The process of Postgres that works on this transaction. */
export async function sessionOf(trx: Transaction<Database>): Promise<number> {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(trx)
  return rows[0].pid
}

/** Updates the planner's statistics of prompts and answers, within the transaction that inserted many of them. */
export async function updateStatisticsOfTexts(trx: Transaction<Database>): Promise<void> {
  await sql`analyze (skip_locked) prompts, answers`.execute(trx)
}

/** Whether there is an arena, or was one that was removed. */
export async function hadArena(db: Kysely<Database>): Promise<boolean> {
  const { rows } = await sql<{ had: boolean }>`select exists (select from arenas)
    or exists (select from audit_entries where act = 'arena_removed') as had`.execute(db)
  return rows[0].had
}

export async function sizeOf(
  db: Kysely<Database>,
  arenaId: number,
): Promise<{ contestants: number; prompts: number; answers: number }> {
  const { rows } = await sql<{ contestants: number; prompts: number; answers: number }>`
    select (select count(*)::int from contestants where arena_id = ${arenaId}) as contestants,
      (select count(*)::int from prompts where arena_id = ${arenaId}) as prompts,
      (select count(*)::int from answers where arena_id = ${arenaId}) as answers`.execute(db)
  return rows[0]
}

/** The number of prompts with answers but without a text. */
export async function answeredWithoutText(db: Kysely<Database>, arenaId: number): Promise<number> {
  const { prompts } = await db
    .selectFrom('prompts as p')
    .select((eb) => eb.fn.countAll<number>().as('prompts'))
    .where('p.arena_id', '=', arenaId)
    .where('p.messages', 'is', null)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('answers as a')
          .select('a.id')
          .whereRef('a.arena_id', '=', 'p.arena_id')
          .whereRef('a.prompt_id', '=', 'p.id'),
      ),
    )
    .executeTakeFirstOrThrow()
  return prompts
}

/** Whether some contestant has a second answer to a prompt, or a vote names one. */
export async function hasSeveralSamples(db: Kysely<Database>, arenaId: number): Promise<boolean> {
  const { rows } = await sql<{ several: boolean }>`select
    exists (select from answers where arena_id = ${arenaId} and sample > 1) or
    exists (select from battles where arena_id = ${arenaId} and greatest(left_sample, right_sample) > 1)
      as several`.execute(db)
  return rows[0].several
}

/** Whether some answer has a transcript. */
export async function hasTranscripts(db: Kysely<Database>, arenaId: number): Promise<boolean> {
  const { rows } = await sql<{ has: boolean }>`
    select exists (select from answers where arena_id = ${arenaId} and transcript is not null) as has`.execute(
    db,
  )
  return rows[0].has
}

/** SQL: which of a contestant's answers battle `b` shows. */
export const sampleOf = (side: 'left' | 'right') => sql<number>`coalesce(
  (select x.sample from answers x where x.arena_id = b.arena_id and x.id = ${sql.ref(`b.${side}_answer_id`)}),
  ${sql.ref(`b.${side}_sample`)}, 1)`

/** SQL: with which probability the pair of battle `b` was drawn. */
export const pairProbability = sql<number | null>`coalesce(b.pair_probability,
  (select j.pair_probability from judgements j where j.arena_id = b.arena_id and j.id = b.judgement_id))`

export interface ExportedVote {
  id: number
  left: string
  right: string
  /** Which answers were shown, from 1. */
  leftSample: number
  rightSample: number
  /** Null: the pair was drawn uniformly, or it is unknown how. */
  pairProbability: number | null
  outcome: Outcome
  source: VoteSource
  inconsistent: boolean
  voter: string | null
  prompt: string | null
  criterion: string
  category: string | null
  castAt: Date
}

/** Counted votes in order of id, `size` after the vote `after`. */
export const selectVotesAfter = (
  db: Kysely<Database>,
  arenaId: number,
  selection: VoteSelection,
  after: number,
  size: number,
): Promise<ExportedVote[]> =>
  countedVotes(db, arenaId, selection)
    .select(['v.id', 'l.name as left', 'r.name as right', 'v.outcome', 'v.source', 'v.inconsistent'])
    .select(sql<string | null>`nullif(v.voter, v.import_key)`.as('voter'))
    .select(['p.key as prompt', 'b.criterion', 'p.category', 'v.cast_at as castAt'])
    .select([sampleOf('left').as('leftSample'), sampleOf('right').as('rightSample')])
    .select(pairProbability.as('pairProbability'))
    .where('v.id', '>', after)
    .orderBy('v.id')
    .limit(size)
    .execute()
