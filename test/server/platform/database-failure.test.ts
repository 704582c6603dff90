/** Errors for clients when the database is away or cannot write, and when the client has left. */
import { connect } from 'node:net'
import { once } from 'node:events'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { isConnectionError } from '../../../server/platform/postgres/database-url.ts'
import { openDatabaseCheck } from '../../../server/platform/postgres/session-check.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { figuresOf } from '../exposition.ts'
import { problemOf, Visitor } from '../visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await importInto(app.deps, arenaOf('open', { prompts: 20 }))
})
afterAll(() => app?.close())

it.each([
  { message: 'Client has encountered a connection error and is not queryable' },
  { message: 'Connection terminated unexpectedly' },
  { message: 'terminating connection due to administrator command', code: '57P01' },
  { message: 'sorry, too many clients already', code: '53300' },
  { message: 'server closed the connection', code: '08006' },
])('an error of the connection is recognised: $message', ({ message, code }) => {
  expect(isConnectionError(Object.assign(new Error(message), { code }))).toBe(true)
  expect(isConnectionError(new Error('division by zero'))).toBe(false)
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
  for (const { pid } of pids) await sql`select pg_terminate_backend(${pid})`.execute(app.deps.db)
  const response = await answer
  await locked.query('rollback')
  locked.release()
  expect(response.headers.get('retry-after')).toBe('1')
  expect(await problemOf(response)).toEqual([503, 'database_unreachable'])
  await sleep(1000)
  expect((await visitor.vote(shown, 'left')).status).toBe(201)
})

describe('a database that cannot write', () => {
  it('is not ready, and refuses votes with a separate code', async () => {
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
    app.deps.checkDatabase = openDatabaseCheck(app.database)
    const ready = await app.request('/readyz')
    expect(ready.headers.get('retry-after')).toBe('30')
    expect(await problemOf(ready)).toEqual([503, 'database_not_writable'])
    expect(await problemOf(await visitor.vote(shown, 'left'))).toEqual([503, 'database_not_writable'])
    await setReadOnly(false)
    await sleep(100)
    expect((await visitor.vote(shown, 'left')).status).toBe(201)
  })
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
