import { describe, expect, test } from 'vitest'
import type { Page } from '@playwright/test'
import { arenaForOperator } from '../../server/arenas/index.ts'
import { recordAct } from '../../server/platform/audit.ts'
import type { BattleList } from '../../shared/contracts/decided-battle.ts'
import { openDetails, openSite, PHONE, resize, siteFor, tabTo, WIDE } from './site.ts'

let battle: string
const site = siteFor(openSite, async () => {
  const { deps } = site.app
  const list = await site.app.request(`/api/arenas/support-replies/battles?source=simulated&limit=1`)
  battle = ((await list.json()) as BattleList).battles[0].id
  const { id } = await arenaForOperator(deps.db, 'support-replies')
  await operate('contestants/formal-v1/retire')
  await operate('contestants/formal-v1/restore')
  await deps.db.transaction().execute(async (trx) => {
    const details = { run: 1, goesOn: false, repeats: 2, sample: 5 }
    await recordAct(trx, { actor: 'token', clock: deps.clock }, id, 'judging_started', details)
  })
  await operate('visibility', { visibility: 'link' })
  await operate('visibility', { visibility: 'public' })
  await deps.db
    .insertInto('runs')
    .values({
      arena_id: id,
      kind: 'judge',
      status: 'paused',
      cause: 'unauthorised: 401',
      plan: '{}',
      started_at: deps.clock(),
    })
    .execute()
})

const operate = (verb: string, json: object = {}) =>
  site.app.asAdmin(`/api/admin/arenas/support-replies/${verb}`, json)

/** English that no German page may say; names, titles and answers of arenas are their owners' words. */
const ENGLISH =
  /\b(vote|votes|rank|rating|winner|contestants?|prompts? by|the line|dead heat|better|both bad|skip|method|downloads|copy|next pair|computed|head to head|how evenly|over time|updated|whisker|simulated|because|compare|judging|judges?|retired?|restored?|before|seen|spent|reason|added|sample|repeats|recipe|opponents?|against|battles?|sign (in|out)|show)\b/i

