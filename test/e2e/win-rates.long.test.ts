/** Win rates against a fixed reference, under the table: by mouse, by keys, on a phone, in both lights. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { openSite, PHONE, WIDE, type Site } from './site.ts'
import { violations } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

const section = (page: Page) => page.locator('#win-rates')
const rows = (page: Page) => section(page).locator('tbody tr')

async function see(path = '/a/support-replies', options = {}): Promise<Page> {
  const page = await site.visit(path, options)
  await section(page).scrollIntoViewIfNeeded()
  await rows(page).first().waitFor()
  return page
}

describe('win rates against one contestant', () => {
  test('are sorted from the highest, and the address keeps the chosen reference', async () => {
    const page = await see()
    const against = section(page).getByLabel('Against')
    await against.selectOption('Warm-v3')
    await page.waitForURL(/baseline=Warm-v3/)
    await section(page).getByRole('table', { name: 'Win rates against Warm-v3' }).waitFor()
    expect(await rows(page).locator('th').allInnerTexts()).not.toContain('Warm-v3')
    const rates = await rows(page).locator('td.figure:nth-of-type(2) span').allInnerTexts()
    const numbers = rates.map((rate) => Number.parseFloat(rate))
    expect(numbers.length).toBeGreaterThan(2)
    expect(numbers).toEqual(numbers.toSorted((a, b) => b - a))
    await page.reload()
    await section(page).scrollIntoViewIfNeeded()
    await section(page).getByRole('table', { name: 'Win rates against Warm-v3' }).waitFor()
    await page.close()
  })

  test('keep the row that is selected on the board, and can be used by keyboard alone', async () => {
    const page = await see('/a/support-replies?row=Warm-v3&baseline=Baseline')
    expect(await section(page).locator('tr[aria-current="true"] th').innerText()).toBe('Warm-v3')
    await section(page).getByLabel('Against').focus()
    await page.keyboard.press('ArrowDown')
    await page.waitForURL((url) => url.searchParams.get('baseline') !== 'Baseline')
    expect(new URL(page.url()).searchParams.get('row')).toBe('Warm-v3')
    await page.close()
  })

  test('speak German', async () => {
    const page = await site.visit('/a/support-replies?baseline=Baseline', { locale: 'de-DE' })
    await section(page).scrollIntoViewIfNeeded()
    await section(page).getByRole('table', { name: 'Siegquoten gegen Baseline' }).waitFor()
    expect(await rows(page).first().innerText()).toMatch(/\d,\d\s%/)
    await page.close()
  })

  test('fit a phone, and axe finds nothing, dark or light', async () => {
    for (const viewport of [WIDE, PHONE]) {
      const page = await see('/a/support-replies?baseline=Baseline', { viewport })
      const beyond = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(beyond)).toBe(0)
      if (viewport === PHONE)
        expect((await section(page).getByLabel('Against').boundingBox())!.height).toBeGreaterThanOrEqual(44)
      expect(await violations(page, { only: '#win-rates' })).toEqual([])
      await page.close()
    }
  })
})
