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

test('each row has one bar; those in the heat cross the finish line, the others end before it', async () => {
  const page = await site.visit('/a/support-replies')
  await page.locator('table.board tr.rated').first().waitFor()
  const lines: { isInFront: boolean; ends: [number, number]; line: number; tick: number }[] =
    await page.evaluate(`
    [...document.querySelectorAll('table.board tr.rated')].map((row) => {
      const lane = row.querySelector('.lane').getBoundingClientRect()
      const bars = [...row.querySelectorAll('.bar')].map((bar) => bar.getBoundingClientRect())
      const strip = getComputedStyle(row.querySelector('.lane'), '::after')
      return {
        isInFront: row.matches('.long'),
        ends: [Math.min(...bars.map(({ left }) => left)), Math.max(...bars.map(({ right }) => right))],
        line: lane.left + parseFloat(strip.left),
        tick: row.querySelector('.tick').getBoundingClientRect().left + 1.5,
      }
    })`)
  expect(lines).toHaveLength(8)
  const heat = lines.filter(({ isInFront }) => isInFront)
  for (const { isInFront, ends, line, tick } of lines) {
    expect(ends[1] > line + 0.5).toBe(isInFront)
    expect(tick > ends[0] && tick < ends[1]).toBe(true)
  }
  expect(heat.length).toBeGreaterThan(0)
  const first = page.locator('table.board tr.group.first')
  expect(await first.innerText()).toMatch(
    new RegExp(`^Dead heat for first: ${heat.length} of 8|^Leads|^Winner`),
  )
  expect(await page.locator('table.board thead .line-label').isVisible()).toBe(true)
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

test('the second visit says what changed since the first one', async () => {
  const page = await site.visit('/a/support-replies?source=simulated')
  const line = page.getByText(/^Since 24 November 2026: /)
  await page.locator('table.board').waitFor()
  await page.waitForFunction(() =>
    Object.keys(localStorage).some((name) => name.startsWith('deadheat:seen:')),
  )
  expect(await line.count()).toBe(0)
  await page.evaluate(() => {
    const [key, value] = Object.entries(localStorage).find(([name]) => name.startsWith('deadheat:seen:'))!
    const seen = JSON.parse(value as string)
    Object.assign(seen.latest, { at: '2026-11-24T10:00:00Z', votes: seen.latest.votes - 40 })
    localStorage.setItem(key, JSON.stringify(seen))
  })
  await page.reload()
  await line.waitFor()
  expect(await line.innerText()).toBe('Since 24 November 2026: 40 more votes; first place is the same.')
  // a look a moment later is of the same visit
  await page.reload()
  await line.waitFor()
})
