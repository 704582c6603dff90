/** The board without JavaScript, and how JavaScript continues the page that the server rendered. */
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Page } from '@playwright/test'
import { openSite, PHONE, WIDE, type Site } from './site.ts'
import { violations } from './violations.ts'

const BOARD = '/a/support-replies'
const SIZES = [
  ['wide', WIDE],
  ['phone', PHONE],
] as const

let site: Site
beforeAll(async () => {
  site = await openSite()
})
afterAll(() => site?.close())

async function open(options: object, path = BOARD, prepare = async (_: Page) => {}): Promise<Page> {
  const context = await site.browser.newContext({ reducedMotion: 'reduce', locale: 'en', ...options })
  const page = await context.newPage()
  await prepare(page)
  await page.goto(site.address + path)
  return page
}

describe.each(SIZES)('without JavaScript, %s', (size, viewport) => {
  const visit = (path = BOARD, more = {}) => open({ viewport, javaScriptEnabled: false, ...more }, path)

  test('the board can be read', async () => {
    const page = await visit()
    await page
      .getByRole('heading', { level: 1, name: /^No winner yet\. .* is rated highest, but .* may be first/ })
      .waitFor()
    const rows = page.locator('tr[data-contestant]')
    expect(await rows.count()).toBe(8)
    expect(await rows.first().innerText()).toMatch(/^\s*1–\d/)
    expect(await rows.first().locator('.whiskers').isVisible()).toBe(true)
    expect(await page.locator('body > noscript').innerText()).toContain('rows cannot be selected')
    for (const dead of ['Copy the command that verifies this board', 'Deutsch', 'Chosen days'])
      expect(await page.getByRole('button', { name: dead }).isVisible()).toBe(false)
    expect(await page.getByRole('heading', { name: 'Head to head' }).isVisible()).toBe(false)
    await page.context().close()
  })

  test('the list of arenas leads to each', async () => {
    const page = await visit('/')
    await page.getByRole('heading', { level: 1, name: 'Arenas' }).waitFor()
    expect(await page.locator('main li').count()).toBe(2)
    await page.getByRole('link', { name: 'Hostile texts', exact: true }).click()
    await page.waitForURL(/\/a\/hostile$/)
    await page.context().close()
  })

  test('links and lists lead to other views', async () => {
    const page = await visit()
    if (size === 'wide') await page.getByRole('link', { name: 'Refunds', exact: true }).click()
    else {
      await page.locator('#switch-category').selectOption('refunds')
      await page.locator('noscript button').click()
    }
    await page.waitForURL(/[?&]category=refunds/)
    await page.locator('#switch-sort').selectOption('name')
    await page.locator('noscript button').click()
    await page.waitForURL(/[?&]sort=name/)
    const names = await page
      .locator('tr.rated[data-contestant]')
      .evaluateAll((rows) => rows.map((row) => row.getAttribute('data-contestant')))
    expect(names.length).toBeGreaterThan(1)
    expect(names).toEqual([...names].sort())
    await page.getByRole('link', { name: 'txt' }).click()
    expect(await page.locator('body').innerText()).toContain('category')
    await page.context().close()
  })

  test('has no violations, dark or light', async () => {
    // axe itself is a script: it looks at the page as it is where scripts do not run
    const page = await open({ viewport }, BOARD, async (fresh) => {
      await fresh.route('**/*.js', (route) => route.abort())
      await fresh.route(`**${BOARD}`, async (route) => {
        const response = await route.fetch()
        await route.fulfill({ response, body: (await response.text()).replace(/<\/?noscript>/g, '') })
      })
    })
    expect(await violations(page)).toEqual([])
    await page.context().close()
  })
})

test('the voting page says what is possible without JavaScript', async () => {
  const page = await open({ javaScriptEnabled: false }, `${BOARD}/vote`)
  expect(await page.locator('body > noscript').innerText()).toContain('Voting needs JavaScript.')
  await page.locator('noscript a', { hasText: 'the board of Customer support replies' }).click()
  await page.getByRole('table').waitFor()
  await page.context().close()
})

describe.each(SIZES)('with JavaScript, %s', (_, viewport) => {
  test.each(['en', 'de'])('the page is kept as the server rendered it, in %s', async (locale) => {
    const consoleLines: string[] = []
    const requestedPaths: string[] = []
    const page = await open({ viewport, locale }, BOARD, async (fresh) => {
      fresh.on('console', (message) => consoleLines.push(message.text()))
      fresh.on('pageerror', (error) => consoleLines.push(String(error)))
      fresh.on('request', (request) => requestedPaths.push(new URL(request.url()).pathname))
      await fresh.addInitScript(WATCH_SHIFTS)
    })
    const rows = page.locator('tr[data-contestant]')
    await rows.nth(2).click()
    await page
      .getByText(locale === 'en' ? 'cannot be told apart from' : 'nicht zu unterscheiden')
      .first()
      .waitFor()
    expect(await page.evaluate('document.documentElement.lang')).toBe(locale)
    expect(await page.evaluate('shifts')).toBeLessThan(0.002)
    expect(consoleLines).toEqual([])
    await expect.poll(() => requestedPaths).toContain('/api/arenas/support-replies/leaderboard/stream')
    expect(requestedPaths).not.toContain('/api/arenas/support-replies/leaderboard')
    await page.context().close()
  })
})

const WATCH_SHIFTS = `
  shifts = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value
  }).observe({ type: 'layout-shift', buffered: true })`
