/** What is under the table: fetched when it comes near, readable by mouse, keys and touch, kept current. */
import type { Page } from '@playwright/test'
import { beforeAll, describe, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { Board } from '../../shared/contracts/index.ts'
import { signed } from '../../web/src/ui/figures.ts'
import { openDetails, PHONE, siteFor, WIDE } from './site.ts'
import { violations } from './violations.ts'
import { Differences, type BoardReports } from '../../shared/contracts/reports.ts'
import { mixed, STYLED, STYLED_NAMES } from '../server/leaderboard/styled-arenas.ts'
import { bringStates } from './states.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'

const site = siteFor()

const MANY = Array.from({ length: 44 }, (_, i) => `Entrant-${String(i).padStart(2, '0')}`)

beforeAll(async () => {
  const votes = MANY.flatMap((name, i) =>
    Array.from({ length: 6 }, (_, time) => [
      voteOf(name, MANY[(i + 1) % 44], time < 4 ? 'left' : 'right'),
      voteOf(name, MANY[(i + 5) % 44], i % 2 ? 'right' : 'tie'),
    ]).flat(),
  )
  await importInto(site.app.deps, arenaOf('crowd', { names: MANY, votes }))
})

const grid = (page: Page) => page.getByRole('grid', { name: 'Head to head' })
const section = (page: Page) => page.locator('#head-to-head')

const unfold = (page: Page) => section(page).getByRole('button', { name: 'Show who beat whom' }).click()

async function see(path = '/a/support-replies', options = {}): Promise<Page> {
  const page = await site.visit(path, options)
  if (path !== '/a/support-replies') await unfold(page)
  await section(page).scrollIntoViewIfNeeded()
  await grid(page).or(section(page).getByRole('table')).waitFor()
  return page
}

describe('head to head', () => {
  test('has the order of the board, and says below it what the cell under the pointer means', async () => {
    const page = await see()
    const board = await page
      .locator('table.board tbody tr.rated')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-contestant')))
    expect(board.length).toBeGreaterThan(3)
    expect(await grid(page).locator('tbody th').allInnerTexts()).toEqual(board)
    expect(await grid(page).locator('thead th').allInnerTexts()).toEqual(board)
    const cell = grid(page).getByRole('gridcell', { name: `${board[0]} beat ${board[1]} in` })
    await cell.hover()
    const words = await section(page).locator('.looked').innerText()
    expect(words).toMatch(/beat .+ in \d+\s% of \d+ decisive votes, \d+ ties/)
  })

  test('is read with arrow keys from cell to cell, with one tab stop', async () => {
    const page = await see()
    expect(await grid(page).locator('[tabindex="0"]').count()).toBe(1)
    await grid(page).locator('[tabindex="0"]').focus()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('Home')
    const focused = grid(page).locator('td:focus')
    expect([await focused.getAttribute('data-row'), await focused.getAttribute('data-column')]).toEqual([
      '2',
      '0',
    ])
    expect(await section(page).locator('.looked').innerText()).toContain(' beat ')
    expect(await grid(page).locator('[tabindex="0"]').count()).toBe(1)
    await section(page).locator('.looked').getByRole('link', { name: 'Battles' }).click()
    await page.waitForURL(/battles\?.*contestant=.+&against=/)
  })

  test('has whole names in its grid', async () => {
    const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => `Code Llama Instruct Uncensored-${id}`)
    const votes = names.flatMap((name, i) => Array(12).fill(voteOf(name, names[(i + 1) % 8], 'left')))
    await importInto(site.app.deps, arenaOf('long-names', { names, votes }))
    const page = await site.visit('/a/long-names', { viewport: { width: 720, height: 800 } })
    await section(page).scrollIntoViewIfNeeded()
    await grid(page).waitFor()
    const cut = await grid(page)
      .locator('th .name')
      .evaluateAll((all) => all.map((name) => name.scrollWidth > name.clientWidth))
    expect(cut).toEqual(Array(16).fill(false))
  })

  test('on a phone is one against each, in a frame that shows that it goes on', async () => {
    const page = await see('/a/support-replies', { viewport: PHONE })
    expect(await grid(page).count()).toBe(0)
    const frame = section(page).getByRole('region', { name: 'against all' })
    expect(await frame.getByRole('row').count()).toBe(8)
    const shade = await frame.evaluate(
      (one) => one.ownerDocument.defaultView!.getComputedStyle(one).backgroundImage,
    )
    expect(shade).toContain('gradient')
    expect(await violations(page, { only: '#head-to-head' })).toEqual([])
  })

  test('of many is one against all, with the difference that the board sees', async () => {
    const page = await see('/a/crowd')
    const table = section(page).getByRole('table')
    await section(page).getByLabel('Who is shown').selectOption(`${MANY[3]} against all`)
    const opponents = async () => (await table.locator('tbody th').allInnerTexts()).sort()
    await expect.poll(opponents).toEqual([MANY[2], MANY[4], MANY[8], MANY[42]].sort())
    const of = new URLSearchParams({ contestant: MANY[3] })
    const reply = await site.app.request(`/api/arenas/crowd/differences?${of}`)
    const { others } = Differences.parse(await reply.json())
    const { points, interval } = others.find(({ name }) => name === MANY[4])!
    const [difference, low, high] = [points, ...interval].map(signed)
    const cells = await table.getByRole('row', { name: MANY[4] }).getByRole('cell').allInnerTexts()
    expect(cells.slice(0, 2)).toEqual([difference, `${low} to ${high}`])
    // wider than a narrow screen, it scrolls by keyboard too
    await page.setViewportSize({ width: 320, height: 800 })
    const frame = section(page).getByRole('region')
    await expect
      .poll(() => frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth))
      .toBe(true)
    expect(await violations(page, { only: '#head-to-head' })).toEqual([])
  })

  test('is fetched only when the reader scrolls near, and shows an error when that fails', async () => {
    const page = await site.visit('/a/crowd')
    await page.locator('table tbody tr').first().waitFor()
    let requests = 0
    let down = true
    await page.route('**/head-to-head*', (route) => {
      requests++
      return down ? route.abort() : route.continue()
    })
    const table = section(page).getByRole('table')
    expect([requests, await table.count()]).toEqual([0, 0])
    await unfold(page)
    await section(page).scrollIntoViewIfNeeded()
    await section(page).getByRole('alert').waitFor()
    down = false
    await section(page).getByRole('button', { name: 'Try again' }).click()
    await table.waitFor()
    expect(await section(page).getByRole('alert').count()).toBe(0)
  })

  test('is updated with new votes', async () => {
    const page = await see('/a/crowd')
    await page.getByLabel('Who is shown').selectOption(`${MANY[0]} against all`)
    const won = () => section(page).getByRole('row', { name: MANY[1] }).getByRole('cell').nth(3).innerText()
    await expect.poll(won).toBe('4')
    await importInto(
      site.app.deps,
      arenaOf('crowd', { names: MANY, votes: [voteOf(MANY[0], MANY[1], 'left')] }),
    )
    await expect.poll(won).toBe('5')
  })
})

