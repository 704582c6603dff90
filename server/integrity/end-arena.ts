/** Removes an arena for good. */
import { RemovedArena, AuditLog, PageRequest, RemovalRequest } from '../../shared/contracts/index.ts'
import { contentCounts, joinNames } from '../../shared/finish/lines.ts'
import { msg } from '../../shared/messages/index.ts'
import { loadArena, type Arena } from '../arenas/index.ts'
import { recordAct } from '../platform/audit.ts'
import type { Deps } from '../platform/deps.ts'
import { removeArenaJobs } from '../platform/jobs/jobs.ts'
import { respondByAccept } from '../platform/http/answer.ts'
import { validateRequest, type Env } from '../platform/http/http.ts'
import { ProblemError } from '../platform/problem.ts'
import { isOpen, lockRuns } from '../runs/index.ts'
import { sql } from 'kysely'
import type { Db, Trx } from '../platform/schema.ts'
import { Hono } from 'hono'
import { answerBody, describeRoute } from '../platform/http/route-description.ts'
import { auditText } from './audit-text.ts'
import { readServerLog } from './read-votes.ts'
import { queryRows, requireRow } from '../platform/postgres/query.ts'

/**
 * Removes an arena for good, with all its rows and waiting jobs, in one transaction. One entry of the server's log stays.
 * @param confirm the slug of the arena once more
 * @throws {ProblemError} invalid_request if `confirm` is not the slug, or while a run is open
 */
async function removeArena(deps: Deps, arena: Arena, confirm: string): Promise<RemovedArena> {
  const { id, slug } = arena
  if (confirm !== slug)
    throw new ProblemError('invalid_request', msg('removal_not_confirmed', { arena: slug, confirm }))
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, id)
    if (run && isOpen(run.status))
      throw new ProblemError('invalid_request', msg('run_open', { arena: slug, next: 'remove the arena' }))
    const tables = await selectArenaTables(trx)
    await lockRows(trx, id, tables)
    const removed = { arena: slug, ...(await countRows(trx, id)) }
    await deleteArena(trx, id, tables)
    await removeArenaJobs(trx, id)
    await recordAct(trx, deps, null, 'arena_removed', removed)
    return removed
  })
}

/** The tables with rows of arenas, a table before those that refer to it. */
async function selectArenaTables(db: Db): Promise<string[]> {
  const rows = await queryRows<{ name: string; refersTo: string[] }>(db)`
    select c.relname as name, array(
      select distinct f.confrelid::regclass::text from pg_constraint f
      where f.conrelid = c.oid and f.contype = 'f' and f.confrelid <> c.oid) as "refersTo"
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'arena_id' and not a.attisdropped
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace order by 1`
  const ordered = new Set(['arenas'])
  while (ordered.size <= rows.length) {
    const next = rows.filter(
      ({ name, refersTo }) => !ordered.has(name) && refersTo.every((table) => ordered.has(table)),
    )
    if (next.length === 0) throw new Error('tables refer to each other in a circle')
    for (const { name } of next) ordered.add(name)
  }
  return [...ordered]
}

const arenaRows = (table: string, arenaId: number) =>
  sql`from ${sql.table(table)} where ${sql.ref(table === 'arenas' ? 'id' : 'arena_id')} = ${arenaId}`

/** Locks all rows of an arena, so that no row that refers to them can be added meanwhile. */
async function lockRows(trx: Trx, arenaId: number, tables: readonly string[]): Promise<void> {
  for (const table of tables)
    await sql`select count(*) from (select ${arenaRows(table, arenaId)} for update) locked`.execute(trx)
}

async function countRows(
  trx: Trx,
  arenaId: number,
): Promise<Record<'contestants' | 'prompts' | 'answers' | 'votes', number>> {
  const count = (table: string) => sql`(select count(*)::int ${arenaRows(table, arenaId)})`
  return requireRow<Record<'contestants' | 'prompts' | 'answers' | 'votes', number>>(trx)`
    select ${count('contestants')} as contestants, ${count('prompts')} as prompts, ${count('answers')} as answers,
      ${count('votes')} as votes`
}

/** Deletes the arena from all tables. The setting lets the tables of facts allow it, in this transaction alone. */
async function deleteArena(trx: Trx, arenaId: number, tables: readonly string[]): Promise<void> {
  await sql`select set_config('deadheat.removed_arena', ${String(arenaId)}, true)`.execute(trx)
  for (const table of tables.toReversed()) await sql`delete ${arenaRows(table, arenaId)}`.execute(trx)
}

export const removalRoutes = (deps: Deps) =>
  new Hono<Env>()
    .post(
      '/api/admin/arenas/:arena/remove',
      describeRoute({
        summary:
          'Removes an arena for good, with its contestants, prompts, answers, votes, boards and log. The log of the server keeps one entry.',
        responses: { 200: answerBody('What was removed.', RemovedArena) },
      }),
      validateRequest('json', RemovalRequest),
      loadArena(deps),
      async (c) => {
        const removed = await removeArena(deps, c.var.arena, c.req.valid('json').confirm)
        return respondByAccept(c, removed, {
          'text/plain': () => `${removed.arena} is removed, with ${joinNames(contentCounts(removed))}.`,
        })
      },
    )
    .get(
      '/api/admin/log',
      describeRoute({
        summary:
          'The log of the server: arenas that were removed, and tokens of operators, by whom and when, newest first.',
        responses: { 200: answerBody('A page of entries, and where the next page begins.', AuditLog) },
      }),
      validateRequest('query', PageRequest),
      async (c) =>
        respondByAccept(c, await readServerLog(deps.db, c.req.valid('query')), { 'text/plain': auditText }),
    )
