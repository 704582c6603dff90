/** Voting, and that no answer does harm. */
import { expect, test, describe } from 'vitest'
import { namesIn, shown, votesOf } from './demo.ts'
import { held, NAMES, PHONE, siteFor } from './site.ts'
import { violations } from './violations.ts'
import type { Response } from '@playwright/test'
import { HOSTILE } from './hostile-texts.ts'

const site = siteFor()

test('a vote by keyboard reveals the names, and the board on another tab moves without a reload', async () => {
  const board = await site.visit('/a/support-replies?source=humans')
  await board.getByText('No votes yet', { exact: false }).first().waitFor()
  await board.evaluate('window.notReloaded = true')
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  expect(namesIn(await page.content())).toEqual([])

  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Show names' }).waitFor()
  expect(namesIn(await page.content())).toEqual([])
  await page.getByRole('button', { name: 'Show names' }).click()
  await page.getByText('You preferred', { exact: false }).waitFor()
  expect(namesIn(await shown(page))).toHaveLength(2)
  expect(await page.getByRole('button', { name: 'Take it back', exact: false }).count()).toBe(0)

  await board.getByText('1 vote', { exact: false }).first().waitFor()
  expect(await board.evaluate('window.notReloaded')).toBe(true)
})

test('a board without votes of people leads a reader who voted to the one that has them', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Show names' }).waitFor()

  await page.goto(`${site.address}/a/support-replies?source=simulated`)
  await page.getByText('Your vote of today is on another board').getByRole('link').click()
  await page
    .getByText(`${await votesOf(site, 'humans')} vote`, { exact: false })
    .first()
    .waitFor()
  await expect.poll(() => page.getByText('on another board').count()).toBe(0)
})

test('a retracted vote leaves the board, and its pair is closed', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  const before = await votesOf(site, 'humans')
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Take it back', exact: false }).click()
  await page.getByText('Taken back', { exact: false }).waitFor()
  expect(await violations(page)).toEqual([])
  const { rows } = await site.app.database.pool.query('select count(*)::int as n from retractions')
  expect(rows[0].n).toBe(1)
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await expect.poll(() => votesOf(site, 'humans')).toBe(before)
})

test('after a reload the last vote can still be retracted, also from the pair after it', async () => {
  const page = await site.visit('/a/support-replies/vote', { isFresh: true })
  const tie = page.getByRole('button', { name: 'Tie' })
  const takeBack = page.getByRole('button', { name: 'Take it back', exact: false })
  await tie.click()
  await takeBack.waitFor()
  const decided = await page.locator('article').allInnerTexts()
  await page.reload()
  await takeBack.waitFor()
  expect(await page.locator('article').allInnerTexts()).toEqual(decided)
  expect(namesIn(await page.content())).toEqual([])

  await page.keyboard.press('Enter')
  await tie.waitFor()
  const open = await page.locator('article').allInnerTexts()
  await page.reload()
  await page.getByRole('button', { name: 'Back', exact: true }).click()
  expect(await page.locator('article').allInnerTexts()).toEqual(decided)
  await takeBack.click()
  await page.getByText('Taken back', { exact: false }).waitFor()
  await page.keyboard.press('Enter')
  await tie.waitFor()
  expect(await page.locator('article').allInnerTexts()).toEqual(open)
  expect(await page.getByRole('button', { name: 'Back', exact: true }).count()).toBe(0)
})

test('names that were shown are there again after a reload', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Tie' }).click()
  await page.getByRole('button', { name: 'Show names' }).click()
  await page.getByText('equally good', { exact: false }).waitFor()
  await page.reload()
  await page.getByText('equally good', { exact: false }).waitFor()
  expect(namesIn(await shown(page))).toHaveLength(2)
})

