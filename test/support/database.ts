import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/platform/postgres/database.ts'

/** What many test files begin with: the first that asks writes it, all copy it. */
export interface Content {
  /** Lower-case letters: part of the database's name. */
  name: string
  /** Writes it to a migrated, empty database, and closes what it opens itself. */
  write(database: OpenDatabase): Promise<void>
}

/**
 * Makes a new database, migrated and empty or with this content, in the test run's Postgres. One per test file will do. It
 * goes with the server: after files are deleted, some file systems search long for room for the next database's.
 */
export async function createTestDatabase(content?: Content): Promise<OpenDatabase> {
  const name = `test_${randomBytes(8).toString('hex')}`
  return copyOf(content ? await databaseWith(content) : nameOf(template()), name)
}

const template = () => new URL(inject('template'))
const nameOf = (database: URL) => database.pathname.slice(1)

/** A test waits so long for a connection. */
const PATIENCE_MS = 60_000

/** Opens a test database. A machine that is busy with other test files may take longer to connect than the product waits. */
export async function openPatiently(databaseUrl: string): Promise<OpenDatabase> {
  const open = () => openDatabase({ databaseUrl, dataDir: '.' })
  const database = await open().catch(open)
  for (const { options } of database.pools) options.connectionTimeoutMillis = PATIENCE_MS
  return database
}

/** Copies a database that nothing is connected to. */
async function copyOf(source: string, name: string): Promise<OpenDatabase> {
  // copying through the log costs twice the work
  await administer(`create database ${name} template ${source} strategy file_copy`)
  const own = template()
  own.pathname = `/${name}`
  const database = await openPatiently(own.href)
  return {
    ...database,
    async close() {
      await database.close()
      // what a test left open would count against the connections of the tests that follow
      await administer(`select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`)
    },
  }
}

/** The name of the database with this content; the first caller of the run makes it, others wait. */
async function databaseWith({ name, write }: Content): Promise<string> {
  const complete = `with_${name}`
  const unfinished = `making_${name}`
  const client = await administrators().connect()
  try {
    await client.query(`select pg_advisory_lock(hashtext('${name}'))`)
    const { rowCount } = await client.query(`select from pg_database where datname = '${complete}'`)
    if (rowCount) return complete
    await client.query(`drop database if exists ${unfinished} with (force)`)
    const database = await copyOf(nameOf(template()), unfinished)
    await write(database).finally(() => database.close())
    await client.query(`alter database ${unfinished} rename to ${complete}`)
    return complete
  } finally {
    await client.query('select pg_advisory_unlock_all()')
    client.release()
  }
}

const administer = (statement: string) => administrators().query(statement)

let pool: pg.Pool | null = null

/** Connections beside all test databases, which a worker's test files share: a new one costs as much as ten queries. */
function administrators(): pg.Pool {
  if (pool) return pool
  const server = template()
  server.pathname = '/postgres'
  pool = new pg.Pool({ connectionString: server.href, max: 2, idleTimeoutMillis: 0, allowExitOnIdle: true })
  // the server ends before its last worker
  pool.on('error', () => {})
  return pool
}
