import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { sql } from 'kysely'
import { openDatabase, type OpenDatabase } from '../../../server/platform/postgres/database.ts'
import { createTestDatabase } from '../../support/database.ts'

describe('an open database', () => {
  let database: OpenDatabase

  beforeAll(async () => {
    database = await createTestDatabase()
  })
  afterAll(() => database.close())

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
