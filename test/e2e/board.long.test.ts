/** A board of hundreds of rows: finding a row, drawing and fetching only what is near, and a new board meanwhile. */
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import type { Board } from '../../shared/contracts/board.ts'
import { openSite, PHONE, type Site } from './site.ts'
import { wrongIn } from './state-checks.ts'
import { bringStates, drawnVotes, HUNDREDS, STATES } from './states.ts'
import { violationsAtBothWidths } from './violations.ts'

let site: Site
beforeAll(async () => {
  site = await openSite()
  await bringStates(site.app, ['three hundred rows'])
  await site.app.settle()
})
afterAll(() => site?.close())

const row = (page: Page, name: string) => page.locator(`tr[data-contestant="${name}"]`)
const names = (page: Page) =>
  page
    .locator('table.board tr.rated:not([hidden])')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-contestant')!))

async function hundreds(): Promise<Page> {
  const page = await site.visit('/a/state-hundreds?rows=all')
  await page.locator('table.board tr.rated').first().waitFor()
  return page
}

test('finding a contestant hides the others and never renumbers; one step back shows all again', async () => {
  const page = await hundreds()
  const all = await names(page)
  expect(all).toHaveLength(300)
  // text of rows out of sight, which a browser leaves out of layout
  const rank = await row(page, 'Model-123').locator('td.rank .best').textContent()
  await page.getByLabel('Find a contestant').pressSequentially('12')
  const matchingNames = all.filter((name) => name.includes('12'))
  // the words about the search stand one paint before the rows follow them
  await expect.poll(() => names(page)).toEqual(matchingNames)
  await page.getByText(`${matchingNames.length} of 300 shown`).waitFor()
  expect(await row(page, 'Model-123').locator('td.rank .best').textContent()).toBe(rank)
  expect(await page.getByText(`${300 - matchingNames.length} hidden`, { exact: false }).count()).toBe(1)
  expect(new URL(page.url()).searchParams.get('find')).toBe('12')
  await page.goBack()
  await expect.poll(() => names(page)).toEqual(all)
  expect(await page.getByLabel('Find a contestant').inputValue()).toBe('')
  await page.close()
})

test('a long board begins with twelve rows, counts the others, and shows all of them on request', async () => {
  const page = await site.visit('/a/state-hundreds')
  await page.locator('table.board tr.rated').first().waitFor()
  const first = await names(page)
  expect(first).toHaveLength(12)
  const height = () => page.evaluate<number>('document.documentElement.scrollHeight')
  expect(await height()).toBeLessThan(3000)
  await page.getByText(/^\d+ others(, \d+ of them)?( may be first)?\./).waitFor()
  await page.getByRole('button', { name: 'Show all 300' }).first().click()
  await page.locator('#head-to-head').getByRole('combobox').waitFor()
  await page.getByRole('link', { name: 'Show all 300' }).click()
  await expect.poll(() => names(page)).toHaveLength(300)
  expect((await names(page)).slice(0, 12)).toEqual(first)
  expect(new URL(page.url()).searchParams.get('rows')).toBe('all')
  await page.getByRole('link', { name: 'Show the first rows only' }).click()
  await expect.poll(() => names(page)).toEqual(first)

  await page.goto(`${site.address}/a/state-hundreds?row=${HUNDREDS[200]}`)
  await expect.poll(() => names(page)).toEqual([...first, HUNDREDS[200]])
  await page.getByLabel('Find a contestant').fill('Model-29')
  await expect
    .poll(async () => (await names(page)).toSorted())
    .toEqual(HUNDREDS.filter((name, i) => name.includes('Model-29') || i === 200))
})

