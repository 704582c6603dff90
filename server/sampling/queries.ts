import type { Kysely } from 'kysely'
import { withoutLeak } from '../answers/index.ts'
import type { Database } from '../platform/schema.ts'
import type { PoolRow } from './pool.ts'

/** Rows that are read at once: few enough to be read within a few milliseconds. */
const PORTION = 2000

/**
 * Answers of active contestants to prompts in use that have a text. None in which the model or its maker is named, since
 * votes on it would not count.
 */
const showableAnswers = (db: Kysely<Database>, arenaId: number) =>
  db
    .selectFrom('answers')
    .innerJoin('prompts', (join) =>
      join.onRef('prompts.arena_id', '=', 'answers.arena_id').onRef('prompts.id', '=', 'answers.prompt_id'),
    )
    .innerJoin('contestants', (join) =>
      join
        .onRef('contestants.arena_id', '=', 'answers.arena_id')
        .onRef('contestants.id', '=', 'answers.contestant_id'),
    )
    .where('answers.arena_id', '=', arenaId)
    .where('answers.erased_at', 'is', null)
    .where('prompts.messages', 'is not', null)
    .where('prompts.retired_at', 'is', null)
    .where('contestants.retired_at', 'is', null)
    .where(withoutLeak('answers'))

const POOL_COLUMNS = [
  'answers.contestant_id',
  'answers.prompt_id',
  'answers.id as answer_id',
  'answers.text_sha256',
] as const

/**
 * Answers that can be shown, by id: nearly as they lie on the disk. By contestant, each row would be on another page.
 */
export async function* poolRows(db: Kysely<Database>, arenaId: number): AsyncGenerator<PoolRow[]> {
  for (let after = 0; ;) {
    const rows = await showableAnswers(db, arenaId)
      .select(POOL_COLUMNS)
      .where('answers.id', '>', after)
      .orderBy('answers.id')
      .limit(PORTION)
      .execute()
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!.answer_id
  }
}

/** The answers of these contestants to one prompt that can be shown, by contestant and id. */
export const selectAnswersTo = (
  db: Kysely<Database>,
  arenaId: number,
  promptId: number,
  contestantIds: readonly number[],
): Promise<PoolRow[]> =>
  showableAnswers(db, arenaId)
    .select(POOL_COLUMNS)
    .where('answers.prompt_id', '=', promptId)
    .where('answers.contestant_id', 'in', contestantIds)
    .orderBy('answers.contestant_id')
    .orderBy('answers.id')
    .execute()

/** The prompts on which two active contestants can meet: both have an answer that can be shown, with different texts. */
export async function selectSharedPrompts(
  db: Kysely<Database>,
  arenaId: number,
  one: number,
  other: number,
): Promise<number[]> {
  const rows = await showableAnswers(db, arenaId)
    .select('answers.prompt_id')
    .distinct()
    .where('answers.contestant_id', '=', one)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('answers as o')
          .select('o.id')
          .whereRef('o.arena_id', '=', 'answers.arena_id')
          .whereRef('o.prompt_id', '=', 'answers.prompt_id')
          .where('o.contestant_id', '=', other)
          .where('o.erased_at', 'is', null)
          .whereRef('o.text_sha256', '!=', 'answers.text_sha256')
          .where(withoutLeak('o')),
      ),
    )
    .orderBy('answers.prompt_id')
    .execute()
  return rows.map(({ prompt_id }) => prompt_id)
}

export async function selectActiveContestants(db: Kysely<Database>, arenaId: number): Promise<number[]> {
  const rows = await db
    .selectFrom('contestants')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('retired_at', 'is', null)
    .orderBy('id')
    .execute()
  return rows.map(({ id }) => id)
}
