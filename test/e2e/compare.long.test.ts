/** The comparison of two contestants in a browser: by mouse and by keys alone. */
import type { Locator, Page } from '@playwright/test'
import { expect, test } from 'vitest'
import { ADMIN_TOKEN } from '../support/app.ts'
import { importCompared, importJudged, JUDGED, RAG } from './compared-arenas.ts'
import { openSite, siteFor, tabTo } from './site.ts'

const site = siteFor(openSite, async () => {
  await importCompared(site.app)
  await (await importJudged(site.app)).close()
})

const verdict = (page: Page) => page.getByRole('heading', { level: 1 })
/** What is read, without the marks that keep names from turning the words around them. */
const read = async (seen: Locator) =>
  (await seen.innerText())
    .replace(/[\u2066-\u2069]/g, '')
    .replace(/\s+/g, ' ')
    .trim()

test('by mouse: two contestants are chosen, swapped and tested against another gate; the address keeps all of it', async () => {
  const page = await site.visit('/a/rag/compare')
  // it begins with the two that are rated highest
  await page.waitForURL(/a=.+&b=/)
  await page.getByText('Which answer is better by the passages it was given?').waitFor()
  await page.getByLabel('Challenger').selectOption('Prompt v17')
  await page.getByLabel('In place of').selectOption('Prompt v16')
  await verdict(page)
    .getByText(/do not ship|Not shown/)
    .waitFor()
  await page.getByLabel('Criterion', { exact: true }).selectOption('helps the one who asked it')
  await verdict(page).getByText('Better, but the gate asks for more votes.').waitFor()
  expect(await read(verdict(page))).toMatch(/has 90 votes of the 400 required/)
  await page.getByLabel('Gate', { exact: true }).selectOption('Cosmetic: 53 %, 200 votes')
  await verdict(page).getByText('has 90 votes of the 200 required').waitFor()
  await page.getByRole('button', { name: 'Swap the two' }).click()
  await page.waitForURL(/a=prompt-v16&b=prompt-v17/)
  await page.getByRole('cell', { name: '27.8 %' }).waitFor()
  await page.goBack()
  await page.getByRole('cell', { name: '72.2 %' }).waitFor()
  await page.getByLabel('Check the result').selectOption('Any number of times')
  await page.getByText('hold however often you look', { exact: false }).waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('sequential')).toBe('true')
})

test('a row shows wins, losses and ties with its guardrails, and a broken guardrail is named in words', async () => {
  const page = await site.visit(`${RAG}&sequential=false`)
  const row = page.getByRole('row', { name: /^faithful/ })
  await row.waitFor()
  const cells = (await row.getByRole('cell').allInnerTexts()).map((text) => text.replace(/\s+/g, ' ').trim())
  expect(cells.slice(0, 6)).toEqual(['64.3 %', '55.2–72.5 %', '71', '38', '6', '115'])
  expect(cells.at(-1)).toBe('✓ passes')
  expect(await page.locator('#criteria tbody .lane').count()).toBe(3)
  const broken = page.locator('#rails li').first()
  expect(await read(broken)).toMatch(
    /^✗ broken Category returns: won 0\.0 % of 11 votes on criterion faithful, lost significantly \(p/,
  )
  await page.getByRole('link', { name: 'As JSON' }).click()
  expect(await page.locator('body').innerText()).toContain('"because":"guardrail","ship":false')
})

test('the battles of the two are counted by who won, and lead to the list of each kind', async () => {
  const page = await site.visit(JUDGED)
  await page.getByRole('link', { name: 'Won 19' }).click()
  await page.waitForURL(/battles\?.*contestant=amber&against=birch&show=won/)
  await page.getByText('19 battles.').waitFor()
  await page.getByText('Answers and reasons are shown for prompts', { exact: false }).waitFor()
  await page.evaluate(`sessionStorage.setItem('deadheat_admin_token', '${ADMIN_TOKEN}')`)
  await page.reload()
  const first = page.locator('ol > li').first()
  await first.getByText('It answers what was asked.').first().waitFor()
  const text = await read(first)
  expect(text).toMatch(/amber shown first amber, the first It answers/)
  expect(text).toMatch(/birch shown first amber, the second It answers/)
  expect((await first.getByRole('article').first().innerText()).startsWith('amber')).toBe(true)
  await page.getByRole('button', { name: 'Show what differs' }).click()
  expect(await first.locator('.diff del').innerText()).toMatch(/birch$/)
  expect(await first.locator('.diff ins').innerText()).toMatch(/amber$/)
})

test('every control works by keyboard alone', async () => {
  const page = await site.visit('/a/judged/compare?minVotes=10')
  await page.getByLabel('Challenger').waitFor()
  await tabTo(page, page.locator('[name="a"]'))
  await page.keyboard.type('amber')
  await tabTo(page, page.locator('[name="b"]'))
  await page.keyboard.type('birch')
  await verdict(page).getByText('Ship').waitFor()
  expect(new URL(page.url()).search).toBe('?minVotes=10&a=amber&b=birch')
  await tabTo(page, page.locator('#battles a[href*="show=won"]'))
  await tabTo(page, page.locator('.json a'))
})

test('the page gives the next step when two cannot be compared or the server is gone', async () => {
  const page = await site.visit('/a/few/compare?a=prompt-v17&b=prompt-v12')
  await page.getByText('Import votes on the two', { exact: false }).waitFor()
  await page.getByLabel('In place of').selectOption('Prompt v17')
  await verdict(page).getByText('Both are the same contestant.').waitFor()
  await page.getByLabel('In place of').selectOption('Prompt v16')
  await verdict(page).getByText('Not shown.').waitFor()
  await page.route('**/compare?*', (route) => route.abort())
  await page.getByLabel('Check the result').selectOption('Any number of times')
  await verdict(page).getByText('The comparison could not be loaded.').waitFor()
  await page.unroute('**/compare?*')
  await page.getByRole('button', { name: 'Try again' }).click()
  await verdict(page).getByText('Not shown.').waitFor()
  await page.goto(`${site.address}/a/nowhere/compare`)
  await page.getByText('There is no arena “nowhere” here.').waitFor()
  expect(await page.getByRole('link', { name: 'All arenas' }).count()).toBe(1)
})
