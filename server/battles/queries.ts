import type { Insertable, Kysely, Selectable, Transaction } from 'kysely'
import { sql } from 'kysely'
import { insertRows } from '../platform/insert-rows.ts'
import type { BattleTable } from './tables.ts'
import type { Database } from '../platform/schema.ts'

/** Records the battle; false if this voter was just shown the pair on this prompt. */
export async function insertShowing(db: Kysely<Database>, battle: Insertable<BattleTable>): Promise<boolean> {
  const row = await db
    .insertInto('battles')
    .values(battle)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return row !== undefined
}

export type RecordedBattle = Insertable<BattleTable>

/** Records the battles of imported, judged or simulated votes. */
export const recordBattles = (
  trx: Transaction<Database>,
  battles: readonly RecordedBattle[],
): Promise<void> =>
  insertRows(
    trx,
    'battles',
    {
      arena_id: 'integer',
      id: 'uuid',
      criterion: 'text',
      prompt_id: 'integer',
      left_contestant_id: 'integer',
      right_contestant_id: 'integer',
      left_answer_id: 'integer',
      right_answer_id: 'integer',
      voter: 'text',
      origin: 'text',
      shown_at: 'timestamptz',
      expires_at: 'timestamptz',
      judgement_id: 'uuid',
      left_sample: 'integer',
      right_sample: 'integer',
      pair_probability: 'double precision',
    },
    battles,
  )

/** The same from a table with columns of these names. */
export async function recordBattlesFrom(trx: Transaction<Database>, table: string): Promise<void> {
  await sql`
    insert into battles (arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id, left_answer_id,
      right_answer_id, voter, origin, shown_at, left_sample, right_sample, pair_probability)
    select arena_id, id, criterion, prompt_id, left_contestant_id, right_contestant_id, left_answer_id,
      right_answer_id, voter, origin, shown_at, left_sample, right_sample, pair_probability
    from ${sql.table(table)} order by id`.execute(trx)
}

/**
 * The prompt's messages and the two answers' texts. The reference too, if this criterion compares with it or a judge in
 * use shows it under this criterion: people then decide on what judges decide on.
 */
export async function selectTexts(
  db: Kysely<Database>,
  arenaId: number,
  promptId: number,
  answerIds: [number, number],
  criterion: string,
) {
  const [prompt, answers] = await Promise.all([
    db
      .selectFrom('prompts')
      .select(['messages', referenceFor(arenaId, criterion).as('reference')])
      .where('arena_id', '=', arenaId)
      .where('id', '=', promptId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('answers')
      .select(['id', 'text', 'turns', 'context', 'transcript'])
      .where('arena_id', '=', arenaId)
      .where('id', 'in', answerIds)
      .execute(),
  ])
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  return {
    ...prompt,
    messages: prompt.messages ?? [],
    left: byId.get(answerIds[0])!,
    right: byId.get(answerIds[1])!,
  }
}

/** The id of the prompt with this key; undefined if there is none. */
export async function selectPromptId(
  db: Kysely<Database>,
  arenaId: number,
  key: string,
): Promise<number | undefined> {
  const row = await db
    .selectFrom('prompts')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('key', '=', key)
    .executeTakeFirst()
  return row?.id
}

export async function selectPromptKey(db: Kysely<Database>, arenaId: number, id: number): Promise<string> {
  const row = await db
    .selectFrom('prompts')
    .select('key')
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  return row.key
}

/** Slug and name of these contestants, in their order. */
export async function selectNames(
  db: Kysely<Database>,
  arenaId: number,
  ids: readonly number[],
): Promise<{ contestant: string; name: string }[]> {
  const rows = await db
    .selectFrom('contestants')
    .select(['id', 'slug', 'name'])
    .where('arena_id', '=', arenaId)
    .where('id', 'in', ids)
    .execute()
  const byId = new Map(rows.map(({ id, slug: contestant, name }) => [id, { contestant, name }]))
  return ids.map((id) => byId.get(id)!)
}

/** The criteria of the shipped rubrics `reference` and `voice`, which nobody can judge without the reference. */
const REFERENCE_CRITERIA = ['closeness', 'voice']

const referenceFor = (arenaId: number, criterion: string) => sql<string | null>`
  case when prompts.reference is not null and (${criterion} = any (${REFERENCE_CRITERIA}) or exists (
    select from judges j
    join judge_versions w on w.arena_id = j.arena_id and w.judge = j.name and w.sha256 = j.version_sha256
    join rubrics r on r.arena_id = w.arena_id and r.sha256 = w.rubric_sha256
    where j.arena_id = ${arenaId} and j.active and r.rubric -> 'shows' ? 'reference'
      and case when j.criteria is null then r.rubric -> 'criteria' ? ${criterion} else ${criterion} = any (j.criteria) end
  )) then prompts.reference end`

export interface ShownBattle extends Selectable<BattleTable> {
  left_name: string
  right_name: string
  /** Whether a vote on it needs proof of work. */
  needs_proof: boolean
}

/** A battle that the page has shown, with the names of its contestants. */
export const selectShownBattle = (db: Kysely<Database>, id: string): Promise<ShownBattle | undefined> =>
  db
    .selectFrom('battles')
    .innerJoin('contestants as left', (join) =>
      join
        .onRef('left.arena_id', '=', 'battles.arena_id')
        .onRef('left.id', '=', 'battles.left_contestant_id'),
    )
    .innerJoin('contestants as right', (join) =>
      join
        .onRef('right.arena_id', '=', 'battles.arena_id')
        .onRef('right.id', '=', 'battles.right_contestant_id'),
    )
    .innerJoin('arenas', 'arenas.id', 'battles.arena_id')
    .selectAll('battles')
    .select(['left.name as left_name', 'right.name as right_name'])
    .select(
      sql<boolean>`battles.origin = 'page' and arenas.settings->>'proofOfWork' is not distinct from 'on'`.as(
        'needs_proof',
      ),
    )
    .where('battles.id', '=', id)
    .where('battles.origin', 'in', ['page', 'calibration'])
    .executeTakeFirst()
