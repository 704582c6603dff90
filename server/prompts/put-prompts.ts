import { isDeepStrictEqual } from 'node:util'
import { sql, type Selectable, type RawBuilder } from 'kysely'
import { incrementRevision } from '../arenas/index.ts'
import { chunks } from '../platform/postgres/rows.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import type { Message } from '../../shared/contracts/index.ts'
import { queryColumn, requireValue } from '../platform/postgres/query.ts'

/** What a prompt asks, and what it brings for those who answer, check or judge. */
export interface PromptContent extends Pick<Selectable<Database['prompts']>, 'reference' | 'variables'> {
  messages: readonly Message[]
  /** The retrieved context of every answer that has none of its own. */
  context: readonly string[] | null
}

type PromptIds = Map<string, number>

/**
 * Adds new prompts, adds texts to prompts that had none, and updates category, group, reference, variables and context of all
 * but the erased ones.
 * @returns their ids by key
 * @throws {ProblemError} if a prompt has other messages in the arena, or was judged with another reference or context. A
 *   climb stores its references, so the reference of a prompt that only climbs have judged may change.
 */
export async function putPrompts(
  trx: Trx,
  arenaId: number,
  prompts: Iterable<NewPrompt>,
): Promise<PromptIds> {
  const all = [...prompts]
  const keys = [...new Set(all.map(({ key }) => key))]
  const standing = new Map((await selectPrompts(trx, arenaId, keys)).map((row) => [row.key, row]))
  const newPrompts = new Map<string, NewPrompt>()
  const completed = new Map<string, NewPrompt>()
  for (const prompt of all) {
    const old = completed.get(prompt.key) ?? standing.get(prompt.key)
    if (!old) newPrompts.set(prompt.key, mergePrompts(newPrompts.get(prompt.key), prompt))
    else if (!standing.get(prompt.key)?.erased && addsTo(old, prompt))
      completed.set(prompt.key, mergePrompts(old, prompt))
  }
  await refuseIfJudged(trx, arenaId, standing, completed)
  const ids: PromptIds = new Map([...standing.values()].map(({ key, id }) => [key, id]))
  for (const [key, prompt] of completed) await updatePrompt(trx, arenaId, ids.get(key)!, prompt)
  for (const rows of chunks([...newPrompts.values()]))
    for (const { key, id } of await insertPrompts(trx, arenaId, rows)) ids.set(key, id)
  if (completed.size + newPrompts.size > 0) await incrementRevision(trx, arenaId)
  return ids
}

function addsTo(old: NewPrompt, prompt: NewPrompt): boolean {
  if (old.messages && prompt.messages) refuseAnother(old, prompt)
  if (!prompt.messages)
    return (!old.category && Boolean(prompt.category)) || (!old.promptGroup && Boolean(prompt.promptGroup))
  return !old.messages || !isDeepStrictEqual(besideText(old), besideText(mergePrompts(old, prompt)))
}

const besideText = ({ category, promptGroup, reference, variables, context }: NewPrompt) => ({
  category: category ?? null,
  promptGroup: promptGroup ?? null,
  reference: reference ?? null,
  variables: variables ?? null,
  context: context ?? null,
})

/** Merges two descriptions of one prompt; the one with the text takes precedence. */
function mergePrompts(earlier: NewPrompt | undefined, later: NewPrompt): NewPrompt {
  if (!earlier) return later
  if (earlier.messages && later.messages) refuseAnother(earlier, later)
  const [text, bare] = later.messages || !earlier.messages ? [later, earlier] : [earlier, later]
  return {
    ...text,
    category: text.category ?? bare.category ?? null,
    promptGroup: text.promptGroup ?? bare.promptGroup ?? null,
  }
}

function refuseAnother(earlier: NewPrompt, later: NewPrompt): void {
  if (isDeepStrictEqual(earlier.messages, later.messages)) return
  throw new ProblemError(
    'invalid_request',
    `Prompt "${earlier.key}" is already in this arena with another text. Give the new text its own id, or take another arena.`,
    {
      about: { prompt: earlier.key },
    },
  )
}

