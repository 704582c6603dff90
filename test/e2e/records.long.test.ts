/** The pages of a contestant, of a decided battle and of disagreements: by mouse, by key, on a phone, in hard texts. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ContestantList } from '../../shared/contracts/contestant-record.ts'
import type { Disagreements } from '../../shared/contracts/judges.ts'
import { ADMIN_TOKEN } from '../support/app.ts'
import { CJK, JUDGE, LONG, RECORDED, recordedApp, RTL } from './recorded-arena.ts'
import { PHONE, siteOf, WIDE, type Site } from './site.ts'
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
  const { disagreements } = await dataAt<Disagreements>(
    `/arenas/${RECORDED}/judges/${judge}/disagreements?limit=200`,
  )
  open = disagreements.find(({ withheld }) => withheld === null)!.battle
  closed = disagreements.find(({ withheld }) => withheld === 'in_use')!.battle
})
afterAll(() => site?.close())

const contestantPath = (name: string) => `/a/${RECORDED}/c/${slugs[name]}`
const battlePath = (id: string) => `/a/${RECORDED}/b/${id}`
const DISAGREEMENTS = `/a/${RECORDED}/disagreements`
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
  await page.getByRole('heading', { level: 1 }).getByText('won against').waitFor()
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
  await page.keyboard.press('Tab')
  while (!(await page.evaluate('document.activeElement.matches("tr a")'))) await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  const promptSection = section(page, 'How it is prompted')
  await promptSection.waitFor()
  while (!(await page.evaluate('document.activeElement.matches("select")'))) await page.keyboard.press('Tab')
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

test('disagreements link to their battles on a phone, largest first', async () => {
  const page = await site.visit(`${DISAGREEMENTS}?offset=9`, { viewport: PHONE })
  const entries = page.getByRole('main').locator('ol > li')
  await entries.first().waitFor()
  const entryTexts = await entries.allInnerTexts()
  expect(entryTexts.length).toBeGreaterThan(10)
  const opposite = entryTexts.map((text) => text.includes('opposite'))
  expect(opposite.lastIndexOf(true)).toBeLessThan(opposite.indexOf(false))
  await entries.first().getByRole('link').click()
  await section(page, 'The judge’s verdict in each order').waitFor()
})

const HARD: [name: string, path: () => string][] = [
  ['a contestant', () => contestantPath(LONG)],
  ['one beside another', () => `${contestantPath(RTL)}?source=judges&beside=${slugs[CJK]}`],
  ['a battle to read', () => battlePath(open)],
  ['a battle that is withheld', () => battlePath(closed)],
  ['disagreements', () => DISAGREEMENTS],
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