test('of hundreds of rows only those near the visible ones are drawn; all can be found, read aloud and printed', async () => {
  const page = await hundreds()
  const drawn = () =>
    page
      .locator('table.board tr.rated')
      .evaluateAll((rows) => rows.flatMap((one, place) => (one.querySelector('svg.whiskers') ? [place] : [])))
  const few = (places: number[]) => places.length > 10 && places.length < 120
  await expect.poll(async () => few(await drawn())).toBe(true)
  expect((await drawn())[0]).toBe(0)

  expect(await page.getByRole('row', { name: /Model-\d{3}/ }).count()).toBe(300)
  const aloud = await page.locator('table.board tr.rated td.plot .heard').allTextContents()
  expect(aloud.filter((words) => /\d/.test(words))).toHaveLength(300)
  const last = (await names(page)).at(-1)!
  await expect.poll(() => page.evaluate(`find(${JSON.stringify(last)})`)).toBe(true)

  await page.evaluate('getSelection().empty()')
  await row(page, last).scrollIntoViewIfNeeded()
  await expect.poll(async () => (await drawn()).at(-1)).toBe(299)
  expect(few(await drawn())).toBe(true)
  expect((await drawn())[0]).toBeGreaterThan(150)

  await page.emulateMedia({ media: 'print' })
  await expect.poll(async () => (await drawn()).length).toBe(300)
  await page.emulateMedia({ media: 'screen' })
  await expect.poll(async () => few(await drawn())).toBe(true)
  await page.close()
})

/** How many functions of the page run while something is done and until the page rests. */
async function callsDuring(page: Page, act: () => Promise<unknown>): Promise<number> {
  const cdp = await page.context().newCDPSession(page)
  const calls = async () => {
    const { result } = await cdp.send('Profiler.takePreciseCoverage')
    const ofPage = result.filter(({ url }) => url.startsWith(site.address))
    return ofPage.flatMap(({ functions }) => functions).reduce((sum, { ranges }) => sum + ranges[0].count, 0)
  }
  const rests = async () => {
    let total = 0
    for (let more = Infinity; more > 100; total += more) {
      await page.waitForTimeout(150)
      more = await calls()
    }
    return total
  }
  await cdp.send('Profiler.enable')
  await cdp.send('Profiler.startPreciseCoverage', { callCount: true, detailed: false })
  await rests()
  await act()
  const total = await rests()
  await cdp.detach()
  return total
}

test('of hundreds of rows those that do not change are left alone when another row is selected', async () => {
  const page = await site.visit('/a/state-hundreds')
  await page.locator('table.board tr.rated').first().waitFor()
  const [, , first, , second] = await names(page)
  await row(page, first).locator('.rating').hover()
  const chosen = (name: string) => page.locator(`tr.chosen[data-contestant="${name}"]`).waitFor()
  await chosen(first)
  const hover = await callsDuring(page, async () => {
    await row(page, second).locator('.rating').hover()
    await chosen(second)
  })
  const hideThin = await callsDuring(page, async () => {
    await page.locator('.group:not(.listed) a[href*="whisker=alone"]').click()
    await page.waitForURL(/whisker=alone/)
  })
  expect(hover).toBeLessThan(40_000)
  expect(hideThin).toBeLessThan(100_000)
})

test('rows folded away compare with the selected row as soon as they are shown', async () => {
  const page = await site.visit('/a/state-hundreds')
  await page.locator('table.board tr.rated').first().waitFor()
  const selected = (await names(page))[3]
  await row(page, selected).click()
  await page.getByRole('link', { name: 'Show all 300' }).click()
  await expect.poll(() => names(page)).toHaveLength(300)
  const standings = page.locator('table.board tr.rated:is(.equal, .above, .below)')
  await expect.poll(() => standings.count()).toBe(299)
})

test('rows that are sorted while one has the focus leave no error', async () => {
  const context = await site.browser.newContext({ viewport: PHONE })
  const page = await context.newPage()
  const errors: string[] = []
  page.on('pageerror', ({ message }) => errors.push(message))
  await page.goto(`${site.address}/a/state-hundreds`)
  await page.locator('table.board tr.rated').first().waitFor()
  const before = await names(page)
  await row(page, before[0]).locator('button').focus()
  const order = page.locator('#switch-sort')
  for (const option of ['name', 'votes', { index: 0 }]) await order.selectOption(option)
  await expect.poll(() => names(page)).toEqual(before)
  await row(page, before[2]).locator('button').focus()
  await order.selectOption('name')
  await expect.poll(async () => (await names(page))[0]).toBe(HUNDREDS[0])
  expect(errors).toEqual([])
  await context.close()
})

