/** Voting, and that no answer does harm. */
import { expect, test, describe } from 'vitest'
import { namesIn, shown, votesOf } from './demo.ts'
import { held, NAMES, PHONE, siteFor } from './site.ts'
import { violations } from './violations.ts'
import type { Response } from '@playwright/test'
import { HOSTILE } from './hostile-texts.ts'
import { settleDueVotes } from '../../server/votes/index.ts'

const site = siteFor()

test('a pair stays after a reload; a vote by keyboard reveals the names, and the board on another tab moves without a reload', async () => {
  const board = await site.visit('/a/support-replies?source=people')
  await board.getByText('No votes yet', { exact: false }).first().waitFor()
  await board.evaluate('window.notReloaded = true')
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  expect(namesIn(await page.content())).toEqual([])
  const pair = await page.locator('article').allInnerTexts()
  await page.reload()
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  expect(await page.locator('article').allInnerTexts()).toEqual(pair)

  await page.keyboard.press('ArrowLeft')
  await page.getByRole('button', { name: 'Reveal' }).waitFor()
  expect(namesIn(await page.content())).toEqual([])
  await page.getByRole('button', { name: 'Reveal' }).click()
  await page.getByText('You preferred', { exact: false }).waitFor()
  expect(namesIn(await shown(page))).toHaveLength(2)
  expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0)

  await board.getByText('1 vote', { exact: false }).first().waitFor()
  expect(await board.evaluate('window.notReloaded')).toBe(true)
})

test('revealed names stay after a reload; a board without votes of people leads a reader who voted to the one that has them', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Tie' }).waitFor()
  await page.keyboard.press('t')
  await page.getByRole('button', { name: 'Reveal' }).click()
  await page.getByText('equally good', { exact: false }).waitFor()
  // names that were shown are there again after a reload
  await page.reload()
  await page.getByText('equally good', { exact: false }).waitFor()
  expect(namesIn(await shown(page))).toHaveLength(2)

  await page.goto(`${site.address}/a/support-replies?source=simulated`)
  await page.getByText('Your vote of today is on another board').getByRole('link').click()
  await page
    .getByText(`${await votesOf(site, 'people')} vote`, { exact: false })
    .first()
    .waitFor()
  await expect.poll(() => page.getByText('on another board').count()).toBe(0)
})

test('a choice can be changed until the voter goes on, also after a reload, and is one vote', async () => {
  const page = await site.visit('/a/support-replies/vote', { isFresh: true })
  const before = await votesOf(site, 'people')
  await page.getByRole('button', { name: 'Tie' }).click()
  const change = page.getByRole('button', { name: 'Change' })
  await change.waitFor()
  expect(await violations(page)).toEqual([])
  const decided = await page.locator('article').allInnerTexts()
  await page.reload()
  await change.waitFor()
  expect(await page.locator('article').allInnerTexts()).toEqual(decided)
  expect(namesIn(await page.content())).toEqual([])
  await page.keyboard.press('c')
  const tie = page.getByRole('button', { name: 'Tie' })
  await expect.poll(() => tie.getAttribute('aria-pressed')).toBe('true')
  await page.keyboard.press('ArrowRight')
  await page.getByText('You chose the right answer.').waitFor()
  expect(await votesOf(site, 'people')).toBe(before)
  await page.keyboard.press('Enter')
  await expect.poll(() => tie.getAttribute('aria-pressed')).toBe('false')
  await expect.poll(() => votesOf(site, 'people')).toBe(before + 1)
  const { rows } = await site.app.database.pool.query(
    'select outcome from votes where import_key is null order by id desc limit 1',
  )
  expect(rows).toEqual([{ outcome: 'right' }])
})

test('a choice that became final elsewhere is not changed, and the page says so', async () => {
  const page = await site.visit('/a/support-replies/vote', { isFresh: true })
  await page.getByRole('button', { name: 'Tie' }).click()
  await page.getByRole('button', { name: 'Change' }).waitFor()
  await settleDueVotes({ ...site.app.deps, clock: () => new Date(Date.now() + 61_000) })
  await page.keyboard.press('c')
  await page.keyboard.press('ArrowLeft')
  await page.getByText('Not changed: your vote was final already.').waitFor()
  await page.locator('b.only-wide').getByText('You called it a tie.').waitFor()
  expect(await page.getByRole('button', { name: 'Change' }).count()).toBe(0)
})

test('after 20 votes a voter sees what they come to, as a count by hand has it, and goes on', async () => {
  const page = await site.visit('/a/support-replies/vote', { isFresh: true })
  const byHand = new Map<string, [won: number, votes: number]>()
  const count = (name: string, won: boolean) => {
    const [wins, votes] = byHand.get(name) ?? [0, 0]
    byHand.set(name, [wins + Number(won), votes + 1])
  }
  for (let n = 0; n < 20; n++) {
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    await page.keyboard.press(n % 4 === 0 ? 't' : 'ArrowLeft')
    await page.getByRole('button', { name: 'Reveal' }).waitFor()
    await page.keyboard.press('r')
    await page.getByRole('link', { name: 'This battle' }).waitFor()
    const [left, right] = await page.locator('article h2 bdi').allInnerTexts()
    count(left!, n % 4 !== 0)
    count(right!, false)
    if (n === 6) await page.getByText('7 of 20 to your own result').waitFor()
    await page.keyboard.press('Enter')
  }
  await page.getByRole('heading', { name: 'Your 20 votes' }).waitFor()
  const rows = await page.locator('main ul').first().getByRole('listitem').allInnerTexts()
  expect(new Map(rows.map((row) => row.split('\n').filter(Boolean) as [string, string]))).toEqual(
    new Map([...byHand].map(([name, [won, votes]]) => [name, `${won} of ${votes}`])),
  )
  expect(await violations(page)).toEqual([])
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Share my taste' }).click()
  expect((await download).suggestedFilename()).toBe('my-votes.png')
  await page.reload()
  await page.getByRole('heading', { name: 'Your 20 votes' }).waitFor()
  await page.getByRole('button', { name: 'Ten more' }).click()
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
  await page.getByRole('link', { name: 'Your 20 votes' }).waitFor()
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
    await page.getByText('You chose the left answer.').waitFor()
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
    const recorded = page.getByText('You called it a tie.').and(page.locator('.only-wide'))
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

test('on a phone a tap decides', async () => {
  const page = await site.visit('/a/support-replies/vote', { viewport: PHONE })
  await page.getByRole('button', { name: 'Upper', exact: true }).click()
  await page.getByText('You chose the upper answer.').waitFor()
  expect(await page.evaluate('document.documentElement.scrollWidth')).toBeLessThanOrEqual(PHONE.width)
})

test('offline, the vote is kept with an error, and sends itself once when the network is back', async () => {
  const page = await site.visit('/a/support-replies/vote')
  await page.getByRole('button', { name: 'Left is better' }).waitFor()
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
      // after 20 votes, and after each ten more, the page shows what they come to
      if (pair >= 20 && pair % 10 === 0) await page.getByRole('button', { name: 'Ten more' }).click()
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
