import { type Selectable, sql } from 'kysely'
import type { ArenaListRequest, ArenaSettings, Visibility, RunStatus } from '../../shared/contracts/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Database, Db, Trx } from '../platform/schema.ts'
import { msg } from '../../shared/messages/index.ts'
import { queryRows, requireValue } from '../platform/postgres/query.ts'

export type Arena = Selectable<Database['arenas']>

export interface NewArena {
  slug: string
  title: string
  description: string
  visibility: Visibility
  criteria: string[]
  settings?: ArenaSettings | undefined
}

export const findArena = (db: Db, slug: string): Promise<Arena | undefined> =>
  db.selectFrom('arenas').selectAll().where('slug', '=', slug).executeTakeFirst()

export const arenaById = (db: Db, id: number): Promise<Arena | undefined> =>
  db.selectFrom('arenas').selectAll().where('id', '=', id).executeTakeFirst()

/** The arena for an operator, whatever its visibility. */
export async function arenaForOperator(db: Db, slug: string): Promise<Arena> {
  return (await findArena(db, slug)) ?? unknown(slug)
}

/** The arena for a visitor: a private one does not exist unless `isAdmin`. */
export async function arenaForVisitor(db: Db, slug: string, isAdmin = false): Promise<Arena> {
  const arena = await arenaForOperator(db, slug)
  requireVisible(arena, isAdmin)
  return arena
}

/** @throws {ProblemError} arena_unknown for a private arena unless `isAdmin` */
export function requireVisible({ slug, visibility }: Arena, isAdmin: boolean): void {
  if (visibility === 'private' && !isAdmin) unknown(slug)
}

function unknown(slug: string): never {
  throw new ProblemError('arena_unknown', msg('arena_not_here', { arena: slug }))
}

export const updateWords = (
  trx: Trx,
  arenaId: number,
  { settings, ...words }: Pick<Arena, 'title' | 'description' | 'visibility' | 'settings'>,
): Promise<Arena> =>
  trx
    .updateTable('arenas')
    .set({ ...words, settings: JSON.stringify(settings) })
    .where('id', '=', arenaId)
    .returningAll()
    .executeTakeFirstOrThrow()

/** Marks contestants, prompts or answers of the arena as changed, so that caches of them are discarded. */
export async function incrementRevision(trx: Trx, arenaId: number): Promise<void> {
  await trx
    .updateTable('arenas')
    .set((eb) => ({ revision: eb('revision', '+', 1) }))
    .where('id', '=', arenaId)
    .execute()
}

/** Records that a voter was erased: votes in memory are read again, and boards computed again. */
export async function countErasedVoter(trx: Trx, arenaId: number): Promise<void> {
  await trx
    .updateTable('arenas')
    .set((eb) => ({
      erased_voters: eb('erased_voters', '+', 1),
      revision: eb('revision', '+', 1),
    }))
    .where('id', '=', arenaId)
    .execute()
}

export interface ArenaSize {
  id: number
  slug: string
  title: string
  description: string
  criteria: string[]
  contestants: number
  votable: boolean
  settings: ArenaSettings
  /** Whose votes decide, by the sealed plan. Null: the arena is open-ended. */
  decidedBy: 'humans' | 'judges' | null
}

/**
 * Whether two different answers to one prompt can be shown in arena `a`. It joins nothing: without
 * statistics of a new arena, Postgres may compare every contestant with every answer.
 */
const isVotable = sql<boolean>`exists (
  select from prompts p where p.arena_id = a.id and p.messages is not null and p.retired_at is null and (
    select count(distinct x.text_sha256) > 1 and count(distinct x.contestant_id) > 1 from answers x
    where x.arena_id = a.id and x.prompt_id = p.id
      -- an empty answer, which has the hash of the empty text, is not shown
      and x.text_sha256 <> encode(sha256(''), 'hex') and x.contestant_id <> all (
      array(select c.id from contestants c where c.arena_id = a.id and c.retired_at is not null))
  )
)`

/** Whose votes decide in arena `a`. */
const decidedBy = sql`case when jsonb_typeof(a.settings -> 'decides') = 'object' then (
  select s.plan -> 'view' ->> 'source' from seals s where s.arena_id = a.id order by s.id desc limit 1) end`

/** Whether arena `a` is listed, and its title and address contain each of these words. */
const isListed = (words: readonly string[]) => sql`a.visibility = 'public'
  and not exists (select from unnest(${words}::text[]) w (word)
    where strpos(lower(a.title || ' ' || a.slug), lower(w.word)) = 0)`

/**
 * The arena with this id, whatever its visibility, or a part of the list of public arenas, newest first. The part is
 * cut before anything is counted, so its work does not grow with the number of arenas.
 */
export const sizesQuery = (selection: number | ArenaListRequest) => sql<ArenaSize>`
  select a.id, a.slug, a.title, a.description, a.criteria, a.settings, ${isVotable} as votable,
    ${decidedBy} as "decidedBy",
    (select count(*)::int from contestants c where c.arena_id = a.id) as contestants
  from ${
    typeof selection === 'number'
      ? sql`(select * from arenas where id = ${selection}) a`
      : sql`(select * from arenas a where ${isListed(wordsIn(selection))}
          order by id desc limit ${selection.limit} offset ${selection.offset}) a`
  }
  order by a.id desc`

const wordsIn = ({ q }: ArenaListRequest): string[] => q.split(/\s+/).filter((word) => word !== '')

export async function selectSizes(db: Db, selection: number | ArenaListRequest): Promise<ArenaSize[]> {
  const { rows } = await sizesQuery(selection).execute(db)
  return rows
}

/** How many arenas the whole list has. */
export const countListed = (db: Db, request: ArenaListRequest): Promise<number> =>
  requireValue<number>(db)`
    select count(*)::int as total from arenas a where ${isListed(wordsIn(request))}`

interface AdminSize extends ArenaSize {
  visibility: Visibility
  created_at: Date
  judging: RunStatus | null
}

/** All arenas, newest first. */
export const selectAllSizes = (db: Db): Promise<AdminSize[]> =>
  queryRows<AdminSize>(db)`
    select a.id, a.slug, a.title, a.description, a.criteria, a.settings, ${isVotable} as votable, a.visibility, a.created_at,
      ${decidedBy} as "decidedBy",
      (select count(*)::int from contestants c where c.arena_id = a.id) as contestants,
      (select r.status from runs r where r.arena_id = a.id order by r.id desc limit 1) as judging
    from arenas a order by a.id desc`

export async function anyVotable(db: Db): Promise<boolean> {
  const { rows } = await sql`select from arenas a where ${isVotable} limit 1`.execute(db)
  return rows.length > 0
}

/** Sets the budget in all of an arena, in US dollars. */
export const setBudget = (trx: Trx, arenaId: number, budgetUsd: number) =>
  sql`update arenas set settings = settings || jsonb_build_object('budgetUsd', ${budgetUsd}::float8)
    where id = ${arenaId}`.execute(trx)
