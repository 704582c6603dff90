/** Boards on which ratings say next to nothing: their pages stay small, and their axes can be read. */
import fc from 'fast-check'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import type { ArenaDetail } from '../../shared/contracts/index.ts'
import { MOST_TICKS } from '../../shared/rating-axis/index.ts'
import { pageRenderer } from '../../server/platform/pages/page.ts'
import { hostileBoards } from '../support/hostile-board.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { openSite, type Site } from './site.ts'

const LARGEST_PAGE = 1_000_000
const SPARSE = ['Clear-v1', 'Clear-v2', 'Clear-v3', 'Hardly-met', 'Hardly-seen']

let site: Site
beforeAll(async () => {
  site = await openSite()
  const [a, b, c, met, seen] = SPARSE as [string, string, string, string, string]
  const votes = Array.from({ length: 20 }, (_, n) => `p${n + 1}`).flatMap((prompt, n) => [
    voteOf(a, b, n % 3 === 0 ? 'right' : 'left', { prompt }),
    voteOf(b, c, n % 3 === 1 ? 'right' : 'left', { prompt }),
    voteOf(a, c, n % 4 === 2 ? 'right' : 'left', { prompt }),
  ])
  // these two met no other contestant, and the second has one tie only
  const tie = [voteOf(c, met, 'left'), voteOf(met, seen, 'tie'), voteOf(met, c, 'tie', { prompt: 'p2' })]
  await importInto(
    site.app.deps,
    arenaOf('one-tie', { names: SPARSE, prompts: 20, votes: [...votes, ...tie] }),
  )
  await site.app.settle()
})
afterAll(() => site?.close())

const axisOf = (page: Page) => page.locator('thead .axis .lower')
const htmlOf = async (path: string) => (await site.app.request(path)).text()

test('a board stays readable after one tie with an unknown contestant', async () => {
  const html = await htmlOf('/a/one-tie')
  expect(html.length).toBeLessThan(LARGEST_PAGE)
  expect(html).toContain('too few votes')

  const page = await site.visit('/a/one-tie')
  // the first table is the board
  const seen = page.getByRole('row').filter({ hasText: 'Hardly-seen' }).first()
  expect(await seen.innerText()).toMatch(/provisional, too few votes \(1\): its interval is too wide/)
  const ticks = await axisOf(page).count()
  expect(ticks).toBeGreaterThan(2)
  expect(ticks).toBeLessThanOrEqual(MOST_TICKS)

  const text = await htmlOf('/a/one-tie.txt')
  expect(text).toMatch(/provisional +Hardly-seen +too few votes \(1\)/)
  const clear = text.split('\n').filter((line) => /^ *\d.* Clear-v\d /.test(line))
  expect(clear).toHaveLength(3)
  for (const line of clear) expect(line).toMatch(/━{3,}/)
  await page.close()
})

test('the record of that contestant shows the tie, and the JSON has no rating either', async () => {
  const page = await site.visit('/a/one-tie')
  await page.getByRole('link', { name: 'Hardly-seen' }).click()
  await page.getByText('No rating yet: provisional, too few votes (1)', { exact: false }).waitFor()
  const text = await page.locator('main').innerText()
  expect(text).not.toMatch(/\d,\d{3}/)
  const board = (await (await site.app.request('/api/arenas/one-tie/leaderboard')).json()) as {
    contestants: { name: string }[]
  }
  const row = board.contestants.find(({ name }) => name === 'Hardly-seen')!
  expect(row).toMatchObject({
    status: 'provisional',
    reason: 'too_few_votes',
    rating: null,
    marginal: null,
    comparison: null,
  })
  await page.close()
})

test('after the first 14 votes of a new contestant the axis has few labels, and none touches another', async () => {
  const vote = await site.visit('/a/support-replies/vote')
  for (let n = 0; n < 14; n++) {
    await vote.getByRole('button', { name: 'Left is better' }).waitFor()
    await vote.keyboard.press(['1', '4', 't'][n % 3])
    await vote.getByRole('button', { name: 'Next pair' }).click()
  }
  await site.app.settle()
  const page = await site.visit('/a/support-replies?source=humans')
  await page.getByText('14 votes', { exact: false }).first().waitFor()
  expect((await htmlOf('/a/support-replies?source=humans')).length).toBeLessThan(LARGEST_PAGE)
  const labels = await axisOf(page).evaluateAll((all) =>
    all.map((label) => label.getBoundingClientRect()).map(({ left, right }) => ({ left, right })),
  )
  expect(labels.length).toBeLessThanOrEqual(MOST_TICKS + 1)
  labels.sort((a, b) => a.left - b.left)
  labels.slice(1).forEach(({ left }, i) => expect(left).toBeGreaterThan(labels[i].right))
  expect(await page.locator('main').innerText()).not.toMatch(/[−-]\d{1,3},\d{3}/)
  await page.close()
})

test('no board of 300 contestants makes a page of a megabyte, whatever their intervals', async () => {
  const renderer = await pageRenderer(site.app.deps.services.log)
  const detail = (await (await site.app.request('/api/arenas/one-tie')).json()) as ArenaDetail
  await fc.assert(
    fc.asyncProperty(hostileBoards, async (board) => {
      const begin = { board, detail }
      const page = { url: `${site.address}/a/hostile?rows=all`, language: 'en', arena: detail, begin }
      const { head, body } = renderer!.draw(page)
      const html = head + body
      expect(body).toContain('Contestant-0')
      expect(html.length + JSON.stringify(begin).length).toBeLessThan(LARGEST_PAGE)
      expect(html).not.toMatch(/NaN|Infinity/)
    }),
    { numRuns: 15 },
  )
})
