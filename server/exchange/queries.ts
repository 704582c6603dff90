import type { Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Outcome, VoteSource } from '../../shared/contracts/index.ts'
import type { Database } from '../platform/schema.ts'

const SEEDING = 4747_0001

/** Lets one process seed at a time, until the returned lock is disposed of. */
export async function lockSeeding(connection: Kysely<Database>): Promise<AsyncDisposable> {
  await sql`select pg_advisory_lock(${SEEDING})`.execute(connection)
  return {
    async [Symbol.asyncDispose]() {
      await sql`select pg_advisory_unlock(${SEEDING})`.execute(connection)
    },
  }
}

const IMPORTING = 4747_0002

/** Lets one import into an arena of this slug run at a time, until the transaction ends. */
export async function lockImport(trx: Transaction<Database>, slug: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(${IMPORTING}::integer, hashtext(${slug}))`.execute(trx)
}

export async function anyArena(db: Kysely<Database>): Promise<boolean> {
  return (await db.selectFrom('arenas').select('id').limit(1).executeTakeFirst()) !== undefined
}

/** How many prompts have answers but no text. */
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

export interface ExportedVote {
  id: number
  left: string
  right: string
  outcome: Outcome
  source: VoteSource
  inconsistent: boolean
  voter: string
  prompt: string | null
  criterion: string
  category: string | null
  castAt: Date
}

export interface VoteSelection {
  arenaId: number
  /** Null: every source, simulated ones included and labelled. */
  source: VoteSource | null
  /** Leaves simulated votes out. */
  real: boolean
  /** A judge's name. */
  judge: string | null
  criterion: string | null
  category: string | null
  since: Date | null
  before: Date | null
  until: Date | null
}

/** Standing votes in order of id, `size` after the vote `after`. */
export function selectVotesAfter(
  db: Kysely<Database>,
  selection: VoteSelection,
  after: number,
  size: number,
): Promise<ExportedVote[]> {
  const { arenaId, source, real, judge, criterion, category, since, before, until } = selection
  let query = db
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
    .select([
      'v.id',
      'l.name as left',
      'r.name as right',
      'v.outcome',
      'v.source',
      'v.inconsistent',
      'v.voter',
    ])
    .select(['p.key as prompt', 'b.criterion', 'p.category', 'v.cast_at as castAt'])
    .where('v.arena_id', '=', arenaId)
    .where('v.id', '>', after)
    .where(
      sql<boolean>`not exists (select from retractions t where t.arena_id = v.arena_id and t.vote_id = v.id
        and (${until}::timestamptz is null or t.retracted_at <= ${until}))`,
    )
    .orderBy('v.id')
    .limit(size)
  if (source) query = query.where('v.source', '=', source)
  if (real) query = query.where('v.source', '<>', 'simulated')
  if (judge) query = query.where('v.voter', '=', judge)
  if (criterion) query = query.where('b.criterion', '=', criterion)
  if (category) query = query.where('p.category', '=', category)
  if (since) query = query.where('v.cast_at', '>=', since)
  if (before) query = query.where('v.cast_at', '<', before)
  if (until) query = query.where('v.cast_at', '<=', until)
  return query.execute()
}
