import { afterAll, beforeAll, expect, test } from 'vitest'
import { arenaNamed } from '../../server/arenas/index.ts'
import { waitForNames } from '../../workshop/bench/web-names.ts'
import { importInto } from '../../server/transfer/index.ts'
import { labellingLink } from '../../server/judge-evaluation/index.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { namesIn, shown, votesOf } from './demo.ts'
import { NAMES, openSite, type Site } from './site.ts'
import { violations } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test('Enter shows the next pair, and each key votes as its label says', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.evaluate("localStorage.setItem('deadheat:names-at-once', '')")
  const keys = {
    ArrowRight: 'You preferred',
    t: 'equally good',
    x: 'You found both',
    '1': 'You preferred',
  }
  const before = await votesOf(site, 'humans')
  for (const [key, expectedText] of Object.entries(keys)) {
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    await page.keyboard.press(key)
    await page.getByText(expectedText, { exact: false }).waitFor()
    await page.keyboard.press('Enter')
  }
  await site.app.settle()
  await expect.poll(() => votesOf(site, 'humans')).toBe(before + 4)
})

test('keys that scroll do not vote', async () => {
  const page = await site.visit('/a/support-replies/vote', { viewport: { width: 1280, height: 300 } })
  const open = page.getByRole('button', { name: 'Left is better' })
  await open.waitFor()
  const scrolled = () => page.evaluate('scrollY')
  for (const key of ['ArrowDown', 'PageDown', 'Space', 'End']) await page.keyboard.press(key)
  await expect.poll(scrolled).toBeGreaterThan(0)
  for (const key of ['ArrowUp', 'PageUp', 'Shift+Space', 'Home']) await page.keyboard.press(key)
  await expect.poll(scrolled).toBe(0)
  await page.evaluate("document.body.style.width = '3000px'")
  const pressedRight = async () => {
    await page.keyboard.press('ArrowRight')
    return page.evaluate('scrollX')
  }
  await expect.poll(pressedRight).toBeGreaterThan(0)
  expect(await open.isVisible()).toBe(true)
  expect(await page.getByRole('button', { name: 'Next pair' }).count()).toBe(0)
  expect(namesIn(await shown(page))).toEqual([])
  await page.close()
})

test('a voter who chose names at once sees them with each vote, and can choose otherwise', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await page.getByLabel('Always show names at once').check()
  await page.getByText('equally good', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Next pair' }).click()
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await page.getByText('equally good', { exact: false }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('Always show names at once').uncheck()
  await page.getByRole('button', { name: 'Next pair' }).click()
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Show names' }).waitFor()
})

test('the names appear without a click once the vote can no longer be retracted', async () => {
  const page = await site.visit('/a/support-replies/vote', { isFresh: true })
  await page.clock.install()
  await page.reload()
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Show names' }).waitFor()
  site.app.clock.advance(11)
  await page.clock.fastForward(11_000)
  await page.getByText('equally good', { exact: false }).waitFor()
  expect(namesIn(await shown(page))).toHaveLength(2)
})

test('the bench sees how long a voter waits for the names', async () => {
  const page = await site.visit('/a/support-replies/vote')
  const { median, longest } = await waitForNames(page, 2)
  expect(median).toBeGreaterThan(0)
  expect(longest).toBeGreaterThanOrEqual(median)
  await page.close()
})

test('without browser storage a pair is still shown', async () => {
  const context = await site.browser.newContext({ locale: 'en-GB' })
  const page = await context.newPage()
  await page.addInitScript(`for (const name of ['sessionStorage', 'localStorage'])
    Object.defineProperty(window, name, { get: () => { throw new DOMException('refused', 'SecurityError') } })`)
  await page.goto(`${site.address}/a/support-replies/vote`)
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Show names' }).click()
  await page.getByText('You preferred', { exact: false }).waitFor()
  expect(namesIn(await shown(page))).toHaveLength(2)
  await context.close()
})

test('a labelling link shows pairs that judges judged, and an invalid link shows an error', async () => {
  const votes = [voteOf(NAMES[0], NAMES[1], 'left', { source: 'judge', voter: 'critic', prompt: 'p2' })]
  await importInto(site.app.deps, arenaOf('labelled', { prompts: 9, votes }))
  const { path } = await labellingLink(site.app.deps, await arenaNamed(site.app.deps.db, 'labelled'), 1)
  const page = await site.visit(path)
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  const text = await shown(page)
  for (const passage of ['Question 2?', 'Reply 1 to question 2.', 'Reply 2 to question 2.'])
    expect(text).toContain(passage)
  await page.getByText('A result needs 50 more pairs.', { exact: false }).waitFor()
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('ArrowLeft')
  await page.getByText('Your vote is recorded', { exact: false }).waitFor()
  await page.getByRole('button', { name: 'Show names' }).click()
  await page.getByText('You preferred', { exact: false }).waitFor()
  await page.keyboard.press('Enter')
  await page.getByText('You have seen every pair', { exact: false }).waitFor()
  await page.getByText(/^You preferred .+ in 1 of 1 pair\.$/).waitFor()
  expect(await violations(page)).toEqual([])

  let requests = 0
  page.on('request', (request) => request.url().endsWith('/calibration/battles') && requests++)
  await page.goto(`${site.address}/a/labelled/vote?calibrate=made-up`)
  await page.getByText('This is not a labelling link', { exact: false }).waitFor()
  expect(requests).toBe(1)
})

test('after the last pair the page reports that all were seen, and links to the board', async () => {
  const page = await site.visit('/a/hostile/vote')
  const done = page.getByRole('link', { name: 'See the board' })
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await expect
    .poll(
      async () => {
        await page.keyboard.press('s')
        return done.isVisible()
      },
      { interval: 100 },
    )
    .toBe(true)
})
