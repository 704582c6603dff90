import { sql } from 'kysely'
import type { Kysely, Selectable, Transaction } from 'kysely'
import type { Database } from '../platform/schema.ts'
import type { PromptTable } from './tables.ts'
import type { NewPrompt } from './prompt.ts'

export type PromptRow = Omit<
  Selectable<PromptTable>,
  'arena_id' | 'retired_at' | 'retired_by' | 'leak_rules' | 'erased_at'
> & {
  erased: boolean
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const columns = ({ messages, category = null, reference = null, variables, context }: NewPrompt) => ({
  messages: json(messages),
  category,
  reference,
  variables: json(variables),
  context: json(context),
})

export const selectPrompts = (db: Kysely<Database>, arenaId: number): Promise<PromptRow[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'key', 'messages', 'category', 'reference', 'variables', 'context'])
    .select(sql<boolean>`erased_at is not null`.as('erased'))
    .where('arena_id', '=', arenaId)
    .execute()

/**
 * The keys of these prompts that a judge was asked about.
 * @param inClimbs whether to include climbs, which store their own references
 */
export async function judgedPrompts(
  db: Kysely<Database>,
  arenaId: number,
  ids: readonly number[],
  inClimbs: boolean,
): Promise<string[]> {
  if (ids.length === 0) return []
  const rows = await db
    .selectFrom('prompts as p')
    .select('p.key')
    .where('p.arena_id', '=', arenaId)
    .where(sql<boolean>`p.id = any(${ids}::integer[])`)
    .where(({ exists, selectFrom }) =>
      exists(
        selectFrom('judgements as j')
          .innerJoin('calls as c', (join) =>
            join.onRef('c.arena_id', '=', 'j.arena_id').onRef('c.judgement_id', '=', 'j.id'),
          )
          .select('j.id')
          .whereRef('j.arena_id', '=', 'p.arena_id')
          .whereRef('j.prompt_id', '=', 'p.id')
          .$if(!inClimbs, (query) => query.where('j.climb_epoch', 'is', null)),
      ),
    )
    .orderBy('p.key')
    .execute()
  return rows.map(({ key }) => key)
}

export const insertPrompts = (
  trx: Transaction<Database>,
  arenaId: number,
  prompts: NewPrompt[],
): Promise<{ id: number; key: string }[]> =>
  trx
    .insertInto('prompts')
    .values(prompts.map((prompt) => ({ arena_id: arenaId, key: prompt.key, ...columns(prompt) })))
    .returning(['id', 'key'])
    .execute()

export async function updatePrompt(
  trx: Transaction<Database>,
  arenaId: number,
  id: number,
  prompt: NewPrompt,
): Promise<void> {
  await trx
    .updateTable('prompts')
    .set(columns(prompt))
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .execute()
}
