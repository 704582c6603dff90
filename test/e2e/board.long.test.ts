/** A board: the first look, rows against each other, hundreds of rows, its parts, and how it is verified. */
import { beforeAll, expect, test, describe, vi } from 'vitest'
import { freshPage, openDetails, PHONE, siteFor } from './site.ts'
import { bringStates, drawnVotes, STATES, HUNDREDS } from './states.ts'
import { violations, violationsAtBothWidths } from './violations.ts'
import type { Page } from '@playwright/test'
import { importInto } from '../../server/transfer/index.ts'
import type { Board } from '../../shared/contracts/board.ts'
import { wrongIn } from './state-checks.ts'

const site = siteFor()

async function board(path: string, options = {}): Promise<Page> {
  const page = await site.visit(path, options)
  await page.locator('table.board tr.rated').first().waitFor()
  return page
}
const row = (page: Page, name: string) => page.locator(`tr[data-contestant="${name}"]`)
const names = (page: Page) =>
  page
    .locator('table.board tr.rated:not([hidden])')
    .evaluateAll((rows) => rows.map((one) => one.getAttribute('data-contestant')!))

describe('rows against each other', () => {
  /** The board itself: rows against each other, finding one, what it costs; by mouse, by keys alone and on a phone. */

  beforeAll(async () => {
    await bringStates(site.app, ['judged', 'practically equal', 'dead heat of all', 'clear winner'])
    await site.app.settle()
  })

  /** What is said of the selected row. */
  const said = (page: Page) => page.locator('.second .stands')

  describe('a selected row', () => {
    test('says whom it overlaps and whom it is above, and each other row says how it stands to it', async () => {
      const page = await board('/a/state-equal?row=Nobody')
      expect(await page.locator('tr.chosen').count()).toBe(0)
      await row(page, 'Baseline').click()
      await said(page)
        .getByText(/^Baseline overlaps|^Baseline is|^Baseline/)
        .waitFor()
      const others = await page.locator('table.board tr.rated td.said').allTextContents()
      expect(others.filter((words) => words === 'selected')).toHaveLength(1)
      expect(others.filter((words) => /overlaps|is above|is below/.test(words))).toHaveLength(
        others.length - 1,
      )
      await said(page).getByRole('button', { name: 'close' }).click()
      await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBeNull()
    })

    test('is chosen by keyboard too: arrows go to a row, Enter selects it, Esc deselects', async () => {
      const page = await board('/a/state-equal')
      const [first, second] = await names(page)
      await row(page, first).getByRole('button').focus()
      await page.keyboard.press('ArrowDown')
      await page.keyboard.press('Enter')
      await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBe(second)
      await page.keyboard.press('ArrowUp')
      await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBe(second)
      await page.keyboard.press('Escape')
      await expect.poll(() => new URL(page.url()).searchParams.get('row')).toBeNull()
    })

    test('on a phone stands above what is said of it at the foot; the address keeps it and nothing else moves', async () => {
      const page = await board('/a/state-equal', { viewport: PHONE })
      const place = () =>
        page.evaluate<number>("document.querySelector('table.board').getBoundingClientRect().top + scrollY")
      const top = await place()
      const last = (await names(page)).at(-1)!
      await row(page, last).click()
      const clear = `document.querySelector('[data-contestant="${last}"]').getBoundingClientRect().bottom
      <= document.querySelector('.second .stands').getBoundingClientRect().top + 0.5`
      await expect.poll(() => page.evaluate(clear)).toBe(true)
      expect(await place()).toBeCloseTo(top, 0)
      await page.reload()
      await said(page).getByRole('button', { name: 'close' }).click()
      await expect.poll(() => new URL(page.url()).search).toBe('')
    })
  })

  test('on a phone the figure that rows are sorted by is beside their rating', async () => {
    const page = await board('/a/state-judged', { viewport: PHONE })
    const figures = page.locator('table.board tr.rated td.figure:visible')
    expect(await figures.count()).toBe(0)
    await page.getByLabel('Order').selectOption('By win rate')
    await expect.poll(() => figures.count()).toBe((await names(page)).length)
    expect(await figures.first().innerText()).toMatch(/^\d+\s%\s*won$/)
  })
})

