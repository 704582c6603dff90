import { type Insertable, type Selectable, sql } from 'kysely'
import { insertRows } from '../platform/postgres/rows.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'

export type RecordedBattle = Insertable<Database['battles']>

/** Records the battles of imported, judged or simulated votes. */
export const recordBattles = (trx: Trx, battles: readonly RecordedBattle[]): Promise<void> =>
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
export async function recordBattlesFromTable(trx: Trx, table: string): Promise<void> {
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
export async function selectBattleTexts(
  db: Db,
  arenaId: number,
  promptId: number,
  answerIds: [number, number],
  criterion: string,
) {
  const [prompt, answers] = await Promise.all([
    db
      .selectFrom('prompts')
      .innerJoin('arenas', 'arenas.id', 'prompts.arena_id')
      .select([
        'messages',
        'context',
        referenceFor(arenaId, criterion).as('reference'),
        runsWebAnswers.as('web'),
      ])
      .where('arena_id', '=', arenaId)
      .where('prompts.id', '=', promptId)
      .executeTakeFirstOrThrow(),
    db
      .selectFrom('answers')
      .select(['id', 'text', 'turns', 'context', 'transcript'])
      .where('arena_id', '=', arenaId)
      .where('id', 'in', answerIds)
      .execute(),
  ])
  const byId = new Map(answers.map((answer) => [answer.id, answer]))
  const { messages, context, reference, web } = prompt
  // what each answer had retrieved stands below it
  const isShared = context !== null && context.length > 0 && answers.some((answer) => answer.context === null)
  return {
    prompt: {
      messages: messages ?? [],
      ...(reference !== null && { reference }),
      ...(isShared && { context }),
    },
    web,
    left: byId.get(answerIds[0])!,
    right: byId.get(answerIds[1])!,
  }
}

/** Whether an arena runs answers that are web pages, in a query that reads `arenas`. */
export const runsWebAnswers = sql<boolean>`arenas.settings->>'webAnswers' is not distinct from 'on'`

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

export interface NamedBattle extends Selectable<Database['battles']> {
  left_name: string
  right_name: string
  /** Whether a vote on it needs proof of work. */
  needs_proof: boolean
}

/**
 * Gives a voter another name in its battles; its votes and second looks follow.
 * @returns the number of its battles
 */
export async function renameVoter(trx: Trx, arenaId: number, voter: string, name: string): Promise<number> {
  const { numUpdatedRows } = await trx
    .updateTable('battles')
    .set({ voter: name })
    .where('arena_id', '=', arenaId)
    .where('voter', '=', voter)
    .executeTakeFirstOrThrow()
  return Number(numUpdatedRows)
}
