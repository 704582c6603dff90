import { type Selectable, sql } from 'kysely'
import type { PromptRestoration, PromptSelection, PromptsReceipt } from '../../shared/contracts/index.ts'
import { sealPlan, incrementRevision, type Arena } from '../arenas/index.ts'
import { recordAct, ERASED } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import { textsArePublic, publicationTime } from './texts-are-public.ts'
import { shortList, englishText, msg } from '../../shared/messages/index.ts'
import { queryRows } from '../platform/postgres/query.ts'

/**
 * Excludes prompts from sampling and judging from `at` on, or restores them if `at` is null. Their votes and answers stay
 * and count. A prompt that an admin retired stays retired, whatever its arena.yaml says. For restored prompts, the receipt
 * and the audit log name those whose texts were public with names: readers of them no longer vote blind. What a visitor wrote
 * joins the set, with the category `into`.
 * @throws {ProblemError} prompt_unknown naming keys that the arena does not have, invalid_request if a category has no
 *   prompt, or a visitor asked what the set asks already; nothing is changed then
 */
export async function retirePrompts(
  deps: Pick<Deps, 'db' | 'actor' | 'clock'>,
  arena: Arena,
  selection: PromptRestoration,
  retiredAt: Date | null,
): Promise<PromptsReceipt> {
  const changed = await deps.db.transaction().execute(async (trx) => {
    await refuseUnknown(trx, arena, selection)
    const result = retiredAt
      ? { keys: await retireAll(trx, arena.id, selection, retiredAt, 'admin'), werePublic: [] }
      : wereIn(await restoreAll(trx, arena.id, selection, null, selection.into), deps.clock())
    if (result.keys.length === 0) return result
    await incrementRevision(trx, arena.id)
    await sealPlan(trx, deps, arena.id)
    if (retiredAt) await recordAct(trx, deps, arena.id, 'prompts_retired', { prompts: result.keys })
    else
      await recordAct(trx, deps, arena.id, 'prompts_restored', {
        prompts: result.keys,
        werePublic: result.werePublic.length,
      })
    return result
  })
  return {
    arena: arena.slug,
    retired: retiredAt !== null,
    prompts: changed.keys,
    werePublic: changed.werePublic,
    ...publicPromptsWarning(changed.werePublic.length),
    textsPublicFrom: retiredAt && publicationTime(retiredAt).toISOString(),
  }
}

type Restored = Pick<Selectable<Database['prompts']>, 'key' | 'retired_at' | 'retired_by'>

function wereIn(restored: readonly Restored[], now: Date): { keys: string[]; werePublic: string[] } {
  const open = restored.filter((prompt) => textsArePublic(prompt, now))
  return { keys: restored.map(({ key }) => key), werePublic: open.map(({ key }) => key) }
}

function publicPromptsWarning(count: number): Pick<PromptsReceipt, 'warning' | 'finding'> {
  if (count === 0) return { warning: null }
  const finding = msg('prompts_were_public', { count })
  return { warning: englishText(finding), finding }
}

/** Among more keys none is looked for that is near a misspelt one. */
const MAX_COMPARED = 10_000

/** The error that an arena has no prompts of these keys, with what is near a single one. */
export async function unknownPromptsProblem(
  db: Db,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  keys: readonly string[],
): Promise<ProblemError> {
  const keyQuery = db.selectFrom('prompts').select('key').where('arena_id', '=', id).limit(MAX_COMPARED)
  const near =
    keys.length > 1
      ? null
      : shortList(
          (await keyQuery.execute()).map(({ key }) => key),
          keys[0]!,
        )
  return new ProblemError(
    'prompt_unknown',
    msg('none_with_id', {
      arena: slug,
      kind: 'prompt',
      ids: shortList(keys),
      ...(near?.near && { near }),
    }),
  )
}

async function refuseUnknown(trx: Trx, arena: Arena, { keys, category }: PromptSelection): Promise<void> {
  if (!keys && category === undefined) return
  const knownKeys = new Set(await selectKnownKeys(trx, arena.id, { keys, category }))
  const unknown = keys?.filter((key) => !knownKeys.has(key)) ?? []
  if (unknown.length > 0) throw await unknownPromptsProblem(trx, arena, unknown)
  if (knownKeys.size === 0)
    throw new ProblemError(
      'invalid_request',
      msg('unknown_name', { field: 'category', arena: arena.slug, kind: 'category', name: category! }),
    )
}

/**
 * Makes the prompts of the arena's file the prompts in use. Others that have a text are retired. Prompts that an earlier
 * file left out are restored if they are named again; those that an admin retired stay retired.
 * @returns the keys of prompts that changed, and of the restored ones those whose texts were public with names
 */
export async function useOnlyPrompts(
  trx: Trx,
  arenaId: number,
  usedKeys: readonly string[],
  now: Date,
): Promise<{ retired: string[]; restored: string[]; werePublic: string[] }> {
  const retired = await retireAll(trx, arenaId, { except: usedKeys }, now, 'file')
  const back = await restoreAll(trx, arenaId, { keys: usedKeys }, 'file')
  const { keys: restored, werePublic } = wereIn(back, now)
  if (retired.length + restored.length > 0) await incrementRevision(trx, arenaId)
  return { retired, restored, werePublic }
}

/** The group of the prompts of a live conversation. */
const OF_VISITOR = '^live-[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$'

/** A selection of prompts; a missing field does not restrict it. */
interface Chosen {
  keys?: readonly string[] | undefined
  category?: string | undefined
  /** All prompts with a text except these. */
  except?: readonly string[] | undefined
}

