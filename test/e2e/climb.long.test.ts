/** The page of the climb, after judges decided on attempts: read by mouse, by keyboard alone, and on a phone. */
import type { Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { startModelServer } from '../../workshop/model-server/model-server.ts'
import { promptIn, setUpClimb, tryAt } from '../server/challenges/climbing.ts'
import { alphabetically, KEYS, modelsThat } from '../server/judging/judge-pair/judged-arena.ts'
import { signedIn } from './operator.ts'
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

test('an operator reads below the climb how a challenge is started', async () => {
  const page = await signedIn({ site }, '/admin/a/climbing')
  await page.getByRole('link', { name: 'Climb', exact: true }).click()
  await climb(page)
  await page.getByText('challenge climbing --challenger NAME').waitFor()
  await page.setViewportSize(PHONE)
  expect(await violations(page)).toEqual([])
  expect(await page.evaluate<number>('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width)
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
