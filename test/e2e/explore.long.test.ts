/** Answers side by side: by mouse, by key, on a phone, with and without the token, in hard texts. */
import type { Page } from '@playwright/test'
import { describe, expect, test } from 'vitest'
import { CJK, LONG, RECORDED, recordedApp, RTL } from './recorded-arena.ts'
import { PHONE, siteFor, siteOf, WIDE } from './site.ts'
import { violations } from './violations.ts'

const site = siteFor(() => siteOf(recordedApp))

const EXPLORE = `/a/${RECORDED}/explore`
const grid = (page: Page) => page.getByRole('table')

test('from the board to the answers, to one of them, and to its battle', async () => {
  const page = await site.visit(`/a/${RECORDED}`)
  await page.getByRole('link', { name: 'Answers' }).click()
  await grid(page).waitFor()
  expect(await grid(page).getByRole('row').count()).toBe(13)
  for (const name of [CJK, RTL, LONG])
    expect(await grid(page).getByRole('columnheader', { name }).count()).toBe(1)
  const first = grid(page).getByRole('row').nth(1)
  expect(await first.innerText()).toMatch(/p1[\s\S]*Question 1\.[\s\S]*Answer \d\./)
  await first.getByRole('link').first().click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('heading', { name: 'Battles' }).waitFor()
  // texts are drawn after their code has come
  await expect
    .poll(() => dialog.innerText())
    .toMatch(/Question 1\.[\s\S]*Answer \d\.[\s\S]*says <i>when<\/i>/)
  expect(await violations(page)).toEqual([])
  await page.keyboard.press('Escape')
  await dialog.waitFor({ state: 'detached' })
  await expect.poll(() => new URL(page.url()).search).toBe('')
  await first.getByRole('link').first().click()
  await dialog.getByRole('listitem').getByRole('link').first().click()
  await page.getByRole('heading', { level: 2, name: 'Prompt' }).waitFor()
  await page.goBack()
  await dialog.waitFor()
})

test('what is chosen is in the address and survives a reload', async () => {
  const page = await site.visit(EXPLORE)
  await grid(page).waitFor()
  await page.getByLabel('Category').selectOption('delivery')
  await page.getByText('6 prompts.').waitFor()
  await page.getByLabel('Prompts', { exact: true }).selectOption('Undecided')
  await page.getByLabel('By', { exact: true }).selectOption(CJK)
  await page.locator('main[aria-busy="false"]').waitFor()
  const rows = await grid(page).getByRole('row').allInnerTexts()
  await page.reload()
  await grid(page).waitFor()
  expect(await grid(page).getByRole('row').allInnerTexts()).toEqual(rows)
  await page.getByRole('button', { name: `Remove` }).filter({ hasText: '×' }).first().click()
  await expect.poll(() => grid(page).getByRole('columnheader').count()).toBe(3)
  await page.getByLabel('Add a contestant').selectOption({ index: 1 })
  await expect.poll(() => grid(page).getByRole('columnheader').count()).toBe(4)
})

test('by keyboard alone: arrow keys move between cells, Enter opens one, Escape leads back to it', async () => {
  const page = await site.visit(EXPLORE)
  await grid(page).waitFor()
  const [first, second] = [1, 2].map((row) => grid(page).getByRole('row').nth(row).getByRole('cell'))
  await first.first().getByRole('link').focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowRight')
  const there = second.nth(1).getByRole('link')
  const isFocused = () => there.and(page.locator(':focus')).count()
  expect(await isFocused()).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('dialog').getByRole('heading', { name: 'Battles' }).waitFor()
  await page.keyboard.press('Escape')
  await expect.poll(isFocused).toBe(1)
})

test('says what is missing: no such arena, contestant or prompt, nothing found, no server', async () => {
  const page = await site.visit('/a/nowhere/explore')
  await page.getByRole('heading', { name: 'There is no arena' }).waitFor()
  await page.goto(`${site.address}${EXPLORE}?contestants=nobody`)
  await page.getByText('There is no such contestant').waitFor()
  await page.goto(`${site.address}${EXPLORE}?show=bothBad`)
  await page.getByText('No prompt matches this selection.').waitFor()
  await page.goto(`${site.address}${EXPLORE}?category=none`)
  await page.getByRole('link', { name: 'All answers' }).click()
  await grid(page).waitFor()
  await page.route('**/explore?**', (route) => route.abort())
  await page.getByLabel('Category').selectOption('delivery')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/explore?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('6 prompts.').waitFor()
  expect(await grid(page).getByRole('row').count()).toBe(7)
})

describe.each([
  ['wide, German', { viewport: WIDE, locale: 'de' }],
  ['phone, dark', { viewport: PHONE, locale: 'en', colorScheme: 'dark' }],
] as const)('%s', (_, options) => {
  test.each(['', '?by=category', '?show=bothBad', '?contestants=nobody', '?show=divided&source=judges'])(
    '%s: no script runs, nothing overflows, and axe finds nothing',
    async (query) => {
      const page = await site.visit(EXPLORE + query, options)
      await page.locator('main[aria-busy="false"] h1').first().waitFor()
      expect(await page.evaluate('window.ran')).toBeUndefined()
      const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(over)).toBe(0)
      // all heads stand on one line
      const heads = await page
        .locator('.side-by-side thead th > :first-child, .side-by-side thead th:not(:has(a))')
        .evaluateAll((all) =>
          all.map((head) => {
            const words = head.ownerDocument.createRange()
            words.selectNodeContents(head)
            const { top, bottom } = words.getBoundingClientRect()
            return (top + bottom) / 2
          }),
        )
      // letters of other fonts are higher by a pixel
      if (heads.length > 0) expect(Math.max(...heads) - Math.min(...heads)).toBeLessThan(3)
      expect(await violations(page)).toEqual([])
      await page.close()
    },
  )
})
