/** The ways from page to page: to the operator's, to the climb, and to every criterion that can be voted on. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { ADMIN_TOKEN, createTestApp } from '../support/app.ts'
import { NAMES, PHONE, siteOf, type Site } from './site.ts'
import { violations } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await siteOf(() => createTestApp({ clock: new Date().toISOString() }))
})
afterAll(() => site?.close())

const climbing = (page: Page) => page.getByText('No challenge has been run here yet.').waitFor()
const asksFor = (page: Page, criterion: string) =>
  page.waitForRequest(
    (request) => request.url().endsWith('/battles') && request.postDataJSON().criterion === criterion,
  )

test('without an arena one is made on the page; and the foot of every page links to the operator', async () => {
  const page = await site.visit('/')
  await page.getByRole('link', { name: 'New arena' }).click()
  await page.getByLabel('Admin token').waitFor()
  expect(new URL(page.url()).pathname).toBe('/admin/new')
  await page.goto(`${site.address}/`)
  await page.locator('footer').getByRole('link', { name: 'Admin' }).click()
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await page.getByText('There is no arena yet.').waitFor()
  await page.close()
})

test('the climb is one click away from the board, the comparison and the arena of the operator', async () => {
  const [a, b] = NAMES as [string, string]
  const votes = [voteOf(a, b, 'left'), voteOf(a, b, 'left')]
  const arena = arenaOf('climbable', { votes })
  const prompts = arena.prompts.map((prompt) => ({ ...prompt, reference: 'It is.' }))
  await importInto(site.app.deps, { ...arena, prompts })
  await importInto(site.app.deps, arenaOf('flat', { votes: [voteOf(a, b, 'left')] }))
  await site.app.settle()

  const page = await site.visit('/a/climbable')
  const climb = page.getByRole('link', { name: 'Climb', exact: true })
  for (const path of ['/a/climbable', '/a/climbable/compare']) {
    await page.goto(site.address + path)
    await climb.first().click()
    await climbing(page)
  }
  await page.goto(`${site.address}/admin/a/climbable`)
  await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await climb.click()
  await climbing(page)
  await page.goto(`${site.address}/a/flat`)
  await page.getByRole('link', { name: 'Compare' }).waitFor()
  expect(await climb.count()).toBe(0)

  await page.setViewportSize(PHONE)
  await page.goto(`${site.address}/a/climbable`)
  await page.locator('main').getByRole('link', { name: 'Climb', exact: true }).click()
  await climbing(page)
  await page.close()
})

test('the board of a criterion leads to votes on it, and the vote page to the others', async () => {
  await importInto(site.app.deps, arenaOf('twofold', { arena: { criteria: ['accurate', 'kind & brief'] } }))
  const page = await site.visit('/a/twofold?criterion=kind+%26+brief')
  const drawn = asksFor(page, 'kind & brief')
  await page.getByRole('link', { name: 'Vote', exact: true }).click()
  await drawn
  const criteria = page.getByRole('navigation', { name: 'Judge by' })
  const chosen = () => criteria.locator('[aria-current]').innerText()
  await criteria.waitFor()
  expect(await chosen()).toBe('kind & brief')
  await page.keyboard.press('ArrowLeft')
  await page.getByText('Your vote is recorded', { exact: false }).waitFor()

  const other = asksFor(page, 'accurate')
  await criteria.getByRole('link', { name: 'accurate' }).focus()
  await page.keyboard.press('Enter')
  await other
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  expect(await chosen()).toBe('accurate')
  await page.goBack()
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  expect(await chosen()).toBe('kind & brief')
  const { rows } = await site.app.database.pool.query(
    'select criterion from votes join battles on battles.id = battle_id',
  )
  expect(rows.at(-1)).toEqual({ criterion: 'kind & brief' })

  await page.setViewportSize(PHONE)
  const foot = page.getByRole('contentinfo')
  await foot.getByRole('button', { name: 'Deutsch' }).click()
  await foot.getByRole('link', { name: 'Verwaltung' }).hover()
  await page.getByRole('link', { name: 'accurate' }).focus()
  expect(await violations(page)).toEqual([])
  await page.close()
})
