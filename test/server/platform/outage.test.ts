/** The database goes away under a running server, and comes back. */
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { openDatabase, type OpenDatabase } from '../../../server/platform/postgres/database.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { arenaOf } from '../arena-import.ts'
import { figuresOf } from '../exposition.ts'
import { problemOf, Visitor } from '../visitor.ts'
import { lineTo, type SeveredLine } from './severed-line.ts'

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
    await importInto(app.deps, arenaOf('steady', { prompts: 10 }))
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
    for (const response of refused) expect(await problemOf(response)).toEqual([503, 'database_unreachable'])
    expect((await app.request('/healthz')).status).toBe(200)
    await line.mend()
    expect((await voter.vote(shown, 'left')).status).toBe(201)
    expect((await visitor().ask('steady')).status).toBe(201)
  })

  it('requests that may be repeated wait until it is back, but not for ever', async () => {
    const [patient, hasty] = await Promise.all(
      [60_000, 1].map((patienceMs) => createTestApp({ database: through, patienceMs })),
    )
    onTestFinished(async () => {
      await patient!.close()
      await hasty!.close()
    })
    const address = await patient!.serve()
    const voter = new Visitor(patient!)
    const shown = await voter.battle('steady')
    await line.cut()
    const waiting = Promise.all([
      voter.vote(shown, 'left'),
      new Visitor(patient!).ask('steady'),
      fetch(`${address}/api/arenas/steady/export/votes.csv`),
    ])
    expect(await problemOf(await new Visitor(hasty!).ask('steady'))).toEqual([503, 'database_unreachable'])
    expect(await problemOf(await fetch(`${address}/readyz`))).toEqual([503, 'database_unreachable'])
    await line.mend()
    expect((await waiting).map(({ status }) => status)).toEqual([201, 201, 200])
    // the answers that nobody got are no errors
    const figure = await figuresOf(patient!)
    const route = '/api/arenas/:arena/export/:file'
    const read = (status: string) => figure('deadheat_http_requests_total', { route, method: 'GET', status })
    expect([read('2xx'), read('5xx')]).toEqual([1, 0])
    expect((await voter.vote(shown, 'left')).status).toBe(200)
  })

  it('error messages name no host, user or password', async () => {
    await line.cut()
    const text = await (await app.request('/api/arenas')).text()
    await line.mend()
    const { hostname, password, username, port } = new URL(line.connectionString)
    for (const part of [hostname, password, username, port]) expect(text).not.toContain(part)
    expect(app.logged.join('')).not.toContain(password)
  })

  it('a listener receives the news of that time afterwards', async () => {
    const heard = new Promise<string>((resolve) => {
      app.deps.notifications.onBoard(4711, () => resolve('heard'))
    })
    await line.cut()
    await line.mend()
    expect(await heard).toBe('heard')
  })
})
