/** How much one voter and one network may do, across servers and restarts. */
import { expect, it, describe } from 'vitest'
import {
  Reveal,
  type IssuedBattle,
  type ArenaDetail,
  type AuditLog,
  type ListedArena,
} from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp, appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const VOTES_PER_HOUR = 20
const limited = { votesPerHour: VOTES_PER_HOUR, trustProxy: 1 }

const app = appFor(limited, async () => {
  await app.import(arenaOf('limited', { prompts: 90 }))
})

/** A browser behind a proxy; `spoofed` is what it claims itself in the header. */
class Browser {
  cookie = ''
  readonly #address: string
  readonly #app: TestApp

  constructor(address: string, onApp = app) {
    this.#address = address
    this.#app = onApp
  }

  post(path: string, json: object, spoofed = ''): Promise<Response> {
    const forwarded = `${spoofed}${this.#address}`
    const headers = { 'x-forwarded-for': forwarded, ...(this.cookie && { cookie: this.cookie }) }
    return this.#app.request(path, { json, headers })
  }

  async draw(spoofed = ''): Promise<Response> {
    const response = await this.post('/api/arenas/limited/battles', {}, spoofed)
    this.cookie = response.headers.get('set-cookie')?.split(';')[0] ?? this.cookie
    return response
  }

  async vote(more: object = {}, spoofed = ''): Promise<Response> {
    const response = await this.draw(spoofed)
    if (response.status !== 201) return response
    const { battle, ticket } = (await response.json()) as IssuedBattle
    return this.post(`/api/battles/${battle.id}/vote`, { ticket, outcome: 'left', ...more }, spoofed)
  }
}

const statuses = async (browser: Browser, votes: number) => {
  const list: number[] = []
  for (let n = 0; n < votes; n++) list.push((await browser.vote()).status)
  return list
}

it('a voter may cast half of the votes of a network, then waits, on every server', async () => {
  const browser = new Browser('203.0.113.1')
  expect(new Set(await statuses(browser, VOTES_PER_HOUR / 2))).toEqual(new Set([201]))
  const refused = await browser.vote()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  const restarted = await createTestApp({ ...limited, database: app.database })
  const elsewhere = new Browser('203.0.113.1', restarted)
  elsewhere.cookie = browser.cookie
  expect((await elsewhere.vote()).status).toBe(429)
  await restarted.close()
})

it('many voters of one network share its limit, whatever the header claims', async () => {
  const cast = async (spoofed: string) => {
    const browser = new Browser('203.0.113.2')
    return [await browser.vote({}, spoofed), await browser.vote({}, spoofed)].filter(
      ({ status }) => status === 201,
    ).length
  }
  let votes = 0
  for (let n = 0; n < 12; n++) votes += await cast(`198.51.100.${n}, `)
  // two new voters an hour: each with at most half of the votes of a network
  expect(votes).toBe(4)
})

it('addresses of one IPv6 network count as one, and other networks are not limited', async () => {
  const first = new Browser('2001:db8:0:1::1')
  for (let n = 0; n < 3 * VOTES_PER_HOUR; n++) expect((await first.draw()).status).toBe(201)
  expect((await new Browser('2001:db8:0:1:ffff::2').draw()).status).toBe(429)
  expect((await new Browser('2001:db8:0:2::1').draw()).status).toBe(201)
})

it('the /56 and the /48 around IPv6 networks have limits of their own, and others have not', async () => {
  const newVoters = async (addresses: string[]) =>
    (await Promise.all(addresses.map((address) => new Browser(address).draw()))).filter(
      ({ status }) => status === 201,
    ).length
  const range = Array.from({ length: 12 }, (_, n) => n)
  // a network may have two an hour
  expect(await newVoters(range.map((n) => `2001:db8:7:${n}::1`))).toBe(4)
  expect(await newVoters(range.map((n) => `2001:db8:8:${n}00::1`))).toBe(8)
  expect(await newVoters(range.map((n) => `2001:db8:${n + 20}::1`))).toBe(12)
})

it('names of a few pairs are shown in an hour; later votes count without them', async () => {
  const browser = new Browser('203.0.113.4')
  const names: string[] = []
  for (let n = 0; n < 6; n++) {
    const { battle, ticket } = (await (await browser.draw()).json()) as IssuedBattle
    await browser.post(`/api/battles/${battle.id}/vote`, { ticket, outcome: 'left' })
    const response = await browser.post(`/api/battles/${battle.id}/reveal`, { ticket })
    expect(response.status).toBe(200)
    names.push(Reveal.parse(await response.json()).names)
  }
  expect(names).toEqual(['shown', 'shown', 'shown', 'shown', 'withheld', 'withheld'])
})