test('of hundreds of rows all are drawn without scripts', async () => {
  const context = await site.browser.newContext({ javaScriptEnabled: false })
  const page = await context.newPage()
  await page.goto(`${site.address}/a/state-hundreds?rows=all`)
  expect(await page.locator('tr.rated').count()).toBe(300)
  const last = page.locator('tr.rated').last()
  await last.scrollIntoViewIfNeeded()
  expect(await last.locator('.whiskers .dot').isVisible()).toBe(true)
  expect(await page.locator('tr.rated .whiskers .dot').count()).toBe(300)
  await context.close()
})

test('of hundreds of contestants only the pairs of the selected row are fetched', async () => {
  const page = await site.visit(`/a/state-hundreds?rows=all&row=${HUNDREDS[4]}`)
  await page.locator('table.board tr.rated').first().waitFor()
  const sizes: number[] = []
  page.on('response', async (response) => {
    if (/head-to-head|sampling/.test(response.url())) sizes.push((await response.body()).length)
  })
  await page.locator('#head-to-head').scrollIntoViewIfNeeded()
  await page.getByText(`${HUNDREDS[4]} against each opponent`, { exact: false }).waitFor()
  await page.locator('#sampling').scrollIntoViewIfNeeded()
  await page.getByText('44,850 pairs', { exact: false }).waitFor()
  expect(sizes.length).toBeGreaterThan(1)
  expect(Math.max(...sizes)).toBeLessThan(20_000)
  await page.close()
})

test('a board of hundreds of rows has no violation, wide or on a phone, dark or light', async () => {
  const says = /of 300 shown/
  const look = violationsAtBothWidths
  expect(await wrongIn(site, '/a/state-hundreds?find=Model-00', { says, viewport: PHONE, look })).toEqual([])
})

// the last: it changes the board
test('with hundreds of rows a new board reaches every row, and the selected one stays selected', async () => {
  const page = await hundreds()
  const selected = (await names(page))[2]
  await row(page, selected).click()
  const strengths = Object.fromEntries(HUNDREDS.slice(100, 106).map((name, i) => [name, i]))
  const { votes: _, ...same } = STATES['three hundred rows']()
  await importInto(site.app.deps, {
    ...same,
    votes: drawnVotes({ strengths, prompts: 12, perPair: 9, seed: 7 }),
  })
  await site.app.settle()
  const ratingsOnServer = async () => {
    const answer = await fetch(`${site.address}/api/arenas/state-hundreds/leaderboard`)
    const { contestants } = (await answer.json()) as Board
    return Object.fromEntries(
      contestants.map(({ name, rating, votes }) => [name, `${Math.round(rating!)} of ${votes}`]),
    )
  }
  const drawn = () =>
    page.locator('table.board tr.rated').evaluateAll((rows) =>
      Object.fromEntries(
        rows.map((one) => {
          const [rating, votes] = ['.rating', '.votes'].map((cell) => one.querySelector(cell)!.firstChild)
          return [
            one.getAttribute('data-contestant')!,
            `${rating!.textContent} of ${votes!.textContent.trim()}`,
          ]
        }),
      ),
    )
  await vi.waitFor(async () => expect(await drawn()).toEqual(await ratingsOnServer()), {
    timeout: 180_000,
    interval: 200,
  })
  expect((await drawn())[HUNDREDS[103]]).toMatch(/ of (?!96$)\d+/)
  expect(await row(page, selected).getAttribute('class')).toContain('chosen')
  expect((await names(page))[2]).toBe(selected)
  const marks = await page.locator('table.board tr.rated td.mark').allTextContents()
  expect(marks.filter((mark) => mark.trim() !== '')).toHaveLength(299)
  await page.close()
})
