/** A statement of an import says what it waits for, has a limit, and ends with its command. */
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { LONGEST_STATEMENT_MS, type OpenDatabase } from '../../../server/platform/postgres/database.ts'
import { watchStatements } from '../../../server/platform/postgres/long-statements.ts'
import { createTestDatabase } from '../../support/database.ts'

const script = join(import.meta.dirname, '../../../scripts/deadheat.ts')
const VOTES = 'model_a,model_b,winner\na,b,model_a\na,b,model_b\n'

let database: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

const toEnd: (() => unknown)[] = []
afterEach(() => Promise.all(toEnd.splice(0).map((end) => end())))

/** Keeps all others from writing votes until the test ends. */
async function blockVotes(): Promise<void> {
  const client = await database.connect()
  await client.query('begin; lock table votes in share mode')
  toEnd.push(() => client.end())
}

function startImport() {
  const child = spawn(process.execPath, [script, 'import', 'blocked', '-'], {
    env: { ...process.env, DATABASE_URL: database.connectionString },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdin.end(VOTES)
  toEnd.push(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { kill: () => child.kill('SIGKILL'), errors: () => errors, ended }
}

async function waitingStatements(): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
  )
  return rowCount!
}

it('every session has the limit, unless the operator has set another', async () => {
  const limitOf = async () => {
    const client = await database.connect()
    const { rows } = await client.query(`select setting from pg_settings where name = 'statement_timeout'`)
    await client.end()
    return Number(rows[0].setting)
  }
  expect(await limitOf()).toBe(LONGEST_STATEMENT_MS)
  const name = (await database.pool.query('select current_database() as name')).rows[0].name
  await database.pool.query(`alter database ${name} set statement_timeout = '90s'`)
  expect(await limitOf()).toBe(90_000)
  await database.pool.query(`alter database ${name} reset statement_timeout`)
})

it('an import that waits says for what, and ends in the database when its process is killed', async () => {
  await blockVotes()
  const logged: string[] = []
  const log = pino({}, { write: (line: string) => void logged.push(line) })
  toEnd.push(watchStatements(database.db, log, { everyMs: 100, after: 1 }))
  const { errors, kill, ended } = startImport()
  while (!errors().includes('\n')) await sleep(100)
  expect(errors()).toMatch(
    /^Still writing votes: for \d+ s the database has waited for process \d+ of Postgres \("deadheat listener"\) to finish\.\n/,
  )
  expect(JSON.parse(logged[0]!)).toMatchObject({
    msg: 'a statement takes long',
    statement: expect.stringMatching(/^insert into votes/i),
    waitsFor: expect.stringContaining('"deadheat listener"'),
  })
  expect(await waitingStatements()).toBe(1)
  kill()
  await ended
  while ((await waitingStatements()) > 0) await sleep(100)
})

it('an import that the database stops says where, and leaves nothing', async () => {
  await blockVotes()
  const { errors, ended } = startImport()
  while ((await waitingStatements()) === 0) await sleep(50)
  await database.pool.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect(await ended).toBe(3)
  expect(errors()).toMatch(
    /^deadheat: The database stopped the import while writing votes \(.*\)\. Nothing was imported\. /,
  )
  expect((await database.pool.query('select from arenas')).rowCount).toBe(0)
})
