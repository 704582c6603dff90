/** The pages of a contestant, of a decided battle and of the list of battles: by mouse, by key, on a phone, in hard texts. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContestantList } from '../../shared/contracts/contestant-record.ts'
import type { BattleList } from '../../shared/contracts/decided-battle.ts'
import { ADMIN_TOKEN } from '../support/app.ts'
import { CJK, JUDGE, LONG, RECORDED, recordedApp, RTL } from './recorded-arena.ts'
import { PHONE, siteOf, tabTo, WIDE, type Site } from './site.ts'
import { violations } from './violations.ts'

let site: Site
let slugs: Record<string, string>
/** Battles of the judge: one whose texts everybody may read, and one on a prompt that is still voted on. */
let open: string
let closed: string

beforeAll(async () => {
  site = await siteOf(recordedApp)
  const dataAt = async <T>(path: string) => (await (await site.app.request(`/api${path}`)).json()) as T
  const { contestants } = await dataAt<ContestantList>(`/arenas/${RECORDED}/contestants`)
  slugs = Object.fromEntries(contestants.map(({ name, slug }) => [name, slug]))
  const judge = encodeURIComponent(JUDGE)
  const { battles } = await dataAt<BattleList>(
    `/arenas/${RECORDED}/battles?show=disagreement&judge=${judge}&limit=50`,
  )
  open = battles.find(({ withheld }) => withheld === null)!.id
  closed = battles.find(({ withheld }) => withheld === 'in_use')!.id
})
afterAll(() => site?.close())

const contestantPath = (name: string) => `/a/${RECORDED}/c/${slugs[name]}`
const battlePath = (id: string) => `/a/${RECORDED}/b/${id}`
const BATTLES = `/a/${RECORDED}/battles`
const whole = async (page: Page) => page.locator('main').innerText()
const section = (page: Page, name: string) => page.getByRole('region', { name })

test('a name on the board links to the contestant’s page, which shows its record and its worst prompt', async () => {
  const page = await site.visit(`/a/${RECORDED}?category=delivery`)
  await page.getByRole('link', { name: CJK }).click()
  await page.getByRole('heading', { level: 1, name: CJK }).waitFor()
  expect(page.url()).toContain(`${contestantPath(CJK)}?category=delivery`)
  expect(await whole(page)).toContain('delivery')
  const bar = page.getByRole('banner')
  expect(await bar.getByRole('link', { name: 'Board', exact: true }).getAttribute('href')).toBe(
    `/a/${RECORDED}?category=delivery`,
  )
  const vote = bar.getByRole('link', { name: 'Vote', exact: true })
  await vote.waitFor()
  expect(await vote.getAttribute('href')).toMatch(new RegExp(`^/a/${RECORDED}/vote`))
  expect(await page.getByRole('table', { name: 'Against each opponent' }).getByRole('row').count()).toBe(3)
  await page.goto(site.address + contestantPath(LONG))
  await page.getByText('The best and the worst').click()
  const worst = page.getByRole('table', { name: 'Worst' })
  await worst.waitFor()
  expect(await worst.innerText()).toMatch(/Question 1\.[\s\S]*stands out/)
  await worst.getByRole('link', { name: 'Question 1.' }).click()
  await page.getByRole('heading', { level: 1, name: 'Battles' }).waitFor()
  await page.getByText(/^On prompt \W?p1/).waitFor()
  expect(await page.getByLabel('Contestant', { exact: true }).inputValue()).toBe(slugs[LONG])
  await page.goBack()
  await page.getByText('The best and the worst').click()
  await worst.waitFor()
})

test('a click beside a name selects the row, and a click on the name does not', async () => {
  const page = await site.visit(`/a/${RECORDED}`)
  const row = page.locator(`tr[data-contestant="${RTL}"]`)
  const selectedRow = () => new URL(page.url()).searchParams.get('row')
  // a page that the server has drawn is there before it answers
  const holding = async () => {
    if (selectedRow() === null) await row.locator('td.plot').click()
    return selectedRow()
  }
  await expect.poll(holding).toBe(RTL)
  await row.locator('td.plot').click()
  await expect.poll(selectedRow).toBeNull()
  await page.getByRole('link', { name: RTL }).click()
  await page.getByRole('heading', { level: 1, name: RTL }).waitFor()
  await page.goBack()
  await row.waitFor()
  await expect.poll(selectedRow).toBeNull()
})

