/** A real streaming standby answers reads, and the primary while it is behind or away. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished, describe } from 'vitest'
import { openStandby } from '../../../../workshop/cluster/postgres-pair.ts'
import {
  type OpenDatabase,
  type SecondPool,
  openDatabase,
  connectTo,
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
import { type TestApp, createTestApp } from '../../../support/app.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { arenaOf } from '../../arena-import.ts'
import { figuresOf } from '../../exposition.ts'
import { Visitor, problemOf } from '../../visitor.ts'
import { type SeveredLine, lineTo } from './severed-line.ts'

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
  await app.import(arenaOf('near', { prompts: 20 }))
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
  const board = await app.json<{
    contestants: { slug: string }[]
  }>('/api/arenas/near/leaderboard')
  const { slug } = board.contestants[0]!
  expect((await app.request(`/api/arenas/near/contestants/${slug}`)).status).toBe(200)
})

it('a standby that does not replay is left alone after 10 seconds, and used again afterwards', async () => {
  await reads.pool.query('select pg_wal_replay_pause()')
  const visitor = new Visitor(app)
  expect((await visitor.vote(await visitor.battle('near'), 'left')).status).toBe(201)
  expect(await exported()).toBe(1)
  await app.import(arenaOf('unseen', { prompts: 3 }))
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

/** A primary and its standby behind one address: the standby is promoted while people vote. */
describe('failover', () => {
  const WAIT = { timeout: 30_000, interval: 200 }

  let folder: string
  let servers: EmbeddedPostgres[]
  /** The way to the primary, and to the standby. */
  let lines: SeveredLine[]
  let url: string
  let database: OpenDatabase
  let app: TestApp

  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'deadheat-failover-'))
    await chmod(folder, 0o711)
    const primary = await openEmbeddedPostgres({ dataDir: join(folder, 'primary'), fsync: false })
    servers = [primary, await openStandby(primary, join(folder, 'standby'))]
    lines = await Promise.all(servers.map(({ connectionString }) => lineTo(connectionString)))
    // the standby comes first, so that the order alone would choose it
    const [first, second] = lines.map(({ connectionString }) => new URL(connectionString))
    url = first!.href.replace(first!.host, `${second!.host},${first!.host}`)
    database = await openDatabase({ databaseUrl: url, dataDir: '.' })
    await migrateToLatest(database.db)
    await migrateJobs(database.pool, openLog('silent'))
    app = await createTestApp({ database, clock: 'runs', patienceMs: 60_000 })
    await app.import(arenaOf('steady', { prompts: 20 }))
    await app.work()
  }, 120_000)
  afterAll(async () => {
    await app?.close()
    await database?.close()
    for (const line of lines ?? []) await line.close()
    for (const server of (servers ?? []).reverse()) await server.close()
    await rm(folder, { recursive: true, force: true })
  })

  /** The port of the host that a new connection leads to. */
  async function portOf(address: string): Promise<string> {
    const client = await connectTo(address, 'test')
    onTestFinished(() => client.end().catch(() => {}))
    return String(client.port)
  }
  const portOfLine = (n: number) => new URL(lines[n]!.connectionString).port
  const replayedBy = async (server: EmbeddedPostgres, statement: string) => {
    const client = await connectTo(server.connectionString, 'test')
    const { rows } = await client.query<{ n: number }>(statement)
    await client.end()
    return rows[0]!.n
  }
  const VOTES = 'select count(*)::int as n from votes'

  it('a connection leads to the host that takes writes, one for reads to the one that does not', async () => {
    expect(await portOf(url)).toBe(portOfLine(0))
    const reads = database.openStandby(url)
    const replica = await openReplica(database, reads, app.deps.access.secret, app.deps.services.log)
    onTestFinished(() => replica.close())
    const isStandby = () =>
      replica.read(app.deps.db, async (db) => db === reads.db).then((is) => is && replica.lag() !== null)
    await expect.poll(isStandby, WAIT).toBe(true)
    const { port } = await reads.pool.connect().then((client) => {
      client.release()
      return client
    })
    expect(String(port)).toBe(portOfLine(1))
  })

  it('votes, draws and reads that begin without a primary are answered after the failover', async () => {
    const address = await app.serve()
    const visitors = [new Visitor(app), new Visitor(app)]
    const [before, during] = await Promise.all(visitors.map((visitor) => visitor.battle('steady')))
    expect((await visitors[0]!.vote(before!, 'left')).status).toBe(201)
    await expect.poll(() => replayedBy(servers[1]!, VOTES), WAIT).toBe(1)
    await lines[0]!.cut()
    const asked = Promise.all([
      visitors[1]!.vote(during!, 'right'),
      new Visitor(app).ask('steady'),
      fetch(`${address}/api/arenas/steady/export/votes.csv`),
      visitors[0]!.vote(before!, 'left'),
    ])
    // without a host that takes writes there is no patience with monitoring
    expect(await problemOf(await fetch(`${address}/readyz`))).toEqual([503, 'database_unreachable'])
    await expect(portOf(url)).rejects.toMatchObject({ code: 'NO_SUITABLE_HOST' })
    await expect(openDatabase({ databaseUrl: url, dataDir: '.' })).rejects.toThrow(
      /on 127\.0\.0\.1:\d+, 127\.0\.0\.1:\d+ \(DATABASE_URL\) takes no writes: .* none of them is the primary/,
    )
    await replayedBy(servers[1]!, 'select pg_promote()::int as n')
    expect((await asked).map(({ status }) => status)).toEqual([201, 201, 200, 200])
    expect(await replayedBy(servers[1]!, VOTES)).toBe(2)
    const votes = async () => (await app.json<{ votes: number }>('/api/arenas/steady/leaderboard')).votes
    await expect.poll(votes, WAIT).toBe(2)
  })

  it('the old primary is left alone when it comes back as it was', async () => {
    await lines[0]!.mend()
    // whichever is named first
    const [first, second] = [new URL(lines[0]!.connectionString), new URL(lines[1]!.connectionString)]
    for (const hosts of [`${first.host},${second.host}`, `${second.host},${first.host}`])
      expect(await portOf(first.href.replace(first.host, hosts))).toBe(portOfLine(1))
    const visitor = new Visitor(app)
    expect((await visitor.vote(await visitor.battle('steady'), 'left')).status).toBe(201)
    expect([await replayedBy(servers[0]!, VOTES), await replayedBy(servers[1]!, VOTES)]).toEqual([1, 3])
  })
})
