/** A pooler between server and Postgres, where this machine has PgBouncer. */
import { describe, expect, it, onTestFinished } from 'vitest'
import { PGBOUNCER, startPgBouncer } from '../../../support/pgbouncer.ts'
import { openApp } from '../../../../server/open-app.ts'
import { readConfig } from '../../../../server/platform/config/config.ts'
import { openThreadConnection, openDatabase } from '../../../../server/platform/postgres/database.ts'
import { requireSessions } from '../../../../server/platform/postgres/session-check.ts'
import { seedDemo } from '../../../../server/transfer/index.ts'
import { createTestApp } from '../../../support/app.ts'
import { openForAll } from '../../../support/later.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { arenaOf } from '../../arena-import.ts'
import { Visitor } from '../../visitor.ts'

const database = openForAll(() => createTestDatabase())

const check = (url: string) => requireSessions(() => openThreadConnection(url, 'check'), 'DATABASE_URL')

async function pgbouncer(mode: 'transaction' | 'session', servers: number): Promise<string> {
  const folder = await temporaryFolder()
  const started = await startPgBouncer({ target: database.connectionString, folder, mode, servers })
  onTestFinished(() => started.kill())
  return started.url
}

it('Postgres itself keeps sessions', async () => {
  await expect(check(database.connectionString)).resolves.toBeUndefined()
})

it.skipIf(!PGBOUNCER).each([
  ['transaction', 20, false],
  ['transaction', 1, false],
  ['session', 20, true],
  ['session', 2, true],
] as const)('PgBouncer in %s mode with %i servers: accepted %s', async (mode, servers, isAccepted) => {
  const url = await pgbouncer(mode, servers)
  const checked = check(url).then(
    () => 'accepted',
    (error: Error) => error.message,
  )
  expect(await checked).toMatch(
    isAccepted ? /^accepted$/ : /PgBouncer in transaction mode.*DATABASE_DIRECT_URL/,
  )
})

describe.skipIf(!PGBOUNCER)('DATABASE_DIRECT_URL beside PgBouncer in transaction mode', () => {
  const open = async (DATABASE_URL: string, DATABASE_DIRECT_URL: string) => {
    const DEADHEAT_DATA = await temporaryFolder()
    const opened = openApp(readConfig({ DATABASE_URL, DATABASE_DIRECT_URL, DEADHEAT_DATA }), () => {})
    return opened.then(
      (app) => app.close().then(() => 'opened'),
      (error: Error) => `${error.name}: ${error.message}`,
    )
  }

  it('must lead to the same database, past the pooler', async () => {
    const url = await pgbouncer('transaction', 4)
    expect(await open(url, '')).toMatch(/^SetupError: DATABASE_URL leads to a pooler/)
    expect(await open(url, url)).toMatch(/^SetupError: DATABASE_DIRECT_URL leads to a pooler/)
    const other = await createTestDatabase()
    onTestFinished(() => other.close())
    expect(await open(url, other.connectionString)).toMatch(/^SetupError: .* lead to different databases/)
    expect(await open('', database.connectionString)).toMatch(
      /^SetupError: DATABASE_DIRECT_URL needs DATABASE_URL/,
    )
    expect(await open(url, 'postgres://user:hunter2@127.0.0.1:1/votes')).toMatch(
      /^SetupError: The database "votes" on 127\.0\.0\.1:1 \(DATABASE_DIRECT_URL\) cannot be reached/,
    )
    expect(await open(url, database.connectionString)).toBe('opened')
  })

  it('seeds, draws, votes, computes and announces boards, exports and imports by two shared connections', async () => {
    const through = await openDatabase({
      databaseUrl: await pgbouncer('transaction', 2),
      directUrl: database.connectionString,
      dataDir: '.',
    })
    const app = await createTestApp({ database: through, clock: 'runs' })
    onTestFinished(async () => {
      await app.close()
      await through.close()
    })
    await Promise.all([1, 2].map(() => seedDemo(app.deps, { votes: true, onlyIfEmpty: true })))
    await app.import(arenaOf('pooled', { prompts: 30 }))
    await app.work()
    const { rows } = await database.pool.query<{ id: number }>(`select id from arenas where slug = 'pooled'`)
    let boards = 0
    app.deps.postgres.notifications.onBoard(rows[0].id, () => boards++)
    const voters = Array.from({ length: 20 }, () => new Visitor(app))
    const answers = await Promise.all(
      voters.map(async (voter) => (await voter.vote(await voter.battle('pooled'), 'left')).status),
    )
    expect(answers).toEqual(voters.map(() => 201))
    const board = async () => (await app.json<{ votes: number }>('/api/arenas/pooled/leaderboard')).votes
    await expect.poll(board, { timeout: 20_000 }).toBe(voters.length)
    // a notification may come later than the board itself
    await expect.poll(() => boards, { timeout: 20_000 }).toBeGreaterThan(0)
    const exported = await app.text('/api/arenas/pooled/export/votes.csv')
    expect(exported.trim().split('\n')).toHaveLength(1 + voters.length)
    expect((await app.request('/readyz')).status).toBe(200)
  })
})
