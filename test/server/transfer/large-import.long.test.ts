/** The work of an import grows with its rows, although the planner knows nothing of them yet. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'

const PROMPTS = 2500

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

/** How many rows of a table queries have visited so far, on all connections of the pool. */
async function visitedRows(table: string): Promise<number> {
  const { pool } = app.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const one of clients) {
    await one.query('select pg_stat_force_next_flush()')
    one.release()
  }
  const { rows } = await sql<{ visited: number }>`
    select seq_tup_read + idx_tup_fetch as visited from pg_stat_user_tables where relname = ${table}`.execute(
    app.deps.db,
  )
  return rows[0].visited
}

it('an import visits each of its rows only a few times, also where statistics describe a smaller arena', async () => {
  await importInto(app.deps, arenaOf('small'))
  await sql`analyze`.execute(app.deps.db)
  const before = { answers: await visitedRows('answers'), prompts: await visitedRows('prompts') }
  await importInto(app.deps, arenaOf('large', { prompts: PROMPTS }))
  expect((await visitedRows('answers')) - before.answers).toBeLessThan(40 * PROMPTS * NAMES.length)
  expect((await visitedRows('prompts')) - before.prompts).toBeLessThan(40 * PROMPTS * NAMES.length)
})

it('a search that finds many leaks visits each vote only a few times, also where statistics describe another arena', async () => {
  const leaking = (slug: string, prompts: number) =>
    arenaOf(slug, {
      prompts,
      says: (name, prompt) => `As ${name}, I answer question ${prompt}.`,
      votes: Array.from({ length: prompts }, (_, i) =>
        voteOf(NAMES[i % 3]!, NAMES[(i + 1) % 3]!, 'left', { prompt: `p${i + 1}` }),
      ),
    })
  await importInto(app.deps, leaking('few-leaks', 300))
  await sql`analyze`.execute(app.deps.db)
  const tables = ['votes', 'battles', 'answers', 'leaks'] as const
  const before = await Promise.all(tables.map(visitedRows))
  await importInto(app.deps, leaking('many-leaks', PROMPTS))
  // the same votes under other keys meet leaks that are known
  await importInto(app.deps, leaking('many-leaks', PROMPTS))
  for (const [n, table] of tables.entries())
    expect.soft(((await visitedRows(table)) - before[n]!) / PROMPTS, table).toBeLessThan(300)
})
