import { type Kysely, sql } from 'kysely'
import type { Message } from '../../../../shared/contracts/index.ts'
import { withoutLeak } from '../../../answers/index.ts'
import type { Database } from '../../../platform/schema.ts'
import type { RunAnswer, RunPrompt } from './estimate-run.ts'

export const selectRunPrompts = (db: Kysely<Database>, arenaId: number): Promise<RunPrompt[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'messages', 'category', 'reference', 'variables', 'context'])
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .where('retired_at', 'is', null)
    .$narrowType<{ messages: Message[] }>()
    .orderBy('id')
    .execute()

/** Answers of active contestants to prompts that are in use and have a text. */
export async function selectRunAnswers(db: Kysely<Database>, arenaId: number): Promise<RunAnswer[]> {
  const rows = await db
    .selectFrom('answers as a')
    .innerJoin('prompts as p', (join) =>
      join.onRef('p.arena_id', '=', 'a.arena_id').onRef('p.id', '=', 'a.prompt_id'),
    )
    .innerJoin('contestants as c', (join) =>
      join.onRef('c.arena_id', '=', 'a.arena_id').onRef('c.id', '=', 'a.contestant_id'),
    )
    .select(['a.id', 'a.prompt_id as promptId', 'a.contestant_id as contestantId', 'a.text', 'a.turns'])
    .select(['a.context', 'a.transcript', 'a.text_sha256 as hash'])
    .select(sql<boolean>`not (${withoutLeak('a')})`.as('isLeaked'))
    .where('a.arena_id', '=', arenaId)
    .where('a.erased_at', 'is', null)
    .where('p.messages', 'is not', null)
    .where('p.retired_at', 'is', null)
    .where('c.retired_at', 'is', null)
    .orderBy('a.id')
    .execute()
  return rows.map(({ text, turns, hash, ...rest }) => ({ ...rest, text: hash, turns: turns ?? [text ?? ''] }))
}