test('places over time are drawn along the votes, those counted later too, and said in words', async () => {
  await site.app.settle()
  const page = await site.visit('/a/support-replies')
  const history = page.locator('#history')
  await history.scrollIntoViewIfNeeded()
  const row = history.locator('li', { hasText: 'Warm-v3' })
  const board = Board.parse(await (await site.app.request('/api/arenas/support-replies/leaderboard')).json())
  const place = board.state === 'dead_heat' ? /^in the dead heat$/ : /^(leads|wins)/
  expect(await row.locator('.now').innerText()).toMatch(place)
  expect(await row.locator('.stretch').count()).toBeGreaterThan(0)
  await history.getByText('Boards of earlier days were computed afterwards', { exact: false }).waitFor()
  // every bar ends with the newest board
  const ends = await history
    .locator('li .stretch:last-child')
    .evaluateAll((all) => all.map((run) => run.style.right))
  expect(new Set(ends)).toEqual(new Set(['0%']))
  for (const viewport of [WIDE, PHONE]) {
    await page.setViewportSize(viewport)
    expect(await violations(page, { only: '#history' })).toEqual([])
  }
})

describe('reports', () => {
  // The panel that says what a board rests on: with figures, on a phone, in the dark, in German, and without an answer.
  /** Each of 24 contestants meets the next on each prompt, with answers that differ in style on every prompt. */
  function manyStyled() {
    const names = Array.from({ length: 24 }, (_, i) => `Many-${i}`)
    const says = (name: string, n: number) => mixed(STYLED_NAMES[(names.indexOf(name) + n) % 4]!, n)
    const votes = Array.from({ length: 40 }, (_, n) =>
      names.map((left, i) =>
        voteOf(left, names[(i + 1 + (n % 3)) % 24]!, (31 * n + 17 * i) % 7 < 4 ? 'left' : 'right', {
          prompt: `p${n + 1}`,
          voter: `v${(n + i) % 20}`,
        }),
      ),
    ).flat()
    const judged = votes
      .slice(0, 200)
      .flatMap(({ left, right, outcome, prompt }) =>
        ['careful', 'hasty'].map((voter) => voteOf(left, right, outcome, { prompt, source: 'judge', voter })),
      )
    return arenaOf('many-styled', { names, prompts: 40, says, votes: [...votes, ...judged] })
  }

  beforeAll(async () => {
    await bringStates(site.app, ['dead heat of all'])
    for (const slug of ['long-ada', 'silent']) await importInto(site.app.deps, STYLED[slug])
    await importInto(site.app.deps, manyStyled())
    await site.app.settle()
  })

  const ARENA = 'support-replies'

  test('the panel is fetched when the reader scrolls near, shows the served figures, and axe finds nothing', async () => {
    const page = await site.visit(`/a/${ARENA}#reports`)
    const panel = page.locator('section#reports')
    const served = (await (await site.app.request(`/api/arenas/${ARENA}/reports`)).json()) as BoardReports
    await panel.getByText('Length and Markdown of answers').waitFor()
    expect(await panel.getByRole('listitem').count()).toBe(served.style!.features.length)
    // the demo's votes are simulated: no person saw a side
    expect(await panel.innerText()).not.toContain('Left or right')
    expect(await violations(page)).toEqual([])
  })

  test('the panel says why it has no figures, and asks again by itself', async () => {
    const page = await site.visit(`/a/${ARENA}`)
    let isSlow = true
    const slow = Promise.withResolvers<void>()
    await page.route('**/api/arenas/*/reports*', async (route) => {
      if (!isSlow) return route.continue()
      await slow.promise
      await route.abort()
    })
    await openDetails(page)
    const panel = page.locator('section#reports')
    await panel.getByText('Loading …').waitFor()
    slow.resolve()
    await panel.getByRole('button', { name: 'Try again' }).waitFor()
    expect(await violations(page, { only: '#reports' })).toEqual([])
    isSlow = false
    await panel.getByText('Length and Markdown of answers').waitFor()
    expect(await panel.getByRole('alert').count()).toBe(0)
  })

  test('a board of many is short, and its details are drawn once they are opened', async () => {
    const page = await site.visit('/a/many-styled?source=people')
    let requests = 0
    page.on('request', (request) => (requests += /reports|sampling|judges\b/.test(request.url()) ? 1 : 0))
    await page.locator('#details').scrollIntoViewIfNeeded()
    expect(await page.evaluate('document.documentElement.scrollHeight')).toBeLessThan(2000)
    expect([requests, await page.locator('#details section').count()]).toEqual([0, 0])
    await page.getByRole('link', { name: 'Method' }).click()
    await page.locator('#method').getByText('Bradley-Terry', { exact: false }).first().waitFor()
    await expect
      .poll(() => page.locator('#method').evaluate((one) => one.getBoundingClientRect().top))
      .toBeLessThan(900)
    await page.locator('#judges').scrollIntoViewIfNeeded()
    await page.locator('#judges').getByRole('table').first().waitFor()
    const panel = page.locator('section#reports')
    await panel.getByText('Length and Markdown of answers').waitFor()
    expect(await violations(page)).toEqual([])
    expect(await page.evaluate('document.documentElement.scrollWidth <= innerWidth')).toBe(true)
  })
})

