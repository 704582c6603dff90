/** Readers take what they can get; voters get what they need. */
import { beforeEach, expect, it, vi } from 'vitest'
import { freeExportSlots, MAX_EXPORTS } from '../../server/transfer/routes.ts'
import { appFor, AS_ADMIN } from '../support/app.ts'
import { arenaOf, NAMES, voteOf } from './arena-import.ts'
import { figuresOf } from './figures.ts'
import { Visitor } from './visitor.ts'

const app = appFor({}, async () => {
  const votes = Array.from({ length: 20 }, (_, n) =>
    NAMES.map((name, i) =>
      voteOf(name, NAMES[(i + 1) % 3], n % 2 ? 'left' : 'right', { prompt: `p${n + 1}` }),
    ),
  ).flat()
  await app.import(arenaOf('open', { prompts: 20, votes }))
})

// the slots are those of the process: an export that another test did not read still holds one for a while
beforeEach(() => vi.waitUntil(() => freeExportSlots() === MAX_EXPORTS, { timeout: 180_000 }))

it('votes do not wait for connections that other requests hold', async () => {
  const { pool } = app.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const visitor = new Visitor(app)
  const shown = await visitor.battle('open')
  const answer = await visitor.choose(shown, 'left')
  const withdrawn = await visitor.takeBack(shown)
  for (const one of clients) one.release()
  expect([answer.status, withdrawn.status]).toEqual([201, 200])
})

it('exports of visitors run a few at a time, and need no connection that pages use; those of the operator do not count', async () => {
  const file = '/api/arenas/open/export/votes.csv'
  const { pool } = app.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  const open = await Promise.all(Array.from({ length: MAX_EXPORTS }, () => app.request(file)))
  const refused = await app.request(file)
  for (const one of clients) one.release()
  expect(open.map(({ status }) => status)).toEqual([200, 200, 200, 200])
  expect(refused.headers.get('retry-after')).toBe('10')
  await expect(refused).toBeProblem(429, 'too_many_requests')
  expect((await app.request(file, { headers: AS_ADMIN })).status).toBe(200)
  expect((await app.request('/api/arenas/open/export/nothing.csv')).status).toBe(404)
  expect(await open[0].text()).toContain(NAMES[0])
  await open[1].body?.cancel()
  const next = await app.request(file)
  expect(next.status).toBe(200)
  // the server learns a moment later that a reader has left
  await expect.poll(freeExportSlots).toBe(1)
  const afterwards = await app.request(file)
  expect(afterwards.status).toBe(200)
  for (const one of [...open.slice(2), next, afterwards]) await one.text()
  expect((await app.request('/api/arenas/open/export/votes.csv?criterion=none')).status).toBe(400)
  const last = await app.request(file)
  expect(last.status).toBe(200)
  await last.text()
})

it('operators who change one arena at the same time hold one connection while they wait', async () => {
  const { pool } = app.database
  const blocking = await app.database.connect()
  await blocking.query(`begin; select from arenas where slug = 'open' for no key update`)
  const operator = { method: 'POST', headers: AS_ADMIN }
  const paused = Array.from({ length: 2 * pool.options.max }, () =>
    app.request('/api/admin/arenas/open/judging/pause', operator),
  )
  const isWaiting = async () =>
    (await blocking.query(`select from pg_locks where not granted and locktype = 'transactionid'`)).rowCount
  await expect.poll(isWaiting).toBeGreaterThan(0)
  const page = await app.request('/api/arenas/open/judges')
  await blocking.query('rollback')
  await blocking.end()
  expect(page.status).toBe(200)
  const answers = await Promise.all(paused)
  expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 404))
})

it('the page of a board is rendered once for all spellings of its address and all names of the server', async () => {
  const drawn = async () => (await figuresOf(app))('deadheat_pages_drawn_total', {})
  const page = async (query: string, host = 'localhost') =>
    (await app.request(`http://${host}/a/open${query}`)).text()
  const first = await page('')
  const before = await drawn()
  for (const query of ['?sort=7', '?nonsense=1&sort=', '?row=nobody', '?whisker=none', '?sort=-none'])
    expect([query, (await page(query)) === first]).toEqual([query, true])
  const elsewhere = await page('', 'arena.example')
  expect(elsewhere.includes('http://arena.example/')).toBe(true)
  const written = (origin: string) => [origin, encodeURIComponent(origin)]
  const renamed = written('http://arena.example').reduce(
    (text, name, nth) => text.replaceAll(name, written('http://localhost')[nth]!),
    elsewhere,
  )
  expect(renamed === first).toBe(true)
  expect(await drawn()).toBe(before)
  expect((await page('?sort=name')) === first).toBe(false)
  expect(await drawn()).toBe(before + 1)
})
