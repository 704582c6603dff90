import { createServer } from 'node:net'
import { describe, expect, it, inject } from 'vitest'
import { sql } from 'kysely'
import pg from 'pg'
import { openDatabase, preparing } from '../../../../server/platform/postgres/database.ts'
import { openForAll } from '../../../support/later.ts'
import { createTestDatabase } from '../../../support/database.ts'
import type { Db } from '../../../../server/platform/schema.ts'
import { insertRows } from '../../../../server/platform/postgres/rows.ts'
import { isConnectionError, readDatabaseUrl } from '../../../../server/platform/postgres/database-url.ts'
import { listeningForTest } from '../../../support/listening.ts'

const database = openForAll(() => createTestDatabase())

describe('an open database', () => {
  it('reads bigint as a number while that is exact', async () => {
    const { rows } = await sql`select 9007199254740991::bigint as n, count(*) as c`.execute(database.db)
    expect(rows).toEqual([{ n: 9007199254740991, c: 1 }])
  })

  it('reads a bigint that no number can hold as BigInt', async () => {
    const { rows } = await sql`select 9007199254740993::bigint as n`.execute(database.db)
    expect(rows).toEqual([{ n: 9007199254740993n }])
  })

  it('receives notifications on a separate connection', async () => {
    const listener = await database.connect()
    const heard = new Promise((resolve) => listener.once('notification', ({ payload }) => resolve(payload)))
    await listener.query('listen boards')
    await sql`select pg_notify('boards', 'moved')`.execute(database.db)
    expect(await heard).toBe('moved')
    await listener.end()
  })

  it('continues after the server has cut its connections', async () => {
    const admin = await database.connect()
    await database.pool.query('select 1')
    await admin.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )
    await expect
      .poll(() => database.pool.query('select 1 as up').catch(() => null))
      .toMatchObject({ rows: [{ up: 1 }] })
    await admin.end()
  })

  it('can be closed twice', async () => {
    const other = await openDatabase({ databaseUrl: database.connectionString, dataDir: '.' })
    await other.close()
    await other.close()
    await expect(other.pool.query('select 1')).rejects.toThrow(/pool/)
  })
})

/** Voting sends the same few statements again and again. Postgres plans them once a connection. */
describe('prepared statements', () => {
  const slugs = (db: Db) => db.selectFrom('arenas').select('slug').where('id', '=', 1).execute()

  const prepared = (db: Db) =>
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
})

const TYPES = { arena_id: 'integer', slug: 'text', name: 'text', model: 'text', retired_at: 'timestamptz' }

async function newArena(slug: string): Promise<number> {
  const { id } = await database.db
    .insertInto('arenas')
    .values({ slug, title: slug, criteria: ['overall'] })
    .returning('id')
    .executeTakeFirstOrThrow()
  return id
}

const stored = (arena: number) =>
  database.db
    .selectFrom('contestants')
    .select(['name', 'model', 'retired_at'])
    .where('arena_id', '=', arena)
    .orderBy('id')
    .execute()

describe('rows inserted by the array', () => {
  it('are stored exactly as given', async () => {
    const arena = await newArena('odd')
    const names = [
      'say "hi"',
      'back\\slash',
      'null',
      'NULL',
      '{a,b}',
      "it's",
      'zwei\nZeilen',
      'ünï 🎈',
      '\\"',
    ]
    const models = ['', null, 'null', '{}', '"', '\\', ',', ' ', 'x']
    const retired = new Date('2025-03-30T01:30:00.123Z')
    await insertRows(
      database.db,
      'contestants',
      TYPES,
      names.map((name, i) => ({
        arena_id: arena,
        slug: `c${i}`,
        name,
        model: models[i],
        retired_at: i ? null : retired,
      })),
    )
    expect(await stored(arena)).toEqual(
      names.map((name, i) => ({ name, model: models[i], retired_at: i ? null : retired })),
    )
  })

  it('come in their order, in several statements if they are many', async () => {
    const arena = await newArena('many')
    const names = Array.from({ length: 10_001 }, (_, i) => `c${i}`)
    const rows = names.map((name) => ({ arena_id: arena, slug: name, name, model: null, retired_at: null }))
    await insertRows(database.db, 'contestants', TYPES, rows)
    expect((await stored(arena)).map(({ name }) => name)).toEqual(names)
  })

  it('may be none', async () => {
    await expect(insertRows(database.db, 'contestants', TYPES, [])).resolves.toBeUndefined()
  })
})

