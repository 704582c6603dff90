import type { Insertable, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { ClimbGate, HoldOut, Message } from '../../shared/contracts/index.ts'
import type { ClimbAttemptTable, ClimbResultTable } from './tables.ts'
import type { Database } from '../platform/schema.ts'

export interface ReferenceRow {
  id: number
  key: string
  category: string | null
  messages: Message[]
  reference: string
  context: string[] | null
  variables: Record<string, unknown> | null
}

/** Prompts in use with a reference, by key. */
export const selectReferences = (db: Kysely<Database>, arenaId: number): Promise<ReferenceRow[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'key', 'category', 'messages', 'reference', 'context', 'variables'])
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .where('retired_at', 'is', null)
    .where(sql<boolean>`btrim(reference) <> ''`)
    .orderBy('key')
    .$narrowType<{ messages: Message[]; reference: string }>()
    .execute()

/** The prompts that both contestants have answered or can be asked to answer. */
export async function selectShared(
  db: Kysely<Database>,
  arenaId: number,
  contestants: readonly [number, number],
  promptIds: readonly number[],
): Promise<number[]> {
  const answers = (id: number) => sql`(
    exists (select from contestants c
      where c.arena_id = ${arenaId} and c.id = ${id} and c.provider is not null and c.retired_at is null)
    or exists (select from answers a
      where a.arena_id = ${arenaId} and a.contestant_id = ${id} and a.prompt_id = given.id and a.sample = 1))`
  const { rows } = await sql<{ id: number }>`
    select id from unnest(${promptIds}::integer[]) as given (id)
    where ${answers(contestants[0])} and ${answers(contestants[1])} order by id`.execute(db)
  return rows.map(({ id }) => id)
}

export interface EpochRow {
  number: number
  judgeVersionId: number
  sha256: string
  judge: string
  criterion: string
  holdOut: HoldOut | null
}

export const selectLatestEpoch = (db: Kysely<Database>, arenaId: number): Promise<EpochRow | undefined> =>
  db
    .selectFrom('climb_epochs as e')
    .innerJoin('judge_versions as v', (join) =>
      join.onRef('v.arena_id', '=', 'e.arena_id').onRef('v.id', '=', 'e.judge_version_id'),
    )
    .select(['e.number', 'e.judge_version_id as judgeVersionId', 'e.sha256', 'v.judge', 'e.criterion'])
    .select('e.hold_out as holdOut')
    .where('e.arena_id', '=', arenaId)
    .orderBy('e.number', 'desc')
    .limit(1)
    .executeTakeFirst()

export interface NewEpoch {
  number: number
  judgeVersionId: number
  criterion: string
  sha256: string
  referencesSha256: string
  holdOut: HoldOut | null
  references: readonly { id: number; reference: string; heldOut: boolean }[]
}

export async function insertEpoch(
  trx: Transaction<Database>,
  arenaId: number,
  epoch: NewEpoch,
  startedAt: Date,
): Promise<void> {
  const { number, references, holdOut } = epoch
  await trx
    .insertInto('climb_epochs')
    .values({
      arena_id: arenaId,
      number,
      judge_version_id: epoch.judgeVersionId,
      criterion: epoch.criterion,
      sha256: epoch.sha256,
      references_sha256: epoch.referencesSha256,
      hold_out: holdOut && JSON.stringify(holdOut),
      started_at: startedAt,
    })
    .execute()
  await sql`
    insert into climb_references (arena_id, epoch, prompt_id, reference, held_out)
    select ${arenaId}, ${number}, * from unnest(${references.map(({ id }) => id)}::integer[],
      ${references.map(({ reference }) => reference)}::text[], ${references.map(({ heldOut }) => heldOut)}::boolean[])`.execute(
    trx,
  )
}

/** The part of an attempt that determines incumbents. */
export interface Step {
  number: number
  epoch: number
  kind: 'challenge' | 'again'
  incumbentId: number
  challengerId: number
  promoted: boolean
}

export const selectSteps = (db: Kysely<Database>, arenaId: number): Promise<Step[]> =>
  db
    .selectFrom('climb_attempts')
    .select(['number', 'epoch', 'kind', 'incumbent_id as incumbentId', 'challenger_id as challengerId'])
    .select('promoted')
    .where('arena_id', '=', arenaId)
    .orderBy('number')
    .execute()

export async function selectEntered(
  db: Kysely<Database>,
  arenaId: number,
  sha256: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('climb_attempts')
    .select('number')
    .where('arena_id', '=', arenaId)
    .where('sha256', '=', sha256)
    .executeTakeFirst()
  return row?.number
}

export type NewAttempt = Omit<Insertable<ClimbAttemptTable>, 'arena_id' | 'number' | 'gate'> & {
  gate: ClimbGate
}
export type NewResult = Omit<Insertable<ClimbResultTable>, 'arena_id' | 'attempt'>

/** Enters an attempt with its results, as the arena's next. @returns its number */
export async function insertAttempt(
  trx: Transaction<Database>,
  arenaId: number,
  attempt: NewAttempt,
  results: readonly NewResult[],
): Promise<number> {
  const { number } = await trx
    .insertInto('climb_attempts')
    .values({
      ...attempt,
      arena_id: arenaId,
      gate: JSON.stringify(attempt.gate),
      number: sql<number>`(select coalesce(max(number), 0) + 1 from climb_attempts where arena_id = ${arenaId})`,
    })
    .returning('number')
    .executeTakeFirstOrThrow()
  await sql`
    insert into climb_results
    select r.* from jsonb_populate_recordset(null::climb_results, ${JSON.stringify(
      results.map((result) => ({ ...result, arena_id: arenaId, attempt: number })),
    )}::jsonb) r`.execute(trx)
  return number
}

/** When the first run of an attempt started; null if it has none. */
export async function selectBegan(db: Kysely<Database>, arenaId: number, key: string): Promise<Date | null> {
  const { rows } = await sql<{ at: Date | null }>`
    select min(started_at) as at from runs
    where arena_id = ${arenaId} and kind = 'challenge' and plan->'challenge'->>'key' = ${key}`.execute(db)
  return rows[0].at
}
