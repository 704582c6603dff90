import { afterAll, beforeAll, expect, test } from 'vitest'
import { namesIn, shown, votesOf } from './demo.ts'
import { openSite, PHONE, type Site } from './site.ts'
import { violations } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

test('a vote by keyboard reveals the names, and the board on another tab moves without a reload', async () => {
  const board = await site.visit('/a/support-replies?source=humans')
  await board.getByText('No votes yet', { exact: false }).first().waitFor()
  await board.evaluate('window.notReloaded = true')
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  expect(namesIn(await page.content())).toEqual([])

  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Show names' }).waitFor()
  expect(namesIn(await page.content())).toEqual([])
  await page.getByRole('button', { name: 'Show names' }).click()
  await page.getByText('You preferred', { exact: false }).waitFor()
  expect(namesIn(await shown(page))).toHaveLength(2)
  expect(await page.getByRole('button', { name: 'Take it back', exact: false }).count()).toBe(0)

  await board.getByText('1 vote', { exact: false }).first().waitFor()
  expect(await board.evaluate('window.notReloaded')).toBe(true)
})

test('a board without votes of people leads a reader who voted to the one that has them', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Show names' }).waitFor()

  await page.goto(`${site.address}/a/support-replies?source=simulated`)
  await page.getByText('Your vote of today is on another board').getByRole('link').click()
  await page
    .getByText(`${await votesOf(site, 'humans')} vote`, { exact: false })
    .first()
    .waitFor()
  expect(await page.getByText('on another board').count()).toBe(0)
})

test('a retracted vote leaves the board, and its pair is closed', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  const before = await votesOf(site, 'humans')
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Take it back', exact: false }).click()
  await page.getByText('Taken back', { exact: false }).waitFor()
  expect(await violations(page)).toEqual([])
  const { rows } = await site.app.database.pool.query('select count(*)::int as n from retractions')
  expect(rows[0].n).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await expect.poll(() => votesOf(site, 'humans')).toBe(before)
})

test('a reload shows the same pair again', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  const first = await page.locator('article').allInnerTexts()
  await page.reload()
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  expect(first).toHaveLength(2)
  expect(await page.locator('article').allInnerTexts()).toEqual(first)
})

test('on a phone a tap decides', async () => {
  const page = await site.visit('/a/support-replies/vote', { viewport: PHONE })
  await page.getByRole('button', { name: 'Upper', exact: true }).click()
  await page.getByText('Your vote is recorded', { exact: false }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width)
})

test('offline, the vote is kept with an error, and sent on Try again', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await page.getByRole('button', { name: 'Something wrong?' }).click()
  await page.getByLabel('An answer is broken').check()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('An answer is broken').blur()
  await page.context().setOffline(true)
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('button', { name: 'Left is better' }).getAttribute('aria-pressed')).toBe('true')
  expect(await violations(page)).toEqual([])
  await page.context().setOffline(false)
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('Your vote is recorded', { exact: false }).waitFor()
})