describe('the first visit', () => {
  test('can be read and chosen before the code of the page is there, in few requests', async () => {
    const page = await site.visit('/', { isFresh: true })
    const requests: string[] = []
    page.on('request', (request) => requests.push(new URL(request.url()).pathname))
    const release = await held(page, '**/assets/base-*.js')
    await page.goto(`${site.address}/a/support-replies/vote`, { waitUntil: 'commit' })
    const texts = page.locator('article .markdown')
    await texts.nth(1).waitFor()
    const read = await texts.allInnerTexts()
    const left = page.getByRole('button', { name: 'Left is better' })
    await expect
      .poll(async () => {
        await left.click()
        return left.getAttribute('aria-pressed')
      })
      .toBe('true')
    release()
    await page.getByText('Your vote is recorded', { exact: false }).waitFor()
    expect(await texts.allInnerTexts()).toEqual(read)
    await expect.poll(() => requests.filter((path) => path.endsWith('/battles')).length).toBe(1)
    await page.waitForLoadState('networkidle')
    const needed = requests.filter((path) => !/^\/api\/battles\/|\.woff2$/.test(path))
    expect(needed.length).toBeLessThanOrEqual(13)
    expect(await violations(page)).toEqual([])
  })

  test('a vote that is cast while the code for texts is loading stays', async () => {
    const page = await site.visit('/', { isFresh: true })
    const release = await held(page, '**/assets/drawn-*.js')
    await page.goto(`${site.address}/a/support-replies/vote`, { waitUntil: 'commit' })
    await page.locator('html[data-live]').waitFor({ state: 'attached' })
    await page.keyboard.press('t')
    const recorded = page.getByText('Your vote is recorded', { exact: false })
    await recorded.waitFor()
    release()
    await page.waitForLoadState('networkidle')
    expect(await recorded.count()).toBe(1)
  })

  test('texts whose code cannot be loaded are shown as they are stored', async () => {
    const page = await site.visit('/', { isFresh: true })
    await page.route('**/assets/drawn-*.js', (route) => route.abort())
    await page.goto(`${site.address}/a/hostile/vote`)
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    await page.keyboard.press('s')
    await page.locator('article pre.plain').nth(1).waitFor()
    expect(await page.locator('article .markdown').count()).toBe(0)
  })
})

test('a reload shows the same pair again', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  const first = await page.locator('article').allInnerTexts()
  await page.reload()
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  expect(first).toHaveLength(2)
  expect(await page.locator('article').allInnerTexts()).toEqual(first)
})

test('on a phone a tap decides', async () => {
  const page = await site.visit('/a/support-replies/vote', { viewport: PHONE })
  await page.getByRole('button', { name: 'Upper', exact: true }).click()
  await page.getByText('Your vote is recorded', { exact: false }).waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width)
})

test('offline, the vote is kept with an error, and sends itself once when the network is back', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await page.getByRole('button', { name: 'Something wrong?' }).click()
  await page.getByLabel('An answer is broken').check()
  expect(await violations(page)).toEqual([])
  await page.getByLabel('An answer is broken').blur()
  await page.context().setOffline(true)
  await page.keyboard.press('ArrowLeft')
  await page.getByRole('alert').waitFor()
  expect(await page.getByRole('button', { name: 'Left is better' }).getAttribute('aria-pressed')).toBe('true')
  expect(await violations(page)).toEqual([])
  const sent: string[] = []
  page.on('request', (request) => request.url().endsWith('/vote') && sent.push(request.method()))
  await page.context().setOffline(false)
  await page.getByText('You are online again', { exact: false }).waitFor()
  expect(sent).toEqual(['POST'])
})

describe('safety', () => {
  test('no answer runs, loads anything from elsewhere, or adds a control to the page', async () => {
    const page = await site.visit('/a/hostile/vote')
    const elsewhere: string[] = []
    page.on('request', (request) => {
      if (!request.url().startsWith(site.address) && !request.url().startsWith('data:'))
        elsewhere.push(request.url())
    })
    const seen = new Set<string>()
    for (let pair = 0; pair < HOSTILE.length * 3; pair++) {
      await page.getByRole('button', { name: 'Left is better' }).waitFor()
      seen.add((await page.getByRole('region', { name: 'Prompt' }).innerText()).match(/\d+/)![0])
      expect(await page.evaluate('window.ran')).toBeUndefined()
      const planted = await page
        .locator('article :is(script, iframe, form, style, svg, object, [onerror], [onload])')
        .count()
      expect(planted).toBe(0)
      expect(await page.locator('article a[href^="javascript:"], article a[href^="data:"]').count()).toBe(0)
      expect(await page.locator('article img').count()).toBe(0)
      await page.keyboard.press('t')
      await page.getByRole('button', { name: 'Next pair' }).waitFor()
      if (pair < HOSTILE.length * 3 - 1) await page.keyboard.press('Enter')
    }
    expect(seen.size).toBe(HOSTILE.length)
    expect(elsewhere).toEqual([])
  })

  test('responses before the vote name no contestant', async () => {
    const page = await site.visit('/')
    const sent: Promise<string>[] = []
    const listen = (response: Response) => {
      if (/\/(?:battles|vote)$/.test(response.url())) sent.push(fullText(response))
    }
    page.on('response', listen)
    await page.goto(`${site.address}/a/hostile/vote`)
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    await expect.poll(() => sent.length).toBeGreaterThan(1)
    page.off('response', listen)
    for (const text of await Promise.all(sent)) for (const name of NAMES) expect(text).not.toContain(name)
  })

  async function fullText(response: Response): Promise<string> {
    return JSON.stringify(await response.allHeaders()) + (await response.text())
  }
})
