/** The database goes away under a running server, cannot write, and comes back. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { type OpenDatabase, openDatabase } from '../../../../server/platform/postgres/database.ts'
import { ADMIN_TOKEN, type TestApp, createTestApp, appFor } from '../../../support/app.ts'
import { createTestDatabase } from '../../../support/database.ts'
import { arenaOf } from '../../arena-import.ts'
import { figuresOf } from '../../figures.ts'
import { Visitor } from '../../visitor.ts'
import { type SeveredLine, lineTo } from './severed-line.ts'
import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { openDatabaseCheck } from '../../../../server/platform/postgres/session-check.ts'

describe('while the database is out of reach', () => {
  let behind: OpenDatabase
  let line: SeveredLine
  let through: OpenDatabase
  let app: TestApp
  const visitor = () => new Visitor(app)

  beforeAll(async () => {
    behind = await createTestDatabase()
    line = await lineTo(behind.connectionString)
    through = await openDatabase({ databaseUrl: line.connectionString, dataDir: '.' })
    app = await createTestApp({ database: through })
    await app.import(arenaOf('steady', { prompts: 10 }))
  })
  afterAll(async () => {
    await app.close()
    await through.close()
    await line.close()
    await behind.close()
  })

  it('every request that needs it gets a clear error, and afterwards all work continues', async () => {
    const voter = visitor()
    const shown = await voter.battle('steady')
    await line.cut()
    const refused = [
      await voter.vote(shown, 'left'),
      await voter.ask('steady'),
      await app.request('/api/arenas'),
      await app.request('/api/arenas/steady/leaderboard'),
      await app.request('/api/arenas/steady/export/votes.csv'),
      await app.request('/readyz'),
    ]
    for (const response of refused) await expect(response).toBeProblem(503, 'database_unreachable')
    expect((await app.request('/healthz')).status).toBe(200)
    await line.mend()
    expect((await voter.vote(shown, 'left')).status).toBe(201)
    expect((await visitor().ask('steady')).status).toBe(201)
  })

  it('voters wait until it is back, but not for ever', async () => {
    const [patient, hasty] = await Promise.all(
      [60, 0.001].map((outageSeconds) => createTestApp({ database: through, outageSeconds })),
    )
    onTestFinished(async () => {
      await patient!.close()
      await hasty!.close()
    })
    const address = await patient!.serve()
    const voter = new Visitor(patient!)
    const shown = await voter.battle('steady')
    await line.cut()
    const waiting = Promise.all([voter.vote(shown, 'left'), new Visitor(patient!).ask('steady')])
    await expect(new Visitor(hasty!).ask('steady')).toBeProblem(503, 'database_unreachable')
    for (const path of ['/readyz', '/api/arenas/steady/export/votes.csv'])
      await expect(fetch(address + path)).toBeProblem(503, 'database_unreachable')
    await line.mend()
    expect((await waiting).map(({ status }) => status)).toEqual([201, 201])
    expect((await voter.vote(shown, 'left')).status).toBe(200)
  })

  it('error messages name no host, user or password', async () => {
    await line.cut()
    const text = await app.text('/api/arenas')
    await line.mend()
    const { hostname, password, username, port } = new URL(line.connectionString)
    for (const part of [hostname, password, username, port]) expect(text).not.toContain(part)
    expect(app.logged.join('')).not.toContain(password)
  })

  it('a listener receives the news of that time afterwards', async () => {
    const heard = new Promise<string>((resolve) => {
      app.deps.postgres.notifications.onBoard(4711, () => resolve('heard'))
    })
    await line.cut()
    await line.mend()
    expect(await heard).toBe('heard')
  })
})

describe('a request whose database fails', () => {
  const app = appFor({}, async () => {
    await app.import(arenaOf('open', { prompts: 20 }))
  })

  it('a connection that is cut during a request gives 503 and the time to try again', async () => {
    const visitor = new Visitor(app)
    const shown = await visitor.battle('open')
    const locked = await app.database.pool.connect()
    await locked.query('begin; lock table votes')
    const answer = visitor.vote(shown, 'left')
    const waiting = sql<{ pid: number }>`
    select pid from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`
    let pids: { pid: number }[] = []
    while (pids.length === 0) pids = (await waiting.execute(app.deps.db)).rows
    for (const { pid } of pids) await app.sql`select pg_terminate_backend(${pid})`
    const response = await answer
    await locked.query('rollback')
    locked.release()
    expect(response.headers.get('retry-after')).toBe('1')
    await expect(response).toBeProblem(503, 'database_unreachable')
    await sleep(1000)
    expect((await visitor.vote(shown, 'left')).status).toBe(201)
  })

  it('a database that cannot write is not ready, and refuses votes with a separate code', async () => {
    expect((await app.request('/readyz')).status).toBe(200)
    const visitor = new Visitor(app)
    const shown = await visitor.battle('open')
    const name = new URL(app.database.connectionString).pathname.slice(1)
    const setReadOnly = async (on: boolean) => {
      const owner = await app.database.connect()
      await owner.query('set default_transaction_read_only = off')
      await owner.query(`alter database "${name}" set default_transaction_read_only = ${on}`)
      await owner.query(
        'select pg_terminate_backend(pid) from pg_stat_activity where datname = $1 and pid <> pg_backend_pid()',
        [name],
      )
      await owner.end()
    }
    await setReadOnly(true)
    await sleep(100)
    app.deps.postgres.check = openDatabaseCheck(app.database)
    const ready = await app.request('/readyz')
    expect(ready.headers.get('retry-after')).toBe('30')
    await expect(ready).toBeProblem(503, 'database_not_writable')
    await expect(visitor.vote(shown, 'left')).toBeProblem(503, 'database_not_writable')
    await setReadOnly(false)
    await sleep(100)
    expect((await visitor.vote(shown, 'left')).status).toBe(201)
  })

  it('an upload that its client aborts is no error of the server', async () => {
    const address = new URL(await app.serve())
    app.logged.length = 0
    const server = async () => (await figuresOf(app))('deadheat_http_requests_total', { status: '5xx' })
    const before = await server()
    for (const path of ['/api/arenas/open/battles', '/api/admin/arenas', '/api/admin/arenas/open/import']) {
      const socket = connect(Number(address.port), address.hostname)
      await once(socket, 'connect')
      socket.write(
        `POST ${path} HTTP/1.1\r\nHost: ${address.host}\r\nAuthorization: Bearer ${ADMIN_TOKEN}\r\n` +
          'Content-Type: application/json\r\nContent-Length: 1000\r\n\r\n{"a":',
      )
      await sleep(50)
      socket.destroy()
    }
    const ended = () => app.logged.filter((line) => line.includes('"msg":"request"')).length
    while (ended() < 3) await sleep(10)
    expect(app.logged.filter((line) => (JSON.parse(line) as { level: number }).level >= 40)).toEqual([])
    expect(await server()).toBe(before)
  })
})
