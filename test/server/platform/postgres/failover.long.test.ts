/** A primary and its standby behind one address: the standby is promoted while people vote. */
import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { openStandby } from '../../../../workshop/cluster/postgres-pair.ts'
import { type OpenDatabase, connectTo, openDatabase } from '../../../../server/platform/postgres/database.ts'
import {
  type EmbeddedPostgres,
  openEmbeddedPostgres,
} from '../../../../server/platform/postgres/embedded/index.ts'
import { migrateJobs } from '../../../../server/platform/jobs/jobs.ts'
import { openLog } from '../../../../server/platform/log.ts'
import { migrateToLatest } from '../../../../server/platform/postgres/migrate.ts'
import { openReplica } from '../../../../server/platform/postgres/replica.ts'
import { importInto } from '../../../../server/transfer/index.ts'
import { type TestApp, createTestApp } from '../../../support/app.ts'
import { arenaOf } from '../../arena-import.ts'
import { Visitor, problemOf } from '../../visitor.ts'
import { type SeveredLine, lineTo } from './severed-line.ts'

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
  await importInto(app.deps, arenaOf('steady', { prompts: 20 }))
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
  const votes = async () =>
    ((await (await app.request('/api/arenas/steady/leaderboard')).json()) as { votes: number }).votes
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