/** Of arenas, names that programs give voters, and addresses. */
const OWNERS_WORDS =
  /Customer support replies|Which reply would you rather get\?|npm run .*votes\.jsonl['’]?|simulated-\d+|http:\S+/g

/** Runs in the page: every text and every name of an element there, less what its owner wrote. */
const SAID = `(() => {
  const page = document.body.cloneNode(true)
  const named = ['aria-label', 'title', 'placeholder'].flatMap((name) =>
    Array.from(page.querySelectorAll('[' + name + ']'), (element) => element.getAttribute(name)),
  )
  page.querySelectorAll('code, pre, bdi, script, style, [lang=en], .prompt p, .markdown, .text').forEach((element) => element.remove())
  const walker = document.createTreeWalker(page, NodeFilter.SHOW_TEXT)
  const texts = []
  while (walker.nextNode()) texts.push(walker.currentNode.data)
  return [document.title, ...texts, ...named].join('\\n')
})()`

const WIDTH = 'document.documentElement.scrollWidth'
const TO_THE_END = 'scrollTo(0, document.documentElement.scrollHeight)'
/** Runs in the page: lines that do not hold their buttons. */
const CROWDED = `Array.from(document.querySelectorAll('p:has(> a.button)'))
  .filter((one) => one.scrollWidth > one.clientWidth + 1)
  .map((one) => one.textContent)`
/** Runs in the page: the words of buttons that do not hold them. */
const BURSTING = `Array.from(document.querySelectorAll('button'))
  .filter((one) => one.scrollWidth > one.clientWidth + 1 || one.scrollHeight > one.clientHeight + 1)
  .map((one) => one.textContent)`

const german = (page: Page) => page.getByRole('button', { name: 'Deutsch' })

const inGerman = (path: string, viewport: typeof WIDE): Promise<Page> =>
  site.visit(path, { viewport, locale: 'de-AT' })

const PAGES: [name: string, path: string, ready: (page: Page) => Promise<unknown>][] = [
  ['the list of arenas', '/', (page) => page.getByRole('heading', { name: 'Arenen' }).waitFor()],
  ['a board', '/a/support-replies?source=simulated', seeAll],
  ['a board without votes', '/a/hostile', (page) => page.getByText('Noch keine Stimmen.').waitFor()],
  ['a pair', '/a/support-replies/vote', (page) => page.getByRole('button', { name: 'Gleich' }).waitFor()],
  ['a vote just cast', '/a/support-replies/vote', castVote],
  [
    'a contestant',
    '/a/support-replies/c/warm-v3?source=simulated',
    (page) => page.getByRole('heading', { level: 1, name: 'Warm-v3' }).waitFor(),
  ],
  ['a battle', '', (page) => page.getByRole('heading', { level: 1 }).waitFor()],
  [
    'a comparison',
    '/a/support-replies/compare?a=warm-v3&b=formal-v1&source=simulated',
    (page) => page.getByText('Diese Stimmen hat ein Programm simuliert.').waitFor(),
  ],
  ['an arena that is not there', '/a/nobody-home', (page) => page.getByText('gibt es hier nicht').waitFor()],
  ['an address of nothing', '/nowhere', (page) => page.getByText('Hier ist nichts').waitFor()],
]

async function englishIn(page: Page): Promise<string[]> {
  const visibleText = (await page.evaluate<string>(SAID)).replace(OWNERS_WORDS, '')
  return visibleText.split('\n').filter((line) => ENGLISH.test(line))
}

/** As wide as it is and as narrow as a phone it says no English, and scrolls nowhere sideways. */
async function expectGerman(page: Page): Promise<void> {
  const { pathname, search } = new URL(page.url())
  for (const viewport of [WIDE, PHONE]) {
    await resize(page, viewport)
    // a long board is laid out anew once the window has its size
    await expect
      .poll(async () => [
        pathname + search,
        await page.evaluate(WIDTH),
        await englishIn(page),
        await page.evaluate(CROWDED),
      ])
      .toEqual([pathname + search, viewport.width, [], []])
  }
  await resize(page, WIDE)
}

async function seeAll(page: Page) {
  await openDetails(page)
  await page.locator('#sampling').scrollIntoViewIfNeeded()
  await page.getByText('im Mittel', { exact: false }).waitFor()
  await page.locator('#history').scrollIntoViewIfNeeded()
  await page.getByText('nachträglich berechnet', { exact: false }).waitFor()
  await page.getByRole('gridcell', { name: 'Warm-v3 schlug Formal-v1' }).focus()
  await page.locator('#head-to-head .looked a').waitFor()
}

async function castVote(page: Page) {
  await page.getByRole('button', { name: 'Gleich' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Nächstes Paar' }).waitFor()
}

describe('a browser that prefers German', () => {
  test.each(PAGES)('shows every page in German, wide and on a phone: %s', async (_name, path, ready) => {
    const page = await inGerman(path || `/a/support-replies/b/${battle}`, WIDE)
    await ready(page)
    expect(await page.locator('html').getAttribute('lang')).toBe('de')
    await expectGerman(page)
  })
})

test('German is chosen with the mouse, at once on the whole page, and is remembered', async () => {
  const page = await site.visit('/a/support-replies?source=simulated')
  await page.getByText('Dead heat.').first().waitFor()
  await german(page).click()
  await page.getByText('Totes Rennen.').first().waitFor()
  await page.getByText('simulierte Stimmen').first().waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
  expect(await german(page).getAttribute('aria-pressed')).toBe('true')

  await page.reload()
  await page.getByText('Totes Rennen.').first().waitFor()
  await page.getByRole('link', { name: 'Abstimmen' }).first().click()
  await page.getByRole('button', { name: 'Gleich' }).waitFor()
  expect(await page.title()).toMatch(/^Abstimmen · /)
  await page.getByRole('button', { name: 'English' }).click()
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  expect(await page.title()).toMatch(/^Vote · /)
})

test('the switch is reached and used by keyboard alone, and unfinished input stays', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Say why' }).click()
  await page.getByRole('textbox').fill('Because it is kind.')
  await tabTo(page, german(page))
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Links ist besser' }).waitFor()
  expect(await page.getByRole('textbox').inputValue()).toBe('Because it is kind.')
})

test('on a phone the bar with the choices does not cover the switch, and buttons hold their words', async () => {
  const page = await inGerman('/a/hostile/vote', PHONE)
  await page.getByRole('button', { name: 'Gleich' }).waitFor()
  await page.evaluate(TO_THE_END)
  await page.getByRole('button', { name: 'English' }).click({ trial: true, timeout: 3_000 })
  expect(await page.evaluate(BURSTING)).toEqual([])
})

test('pages of operators are in English and offer no other language, and the way back is in German', async () => {
  const page = await inGerman('/a/support-replies', WIDE)
  await page.getByRole('link', { name: 'Verwaltung' }).click()
  await page.getByLabel('Admin token').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(await german(page).count()).toBe(0)
  await page.goBack()
  await page.getByRole('link', { name: 'Verwaltung' }).waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('de')
})

test('a language that does not load leaves the page as it is, and says why', async () => {
  const page = await site.visit('/a/support-replies/vote', { isFresh: true })
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.context().setOffline(true)
  await german(page).click()
  await page.getByText('The server cannot be reached, or it was updated.').waitFor()
  expect(await page.locator('html').getAttribute('lang')).toBe('en')
  expect(await page.getByRole('button', { name: 'Tie' }).count()).toBe(1)
  await page.context().setOffline(false)
})
