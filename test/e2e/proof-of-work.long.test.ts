/** Voting in an arena that asks for proof of work: solved while the visitor reads, and what the page says if not. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import type { IssuedBattle } from '../../shared/contracts/index.ts'
import { arenaOf } from '../server/arena-import.ts'
import { openSite, PHONE, type Site } from './site.ts'
import { violations } from './violations.ts'

const VOTE = '/a/costly/vote'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await importInto(site.app.deps, {
    ...arenaOf('costly', { prompts: 30 }),
    setUp: { settings: { proofOfWork: 'on' }, providers: [], judges: [], checks: [] },
  })
})
afterAll(() => site?.close())

const recorded = (page: Page) => page.getByText('Your vote is recorded', { exact: false })

/** Asks a page for a key that no counter has. A try of the browser cannot be stopped, so none takes long. */
const hard = (page: Page) =>
  page.route('**/api/arenas/costly/battles', async (route) => {
    const response = await route.fetch()
    const issued = (await response.json()) as IssuedBattle
    const { parameters } = issued.puzzle!
    parameters.keyPrefix = 'f'.repeat(60)
    parameters.cost *= 20
    await route.fulfill({ response, json: issued })
  })

test('a vote is sent with its proof, by keyboard and by touch on a phone, and a reload solves the puzzle again', async () => {
  const page = await site.visit(VOTE)
  const sent = page.waitForRequest(
    (request) => request.url().endsWith('/vote') && request.method() === 'POST',
  )
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await page.reload()
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await recorded(page).waitFor()
  expect((await sent).postDataJSON()).toMatchObject({ proof: { solution: { counter: expect.any(Number) } } })
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await recorded(page).waitFor()

  const phone = await site.visit(VOTE, { viewport: PHONE, isFresh: true })
  await phone.getByRole('button', { name: 'Upper', exact: true }).click()
  await recorded(phone).waitFor()
})

test('another arena loads no solver', async () => {
  const page = await site.visit('/a/support-replies/vote')
  const urls: string[] = []
  page.on('request', (request) => urls.push(request.url()))
  await page.reload()
  await page.getByRole('button', { name: 'Tie' }).click()
  await recorded(page).waitFor()
  expect(urls.filter((url) => /solve|proof/i.test(url))).toEqual([])
})

test.each([
  ['wide', {}],
  ['on a phone', { viewport: PHONE }],
])(
  '%s, a voter who waits over a second is shown progress, then what to do, and may skip',
  async (_, options) => {
    const page = await site.visit('/a/support-replies', { ...options, isFresh: true })
    await hard(page)
    await page.clock.install()
    await page.goto(site.address + VOTE)
    await page.getByRole('button', { name: 'Tie' }).click()
    const progress = page.getByRole('progressbar', { name: 'Computation for your vote' })
    await page.clock.runFor(1_000)
    await progress.waitFor()
    const status = page.getByRole('status')
    await status.getByText('Your vote is sent when it is done', { exact: false }).waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
    await page.clock.runFor(15_000)
    await status.getByText('takes long on this device', { exact: false }).waitFor()
    await page.getByRole('button', { name: 'Skip' }).click()
    await expect.poll(() => progress.count()).toBe(0)
    await page.getByRole('button', { name: 'Tie' }).waitFor()
    expect(await page.getByRole('alert').count()).toBe(0)
    // the next pair may still be on its way
    await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
)

test.each([
  [
    'without a secure connection',
    "Object.defineProperty(window, 'isSecureContext', { value: false })",
    'https',
  ],
  ['without workers', 'delete window.Worker', 'Use a current browser'],
])('%s, the page says so before the vote and after it', async (_, script, text) => {
  const page = await site.visit('/a/support-replies', { isFresh: true })
  await page.addInitScript(script)
  await page.goto(site.address + VOTE)
  await page.getByRole('status').getByText(text, { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Tie' }).click()
  const alert = page.getByRole('alert')
  await alert.getByText(text, { exact: false }).waitFor()
  await alert.getByText('Your choice is kept', { exact: false }).waitFor()
  expect(await page.getByText(text, { exact: false }).count()).toBe(1)
  expect(await violations(page)).toEqual([])
})

test('a solver that does not load is said, and the next try votes', async () => {
  const page = await site.visit('/a/support-replies', { isFresh: true })
  await page.route('**/solve-puzzle*', (route) => route.abort())
  await page.goto(site.address + VOTE)
  await page.getByRole('button', { name: 'Tie' }).click()
  await page.getByRole('alert').getByText('The computation for your vote stopped', { exact: false }).waitFor()
  await page.unroute('**/solve-puzzle*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await recorded(page).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})

test('a pair drawn before the arena asked for proof of work is replaced by one with a puzzle', async () => {
  const page = await site.visit('/a/support-replies', { isFresh: true })
  await page.route(
    '**/api/arenas/costly/battles',
    async (route) => {
      const response = await route.fetch()
      const { puzzle: _, ...issued } = (await response.json()) as IssuedBattle
      await route.fulfill({ response, json: issued })
    },
    { times: 1 },
  )
  await page.goto(site.address + VOTE)
  await page.getByRole('button', { name: 'Tie' }).click()
  await page.getByText('Votes here now need a short computation', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Tie' }).click()
  await recorded(page).waitFor()
  expect(await page.getByRole('alert').count()).toBe(0)
})