/** What a judge was shown with the text must not change after its verdicts. */
async function refuseIfJudged(
  trx: Trx,
  arenaId: number,
  standing: ReadonlyMap<string, PromptRow>,
  completed: ReadonlyMap<string, NewPrompt>,
): Promise<void> {
  const changedIn = (what: 'reference' | 'context') =>
    [...completed.values()].flatMap((prompt) => {
      const old = standing.get(prompt.key)!
      return isDeepStrictEqual(old[what] ?? null, prompt[what] ?? null) ? [] : [old.id]
    })
  const [judged] = [
    ...(await judgedPrompts(trx, arenaId, changedIn('reference'), false)),
    ...(await judgedPrompts(trx, arenaId, changedIn('context'), true)),
  ]
  if (judged !== undefined)
    throw new ProblemError(
      'invalid_request',
      `Prompt "${judged}" was already judged with another reference or context. Give the new prompt its own id.`,
      {
        about: { prompt: judged },
      },
    )
}

type PromptRow = Omit<
  Selectable<Database['prompts']>,
  'arena_id' | 'unit_group' | 'retired_at' | 'retired_by' | 'leak_rules' | 'erased_at'
> & {
  promptGroup: string | null
  erased: boolean
}

const json = (value: unknown) => (value === null || value === undefined ? null : JSON.stringify(value))

const columns = ({
  messages,
  category = null,
  promptGroup = null,
  reference = null,
  variables,
  context,
}: NewPrompt) => ({
  messages: json(messages),
  category,
  unit_group: promptGroup,
  reference,
  variables: json(variables),
  context: json(context),
})

/** Those of these prompts that the arena has. */
const selectPrompts = (db: Db, arenaId: number, keys: readonly string[]): Promise<PromptRow[]> =>
  db
    .selectFrom('prompts')
    .select(['id', 'key', 'messages', 'category', 'reference', 'variables', 'context'])
    .select('unit_group as promptGroup')
    .select(sql<boolean>`erased_at is not null`.as('erased'))
    .where('arena_id', '=', arenaId)
    .where(sql<boolean>`key = any (${keys}::text[])`)
    .execute()

/**
 * The keys of these prompts that a judge was asked about.
 * @param inClimbs whether to include climbs, which store their own references
 */
const judgedPrompts = (
  db: Db,
  arenaId: number,
  ids: readonly number[],
  inClimbs: boolean,
): Promise<string[]> =>
  queryColumn<string>(db)`
    select p.key from prompts p where p.arena_id = ${arenaId} and p.id = any (${ids}::integer[]) and exists (
      select from judgements j join calls c on c.arena_id = j.arena_id and c.judgement_id = j.id
      where j.arena_id = p.arena_id and j.prompt_id = p.id and (${inClimbs} or j.climb_epoch is null))
    order by p.key`

const insertPrompts = (
  trx: Trx,
  arenaId: number,
  prompts: NewPrompt[],
): Promise<{ id: number; key: string }[]> =>
  trx
    .insertInto('prompts')
    .values(prompts.map((prompt) => ({ arena_id: arenaId, key: prompt.key, ...columns(prompt) })))
    .returning(['id', 'key'])
    .execute()

async function updatePrompt(trx: Trx, arenaId: number, id: number, prompt: NewPrompt): Promise<void> {
  await trx
    .updateTable('prompts')
    .set(columns(prompt))
    .where('arena_id', '=', arenaId)
    .where('id', '=', id)
    .execute()
}

export interface NewPrompt {
  key: string
  /** Null if only the key of the prompt is known. */
  messages: Message[] | null
  category?: string | null | undefined
  /** What it shares with other prompts: a document, a conversation, a topic or a template. */
  promptGroup?: string | null | undefined
  reference?: string | null | undefined
  variables?: Record<string, unknown> | null | undefined
  context?: string[] | null | undefined
}

/** Whether a prompt's category is one of these. Null or no categories select all prompts, also those without one. */
export function matchesCategories(
  category: string | null | undefined,
  categories: readonly string[] | null | undefined,
): boolean {
  return !categories || (typeof category === 'string' && categories.includes(category))
}

