import { sql } from 'kysely'
import type { Kysely, RawBuilder, Selectable, Transaction } from 'kysely'
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

/** Those of these prompts that the arena has. */
export const selectPrompts = (
  db: Kysely<Database>,
  arenaId: number,
  keys: readonly string[],
): Promise<PromptRow[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'key', 'messages', 'category', 'reference', 'variables', 'context'])
    .select(sql<boolean>`erased_at is not null`.as('erased'))
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`key = any (${keys}::text[])`)
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

/** A query for prompts that something names: each key with a category or null, in the order of `place`. */
export type NamedPrompts = RawBuilder<{ key: string; category: string | null; place: number }>

/**
 * Adds the prompts that a query names and the arena does not have, without texts, and gives the others a category if they
 * have none.
 * @returns whether anything changed
 */
export async function insertPromptsIn(
  trx: Transaction<Database>,
  arenaId: number,
  named: NamedPrompts,
): Promise<boolean> {
  const categorised = await sql`
    update prompts p set category = n.category
    from (select distinct on (key) key, category from (${named}) every where category is not null order by key, place) n
    where p.arena_id = ${arenaId} and p.key = n.key and coalesce(p.category, '') = '' and p.erased_at is null`.execute(
    trx,
  )
  const added = await sql`
    insert into prompts (arena_id, key, category)
    select ${arenaId}, n.key, n.category
    from (select key, min(place) as place, (array_agg(category order by place desc) filter (where category is not null))[1] as category
      from (${named}) every group by key) n
    where not exists (select from prompts p where p.arena_id = ${arenaId} and p.key = n.key)
    order by n.place`.execute(trx)
  return (categorised.numAffectedRows ?? 0n) + (added.numAffectedRows ?? 0n) > 0n
}
