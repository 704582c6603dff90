/** The end of voting: by a date and by a number of votes. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { ArenaDetail, AuditLog, ListedArena } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())

async function arenaWith(slug: string, closes: object): Promise<void> {
  const votes = [voteOf(NAMES[0], NAMES[1], 'left')]
  await importInto(app.deps, arenaOf(slug, { prompts: 40, votes }))
  await close(slug, closes)
}

const close = (slug: string, json: object) =>
  app.request(`/api/admin/arenas/${slug}/closing`, {
    json,
    headers: { authorization: `Bearer ${ADMIN_TOKEN}` },
  })

const detailOf = async (slug: string) =>
  (await (await app.request(`/api/arenas/${slug}`)).json()) as ArenaDetail
const closesOf = async (slug: string) => (await detailOf(slug)).closes
const closedAtOf = async (slug: string) => (await detailOf(slug)).closedAt

it('From its moment on, no pair is shown and no vote is taken, also on a pair shown before', async () => {
  const at = new Date(app.clock.now().getTime() + 60_000).toISOString()
  await arenaWith('dated', { at })
  const visitor = new Visitor(app)
  const [first, second] = [await visitor.battle('dated'), await visitor.battle('dated')]
  app.clock.advance(59)
  expect((await visitor.vote(first, 'left')).status).toBe(201)
  app.clock.advance(1)
  expect(await problemOf(await visitor.vote(second, 'left'))).toEqual([409, 'voting_closed'])
  expect(await problemOf(await visitor.ask('dated'))).toEqual([409, 'voting_closed'])
  expect((await visitor.vote(first, 'left')).status).toBe(200)
  expect(await closesOf('dated')).toEqual({ at, votes: null })
  expect(await closedAtOf('dated')).toBe(at)
})

it('Of twenty votes at the same moment, exactly as many are taken as are missing', async () => {
  await arenaWith('counted', { votes: 5 })
  const visitors = Array.from({ length: 20 }, () => new Visitor(app))
  const shown = await Promise.all(visitors.map((visitor) => visitor.battle('counted')))
  const answers = await Promise.all(visitors.map((visitor, i) => visitor.vote(shown[i], 'left')))
  const statuses = answers.map(({ status }) => status)
  expect(statuses.filter((status) => status === 201)).toHaveLength(5)
  expect(statuses.filter((status) => status === 409)).toHaveLength(15)
  expect(await closesOf('counted')).toMatchObject({ votes: 5 })
  expect(await closedAtOf('counted')).toBe(app.clock.now().toISOString())
  expect(await problemOf(await new Visitor(app).ask('counted'))).toEqual([409, 'voting_closed'])
  const open = answers.findIndex(({ status }) => status === 201)
  expect((await visitors[open].takeBack(shown[open])).status).toBe(200)
  expect((await new Visitor(app).ask('counted')).status).toBe(201)
})

it('An operator opens voting again', async () => {
  await arenaWith('reopened', { at: '2020-01-01' })
  expect(await problemOf(await new Visitor(app).ask('reopened'))).toEqual([409, 'voting_closed'])
  expect((await close('reopened', {})).status).toBe(200)
  expect((await new Visitor(app).ask('reopened')).status).toBe(201)
  expect(await closesOf('reopened')).toBeUndefined()
})

it('An operator closes voting now, or with fewer votes than are cast, and the log says so', async () => {
  await arenaWith('ended', {})
  const visitor = new Visitor(app)
  expect((await visitor.vote(await visitor.battle('ended'), 'left')).status).toBe(201)
  const shown = await visitor.battle('ended')
  const closedAt = app.clock.now().toISOString()
  const closed = async (json: object) =>
    ((await (await close('ended', json)).json()) as { closedAt: string }).closedAt
  expect(await closed({ votes: 2 })).toBeNull()
  expect(await closed({ now: true })).toBe(closedAt)
  expect(await problemOf(await visitor.vote(shown, 'left'))).toEqual([409, 'voting_closed'])
  expect(await closed({})).toBeNull()
  expect(await closed({ votes: 1 })).toBe(closedAt)
  const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
  const log = await (await app.request('/api/admin/arenas/ended/audit', { headers })).json()
  expect((log as AuditLog).entries.slice(0, 4).map(({ act, details }) => [act, details])).toEqual([
    ['voting_closed', { votes: 1 }],
    ['voting_opened', {}],
    ['voting_closed', { at: closedAt }],
    ['closing_changed', { votes: 2 }],
  ])
  const detail = await (await app.request('/api/admin/arenas/ended', { headers })).json()
  expect(detail).toMatchObject({ cast: 1, judges: 0, firstRatings: 8 })
})

it('An end that is no moment and no number is refused', async () => {
  await arenaWith('strange', {})
  const odd = [{ at: 'soon' }, { votes: 0 }, { votes: 1.5 }, { at: '2026-13-01' }, { when: 1 }]
  for (const json of odd) expect((await close('strange', json)).status, JSON.stringify(json)).toBe(400)
})

it('Text, Markdown, picture, frame, badge and list say when voting closed and without a winner, and other boards do not', async () => {
  const end = new Date(app.clock.now().getTime() + 60_000)
  const pages = ['.txt', '.md', '/plate.svg', '/embed', '/badge.svg'].map((page) => `/a/shown${page}`)
  await arenaWith('shown', { at: end.toISOString() })
  const read = (query: string) =>
    Promise.all(pages.map(async (page) => (await app.request(page + query)).text()))
  const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(end)
  const closed = `Closed on ${day} after 1 vote: no winner.`
  const isClosed = (texts: string[]) => texts.map((text) => text.includes(closed))
  const listed = async () => {
    const { arenas } = (await (await app.request('/api/arenas')).json()) as { arenas: ListedArena[] }
    return arenas.find(({ arena }) => arena === 'shown')!
  }
  expect(isClosed(await read('?looks=one'))).toEqual(Array(5).fill(false))
  expect((await listed()).closedAt).toBeUndefined()
  const before = (await app.request(pages[0])).headers.get('etag')!
  app.clock.advance(61)
  expect(isClosed(await read('?looks=any'))).toEqual(Array(5).fill(true))
  expect(isClosed(await read('?source=simulated'))).toEqual(Array(5).fill(false))
  expect(await listed()).toMatchObject({ closedAt: end.toISOString(), finding: { en: { lead: closed } } })
  const again = await app.request(`${pages[0]}?source=`, { headers: { 'if-none-match': before } })
  expect(again.status).toBe(200)
})
