import type { Insertable, Kysely, Transaction } from 'kysely'
import { sql } from 'kysely'
import type { Message, ProviderOptions, ProviderType } from '../../shared/contracts/index.ts'
import type { AnswerTable } from './tables.ts'
import type { Database } from '../platform/schema.ts'

export interface AnsweringContestantRow {
  id: number
  name: string
  provider: string
  providerType: ProviderType
  options: ProviderOptions
  model: string
  system: string | null
  template: string | null
  params: Record<string, unknown>
}

/** Active contestants whose answers a provider makes, or the contestant with this id, active or not. */
export const selectAnsweringContestants = (
  db: Kysely<Database>,
  arenaId: number,
  contestantId?: number,
): Promise<AnsweringContestantRow[]> => {
  const contestantQuery = db
    .selectFrom('contestants as c')
    .innerJoin('providers as p', (join) =>
      join.onRef('p.arena_id', '=', 'c.arena_id').onRef('p.name', '=', 'c.provider'),
    )
    .select(['c.id', 'c.name', 'p.name as provider', 'p.type as providerType', 'p.options'])
    .select(['c.system', 'c.template', 'c.params', sql<string>`coalesce(c.model, '')`.as('model')])
    .where('c.arena_id', '=', arenaId)
    .orderBy('c.id')
  return (
    contestantId === undefined
      ? contestantQuery.where('c.retired_at', 'is', null)
      : contestantQuery.where('c.id', '=', contestantId)
  ).execute()
}

export interface PromptRow {
  id: number
  key: string
  messages: Message[]
  variables: Record<string, unknown> | null
  context: string[] | null
  retired: boolean
}

/** Prompts with a text, including retired ones, or the prompt with this id. */
export const selectPromptsWithText = (
  db: Kysely<Database>,
  arenaId: number,
  promptId?: number,
): Promise<PromptRow[]> => {
  const promptQuery = db
    .selectFrom('prompts')
    .select(['id', 'key', 'messages', 'variables', 'context'])
    .select(sql<boolean>`retired_at is not null`.as('retired'))
    .where('arena_id', '=', arenaId)
    .where('messages', 'is not', null)
    .orderBy('id')
    .$narrowType<{ messages: Message[] }>()
  return (promptId === undefined ? promptQuery : promptQuery.where('id', '=', promptId)).execute()
}

export interface MadeRow {
  id: number
  sample: number
  sha256: string | null
  erased: boolean
}

/** How many answers a run makes for each contestant and prompt. */
export async function selectSamples(db: Kysely<Database>, arenaId: number): Promise<number> {
  const { settings } = await db
    .selectFrom('arenas')
    .select('settings')
    .where('id', '=', arenaId)
    .executeTakeFirstOrThrow()
  return settings.samples ?? 1
}

/** The stored answers by `<prompt id> <contestant id>`, each list by sample. */
export async function selectMade(db: Kysely<Database>, arenaId: number): Promise<Map<string, MadeRow[]>> {
  const rows = await db
    .selectFrom('answers')
    .select(['id', 'prompt_id', 'contestant_id', 'sample', 'inputs_sha256 as sha256'])
    .select(sql<boolean>`erased_at is not null`.as('erased'))
    .where('arena_id', '=', arenaId)
    .orderBy('sample')
    .execute()
  return Map.groupBy(rows, (row) => `${row.prompt_id} ${row.contestant_id}`)
}

/** Adds the answer unless there is one. Returns whether it was added. */
export async function insertMadeAnswer(
  trx: Transaction<Database>,
  row: Insertable<AnswerTable>,
): Promise<boolean> {
  const added = await trx
    .insertInto('answers')
    .values(row)
    .onConflict((conflict) => conflict.doNothing())
    .returning('id')
    .executeTakeFirst()
  return added !== undefined
}

/** Removes answers that nobody has seen; the database removes their check results and skipped pairs. */
export async function deleteAnswers(
  trx: Transaction<Database>,
  arenaId: number,
  ids: number[],
): Promise<void> {
  await trx
    .deleteFrom('answers')
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`id = any(${ids}::integer[])`)
    .execute()
}
