/** How much one voter and one network may do, across servers and restarts. */
import { expect, it } from 'vitest'
import { Reveal, type IssuedBattle } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp, appFor } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const VOTES_PER_HOUR = 20
const limited = { votesPerHour: VOTES_PER_HOUR, trustProxy: 1 }

const app = appFor(limited, async () => {
  await app.import(arenaOf('limited', { prompts: 90 }))
})

/** A browser behind a proxy; `spoofed` is what it claims itself in the header. */
class Browser extends Visitor {
  spoofed = ''
  readonly #address: string

  constructor(address: string, onApp: TestApp = app) {
    super(onApp)
    this.#address = address
  }

  override headers(): Record<string, string> {
    return { ...super.headers(), 'x-forwarded-for': this.spoofed + this.#address }
  }

  draw = () => this.ask('limited')

  /** Draws a pair and chooses; the response to the one that was refused, or to the choice. */
  async cast(): Promise<Response> {
    const response = await this.draw()
    return response.status === 201 ? this.choose((await response.json()) as IssuedBattle, 'left') : response
  }
}

const statuses = async (browser: Browser, votes: number) => {
  const list: number[] = []
  for (let n = 0; n < votes; n++) list.push((await browser.cast()).status)
  return list
}

it('a voter may cast half of the votes of a network, then waits, on every server', async () => {
  const browser = new Browser('203.0.113.1')
  expect(new Set(await statuses(browser, VOTES_PER_HOUR / 2))).toEqual(new Set([201]))
  const refused = await browser.cast()
  expect(refused.status).toBe(429)
  expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3000)
  const restarted = await createTestApp({ ...limited, database: app.database })
  const elsewhere = new Browser('203.0.113.1', restarted)
  elsewhere.cookie = browser.cookie
  expect((await elsewhere.cast()).status).toBe(429)
  await restarted.close()
})

it('many voters of one network share its limit, whatever the header claims', async () => {
  let votes = 0
  for (let n = 0; n < 12; n++) {
    const browser = new Browser('203.0.113.2')
    browser.spoofed = `198.51.100.${n}, `
    votes += (await statuses(browser, 2)).filter((status) => status === 201).length
  }
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
    const shown = await browser.battle('limited')
    await browser.choose(shown, 'left')
    const response = await browser.reveal(shown)
    expect(response.status).toBe(200)
    names.push(Reveal.parse(await response.json()).names)
  }
  expect(names).toEqual(['shown', 'shown', 'shown', 'shown', 'withheld', 'withheld'])
})

it('no address is stored', async () => {
  const { rows } = await app.database.pool.query('select key from rate_limits')
  expect(rows.length).toBeGreaterThan(5)
  for (const { key } of rows) expect(key).toMatch(/^\w+:[\w-]{22}$/)
})
