import type { Kysely } from 'kysely'
import type { CheckSpec, Message } from '../../../shared/contracts/index.ts'
import type { Database } from '../../platform/schema.ts'
import type { RunAnswer, RunPrompt } from './estimate-run.ts'

export const selectRunPrompts = (db: Kysely<Database>, arenaId: number): Promise<RunPrompt[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'messages', 'category', 'reference', 'variables', 'context'])
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .$narrowType<{ messages: Message[] }>()
    .orderBy('id')
    .execute()

/** Answers of active contestants to prompts that have a text. */
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
    .select(['a.context', 'a.text_sha256 as hash'])
    .where('a.arena_id', '=', arenaId)
    .where('p.messages', 'is not', null)
    .where('c.retired_at', 'is', null)
    .orderBy('a.id')
    .execute()
  return rows.map(({ text, turns, hash, ...rest }) => ({ ...rest, text: hash, turns: turns ?? [text ?? ''] }))
}

export async function selectChecks(db: Kysely<Database>, arenaId: number): Promise<CheckSpec[]> {
  const rows = await db
    .selectFrom('checks')
    .select('spec')
    .where('arena_id', '=', arenaId)
    .where('active', '=', true)
    .orderBy('name')
    .execute()
  return rows.map(({ spec }) => spec)
}
