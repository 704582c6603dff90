import { DuplicatedArena, DuplicateRequest } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { createArena, findArena, type Arena, arenaNamed } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import { ProblemError } from '../platform/problem.ts'
import { requestRating, updateStatistics } from '../votes/index.ts'
import { lockImport, type ImportDeps } from './import/import-into.ts'
import { sql, type RawBuilder } from 'kysely'
import type { Trx } from '../platform/schema.ts'
import { Hono } from 'hono'
import type { Deps } from '../platform/deps.ts'
import { checked, type Env } from '../platform/http/http.ts'
import { describeRoute, jsonBody } from '../platform/http/route-description.ts'

/** From this many answers on, the planner's statistics are updated at once. */
const MANY_ROWS = 10_000

/**
 * Makes a new arena with the prompts, contestants, answers, judges, checks, providers, leaks and settings of another, in
 * one transaction. Votes, runs, invitations and the end of voting stay behind.
 * @throws {ProblemError} invalid_request if there is an arena of the new name
 */
export async function duplicateArena(
  deps: ImportDeps & Pick<Deps, 'services'>,
  source: Arena,
  { as: slug, title }: DuplicateRequest,
): Promise<DuplicatedArena> {
  const result = await deps.db.transaction().execute(async (trx) => {
    // in one order, so that two duplications never wait for each other
    for (const name of [source.slug, slug].toSorted()) await lockImport(trx, name)
    if (await findArena(trx, slug))
      throw new ProblemError('invalid_request', msg('arena_exists', { arena: slug }))
    const { closes: _, ...settings } = source.settings
    const { description, visibility, criteria } = source
    const words = { slug, title: title ?? source.title, description, visibility }
    const arena = await createArena(trx, { ...words, criteria, settings })
    const { contestants, prompts, answers } = await copyRows(trx, { from: source.id, to: arena.id })
    await requestRating(trx, arena.id, deps.settings.publishEvery)
    const counts = { contestantsAdded: contestants, promptsAdded: prompts, answersAdded: answers }
    await recordAct(trx, deps, arena.id, 'arena_created', { copyOf: source.slug, ...counts })
    return { arena: slug, copyOf: source.slug, contestants, prompts, answers }
  })
  if (result.answers >= MANY_ROWS) await updateStatistics(deps.db)
  return result
}

/** The tables that a duplicate has rows of, each after those that it refers to. */
export const COPIED = [
  'providers',
  'contestants',
  'pictures',
  'prompts',
  'rubrics',
  'judges',
  'judge_versions',
  'checks',
  'answers',
  'leaks',
] as const

interface Pair {
  from: number
  to: number
}

/** What visitors asked is theirs: erased there, it would stay in a copy. */
function withoutVisitors(table: (typeof COPIED)[number]): RawBuilder<unknown> {
  const visitors = sql`select id from prompts where arena_id = t.arena_id and retired_by = 'live'`
  if (table === 'prompts') return sql`and t.retired_by is distinct from 'live'`
  if (table === 'answers') return sql`and t.prompt_id not in (${visitors})`
  if (table !== 'leaks') return sql``
  return sql`and (t.prompt_id is null or t.prompt_id not in (${visitors}))
    and not exists (select from answers x where x.arena_id = t.arena_id and x.id = t.answer_id and x.prompt_id in (${visitors}))`
}

/** Copies the rows of all these tables. @returns how many, by table */
async function copyRows(trx: Trx, pair: Pair): Promise<Record<(typeof COPIED)[number], number>> {
  const counts: [string, number][] = []
  for (const table of COPIED) {
    const columns = await columnsOf(trx, table)
    const names = sql.join(columns.filter((name) => name !== 'id').map((name) => sql.ref(name)))
    const values = sql.join(columns.filter((name) => name !== 'id').map((name) => valueOf(name, pair)))
    const order = columns.includes('id') ? sql`order by t.id` : sql``
    const { numAffectedRows } = await sql`
      insert into ${sql.table(table)} (arena_id, ${names})
      select ${pair.to}::integer, ${values} from ${sql.table(table)} t where t.arena_id = ${pair.from} ${withoutVisitors(table)} ${order}`.execute(
      trx,
    )
    counts.push([table, Number(numAffectedRows)])
  }
  return Object.fromEntries(counts) as Record<(typeof COPIED)[number], number>
}

/** All columns but the arena. */
async function columnsOf(trx: Trx, table: string): Promise<string[]> {
  const { rows } = await sql<{ name: string }>`
    select attname as name from pg_attribute where attrelid = ${table}::regclass and attnum > 0 and not attisdropped
      and attgenerated = '' and attname <> 'arena_id' order by attnum`.execute(trx)
  return rows.map(({ name }) => name)
}

/** The value of a column in the copy of row `t`: what refers to a row of the arena refers to its copy. */
function valueOf(name: string, pair: Pair): RawBuilder<unknown> {
  if (name === 'prompt_id') return copyOf('prompts', 'key', sql.ref('t.prompt_id'), pair)
  if (name === 'contestant_id') return copyOf('contestants', 'slug', sql.ref('t.contestant_id'), pair)
  if (name === 'answer_id') return copyOfAnswer(pair)
  return sql.ref(`t.${name}`)
}

const copyOf = (table: string, key: string, id: RawBuilder<unknown>, { from, to }: Pair) => sql`
  (select n.id from ${sql.table(table)} o join ${sql.table(table)} n
    on n.arena_id = ${to} and ${sql.ref(`n.${key}`)} = ${sql.ref(`o.${key}`)}
    where o.arena_id = ${from} and o.id = ${id})`

const copyOfAnswer = (pair: Pair) => sql`
  (select b.id from answers a join answers b on b.arena_id = ${pair.to} and b.sample = a.sample
      and b.prompt_id = ${copyOf('prompts', 'key', sql.ref('a.prompt_id'), pair)}
      and b.contestant_id = ${copyOf('contestants', 'slug', sql.ref('a.contestant_id'), pair)}
    where a.arena_id = ${pair.from} and a.id = t.answer_id)`

export const duplicateRoutes = (deps: Deps) =>
  new Hono<Env>().post(
    '/api/admin/arenas/:arena/duplicate',
    describeRoute({
      summary:
        'Makes a new arena with the same prompts, contestants, answers, judges, checks and settings, without votes, runs, invitations and the end of voting. Its schedule is paused. All or nothing.',
      responses: { 201: jsonBody('The new arena.', DuplicatedArena) },
      problems: ['arena_unknown', 'too_large'],
    }),
    checked('json', DuplicateRequest),
    async (c) => {
      const arena = await arenaNamed(deps.db, c.req.param('arena'))
      return c.json(await duplicateArena(deps, arena, c.req.valid('json')), 201)
    },
  )