/** What ingredients are worth, below a board: on wide screens and phones, in both languages. */
describe('ingredients', () => {
  const FACTORS = [0, 1, 2, 3, 4, 5].map((i) => ({
    tone: i % 2 ? 'terse' : 'warm',
    emoji: i % 3 === 0 ? 'yes' : 'no',
  }))
  const NAMED = FACTORS.map(({ tone, emoji }, i) => `${tone}-${emoji}-${i}`)

  beforeAll(async () => {
    const stream = new RandomStream(3, 0)
    const below = (n: number) => Math.floor(stream.uniform() * n)
    const votes = Array.from({ length: 1500 }, (_, vote) => {
      const left = below(6)
      const right = (left + 1 + below(5)) % 6
      const lead = Number(FACTORS[left].tone === 'warm') - Number(FACTORS[right].tone === 'warm')
      const wins = stream.uniform() < 1 / (1 + Math.exp(-lead))
      const more = { prompt: `p${1 + below(40)}`, voter: `person ${vote % 40}` }
      return voteOf(NAMED[left], NAMED[right], wins ? 'left' : 'right', more)
    })
    const arena = arenaOf('made-of', { names: NAMED, prompts: 40, votes, settings: {} })
    await importInto(site.app.deps, {
      ...arena,
      contestants: NAMED.map((name, i) => ({ name, factors: FACTORS[i] })),
    })
  })

  test.each([
    ['wide', { viewport: WIDE }],
    ['on a phone', { viewport: PHONE }],
    ['in German', { viewport: WIDE, locale: 'de-DE' }],
  ] as const)('Ingredients say what to keep, and what they do not explain, %s', async (_, options) => {
    const page = await site.visit('/a/made-of#ingredients', options)
    const panel = page.locator('#ingredients')
    await panel.getByRole('table').nth(1).waitFor()
    const words = await panel.innerText()
    expect(words).toMatch(
      'locale' in options
        ? /warm behalten \(\+\d+ bis \+\d+ Punkte\)\. Emoji: kein Unterschied gefunden\./
        : /Keep warm \(\+\d+ to \+\d+ points\)\. Emoji: no difference found\./,
    )
    expect(await panel.getByRole('rowheader').allInnerTexts()).toEqual(['tone', 'emoji', ...NAMED])
    expect(await violations(page)).toEqual([])
  })

  test('An arena without factors has no such panel', async () => {
    const page = await site.visit('/a/support-replies')
    await page.locator('#head-to-head').waitFor()
    expect(await page.locator('#ingredients').count()).toBe(0)
  })
})
