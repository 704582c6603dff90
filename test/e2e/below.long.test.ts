/** What is under the table: fetched when it comes near, readable by mouse, keys and touch, kept current. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { Board } from '../../shared/contracts/index.ts'
import { openSite, PHONE, type Site } from './site.ts'
import { violations } from './violations.ts'

const MANY = Array.from({ length: 44 }, (_, i) => `Entrant-${String(i).padStart(2, '0')}`)

let site: Site
beforeAll(async () => {
  site = await openSite()
  const votes = MANY.flatMap((name, i) => [
    voteOf(name, MANY[(i + 1) % 44], 'left'),
    voteOf(name, MANY[(i + 5) % 44], i % 2 ? 'right' : 'tie'),
  ])
  await importInto(site.app.deps, arenaOf('crowd', { names: MANY, votes }))
})
afterAll(() => site?.close())

const grid = (page: Page) => page.getByRole('grid', { name: 'Head to head' })
const section = (page: Page) => page.locator('#head-to-head')

async function see(path = '/a/support-replies', options = {}): Promise<Page> {
  const page = await site.visit(path, options)
  await section(page).scrollIntoViewIfNeeded()
  await grid(page).waitFor()
  return page
}

describe('head to head', () => {
  test('has the order of the board, and describes the cell under the pointer', async () => {
    const page = await see()
    const board = await page
      .locator('table.board tbody tr.rated')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-contestant')))
    expect(board.length).toBeGreaterThan(3)
    expect(await grid(page).locator('tbody th').allInnerTexts()).toEqual(board)
    expect(await grid(page).locator('thead th').allInnerTexts()).toEqual(board)
    const cell = grid(page).getByRole('gridcell', { name: `${board[0]} beat ${board[1]} in` })
    await cell.hover()
    const words = await page.getByRole('tooltip').innerText()
    expect(words).toMatch(/beat .+ in \d+\s% of \d+ decisive votes \(\d+–\d+\s%\), \d+ ties/)
    await page.close()
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
    expect(await page.getByRole('tooltip').innerText()).toContain(' beat ')
    expect(await grid(page).locator('[tabindex="0"]').count()).toBe(1)
    await page.keyboard.press('Escape')
    expect(await page.getByRole('tooltip').count()).toBe(0)
    await page.close()
  })

  test('of eight is whole on a phone', async () => {
    const page = await see('/a/support-replies', { viewport: PHONE })
    const hidden = (selector: string) =>
      `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('${selector}'))`
    expect(await grid(page).locator('tbody tr').count()).toBe(8)
    expect(await page.evaluate(hidden('html'))).toBe(0)
    expect(await page.evaluate(hidden('#head-to-head .scroll'))).toBe(0)
    await grid(page).getByRole('gridcell').nth(6).focus()
    await page.getByRole('tooltip').waitFor()
    expect(await page.evaluate(hidden('html'))).toBe(0)
    await page.close()
  })

  test('of many is one triangle that fits the page, or one against all', async () => {
    const page = await see('/a/crowd?rows=all')
    expect(await grid(page).locator('tbody tr').count()).toBe(44)
    expect(await grid(page).getByRole('gridcell').count()).toBe((44 * 43) / 2)
    for (const width of [1280, 900]) {
      await page.setViewportSize({ width, height: 800 })
      const hidden = `(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)(document.querySelector('#head-to-head .scroll'))`
      expect([width, await page.evaluate(hidden)]).toEqual([width, 0])
    }
    await grid(page).locator('[tabindex="0"]').focus()
    const focused = grid(page).locator('td:focus')
    const place = async () => [
      await focused.getAttribute('data-row'),
      await focused.getAttribute('data-column'),
    ]
    const places = [await place()]
    for (const key of ['ArrowDown', 'End', 'ArrowRight', 'ArrowUp', 'Home']) {
      await page.keyboard.press(key)
      places.push(await place())
    }
    expect(places).toEqual([
      ['1', '0'],
      ['2', '0'],
      ['2', '1'],
      ['2', '1'],
      ['2', '1'],
      ['2', '0'],
    ])
    expect(await violations(page, { only: '#head-to-head' })).toEqual([])
    await page.getByLabel('Who is shown').selectOption(`${MANY[3]} against all`)
    const one = section(page).getByRole('table')
    const against = await one.locator('tbody th').allInnerTexts()
    expect(against.sort()).toEqual([MANY[2], MANY[4], MANY[8], MANY[42]].sort())
    // wider than a narrow screen, it scrolls by keyboard too
    await page.setViewportSize({ width: 320, height: 800 })
    const frame = section(page).getByRole('region')
    expect(await frame.evaluate(({ scrollWidth, clientWidth }) => scrollWidth > clientWidth)).toBe(true)
    expect(await violations(page, { only: '#head-to-head' })).toEqual([])
    await page.close()
  })

  test('is fetched only when the reader scrolls near, and shows an error when that fails', async () => {
    const page = await site.visit('/a/crowd?rows=all')
    await page.locator('table.board tbody tr').first().waitFor()
    let requests = 0
    let down = true
    await page.route('**/head-to-head*', (route) => {
      requests++
      return down ? route.abort() : route.continue()
    })
    expect([requests, await grid(page).count()]).toEqual([0, 0])
    await section(page).scrollIntoViewIfNeeded()
    await section(page).getByRole('alert').waitFor()
    down = false
    await section(page).getByRole('button', { name: 'Try again' }).click()
    await grid(page).waitFor()
    expect(await section(page).getByRole('alert').count()).toBe(0)
    await page.close()
  })

  test('is updated with new votes', async () => {
    const page = await see('/a/crowd?rows=all')
    await page.getByLabel('Who is shown').selectOption(`${MANY[0]} against all`)
    const row = (won: number) =>
      section(page)
        .getByRole('row', { name: `${MANY[1]} 100 ` })
        .getByText(`${won}`, { exact: true })
    await row(1).waitFor()
    await importInto(
      site.app.deps,
      arenaOf('crowd', { names: MANY, votes: [voteOf(MANY[0], MANY[1], 'left')] }),
    )
    await row(2).waitFor()
    expect(await row(1).count()).toBe(0)
    await page.close()
  })
})