test('by keyboard alone another variant’s template is shown beside, and the address keeps it', async () => {
  const page = await site.visit(`/a/${RECORDED}`)
  await page.getByRole('button', { name: RTL }).waitFor()
  await tabTo(page, page.locator('tr a'))
  await page.keyboard.press('Enter')
  const promptSection = section(page, 'How it is prompted')
  await promptSection.waitFor()
  await tabTo(page, page.locator('select'))
  await page.keyboard.press('ArrowDown')
  await promptSection.locator('.diff').first().waitFor()
  await expect.poll(() => new URL(page.url()).searchParams.get('beside')).toBeTruthy()
  expect(await promptSection.locator('del, ins').count()).toBeGreaterThan(2)
  await page.reload()
  await promptSection.locator('.diff').first().waitFor()
})

test('a battle on a prompt that is still voted on shows its texts only with the admin token', async () => {
  const page = await site.visit(battlePath(closed))
  await page.getByText('This prompt is still voted on', { exact: false }).waitFor()
  expect(await whole(page)).not.toMatch(/Answer \d|Question \d|لأن الإجابة/)
  const field = page.getByLabel('Admin token')
  expect(await field.count()).toBe(0)
  await page.getByRole('button', { name: 'I have the admin token' }).press('Enter')
  await page.keyboard.type('wrong')
  await page.keyboard.press('Enter')
  await page.getByRole('alert').getByText('does not know this token').waitFor()
  await field.fill(ADMIN_TOKEN)
  await page.keyboard.press('Enter')
  await page
    .getByText(/Answer \d/)
    .first()
    .waitFor()
  expect(await whole(page)).toContain('لأن الإجابة')
  expect(await page.locator('details').getByText('word for word').count()).toBe(2)
  await page.getByRole('button', { name: 'Forget the token' }).click()
  await page.getByText('This prompt is still voted on', { exact: false }).waitFor()
  expect(await whole(page)).not.toMatch(/Answer \d/)
  await page.goto(`${site.address}/a/support-replies/b/${open}`)
  await page.getByRole('heading', { name: 'There is no decided battle' }).waitFor()
})

test('everyone can read a battle on a retired prompt, with the judge’s reasons in both orders', async () => {
  const page = await site.visit(battlePath(open))
  const judged = section(page, 'The judge’s verdict in each order')
  await judged.waitFor()
  expect(await judged.getByRole('article').count()).toBe(2)
  expect(await judged.innerText()).toContain('لأن الإجابة')
  expect(await page.getByText('word for word').count()).toBe(0)
  expect(await section(page, 'Checks').innerText()).toContain('says <i>when</i>')
  await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.getByRole('button', { name: 'Copy the link' }).click()
  await page.getByText('Copied').waitFor()
  expect(await page.evaluate('navigator.clipboard.readText()')).toBe(site.address + battlePath(open))
})

const entries = (page: Page) => page.getByRole('main').locator('ol > li')

test('from the board to the battles, and what is chosen is in the address and survives a reload', async () => {
  const page = await site.visit(`/a/${RECORDED}`)
  await page.getByRole('banner').getByRole('link', { name: 'Battles' }).click()
  await page.getByText('288 battles.').waitFor()
  expect(await entries(page).count()).toBe(10)
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect.poll(() => entries(page).count()).toBe(20)
  await page.getByLabel('Contestant', { exact: true }).selectOption(CJK)
  await page.getByLabel('Against', { exact: true }).selectOption(RTL)
  await page.getByLabel('Show', { exact: true }).selectOption('Won')
  await page.getByLabel('Category').selectOption('delivery')
  await page.getByText(/^42 battles\./).waitFor()
  await entries(page).first().waitFor()
  const texts = await entries(page).allInnerTexts()
  expect(new URL(page.url()).searchParams.get('show')).toBe('won')
  await page.reload()
  await entries(page).first().waitFor()
  expect(await entries(page).allInnerTexts()).toEqual(texts)
  await entries(page).first().getByRole('link').filter({ hasText: 'prompt' }).click()
  await page.getByText(/^On prompt/).waitFor()
  await page.getByRole('link', { name: 'All prompts' }).click()
  await page.getByText(/^On prompt/).waitFor({ state: 'detached' })
})

