import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/platform/database.ts'

/**
 * Makes a new database, migrated and empty, in the test run's Postgres. One per test file will do. It
 * goes with the server: after files are deleted, some file systems search long for room for the next database's.
 */
export async function createTestDatabase(): Promise<OpenDatabase> {
  const template = new URL(inject('template'))
  const name = `test_${randomBytes(8).toString('hex')}`
  // copying through the log costs twice the work
  await administer(
    template,
    `create database ${name} template ${template.pathname.slice(1)} strategy file_copy`,
  )
  const own = new URL(template)
  own.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: own.href, dataDir: '.' })
  return {
    ...database,
    async close() {
      await database.close()
      // what a test left open would count against the connections of the tests that follow
      await administer(
        template,
        `select pg_terminate_backend(pid) from pg_stat_activity where datname = '${name}'`,
      )
    },
  }
}

async function administer(template: URL, statement: string): Promise<void> {
  const server = new URL(template)
  server.pathname = '/postgres'
  const client = new pg.Client({ connectionString: server.href })
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}
