import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import { withoutLeak } from '../answers/index.ts'
import type { Database } from '../platform/schema.ts'
import type { PoolRow } from './pool.ts'
import { pairKey } from './pair-key.ts'

/** A row with its place in the order of reading. */
type PlacedRow = PoolRow & { sample: number }

/** Rows that are read at once: few enough to be read within a few milliseconds. */
const PORTION = 2000

/**
 * Answers of active contestants to prompts in use that have a text, by contestant, prompt and sample. None in which the
 * model or its maker is named, since votes on it would not count.
 */
export async function* poolRows(db: Kysely<Database>, arenaId: number): AsyncGenerator<PoolRow[]> {
  for (let after = { contestant_id: 0, prompt_id: 0, sample: 0 }; ;) {
    const rows = await selectPoolRows(db, arenaId, after)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!
  }
}

const selectPoolRows = (
  db: Kysely<Database>,
  arenaId: number,
  after: Omit<PlacedRow, 'answer_id' | 'text_sha256'>,
): Promise<PlacedRow[]> =>
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
    .select(['answers.contestant_id', 'answers.prompt_id', 'answers.sample'])
    .select(['answers.id as answer_id', 'answers.text_sha256'])
    .where('answers.arena_id', '=', arenaId)
    .where('answers.erased_at', 'is', null)
    .where('prompts.messages', 'is not', null)
    .where('prompts.retired_at', 'is', null)
    .where('contestants.retired_at', 'is', null)
    .where(withoutLeak('answers'))
    .where('answers.contestant_id', '>=', after.contestant_id)
    .where(
      sql<boolean>`(answers.contestant_id, answers.prompt_id, answers.sample) >
        (${after.contestant_id}, ${after.prompt_id}, ${after.sample})`,
    )
    .orderBy('answers.contestant_id')
    .orderBy('answers.prompt_id')
    .orderBy('answers.sample')
    .limit(PORTION)
    .execute()

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
