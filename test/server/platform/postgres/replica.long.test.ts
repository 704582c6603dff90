/** A real streaming standby answers reads, and the primary while it is behind or away. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { openStandby } from '../../../../workshop/cluster/postgres-pair.ts'
import {
  type OpenDatabase,
  type SecondPool,
  openDatabase,
} from '../../../../server/platform/postgres/database.ts'
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../../../server/platform/postgres/embedded/index.ts'
import { readLag } from '../../../../server/monitoring.ts'
import { migrateJobs } from '../../../../server/platform/jobs/jobs.ts'
import { openLog } from '../../../../server/platform/log.ts'
import { migrateToLatest } from '../../../../server/platform/postgres/migrate.ts'
import { openReplica } from '../../../../server/platform/postgres/replica.ts'
import { importInto } from '../../../../server/transfer/index.ts'
import { type TestApp, createTestApp } from '../../../support/app.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { arenaOf } from '../../arena-import.ts'
import { figuresOf } from '../../exposition.ts'
import { Visitor } from '../../visitor.ts'

const WAIT = { timeout: 30_000, interval: 200 }

let folder: string
let primary: EmbeddedPostgres
let standby: EmbeddedPostgres
let database: OpenDatabase
let app: TestApp
let reads: SecondPool

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'deadheat-replica-'))
  await chmod(folder, 0o711)
  primary = await openEmbeddedPostgres({ dataDir: join(folder, 'primary'), fsync: false })
  standby = await openStandby(primary, join(folder, 'standby'))
  database = await openDatabase({ databaseUrl: primary.connectionString, dataDir: '.' })
  await migrateToLatest(database.db)
  await migrateJobs(database.pool, openLog('silent'))
  app = await createTestApp({ database, clock: 'runs' })
  await importInto(app.deps, arenaOf('near', { prompts: 20 }))
  reads = database.openStandby(standby.connectionString)
  app.deps.postgres.replica = await openReplica(
    database,
    reads,
    app.deps.access.secret,
    app.deps.services.log,
  )
  readLag(app.deps.services.metrics, app.deps.postgres.replica)
}, 120_000)
afterAll(async () => {
  await app?.deps.postgres.replica.close()
  await app?.close()
  await database?.close()
  await standby?.close()
  await primary?.close()
  await rm(folder, { recursive: true, force: true })
})

/** What answered a read. */
const answeredBy = () =>
  app.deps.postgres.replica.read(app.deps.db, async (db) => (db === reads.db ? 'standby' : 'primary'))
const exported = async () => {
  const response = await app.request('/api/arenas/near/export/votes.csv')
  return response.status === 200 ? (await response.text()).trim().split('\n').length - 1 : response.status
}

it('the standby answers exports, histories, contestants and battles', async () => {
  await expect.poll(answeredBy, WAIT).toBe('standby')
  expect((await figuresOf(app))('deadheat_replica_lag_seconds')).toBeLessThan(10)
  const visitor = new Visitor(app)
  const shown = await visitor.battle('near')
  expect((await visitor.vote(shown, 'left')).status).toBe(201)
  await expect.poll(exported, WAIT).toBe(1)
  for (const path of ['leaderboard', 'history', 'export/battles.csv', 'export/ratings.csv'])
    expect([path, (await app.request(`/api/arenas/near/${path}`)).status]).toEqual([path, 200])
  const board = (await (await app.request('/api/arenas/near/leaderboard')).json()) as {
    contestants: { slug: string }[]
  }
  const { slug } = board.contestants[0]!
  expect((await app.request(`/api/arenas/near/contestants/${slug}`)).status).toBe(200)
})

it('a standby that does not replay is left alone after 10 seconds, and used again afterwards', async () => {
  await reads.pool.query('select pg_wal_replay_pause()')
  const visitor = new Visitor(app)
  expect((await visitor.vote(await visitor.battle('near'), 'left')).status).toBe(201)
  expect(await exported()).toBe(1)
  await importInto(app.deps, arenaOf('unseen', { prompts: 3 }))
  // what the standby lacks is read from the primary at once
  expect((await app.request('/api/arenas/unseen/export/votes.csv')).status).toBe(200)
  await expect.poll(answeredBy, WAIT).toBe('primary')
  expect(await exported()).toBe(2)
  expect((await figuresOf(app))('deadheat_replica_lag_seconds')).toBeGreaterThan(10)
  await reads.pool.query('select pg_wal_replay_resume()')
  await expect.poll(answeredBy, WAIT).toBe('standby')
})

it('another database, or the primary itself, is no standby', async () => {
  const other = await createTestDatabase()
  for (const url of [other.connectionString, primary.connectionString]) {
    const wrong = await openReplica(
      database,
      database.openStandby(url),
      app.deps.access.secret,
      app.deps.services.log,
    )
    expect(wrong.lag()).toBeNull()
    expect(await wrong.read(app.deps.db, async (db) => db === app.deps.db)).toBe(true)
    await wrong.close()
  }
  await other.close()
})

it('while the standby is away, the primary answers', async () => {
  const before = await exported()
  await standby.close()
  expect(await exported()).toBe(before)
  await expect.poll(answeredBy, WAIT).toBe('primary')
  expect(app.logged.join('')).toContain('the primary answers its reads')
})
