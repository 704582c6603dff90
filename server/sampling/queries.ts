import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { PoolRow } from './pool.ts'
import { pairKey } from './sample-pair.ts'

/** Rows that are read at once: few enough to be read within a few milliseconds. */
const PORTION = 2000

/** Answers of active contestants to prompts in use that have a text, by contestant, then prompt. */
export async function* poolRows(db: Kysely<Database>, arenaId: number): AsyncGenerator<PoolRow[]> {
  for (let after = { contestant_id: 0, prompt_id: 0 }; ;) {
    const rows = await selectPoolRows(db, arenaId, after)
    if (rows.length === 0) return
    yield rows
    after = rows.at(-1)!
  }
}

const selectPoolRows = (
  db: Kysely<Database>,
  arenaId: number,
  after: Pick<PoolRow, 'contestant_id' | 'prompt_id'>,
): Promise<PoolRow[]> =>
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
    .select(['answers.contestant_id', 'answers.prompt_id', 'answers.id as answer_id', 'answers.text_sha256'])
    .where('answers.arena_id', '=', arenaId)
    .where('prompts.messages', 'is not', null)
    .where('prompts.retired_at', 'is', null)
    .where('contestants.retired_at', 'is', null)
    .where('answers.contestant_id', '>=', after.contestant_id)
    .where(
      sql<boolean>`(answers.contestant_id, answers.prompt_id) > (${after.contestant_id}, ${after.prompt_id})`,
    )
    .orderBy('answers.contestant_id')
    .orderBy('answers.prompt_id')
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
    .execute()
  return new Set(rows.map((row) => pairKey(row.prompt_id!, row.left_contestant_id, row.right_contestant_id)))
}
