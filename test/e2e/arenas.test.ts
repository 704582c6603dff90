/** The list of arenas, and the page of an unknown or empty one: by mouse, by keyboard alone and on a phone. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { createTestApp } from '../support/app.ts'
import { freePort } from '../support/free-port.ts'
import { PHONE, siteFor, siteOf, tabTo } from './site.ts'
import { violations } from './violations.ts'

const framePort = await freePort()
const FRAME = `http://127.0.0.1:${framePort}`
const site = siteFor(() => siteOf(() => createTestApp({ clock: new Date().toISOString(), framedBy: FRAME })))

const NAMES = ['amber', 'birch', 'cedar']

test('an installation without arenas explains how to make one', async () => {
  const page = await site.visit('/')
  await page.getByRole('heading', { name: 'No arena yet.' }).waitFor()
  await page.getByText('This needs the admin token').waitFor()
  expect(await violations(page)).toEqual([])
})

test('in the frame of its site, the page for operators opens in a tab of its own', async () => {
  const page = await site.visit('/', { isFresh: true })
  const body = `<iframe src="${page.url()}" width="900" height="900"></iframe>`
  const frame = createServer((_, response) => response.setHeader('content-type', 'text/html').end(body))
  await once(frame.listen(framePort, '127.0.0.1'), 'listening')
  onTestFinished(() => void frame.close())
  await page.goto(FRAME)
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.frameLocator('iframe').locator('a.admin').click(),
  ])
  await tab.getByRole('heading').first().waitFor()
  expect(new URL(tab.url()).pathname).toBe('/admin')
})

describe('with two arenas', () => {
  beforeAll(async () => {
    const votes = NAMES.flatMap((left, i) =>
      Array.from({ length: 12 }, (_, n) => voteOf(left, NAMES[(i + 1) % 3], 'left', { prompt: `p${n + 1}` })),
    )
    for (const slug of ['one', 'two'])
      await importInto(
        site.app.deps,
        arenaOf(slug, { names: NAMES, prompts: 12, votes: slug === 'two' ? votes : [] }),
      )
    await site.app.settle()
  })

  async function atTheList(path = '/', options = {}): Promise<Page> {
    const page = await site.visit(path, options)
    await page.getByRole('link', { name: 'Arena two', exact: true }).waitFor()
    return page
  }
  const onTheBoard = (page: Page) => page.locator('tr[data-contestant="amber"]').waitFor()

  test('by mouse: to a board, back, and straight to voting', async () => {
    const page = await atTheList()
    expect(await page.getByRole('main').getByRole('listitem').count()).toBe(2)
    const [board, empty] = await page.getByRole('listitem').allInnerTexts()
    expect(empty).not.toMatch(/winner|leads|votes yet/i)
    expect(board).toMatch(/Dead heat\. .*amber/)
    await page.getByRole('link', { name: 'Arena two', exact: true }).click()
    await onTheBoard(page)
    expect(new URL(page.url()).pathname).toBe('/a/two')
    await page.goBack()
    await page.getByRole('link', { name: 'Vote in Arena one' }).click()
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    expect(new URL(page.url()).pathname).toBe('/a/one/vote')
  })

  test('a board that is still loading has a heading and no violation', async () => {
    const page = await atTheList()
    await page.route('**/api/arenas/two/leaderboard**', () => {})
    await page.getByRole('link', { name: 'Arena two', exact: true }).click()
    await page.getByRole('heading', { level: 1, name: 'Loading the board …' }).waitFor()
    expect(await violations(page)).toEqual([])
  })

  test('an unknown judge is reported, with a link to the whole arena', async () => {
    const page = await site.visit('/a/two?source=judge:nobody', { viewport: PHONE })
    await page.getByText('no judge "nobody" has voted').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Show the whole arena' }).click()
    await onTheBoard(page)
  })

  test('by keyboard alone: from a mistyped address to the list, and to a board', async () => {
    const page = await site.visit('/nowhere')
    await page.getByRole('heading', { name: 'There is nothing here.' }).waitFor()
    expect(await violations(page)).toEqual([])
    const follow = async (name: string) => {
      await tabTo(page, page.getByRole('link', { name, exact: true }))
      await page.keyboard.press('Enter')
    }
    await follow('All arenas')
    await follow('Arena two')
    await onTheBoard(page)
    expect(new URL(page.url()).pathname).toBe('/a/two')
  })

  test('on a phone: controls large enough for a thumb, nothing wider than the screen, and to a board', async () => {
    const page = await atTheList('/', { viewport: PHONE })
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    const vote = (await page.getByRole('link', { name: 'Vote in Arena two' }).boundingBox())!
    expect(Math.min(vote.width, vote.height)).toBeGreaterThanOrEqual(44)
    await page.getByRole('link', { name: 'Arena two', exact: true }).click()
    await onTheBoard(page)
    const drawn = (await page.getByRole('link', { name: 'Vote', exact: true }).first().boundingBox())!
    await page.mouse.click(drawn.x + drawn.width / 2, drawn.y + drawn.height / 2 + 20)
    await page.waitForURL('**/a/two/vote')
  })
})

describe('with more arenas than fit on a page', () => {
  const many = siteFor(() => siteOf(() => createTestApp({ clock: new Date().toISOString() })))
  beforeAll(async () => {
    await many.app.sql`
      insert into arenas (slug, title, description, visibility, criteria)
      select 'many-' || n, 'Arena number ' || n, 'Which answer is better?', 'public', '{better}' from generate_series(1, 45) n`
  })
  const titles = (page: Page) => page.getByRole('heading', { level: 2 }).allInnerTexts()

  test('by keyboard: to the next page from its top, back, and to what a search finds', async () => {
    const page = await many.visit('/')
    await page.getByRole('heading', { name: 'Arena number 45' }).waitFor()
    expect(await titles(page)).toHaveLength(20)
    await page.getByRole('link', { name: 'Next' }).focus()
    await page.keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Arena number 25' }).waitFor()
    expect(new URL(page.url()).search).toBe('?offset=20')
    await expect.poll(() => page.evaluate('scrollY')).toBe(0)
    await expect.poll(() => page.evaluate('document.activeElement.id')).toBe('content')
    await page.goBack()
    await page.getByRole('heading', { name: 'Arena number 45' }).waitFor()
    await page.getByLabel('Find an arena').fill('MANY-7')
    await page.keyboard.press('Enter')
    await page.getByText('1 arena found.').waitFor()
    expect([await titles(page), new URL(page.url()).search]).toEqual([['Arena number 7'], '?q=MANY-7'])
    expect(await violations(page)).toEqual([])
    await page.getByLabel('Find an arena').fill('nowhere')
    await page.getByRole('button', { name: 'Search' }).click()
    await page.getByText('No arena has these words').waitFor()
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'Show all' }).click()
    await page.getByRole('heading', { name: 'Arena number 45' }).waitFor()
  })

  test('on a phone, in the dark: nothing wider than the screen', async () => {
    const page = await many.visit('/?q=number&offset=20', { viewport: PHONE, colorScheme: 'dark' })
    await page.getByText('45 arenas found.').waitFor()
    expect(await page.evaluate('document.documentElement.scrollWidth')).toBe(PHONE.width)
    expect(await violations(page)).toEqual([])
  })
})