describe('DATABASE_URL', () => {
  const SECRET = 'hunter2'

  async function refusalOf(databaseUrl: string): Promise<string> {
    const error = await openDatabase({ databaseUrl, dataDir: '.' }).then(
      (opened) => opened.close().then(() => new Error('nothing was refused')),
      (refused: Error) => refused,
    )
    expect(error.name).toBe('SetupError')
    const line = error.message
    expect(line).not.toContain(SECRET)
    expect(line).not.toContain('\n')
    return line
  }

  const NO_ADDRESS =
    /^DATABASE_URL is not the address of a Postgres: it has the form postgresql:\/\/user:password@host:5432\/database\.$/
  const atHost = (host: string, reason: string) =>
    new RegExp(`^The database "votes" on ${host} \\(DATABASE_URL\\) cannot be reached: ${reason}`)

  it.each([
    ['', NO_ADDRESS],
    ['deadheat', NO_ADDRESS],
    [`user:${SECRET}@host/db`, NO_ADDRESS],
    [`mysql://me:${SECRET}@host/db`, NO_ADDRESS],
    [`postgres://me:${SECRET}@host:port/db`, NO_ADDRESS],
    [`postgres://me:a,${SECRET}@one:5432,two:5432/db`, NO_ADDRESS],
    [`postgres://me:a,${SECRET}@one,two/votes`, atHost('one,two:5432', '.*host.*name')],
    [`postgres://me:${SECRET}@127.0.0.1:1/votes`, atHost('127.0.0.1:1', 'nothing listens there. Check ')],
    [`postgres://me:${SECRET}@nowhere.invalid/votes`, atHost('nowhere.invalid:5432', '.*host.*name')],
    [`postgres://me:${SECRET}@%2Fno%2Fsocket/votes`, atHost('/no/socket', 'there is no socket')],
  ])('is refused in one line without the password: %s', async (url, refusal) => {
    expect(await refusalOf(url)).toMatch(refusal)
  })

  it('is refused if its server never answers, refuses the password, or lacks the database', async () => {
    const { port } = await listeningForTest(createServer())
    expect(await refusalOf(`postgres://me:${SECRET}@127.0.0.1:${port}/votes`)).toMatch(
      /^The database "votes" on 127\.0\.0\.1:\d+ \(DATABASE_URL\) does not answer within 5 seconds/,
    )
    const [wrong, missing] = [new URL(inject('template')), new URL(inject('template'))]
    wrong.password = SECRET
    expect(await refusalOf(wrong.href)).toMatch(
      /^The database "deadheat" on \/.* \(DATABASE_URL\) refuses the password of deadheat\. Check user and password\.$/,
    )
    missing.pathname = '/no such thing'
    expect(await refusalOf(missing.href)).toMatch(
      /^The database "no such thing" on \/.* \(DATABASE_URL\) does not exist\. Create it, or check the name\.$/,
    )
  })

  it('a comma in a password is no second host', () => {
    expect(readDatabaseUrl('postgres://me:a,b@one/db')).toMatchObject({ host: 'one:5432', database: 'db' })
  })

  it.each([
    { message: 'Client has encountered a connection error and is not queryable' },
    { message: 'Connection terminated unexpectedly' },
    { message: 'terminating connection due to administrator command', code: '57P01' },
    { message: 'sorry, too many clients already', code: '53300' },
    { message: 'server closed the connection', code: '08006' },
  ])('an error of the connection is recognised: $message', ({ message, code }) => {
    expect(isConnectionError(Object.assign(new Error(message), { code }))).toBe(true)
    expect(isConnectionError(new Error('division by zero'))).toBe(false)
  })
})
