/** What a page of prompts makes Postgres read depends on what it shows, not on the votes and answers of the arena. */
import { Kysely, PostgresDialect } from 'kysely'
import type { CompiledQuery, LogEvent } from 'kysely'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { loadManyVotes } from '../../../workshop/bench/many-votes.ts'
import type { Database } from '../../../server/platform/schema.ts'
import { Exploration } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { workOf } from '../../support/query-work.ts'

const PROMPTS = 1200
const CONTESTANTS = 30

let app: TestApp
let client: Client
let sent: CompiledQuery[] = []

beforeAll(async () => {
  const database = await createTestDatabase()
  const log = ({ query }: LogEvent) => void sent.push(query)
  const [db, votingDb] = database.pools.map(
    (pool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log }),
  )
  app = await createTestApp({ database: { ...database, db: db!, votingDb: votingDb! } })
  client = await database.connect()
  await loadManyVotes(client, { slug: 'many', votes: 5000, contestants: CONTESTANTS, prompts: PROMPTS })
  await client.query('analyze')
})
afterAll(async () => {
  await client?.end()
  await app?.close()
  await app?.database.close()
})

it('of 1,200 prompts, 36,000 answers and 5,000 votes, for 25 prompts and 4 contestants', async () => {
  const ask = (query: string) =>
    app.request(`/api/arenas/many/explore?source=humans&${query}`, {
      headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
    })
  const page = Exploration.parse(await (await ask('limit=1')).json())
  const columns = page.contestants.map(({ slug }) => `contestant=${slug}`).join('&')
  expect([page.contestants.length, page.total]).toEqual([4, PROMPTS])
  for (const show of ['all', 'won', 'divided', 'failed']) {
    sent = []
    const response = await ask(`${columns}&show=${show}&offset=50`)
    expect(response.status).toBe(200)
    let touched = 0
    for (const { sql, parameters } of sent.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql))) {
      // the number of all prompts is counted in an index
      const isCount = /^\s*select count\(\*\)/.test(sql)
      const work = await workOf(client, sql, [...parameters])
      if (isCount) expect(work.touched, sql).toBeLessThan(2 * PROMPTS + 100)
      else expect(work.touched, sql).toBeLessThan(1500)
      touched += work.touched
    }
    expect(touched, show).toBeGreaterThan(25)
  }
})