describe('details', () => {
  test('opened days are marked instead of all days, and forced colours underline the chosen options alone', async () => {
    const page = await site.visit('/a/support-replies')
    const pressed = () => page.locator('.time [aria-pressed="true"]').allInnerTexts()
    expect(await pressed()).toEqual(['All'])
    await page.getByRole('button', { name: 'Chosen days' }).click()
    expect(await pressed()).toEqual(['Chosen days'])
    await page.getByRole('button', { name: 'All', exact: true }).click()
    expect(await pressed()).toEqual(['All'])

    await page.emulateMedia({ forcedColors: 'active' })
    const lines: [boolean, boolean][] = await page.evaluate(`(() => {
    const ground = document.createElement('i')
    ground.style.cssText = 'color: Canvas; forced-color-adjust: none'
    document.body.append(ground)
    return [...document.querySelectorAll('form a, .time .option')].map((one) => [
      one.matches('[aria-current], [aria-pressed="true"]'),
      getComputedStyle(one).borderBottomColor !== getComputedStyle(ground).color,
    ])
  })()`)
    expect(lines.filter(([isChosen]) => !isChosen).length).toBeGreaterThan(3)
    for (const [isChosen, isUnderlined] of lines) expect(isUnderlined).toBe(isChosen)
  })

  test('a selected row stays where it was, and no room for what is said of it is kept', async () => {
    const page = await site.visit('/a/support-replies?source=simulated')
    const top = async () => (await page.locator('tbody tr').first().boundingBox())!.y
    const before = await top()
    const verdict = (await page.locator('.verdict').boundingBox())!
    const head = (await page.locator('thead').first().boundingBox())!
    expect(head.y - verdict.y - verdict.height).toBeLessThan(50)
    await page.goto(`${site.address}/a/support-replies?source=simulated&row=Warm-v3`)
    await page.locator('.second .stands').waitFor()
    expect(await top()).toBe(before)
  })
})

describe('hundreds of rows', () => {
  /** A board of hundreds of rows: finding a row, drawing and fetching only what is near, and a new board meanwhile. */

  beforeAll(async () => {
    await bringStates(site.app, ['three hundred rows'])
    await site.app.settle()
  })

  const hundreds = () => board('/a/state-hundreds?rows=all')

  test('finding a contestant hides the others and never renumbers; one step back shows all again', async () => {
    const page = await hundreds()
    const all = await names(page)
    expect(all).toHaveLength(300)
    // text of rows out of sight, which a browser leaves out of layout
    const rank = await row(page, 'Model-123').locator('td.place').textContent()
    await page.getByLabel('Find a contestant').pressSequentially('12')
    const matchingNames = all.filter((name) => name.includes('12'))
    // the words about the search stand one paint before the rows follow them
    await expect.poll(() => names(page)).toEqual(matchingNames)
    await page.getByText(`${matchingNames.length} of 300 shown`).waitFor()
    expect(await row(page, 'Model-123').locator('td.place').textContent()).toBe(rank)
    expect(await page.getByText(`${300 - matchingNames.length} hidden`, { exact: false }).count()).toBe(1)
    await expect.poll(() => new URL(page.url()).searchParams.get('find')).toBe('12')
    await page.goBack()
    await expect.poll(() => names(page)).toEqual(all)
    expect(await page.getByLabel('Find a contestant').inputValue()).toBe('')
  })

  test('of more than 100, those in the heat have a name, the others a thin bar; all have a name on request', async () => {
    const page = await board('/a/state-hundreds')
    const first = await names(page)
    expect(first.length).toBeLessThanOrEqual(100)
    const shown = await page.locator('tr.thin').allInnerTexts()
    const more = shown.map((text) => Number(/(\d+)(?: of 300| more)/.exec(text)![1]))
    expect(first.length + more.reduce((sum, n) => sum + n, 0)).toBe(300)
    await page
      .locator('tr.thin .field')
      .last()
      .hover({ position: { x: 200, y: 30 } })
    await page
      .locator('tr.thin .looked')
      .getByText(/Model-\d+/)
      .waitFor()
    await page.getByRole('button', { name: 'Show who beat whom' }).click()
    await page.locator('#head-to-head').getByRole('combobox').waitFor()
    await page.getByRole('link', { name: 'open all' }).last().click()
    await expect.poll(() => names(page)).toHaveLength(300)
    await expect.poll(() => new URL(page.url()).searchParams.get('rows')).toBe('all')
    await page.getByRole('link', { name: 'First by name, others as bars' }).click()
    await expect.poll(() => names(page)).toEqual(first)

    const thin = HUNDREDS.find((name) => !first.includes(name))!
    await page.goto(`${site.address}/a/state-hundreds?row=${thin}`)
    await expect.poll(async () => (await names(page)).includes(thin)).toBe(true)
    expect(await names(page)).toHaveLength(first.length + 1)
    await page.getByLabel('Find a contestant').fill('Model-29')
    const found = HUNDREDS.filter((name) => name.includes('Model-29'))
    await expect
      .poll(async () => (await names(page)).filter((name) => found.includes(name)).length)
      .toBe(found.length)
  })

  test('of hundreds of rows the browser draws those near the visible ones; all can be found, read aloud and printed', async () => {
    const page = await hundreds()
    const drawn = () =>
      page
        .locator('table.board tr.rated .tick')
        .evaluateAll((plots) =>
          plots.flatMap((plot, place) =>
            plot.checkVisibility({ contentVisibilityAuto: true }) ? [place] : [],
          ),
        )
    await expect.poll(async () => (await drawn()).length).toBeLessThan(120)
    expect((await drawn())[0]).toBe(0)

    expect(await page.getByRole('row', { name: /Model-\d{3}/ }).count()).toBe(300)
    const aloud = await page.locator('table.board tr.rated td.plot .heard').allTextContents()
    expect(aloud.filter((words) => /its bar/.test(words))).toHaveLength(300)
    const last = (await names(page)).at(-1)!
    await expect.poll(() => page.evaluate(`find(${JSON.stringify(last)})`)).toBe(true)

    await page.evaluate('getSelection().empty()')
    await row(page, last).scrollIntoViewIfNeeded()
    await expect.poll(async () => (await drawn()).at(-1)).toBe(299)
    expect((await drawn())[0]).toBeGreaterThan(150)
    await page.emulateMedia({ media: 'print' })
    await expect.poll(async () => (await drawn()).length).toBe(300)
  })

  test('rows that were thin bars compare with the selected row as soon as they are shown', async () => {
    const page = await board('/a/state-hundreds')
    const selected = (await names(page))[3]
    await row(page, selected).click()
    await page.getByRole('link', { name: 'All 300' }).click()
    await expect.poll(() => names(page)).toHaveLength(300)
    const standings = page.locator('table.board tr.rated:is(.equal, .above, .below)')
    await expect.poll(() => standings.count()).toBe(299)
  })

  test('rows that are sorted while one has the focus leave no error', async () => {
    const page = await freshPage(site, { viewport: PHONE })
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
  })

  test('of hundreds of rows all are drawn without scripts', async () => {
    const page = await freshPage(site, { javaScriptEnabled: false })
    await page.goto(`${site.address}/a/state-hundreds?rows=all`)
    expect(await page.locator('tr.rated').count()).toBe(300)
    const last = page.locator('tr.rated').last()
    await last.scrollIntoViewIfNeeded()
    expect(await last.locator('.tick').isVisible()).toBe(true)
    expect(await page.locator('tr.rated .tick').count()).toBe(300)
  })

  test('of hundreds of contestants only the pairs of the selected row are fetched', async () => {
    const page = await board(`/a/state-hundreds?rows=all&row=${HUNDREDS[4]}`)
    const sizes: number[] = []
    page.on('response', async (response) => {
      if (/head-to-head|sampling/.test(response.url())) sizes.push((await response.body()).length)
    })
    await page.locator('#head-to-head').getByRole('button', { name: 'Show who beat whom' }).click()
    await page.getByText(`${HUNDREDS[4]} against each opponent`, { exact: false }).waitFor()
    await openDetails(page)
    await page.locator('#sampling').scrollIntoViewIfNeeded()
    await page.getByText('each of 44,850 pairs:', { exact: false }).waitFor()
    await expect.poll(() => sizes.length).toBeGreaterThan(1)
    expect(Math.max(...sizes)).toBeLessThan(20_000)
  })

  test('a board of hundreds of rows has no violation, wide or on a phone, dark or light', async () => {
    const says = /of 300 shown/
    const look = violationsAtBothWidths
    expect(await wrongIn(site, '/a/state-hundreds?find=Model-00', { says, viewport: PHONE, look })).toEqual(
      [],
    )
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
    const standings = await page.locator('table.board tr.rated td.said').allTextContents()
    expect(standings.filter((said) => /overlaps|is above|is below/.test(said))).toHaveLength(299)
  })
})

