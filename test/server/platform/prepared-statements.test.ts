/** Voting sends the same few statements again and again. Postgres plans them once a connection. */
import { sql, type Kysely } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openDatabase, type OpenDatabase, preparing } from '../../../server/platform/postgres/database.ts'
import type { Database } from '../../../server/platform/schema.ts'
import { createTestDatabase } from '../../support/database.ts'

let database: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database.close())

const slugs = (db: Kysely<Database>) => db.selectFrom('arenas').select('slug').where('id', '=', 1).execute()

const prepared = (db: Kysely<Database>) =>
  db.connection().execute(async (one) => {
    await slugs(one)
    await slugs(one)
    const { rows } = await sql<{ statement: string }>`
      select statement from pg_prepared_statements where statement not like '%pg_prepared%'`.execute(one)
    return rows.map(({ statement }) => statement)
  })

it('voting prepares each statement once, other requests none', async () => {
  expect(await prepared(database.votingDb)).toEqual(['select "slug" from "arenas" where "id" = $1'])
  expect(await prepared(database.db)).toEqual([])
})

it('nothing is prepared behind a pooler, which may lead to another session', async () => {
  const { connectionString } = database
  const pooled = await openDatabase({
    databaseUrl: connectionString,
    directUrl: connectionString,
    dataDir: '.',
  })
  expect(await prepared(pooled.votingDb)).toEqual([])
  await pooled.close()
})

it('a column that a newer version adds meanwhile stops nothing', async () => {
  await database.votingDb.connection().execute(async (one) => {
    const all = () => one.selectFrom('arenas').selectAll().where('id', '=', 1).execute()
    await all()
    await slugs(one)
    await sql`alter table arenas add column newer text`.execute(database.db)
    expect(await all()).toEqual([])
    expect(await slugs(one)).toEqual([])
  })
})

it('many texts fill no memory: beyond a number they are sent as they are', async () => {
  const Client = preparing(pg.Client, 2)
  const client = new Client({ connectionString: database.connectionString })
  await client.connect()
  for (const n of [1, 2, 3])
    expect(await client.query(`select ${n} as n, $1::int as m`, [n])).toMatchObject({ rows: [{ n, m: n }] })
  const { rows } = await client.query('select name from pg_prepared_statements order by name')
  expect(rows).toEqual([{ name: 'deadheat_0' }, { name: 'deadheat_1' }])
  await client.end()
})
