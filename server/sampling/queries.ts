import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { withoutLeak } from '../answers/index.ts'
import type { Database } from '../platform/schema.ts'
import type { PoolRow } from './pool.ts'
import { pairKey } from './pair-key.ts'

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

/** The keys of the pairs that the voter was shown on the page, decided or not. */
export async function selectSeenPairs(
  db: Kysely<Database>,
  arenaId: number,
  voter: string,
): Promise<Set<string>> {
  const rows = await db
    .selectFrom('battles')
    .select(['prompt_id', 'left_contestant_id', 'right_contestant_id'])
    .where('arena_id', '=', arenaId)
    .where('voter', '=', voter)
    .where('origin', 'in', ['page', 'calibration'])
    // a repeat shows a pair that was shown before; only without repeats does an index find the voter's battles
    .where('repeat_of', 'is', null)
    .execute()
  return new Set(rows.map((row) => pairKey(row.prompt_id!, row.left_contestant_id, row.right_contestant_id)))
}

/** The newest board of a view; undefined if there is none yet. */
export const selectNewestBoardId = (
  db: Kysely<Database>,
  arenaId: number,
  view: string,
): Promise<{ id: number } | undefined> =>
  db
    .selectFrom('snapshots')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('view_key', '=', view)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()

/**
 * The active contestants that may still be first by a board: the dead heat for first, and contestants without an
 * upper end of their rating. These are not rated or not on the board. Empty if the board names a winner.
 */
export async function selectContenders(
  db: Kysely<Database>,
  arenaId: number,
  boardId: number,
): Promise<number[]> {
  const { rows } = await sql<{ id: number }>`
    with board as materialized (
      select board::jsonb as b from snapshots where arena_id = ${arenaId} and id = ${boardId}),
    listed as (
      select r->>'name' as name, r->>'status' = 'rated' as rated, r->>'reason' as reason
      from board, jsonb_array_elements(b->'contestants') r)
    select c.id from board join contestants c on c.arena_id = ${arenaId} and c.retired_at is null
      left join listed l on l.name = c.name
    where b->>'winner' is null and (b->'deadHeatForFirst' ? c.name or l.name is null
      or not l.rated and l.reason is distinct from 'winless')
    order by c.id`.execute(db)
  return rows.map(({ id }) => id)
}