test('the sampling panel shows the number of pairs, and the votes of each if spread evenly', async () => {
  const page = await site.visit('/a/crowd?rows=all')
  const panel = page.locator('#sampling')
  await panel.scrollIntoViewIfNeeded()
  const words = await panel.getByText('an even spread would be', { exact: false }).innerText()
  expect(words).toMatch(
    /^Votes on each of the 946 pairs that can be drawn; an even spread would be 0\.1 each\./,
  )
  expect(words).toMatch(/and 8\d\d pairs have no votes\.$/)
  await page.close()
})

test('ratings over time begin before the first board, counted later, and can be read by keyboard', async () => {
  await site.app.settle()
  const page = await site.visit('/a/support-replies')
  const courses = page.locator('#history')
  await courses.scrollIntoViewIfNeeded()
  const one = courses.getByRole('slider', { name: 'Warm-v3, rating over time' })
  const drawn = courses.locator('figure', { hasText: 'Warm-v3' })
  const board = Board.parse(await (await site.app.request('/api/arenas/support-replies/leaderboard')).json())
  const place = board.deadHeatForFirst.includes('Warm-v3')
    ? /^in the dead heat$/
    : /^leads (throughout|since)/
  expect(await drawn.locator('figcaption span').innerText()).toMatch(place)
  expect(await drawn.locator('polyline.earlier').count()).toBe(1)
  // browsers draw no band with ends as far away as those of the first days
  const places = await courses
    .locator('polygon.band')
    .evaluateAll((all) => all.flatMap((one) => one.getAttribute('points')!.split(/[ ,]/).map(Number)))
  expect(Math.max(...places.map(Math.abs))).toBeLessThanOrEqual(200)
  expect(await courses.getByText(/Dashed: the boards of .+ were counted later, from the times/).count()).toBe(
    1,
  )
  const ratings = (await drawn.locator('.scale').innerText()).split(/\s+/).map(Number)
  expect(ratings.length).toBeGreaterThan(1)
  expect(ratings.every((rating) => rating % 5 === 0)).toBe(true)
  await one.focus()
  expect(await one.getAttribute('aria-valuetext')).not.toContain('counted later')
  await page.keyboard.press('ArrowLeft')
  expect(await one.getAttribute('aria-valuetext')).toMatch(/\d{4}: \d+ \(\d+–\d+\), counted later$/)
  await page.setViewportSize(PHONE)
  const lefts = await courses.locator('figure').evaluateAll((all) => all.map((one) => one.offsetLeft))
  expect(new Set(lefts).size).toBe(2)
  expect(await violations(page, { only: '#history' })).toEqual([])
  await page.close()
})
