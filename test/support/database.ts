import { randomBytes } from 'node:crypto'
import pg from 'pg'
import { inject } from 'vitest'
import { openDatabase, type OpenDatabase } from '../../server/platform/database.ts'

/**
 * Makes a database of its own, migrated and empty, in the test run's Postgres. One per test file will do; `close`
 * drops it again.
 */
export async function createTestDatabase(): Promise<OpenDatabase> {
  const template = new URL(inject('template'))
  const name = `test_${randomBytes(8).toString('hex')}`
  await administer(template, `create database ${name} template ${template.pathname.slice(1)}`)
  const own = new URL(template)
  own.pathname = `/${name}`
  const database = await openDatabase({ databaseUrl: own.href, dataDir: '.' })
  return {
    ...database,
    async close() {
      await database.close()
      await administer(template, `drop database if exists ${name} with (force)`)
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