const chosen = ({ keys, category, except }: Chosen) => sql<boolean>`
  (${keys ?? null}::text[] is null or key = any (${keys ?? null}::text[]))
  and (${category ?? null}::text is null or category = ${category ?? null})
  and (${except ?? null}::text[] is null or (messages is not null and key <> all (${except ?? null}::text[])))`

async function selectKnownKeys(db: Db, arenaId: number, selection: Chosen): Promise<string[]> {
  const rows = await db
    .selectFrom('prompts')
    .select('key')
    .where('arena_id', '=', arenaId)
    .where(chosen(selection))
    .execute()
  return rows.map(({ key }) => key)
}

/**
 * Retires the selected prompts. If an admin retires a prompt that a file had retired, it then counts as retired by the
 * admin, at its original time.
 * @returns the keys of prompts that were in use
 */
async function retireAll(
  trx: Trx,
  arenaId: number,
  selection: Chosen,
  retiredAt: Date,
  retiredBy: 'file' | 'admin',
): Promise<string[]> {
  if (retiredBy === 'admin')
    await trx
      .updateTable('prompts')
      .set({ retired_by: retiredBy })
      .where('arena_id', '=', arenaId)
      .where('retired_by', '=', 'file')
      .where(chosen(selection))
      .execute()
  const rows = await trx
    .updateTable('prompts')
    .set({ retired_at: retiredAt, retired_by: retiredBy })
    .where('arena_id', '=', arenaId)
    .where('retired_at', 'is', null)
    .where(chosen(selection))
    // an operator took it into the set, so that no file names it
    .$if(retiredBy === 'file', (query) =>
      query.where(sql<boolean>`coalesce(unit_group, '') !~ ${OF_VISITOR}`),
    )
    .returning('key')
    .execute()
  return rows.map(({ key }) => key).sort()
}

/**
 * Restores retired prompts, or only those that `retiredBy` retired. Erased prompts stay retired. What a visitor wrote
 * joins the set if it is chosen by its key.
 * @returns the restored prompts by key, each with the time of its retirement
 */
async function restoreAll(
  trx: Trx,
  arenaId: number,
  selection: Chosen,
  retiredBy: 'file' | null,
  into?: string,
): Promise<Restored[]> {
  let query = trx
    .selectFrom('prompts')
    .select(['id', 'key', 'retired_at', 'retired_by'])
    .where('arena_id', '=', arenaId)
    .where('retired_at', 'is not', null)
    .where('erased_at', 'is', null)
    .where(chosen(selection))
  if (retiredBy) query = query.where('retired_by', '=', retiredBy)
  else if (!selection.keys) query = query.where('retired_by', '<>', 'live')
  const rows = await query.orderBy('id').forUpdate().execute()
  const ids = rows.map(({ id }) => id)
  const visitors = rows.filter((row) => row.retired_by === 'live').map(({ id }) => id)
  await refuseAskedAlready(trx, arenaId, visitors)
  await sql`
    update prompts set retired_at = null, retired_by = null,
      category = case when id = any (${visitors}::int[]) then coalesce(${into ?? null}, category) else category end
    where arena_id = ${arenaId} and id = any (${ids}::int[])`.execute(trx)
  return rows
    .map(({ key, retired_at, retired_by }) => ({ key, retired_at, retired_by }))
    .sort((a, b) => (a.key < b.key ? -1 : 1))
}

/** The messages of prompt `p`, whatever their case and blanks. */
const plain = sql`(select string_agg(lower(btrim(regexp_replace(m.value ->> 'content', '\\s+', ' ', 'g'))), e'\\n' order by m.ordinality)
  from jsonb_array_elements(p.messages) with ordinality m)`

/** @throws {ProblemError} invalid_request if one of these prompts asks what a prompt in use, or one before it, asks */
async function refuseAskedAlready(trx: Trx, arenaId: number, ids: readonly number[]): Promise<void> {
  if (ids.length === 0) return
  const rows = await queryRows<{ prompt: string; by: string }>(trx)`
    with asked as (
      select p.id, p.key, ${plain} as text, p.id = any (${ids}::int[]) as joins from prompts p
      where p.arena_id = ${arenaId} and p.messages is not null and (p.retired_at is null or p.id = any (${ids}::int[])))
    select n.key as prompt, o.key as by from asked n join asked o on o.text = n.text and o.id <> n.id
    where n.joins and (not o.joins or o.id < n.id) order by n.id, o.id limit 1`
  if (rows[0]) throw new ProblemError('invalid_request', msg('prompt_asked_already', rows[0]))
}

/**
 * Replaces all texts of a prompt by a tombstone and retires it for good. Its key and category stay.
 * @returns whether it had a text
 */
export async function erasePrompt(
  trx: Trx,
  arenaId: number,
  promptId: number,
  erasedAt: Date,
): Promise<boolean> {
  const { numUpdatedRows } = await trx
    .updateTable('prompts')
    .set({
      messages: JSON.stringify([{ role: 'user', content: ERASED }]),
      reference: null,
      variables: null,
      context: null,
      erased_at: erasedAt,
      retired_at: sql<Date>`coalesce(retired_at, ${erasedAt})`,
      retired_by: 'admin',
    })
    .where('arena_id', '=', arenaId)
    .where('id', '=', promptId)
    .where('erased_at', 'is', null)
    .executeTakeFirstOrThrow()
  return numUpdatedRows > 0n
}