/**
 * Adds prompts without texts for the keys that the arena does not have, and categories and groups to prompts that have none. Unlike
 * `putPrompts` it works inside the database, for any number of keys.
 */
export async function ensurePrompts(trx: Trx, arenaId: number, named: NamedPrompts): Promise<void> {
  if (await insertPromptsIn(trx, arenaId, named)) await incrementRevision(trx, arenaId)
}

/**
 * Adds the prompts that a query names and the arena does not have, without texts, and gives the others a category and a
 * group if they have none.
 * @returns whether anything changed
 */
async function insertPromptsIn(trx: Trx, arenaId: number, named: NamedPrompts): Promise<boolean> {
  let changed = 0n
  for (const column of ['category', 'unit_group'].map((name) => sql.ref(name))) {
    const completed = await sql`
      update prompts p set ${column} = n.${column}
      from (select distinct on (key) key, ${column} from (${named}) every where ${column} is not null order by key, place) n
      where p.arena_id = ${arenaId} and p.key = n.key and coalesce(p.${column}, '') = '' and p.erased_at is null`.execute(
      trx,
    )
    changed += completed.numAffectedRows ?? 0n
  }
  const last = (column: string) =>
    sql`(array_agg(${sql.ref(column)} order by place desc) filter (where ${sql.ref(column)} is not null))[1]`
  const added = await sql`
    insert into prompts (arena_id, key, category, unit_group)
    select ${arenaId}, n.key, n.category, n.unit_group
    from (select key, min(place) as place, ${last('category')} as category, ${last('unit_group')} as unit_group
      from (${named}) every group by key) n
    where not exists (select from prompts p where p.arena_id = ${arenaId} and p.key = n.key)
    order by n.place`.execute(trx)
  return changed + (added.numAffectedRows ?? 0n) > 0n
}

/** A query for prompts that something names: each key with a category and a group or null, in the order of `place`. */
export type NamedPrompts = RawBuilder<{
  key: string
  category: string | null
  unit_group: string | null
  place: number
}>

/** What a visitor asked: it is in nobody's set, and its texts are public only once an operator restores it. */
interface VisitorsPrompt {
  key: string
  /** Of all prompts of one conversation, which are one unit. */
  group: string
  messages: readonly Message[]
  askedAt: Date
}

/**
 * Takes prompts out of the set that no vote but those of live battles names: they came in with the votes, in the same import.
 * @param lastId the arena's last prompt before the import
 */
export async function retireVisitorPrompts(
  trx: Trx,
  arenaId: number,
  lastId: number,
  now: Date,
): Promise<void> {
  await sql`
    update prompts p set retired_at = ${now}, retired_by = 'live'
    where p.arena_id = ${arenaId} and p.id > ${lastId} and (
      select bool_and(v.source = 'live') from battles b join votes v on v.arena_id = b.arena_id and v.battle_id = b.id
      where b.arena_id = p.arena_id and b.prompt_id = p.id)`.execute(trx)
}

/** The last prompt of an arena; 0 if it has none. */
export const lastPrompt = (db: Db, arenaId: number): Promise<number> =>
  requireValue<number>(db)`
    select coalesce(max(id), 0) as id from prompts where arena_id = ${arenaId}`

/** Records a visitor's prompt, unless it is there already. @returns its id */
export async function putVisitorsPrompt(
  db: Db,
  arenaId: number,
  { key, group, messages, askedAt }: VisitorsPrompt,
): Promise<number> {
  await db
    .insertInto('prompts')
    .values({
      arena_id: arenaId,
      key,
      messages: JSON.stringify(messages),
      category: null,
      unit_group: group,
      reference: null,
      variables: null,
      context: null,
      retired_at: askedAt,
      retired_by: 'live',
    })
    .onConflict((conflict) => conflict.columns(['arena_id', 'key']).doNothing())
    .execute()
  const { id } = await db
    .selectFrom('prompts')
    .select('id')
    .where('arena_id', '=', arenaId)
    .where('key', '=', key)
    .executeTakeFirstOrThrow()
  return id
}
