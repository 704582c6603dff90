/** The first look at a board and at the list of arenas. */
import type { Locator } from '@playwright/test'
import { beforeAll, expect, test } from 'vitest'
import { PHONE, siteFor } from './site.ts'

const site = siteFor()

/** The first look at a board, on a wide screen and on a phone. */

beforeAll(async () => {
  await site.app.settle()
})

test('on a phone the name of the arena, the sentence and six rows stand above the fold', async () => {
  const page = await site.visit('/a/support-replies', { viewport: PHONE })
  await page.locator('table.board tr.rated').first().waitFor()
  const isAbove = async (one: Locator) => {
    const box = (await one.boundingBox())!
    return box.y >= 0 && box.y + box.height <= PHONE.height
  }
  expect(await isAbove(page.locator('.arena-question').getByText('Customer support replies'))).toBe(true)
  expect(await isAbove(page.getByRole('heading', { level: 1 }))).toBe(true)
  expect(await isAbove(page.locator('table.board tr.rated').nth(5))).toBe(true)
})

test('the legend says what thick and thin bars show, and the plot where first place begins', async () => {
  const page = await site.visit('/a/support-replies')
  await page.locator('table.board tr.rated').first().waitFor()
  const legend = await page.locator('ul.legend').innerText()
  expect(legend).toMatch(/Thick: who is first\? (Not known: .* overlaps|.* No other thick bar)/)
  expect(legend).toMatch(/Thin: who is above whom\? Known for \d+ of 28 pairs\./)
  expect(await page.locator('table.board thead').getByText('may be first').isVisible()).toBe(true)
})

test('the picture of the board can be saved and copied, in the language of the page', async () => {
  const page = await site.visit('/a/support-replies?source=simulated', { locale: 'de-DE' })
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  const links = page.locator('#downloads').getByRole('link', { name: /^Bild als/ })
  expect(await links.evaluateAll((all) => all.map((one) => one.getAttribute('href')))).toEqual([
    '/a/support-replies/plate.svg?source=simulated&lang=de',
    '/a/support-replies/plate.png?source=simulated&lang=de',
  ])
  await page.getByRole('button', { name: 'Das Bild dieser Rangliste kopieren' }).click()
  await page.locator('#downloads').getByText('Kopiert', { exact: true }).waitFor()
  expect(await page.evaluate('navigator.clipboard.read().then(([item]) => item.types)')).toEqual([
    'image/png',
  ])
})
