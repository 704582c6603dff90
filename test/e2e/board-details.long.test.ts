/** Details of a board that only a browser shows: which option is marked, and whether words fit where they are. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, PHONE, type Site } from './site.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

/** The left and right end of the text of an element, in pixels. */
const endsOf = (page: Page, selector: string): Promise<[number, number]> =>
  page.evaluate(`(() => {
    const range = document.createRange()
    range.selectNodeContents(document.querySelector('${selector}'))
    const { left, right } = range.getBoundingClientRect()
    return [left, right]
  })()`)

test('opened days are marked instead of all days', async () => {
  const page = await site.visit('/a/support-replies')
  const pressed = () => page.locator('.time [aria-pressed="true"]').allInnerTexts()
  expect(await pressed()).toEqual(['All'])
  await page.getByRole('button', { name: 'Chosen days' }).click()
  expect(await pressed()).toEqual(['Chosen days'])
  await page.getByRole('button', { name: 'All', exact: true }).click()
  expect(await pressed()).toEqual(['All'])
})

test('forced colours underline the chosen options alone', async () => {
  const page = await site.visit('/a/support-replies')
  await page.emulateMedia({ forcedColors: 'active' })
  const lines: [boolean, boolean][] = await page.evaluate(`(() => {
    const ground = document.createElement('i')
    ground.style.cssText = 'color: Canvas; forced-color-adjust: none'
    document.body.append(ground)
    return [...document.querySelectorAll('form a, .time .option')].map((one) => [
      one.matches('[aria-current], [aria-pressed="true"]'),
      getComputedStyle(one).borderBottomColor !== getComputedStyle(ground).color,
    ])
  })()`)
  expect(lines.filter(([isChosen]) => !isChosen).length).toBeGreaterThan(3)
  for (const [isChosen, isUnderlined] of lines) expect(isUnderlined).toBe(isChosen)
})

test('German heads end where their figures end, and touch nothing', async () => {
  const page = await site.visit('/a/support-replies', { locale: 'de-DE' })
  const [, head] = await endsOf(page, 'th.rating button')
  const [, figure] = await endsOf(page, 'tbody td.rating')
  expect(Math.abs(head - figure)).toBeLessThan(1)
  const foot = page.getByText('Siegquote gegen Wertung 1000', { exact: true }).first()
  const { x, width } = (await foot.boundingBox())!
  const first = (await page
    .getByText(/^24\s%$/)
    .first()
    .boundingBox())!
  expect(first.x - (x + width)).toBeGreaterThan(8)
})

test('a row that is pinned and compared stays where it was', async () => {
  const page = await site.visit('/a/support-replies?source=simulated')
  const top = async () => (await page.locator('tbody tr').first().boundingBox())!.y
  const before = await top()
  await page.goto(`${site.address}/a/support-replies?source=simulated&row=Warm-v3&against=Steps-v2`)
  await page.getByText('Still a dead heat', { exact: false }).waitFor()
  expect(await top()).toBe(before)
})

test('on a phone on its side it does, too, and no room for it is kept above the table', async () => {
  const page = await site.visit('/a/support-replies?source=simulated', {
    viewport: { width: 844, height: 390 },
  })
  const topOf = async (selector: string) => (await page.locator(selector).first().boundingBox())!.y
  const before = await topOf('tbody tr')
  expect((await topOf('thead')) - (await topOf('.status'))).toBeLessThan(50)
  await page.locator('tbody tr').first().click()
  await page.getByLabel('Compare with').selectOption('Steps-v2')
  await page.getByText('Still a dead heat', { exact: false }).waitFor()
  expect(await topOf('tbody tr')).toBe(before - (await page.evaluate<number>('scrollY')))
  const panel = (await page.locator('.against').boundingBox())!
  expect(panel.y + panel.height).toBe(390)
  expect(await topOf('tr.chosen')).toBeLessThan(panel.y)
})

test('on a phone the rating of the line stands apart from the ticks', async () => {
  const page = await site.visit('/a/support-replies?source=simulated', { viewport: PHONE })
  const ends = await page
    .locator('thead .lower')
    .evaluateAll((all) =>
      all.map((one) => one.getBoundingClientRect()).map(({ left, right }) => [left, right]),
    )
  ends.sort(([one], [other]) => one! - other!)
  expect(ends.length).toBeGreaterThan(3)
  ends.slice(1).forEach(([left], nth) => expect(left! - ends[nth]![1]!).toBeGreaterThan(8))
})

test('the list of arenas says what it lists', async () => {
  const page = await site.visit('/')
  const about = page.getByText(/^People compare two answers without seeing .+ nobody does yet\.$/)
  await about.waitFor()
  expect(await about.count()).toBe(1)
})