it('a cookie that the server did not make is no voter', async () => {
  const browser = new Browser('203.0.113.5')
  browser.cookie = `deadheat_voter=${'a'.repeat(22)}`
  await browser.draw()
  expect(browser.cookie).not.toContain('aaaa')
  const [name, value] = browser.cookie.split('=') as [string, string]
  const forged = new Browser('203.0.113.5')
  forged.cookie = `${name}=${value.slice(0, 22)}.${'b'.repeat(22)}`
  await forged.draw()
  expect(forged.cookie).not.toContain('bbbb')
})

it('no address is stored', async () => {
  const { rows } = await app.database.pool.query('select key from rate_limits')
  expect(rows.length).toBeGreaterThan(5)
  for (const { key } of rows) expect(key).toMatch(/^\w+:[\w-]{22}$/)
})

/** The end of voting by a decision. test/server/decisions.test.ts has the decision itself. */
describe('the end of voting', async () => {
  const app = appFor()

  async function arenaWith(slug: string, decides: object): Promise<void> {
    const votes = [voteOf(NAMES[0], NAMES[1], 'left')]
    await app.import(arenaOf(slug, { prompts: 40, votes }))
    await set(slug, { ...decides, afterwards: 'close' })
  }

  const set = (slug: string, json: object) => app.asAdmin(`/api/admin/arenas/${slug}/decides`, json)
  const detailOf = (slug: string) => app.json<ArenaDetail>(`/api/arenas/${slug}`)
  const closedAtOf = async (slug: string) => (await detailOf(slug)).closedAt

  it('From its moment on, no pair is shown and no vote is taken, also on a pair shown before', async () => {
    const at = new Date(app.clock.now().getTime() + 60_000).toISOString()
    await arenaWith('dated', { at })
    const visitor = new Visitor(app)
    const [first, second] = [await visitor.battle('dated'), await visitor.battle('dated')]
    app.clock.advance(59)
    expect((await visitor.vote(first, 'left')).status).toBe(201)
    app.clock.advance(1)
    await expect(visitor.vote(second, 'left')).toBeProblem(409, 'voting_closed')
    await expect(visitor.ask('dated')).toBeProblem(409, 'voting_closed')
    expect((await visitor.vote(first, 'left')).status).toBe(200)
    expect(await closedAtOf('dated')).toBe(at)
  })

  it('An operator ends voting now, and the log says so', async () => {
    await arenaWith('ended', { votes: 9 })
    const visitor = new Visitor(app)
    expect((await visitor.vote(await visitor.battle('ended'), 'left')).status).toBe(201)
    const shown = await visitor.battle('ended')
    const closedAt = app.clock.now().toISOString()
    expect(await (await set('ended', { now: true })).json()).toMatchObject({ closedAt })
    await expect(visitor.vote(shown, 'left')).toBeProblem(409, 'voting_closed')
    expect(await (await set('ended', { afterwards: 'go_on' })).json()).toMatchObject({ closedAt: null })
    const log = await (await app.asAdmin('/api/admin/arenas/ended/audit')).json()
    const day = { votes: 9, at: closedAt }
    expect((log as AuditLog).entries.slice(0, 3).map(({ act, details }) => [act, details])).toEqual([
      ['voting_opened', { decides: { ...day, afterwards: 'go_on' } }],
      ['voting_closed', { decides: { ...day, afterwards: 'close' } }],
      ['decides_changed', { decides: { votes: 9, afterwards: 'close' } }],
    ])
    const detail = await (await app.asAdmin('/api/admin/arenas/ended')).json()
    expect(detail).toMatchObject({ cast: 1, judges: 0, firstRatings: 30 })
  })

  it('A day that is no moment and no number is refused', async () => {
    await arenaWith('strange', { votes: 9 })
    const odd = [{ at: 'soon' }, { votes: 0 }, { votes: 1.5 }, { at: '2026-13-01' }, { when: 1 }, {}, 'soon']
    for (const json of odd)
      expect((await set('strange', json as object)).status, JSON.stringify(json)).toBe(400)
  })

  it('Text, Markdown, picture, frame, badge and list say when voting closed, and other boards do not', async () => {
    const end = new Date(app.clock.now().getTime() + 60_000)
    const pages = ['.txt', '.md', '/plate.svg', '/embed', '/badge.svg'].map((page) => `/a/shown${page}`)
    await arenaWith('shown', { at: end.toISOString() })
    const read = (query: string) =>
      Promise.all(pages.map(async (page) => (await app.request(page + query)).text()))
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(end)
    const closed = `Closed on ${day} after 1 vote.`
    const isClosed = (texts: string[]) =>
      texts.map((text) => text.includes(closed) || text.includes(' · closed'))
    const listed = async () => {
      const { arenas } = await app.json<{ arenas: ListedArena[] }>('/api/arenas')
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
})
