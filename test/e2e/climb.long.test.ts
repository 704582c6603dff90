/** The page of the climb, after judges decided on attempts: read by mouse, by keyboard alone, and on a phone. */
import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { promptIn, setUpClimb, tryAt } from '../server/challenges/climbing.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { goTo, signedIn } from './operator.ts'
import { openSite, PHONE, siteFor, tabTo } from './site.ts'
import { violations, violationsAtBothWidths } from './violations.ts'
import { openForAll } from '../support/later.ts'

// the first in the alphabet is better, except on p2, where both are equal
const reply = modelsThat((call) => (promptIn(call) === 'p2' ? 'first' : alphabetically(call)))
const models = openForAll(() => startModelServer({ reply }))
const open = () => openSite({ env: KEYS })
const site = siteFor(open, async () => {
  const { deps } = site.app
  const contestants = ['amber', 'birch', 'cedar', 'dogwood']
  const climbing = { slug: 'climbing', baseUrl: models.openAiUrl, contestants }
  const arena = await setUpClimb(deps, { ...climbing, references: 9 })
  const holdOut = { prompts: ['p8', 'p9'] }
  await tryAt(deps, arena, { incumbent: 'cedar', challenger: 'dogwood', holdOut })
  await tryAt(deps, arena, { challenger: 'birch' })
  await setUpClimb(deps, { ...climbing, references: 10 })
  await tryAt(deps, arena, { challenger: 'amber' })
  await setUpClimb(deps, { ...climbing, slug: 'flat' })
  await setUpClimb(deps, { ...climbing, slug: 'started', references: 12 })
})

const climb = async (page: Page) => {
  await page
    .getByRole('heading', { level: 1, name: 'amber is the incumbent after 4 attempts with 2 promotions' })
    .waitFor()
}

test('by mouse: the promoted attempts, and the reasons prompt by prompt', async () => {
  const page = await site.visit('/a/climbing/climb')
  await climb(page)
  const second = page.getByRole('region', { name: 'Epoch 2' })
  expect(await second.getByRole('row').allInnerTexts()).toEqual([
    expect.stringContaining('Challenger'),
    expect.stringMatching(/4\s+amber\s+against birch\s+93\.8.%[^]*7\/0\/1[^]*▲\s*promoted/),
    expect.stringMatching(/3\s+birch\s+against cedar[^]*judged again/),
  ])
  expect(await page.getByRole('region', { name: 'Epoch 1' }).getByRole('row').nth(2).innerText()).toMatch(
    /1\s+dogwood\s+against cedar\s+7\.1.%[^]*worse/,
  )
  await second.getByRole('button', { name: 'Results of attempt 4' }).click()
  const results = page.getByRole('region', { name: 'Attempt 4: amber against birch' })
  await results.getByRole('row').nth(8).waitFor()
  expect(await results.getByRole('row', { name: 'p2' }).innerText()).toMatch(/tie\s+differs by order/)
  // nor what is held out, prompt by prompt
  expect(await results.getByRole('row', { name: 'p9' }).count()).toBe(0)
  // texts that are still voted on need the token
  expect(await results.innerText()).not.toMatch(/It is\.|Question/)
  expect(page.url()).toContain('attempt=4')
})

test('by keyboard alone: to an attempt, into its results, and back', async () => {
  const page = await site.visit('/a/climbing/climb')
  await climb(page)
  await tabTo(page, page.getByRole('button', { name: 'Results of attempt 3' }))
  await page.keyboard.press('Enter')
  await page.getByRole('row', { name: 'p1 birch', exact: true }).waitFor()
  expect((await page.locator(':focus').innerText()).trim()).toBe('Attempt 3: birch against cedar')
  await page.keyboard.press('Tab')
  expect(await page.locator(':focus').innerText()).toBe('Close')
  await page.keyboard.press('Enter')
  await page.getByRole('heading', { name: 'Attempt 3' }).waitFor({ state: 'detached' })
})

/** A field of a form, as a browser knows it. */
interface Validated {
  validationMessage: string
}

test('an operator starts a challenge from the climb, leaves the page, and finds the verdict on return', async () => {
  const page = await signedIn({ site }, '/admin/a/started')
  await page.getByRole('link', { name: 'Climb' }).click()
  await page.getByRole('link', { name: 'New challenge' }).click()
  await page.getByLabel('Incumbent').selectOption('birch')
  const share = page.getByLabel('Minimum win rate')
  await share.fill('half')
  const wrong = await share.evaluate((field) => (field as unknown as Validated).validationMessage)
  expect(wrong).toMatch(/from 0\.5 to 1/)
  await share.fill('0,5')
  await page.getByLabel('Challenger').selectOption('amber')
  expect(await violations(page)).toEqual([])
  models.become({ latencyMs: 100 })
  await page.getByRole('button', { name: 'Start the challenge' }).click()
  await page.getByRole('heading', { name: 'amber against birch' }).waitFor()
  await page.getByRole('button', { name: 'Pause' }).click()
  await page.getByRole('heading', { name: 'Judging is paused' }).waitFor()
  await page.getByRole('button', { name: 'Resume' }).click()
  await page.getByRole('heading', { name: 'Judging is running' }).waitFor()
  await goTo(page, 'Settings', 'Log')
  await page.getByRole('heading', { name: 'Challenge started' }).waitFor()
  models.become({ latencyMs: 0 })
  await goTo(page, 'Judges', 'Challenge')
  await page
    .getByRole('heading', { name: 'amber is promoted and replaces birch as the incumbent.' })
    .waitFor()
  await page.getByText('11 won, 0 lost, 1 tie; a win rate of 96 %.').waitFor()
  expect(await page.getByLabel('Incumbent').inputValue()).toBe('amber')
  await page.setViewportSize(PHONE)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width)
  await page.getByRole('link', { name: 'Attempt 1 on the climb' }).click()
  await page.getByRole('heading', { name: 'Attempt 1: amber against birch' }).waitFor()
})

const STATES: [name: string, path: string, ready: (page: Page) => Promise<unknown>][] = [
  ['a climb', '/a/climbing/climb', climb],
  ['an attempt', '/a/climbing/climb?attempt=4', (page) => page.getByRole('row', { name: 'p10' }).waitFor()],
  [
    'no attempt yet',
    '/a/flat/climb',
    (page) => page.getByText('No challenge has been run here yet').waitFor(),
  ],
  ['an arena that is not there', '/a/nobody/climb', (page) => page.getByText('no arena “nobody”').waitFor()],
]

test.each(STATES)('%s has no violations, wide or on a phone, dark or light', async (_name, path, ready) => {
  const page = await site.visit(path)
  await ready(page)
  expect(await violationsAtBothWidths(page)).toEqual([])
})