// the last: it ends the streams of all boards
describe('states', () => {
  /** A board with long names, and one whose server is gone. */

  beforeAll(async () => {
    await bringStates(site.app, ['clear winner', 'very long names'])
    await site.app.settle()
  })

  test('long names are cut at their ends in both reading directions, and are copied whole', async () => {
    const page = await site.visit('/a/state-long-names', { viewport: PHONE })
    const names = page.locator('table.board a.who')
    await names.first().waitFor()
    for (const link of await names.all()) {
      const whole = (await link.getAttribute('title'))!
      expect(await link.ariaSnapshot()).toContain(whole)
      const [copied, hidden] = await link.evaluate((element) => {
        const view = element.ownerDocument.defaultView!
        view.getSelection()!.selectAllChildren(element)
        const name = element.querySelector('bdi')!
        const [around, own] = [element.getBoundingClientRect(), name.getBoundingClientRect()]
        const out = Math.max(around.left - own.left, own.right - around.right, 0)
        // the end is cut, so what is scrolled out of sight is there
        return [
          String(view.getSelection()),
          out < 1 && name.scrollLeft === 0 ? view.getComputedStyle(name).textOverflow : 'out',
        ]
      })
      expect([copied, hidden]).toEqual([whole, 'ellipsis'])
    }
  })

  test('who wins stands alone past the line, with the points to the next bar', async () => {
    const page = await site.visit('/a/state-winner')
    await page
      .locator('table.board tr.group.first')
      .getByText(/^(Winner|Leads)$/)
      .waitFor()
    expect(await page.locator('tr.rated.long').count()).toBe(1)
    expect(await page.locator('tr.rated.long .clear').innerText()).toMatch(/^\d+ points clear$/)
  })

  test('the page reports that the server is gone, and keeps the last board', async () => {
    const page = await site.visit('/a/state-winner')
    await page
      .getByText(/Warm-v3 (leads|wins)/)
      .first()
      .waitFor()
    await page.context().setOffline(true)
    site.app.endStreams()
    await page.getByText('connection lost; this is the last board received').waitFor()
    expect(await page.locator('table.board tr.rated').count()).toBe(8)
    expect(await violations(page)).toEqual([])
  })
})