test('answers that everybody may read stand beside each other, or as one text with their differences', async () => {
  const page = await site.visit(`${BATTLES}?prompt=p1&source=judges`)
  const first = entries(page).first()
  await first
    .getByText(/Answer \d\./)
    .first()
    .waitFor()
  expect(await first.getByRole('article').count()).toBeGreaterThan(1)
  expect(await first.innerText()).toContain('لأن الإجابة')
  await page.getByRole('button', { name: 'Show what differs' }).click()
  await first.locator('.diff').waitFor()
  await page.goto(`${site.address}${BATTLES}?prompt=p3`)
  await page.getByText('With the admin token you can read all of them', { exact: false }).waitFor()
  expect(await whole(page)).not.toMatch(/Answer \d|Question \d|لأن الإجابة/)
})

test('where a judge and people differ, each battle leads to its page on a phone', async () => {
  const page = await site.visit(`${BATTLES}?show=disagreement&judge=${encodeURIComponent(JUDGE)}`, {
    viewport: PHONE,
  })
  await entries(page).first().waitFor()
  expect(await entries(page).first().innerText()).toMatch(/People: /)
  await entries(page).first().getByRole('heading', { level: 2 }).getByRole('link').click()
  await section(page, 'The judge’s verdict in each order').waitFor()
})

test('the list says what is missing: no such arena or contestant, nothing found, no server', async () => {
  const page = await site.visit('/a/nowhere/battles')
  await page.getByRole('heading', { name: 'There is no arena' }).waitFor()
  await page.goto(`${site.address}${BATTLES}?contestant=nobody`)
  await page.getByText('There is no such contestant').waitFor()
  await page.goto(`${site.address}${BATTLES}?show=won&prompt=p3&to=2001-01-01`)
  await page.getByText('No battle matches this selection.').waitFor()
  await page.route('**/battles?**', (route) => route.abort())
  await page.getByLabel('Category').selectOption('delivery')
  await page.getByRole('button', { name: 'Try again' }).waitFor()
  await page.unroute('**/battles?**')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.getByText('No battle matches this selection.').waitFor()
  expect(await entries(page).count()).toBe(0)
})

const HARD: [name: string, path: () => string][] = [
  ['a contestant', () => contestantPath(LONG)],
  ['one beside another', () => `${contestantPath(RTL)}?source=judges&beside=${slugs[CJK]}`],
  ['a battle to read', () => battlePath(open)],
  ['a battle that is withheld', () => battlePath(closed)],
  ['battles', () => `${BATTLES}?source=judges`],
  ['disagreements', () => `${BATTLES}?show=disagreement`],
  ['differences', () => `${BATTLES}?prompt=p1&texts=differences`],
  ['nobody', () => `/a/${RECORDED}/c/nobody`],
]

describe.each([
  ['wide, German', { viewport: WIDE, locale: 'de' }],
  ['phone, English', { viewport: PHONE, locale: 'en' }],
] as const)('%s', (_, options) => {
  const elsewhere: string[] = []
  let page: Page
  beforeAll(async () => {
    page = await site.visit('/', options)
    page.on('request', (request) => {
      if (!request.url().startsWith(site.address)) elsewhere.push(request.url())
    })
  })
  afterAll(() => page?.close())

  test.each(HARD)(
    '%s: no script runs, nothing loads from elsewhere, nothing overflows, and axe finds nothing',
    async (_name, pathOf) => {
      await page.goto(site.address + pathOf())
      await page.locator('main[aria-busy="false"] h1').waitFor()
      expect(await page.evaluate('window.ran')).toBeUndefined()
      const planted =
        'main :is(script, iframe, style, object, [onerror], [onload], img, a[href^="javascript:"])'
      expect(await page.locator(planted).count()).toBe(0)
      const over = 'document.documentElement.scrollWidth - document.documentElement.clientWidth'
      expect(await page.evaluate(over)).toBe(0)
      expect(await violations(page)).toEqual([])
      expect(elsewhere).toEqual([])
    },
  )
})
