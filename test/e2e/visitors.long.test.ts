/** Ways from page to page, without scripts, and of an arena that is private. */
import type { Page } from '@playwright/test'
import { expect, test, describe } from 'vitest'
import { importInto } from '../../server/transfer/index.ts'
import { arenaOf, voteOf } from '../server/arena-import.ts'
import { labellingInvitation } from '../server/invited.ts'
import { ADMIN_TOKEN, createTestApp } from '../support/app.ts'
import { signedIn } from './operator.ts'
import { freshPage, NAMES, openSite, PHONE, siteFor, siteOf, WIDE } from './site.ts'
import { violations, violationsByAllRules } from './violations.ts'
import { readFile } from 'node:fs/promises'

describe('ways', () => {
  /** The ways from page to page: to the operator's, to the climb, and to every criterion that can be voted on. */

  const site = siteFor(() => siteOf(() => createTestApp({ clock: new Date().toISOString() })))

  const climbing = (page: Page) => page.getByText('No challenge has been run here yet.').waitFor()
  const asksFor = (page: Page, criterion: string) =>
    page.waitForRequest(
      (request) => request.url().endsWith('/battles') && request.postDataJSON().criterion === criterion,
    )

  test('without an arena one is made on the page; and the foot of every page links to the operator', async () => {
    const page = await site.visit('/')
    await page.getByRole('link', { name: 'New arena' }).click()
    await page.getByLabel('Admin token').waitFor()
    expect(new URL(page.url()).pathname).toBe('/admin/new')
    await page.goto(`${site.address}/`)
    await page.locator('footer').getByRole('link', { name: 'Admin' }).click()
    await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
    await page.keyboard.press('Enter')
    await page.getByText('There is no arena yet.').waitFor()
  })

  test('the climb is one click away from the board, the comparison and the arena of the operator', async () => {
    const [a, b] = NAMES as [string, string]
    const votes = [voteOf(a, b, 'left'), voteOf(a, b, 'left')]
    const arena = arenaOf('climbable', { votes })
    const prompts = arena.prompts.map((prompt) => ({ ...prompt, reference: 'It is.' }))
    await importInto(site.app.deps, { ...arena, prompts })
    await importInto(site.app.deps, arenaOf('flat', { votes: [voteOf(a, b, 'left')] }))
    await site.app.settle()

    const page = await site.visit('/a/climbable')
    const climb = page.getByRole('link', { name: 'Climb', exact: true })
    for (const path of ['/a/climbable', '/a/climbable/compare']) {
      await page.goto(site.address + path)
      await climb.first().click()
      await climbing(page)
    }
    await page.goto(`${site.address}/admin/a/climbable`)
    await page.getByLabel('Admin token').fill(ADMIN_TOKEN)
    await page.keyboard.press('Enter')
    await climb.click()
    await climbing(page)
    await page.goto(`${site.address}/a/flat`)
    await page.getByRole('link', { name: 'Compare' }).waitFor()
    expect(await climb.count()).toBe(0)

    await page.setViewportSize(PHONE)
    await page.goto(`${site.address}/a/climbable`)
    await page.locator('main').getByRole('link', { name: 'Climb', exact: true }).click()
    await climbing(page)
  })

  test('the board of a criterion leads to votes on it, and the vote page to the others', async () => {
    await importInto(site.app.deps, arenaOf('twofold', { arena: { criteria: ['accurate', 'kind & brief'] } }))
    const page = await site.visit('/a/twofold?criterion=kind+%26+brief')
    const drawn = asksFor(page, 'kind & brief')
    await page.getByRole('link', { name: 'Vote', exact: true }).click()
    await drawn
    const criteria = page.getByRole('navigation', { name: 'Judge by' })
    const chosen = () => criteria.locator('[aria-current]').innerText()
    await criteria.waitFor()
    expect(await chosen()).toBe('kind & brief')
    await page.keyboard.press('ArrowLeft')
    await page.getByText('You can change it until you see the names.').waitFor()

    const other = asksFor(page, 'accurate')
    await criteria.getByRole('link', { name: 'accurate' }).focus()
    await page.keyboard.press('Enter')
    await other
    await page.getByRole('button', { name: 'Left is better' }).waitFor()
    expect(await chosen()).toBe('accurate')
    await page.goBack()
    await page.getByRole('button', { name: 'Next pair' }).waitFor()
    expect(await chosen()).toBe('kind & brief')
    const { rows } = await site.app.database.pool.query(
      'select criterion from votes join battles on battles.id = battle_id',
    )
    expect(rows.at(-1)).toEqual({ criterion: 'kind & brief' })

    await page.setViewportSize(PHONE)
    const foot = page.getByRole('contentinfo')
    await foot.getByRole('button', { name: 'Deutsch' }).click()
    await foot.getByRole('link', { name: 'Verwaltung' }).hover()
    await page.getByRole('link', { name: 'accurate' }).focus()
    expect(await violations(page)).toEqual([])
  })
})

describe('without scripts', () => {
  /** The board without JavaScript, and how JavaScript continues the page that the server rendered. */

  const BOARD = '/a/support-replies'
  const SIZES = [
    ['wide', WIDE],
    ['phone', PHONE],
  ] as const

  const site = siteFor()

  async function open(options: object, path = BOARD, prepare = async (_: Page) => {}): Promise<Page> {
    const page = await freshPage(site, { reducedMotion: 'reduce', ...options })
    await prepare(page)
    await page.goto(site.address + path)
    return page
  }

  describe.each(SIZES)('without JavaScript, %s', (size, viewport) => {
    const visit = (path = BOARD, more = {}) => open({ viewport, javaScriptEnabled: false, ...more }, path)

    test('the board can be read', async () => {
      const page = await visit()
      await page
        .getByRole('heading', { level: 1, name: /^Dead heat\. .* cross the line together\./ })
        .waitFor()
      const rows = page.locator('tr[data-contestant]')
      expect(await rows.count()).toBe(8)
      expect(await rows.first().innerText()).toMatch(/^\s*1–\d/)
      expect(await rows.first().locator('.bar').first().isVisible()).toBe(true)
      expect(await page.locator('body > noscript').innerText()).toContain('rows cannot be selected')
      for (const dead of ['Copy badge as Markdown', 'Deutsch', 'Chosen days'])
        expect(await page.getByRole('button', { name: dead }).isVisible()).toBe(false)
      expect(await page.getByRole('heading', { name: 'Head to head' }).isVisible()).toBe(false)
    })

    test('the list of arenas leads to each', async () => {
      const page = await visit('/')
      await page.getByRole('heading', { level: 1, name: 'Arenas' }).waitFor()
      expect(await page.locator('main li').count()).toBe(2)
      await page.getByRole('link', { name: 'Hostile texts', exact: true }).click()
      await page.waitForURL(/\/a\/hostile$/)
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
      await page.getByRole('link', { name: 'md' }).click()
      expect(await page.locator('body').innerText()).toContain('category')
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
    })
  })

  test('the voting page says what is possible without JavaScript', async () => {
    const page = await open({ javaScriptEnabled: false }, `${BOARD}/vote`)
    expect(await page.locator('body > noscript').innerText()).toContain('Voting needs JavaScript.')
    await page.locator('noscript a', { hasText: 'the board of Customer support replies' }).click()
    await page.getByRole('table').waitFor()
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
      // The stream is asked for once scripts run: a click before that would be lost.
      await expect
        .poll(() => requestedPaths, { timeout: 30_000 })
        .toContain('/api/arenas/support-replies/leaderboard/stream')
      expect(await page.evaluate('document.documentElement.lang')).toBe(locale)
      expect(await page.evaluate('shifts')).toBeLessThan(0.002)
      await page.locator('tr[data-contestant]').nth(2).click()
      await page
        .getByText(locale === 'en' ? /overlaps / : /überlappt /)
        .first()
        .waitFor()
      expect(consoleLines).toEqual([])
      expect(requestedPaths).not.toContain('/api/arenas/support-replies/leaderboard')
    })
  })

  const WATCH_SHIFTS = `
  shifts = 0
  new PerformanceObserver((list) => {
    for (const { value, hadRecentInput } of list.getEntries()) if (!hadRecentInput) shifts += value
  }).observe({ type: 'layout-shift', buffered: true })`
})

describe('a private arena', () => {
  /** The board of a private arena: live and complete after signing in, and unknown to other visitors. */

  const [A, B] = NAMES as [string, string]
  const among = (votes: ReturnType<typeof voteOf>[]) =>
    importInto(site.app.deps, arenaOf('hidden', { arena: { visibility: 'private' }, prompts: 30, votes }))

  const site = siteFor(openSite, async () => {
    await among(
      Array.from({ length: 30 }, (_, n) =>
        voteOf(A, B, n % 3 === 0 ? 'right' : 'left', { prompt: `p${n + 1}` }),
      ),
    )
    await site.app.settle()
  })

  async function onBoard(): Promise<Page> {
    const page = await signedIn({ site }, '/admin')
    await page.goto(`${site.address}/a/hidden`)
    await page.locator('table.board tr.rated').first().waitFor()
    return page
  }

  test('signed in: a vote moves the board without a reload, and no lost connection is reported', async () => {
    const page = await onBoard()
    await page.evaluate('window.notReloaded = true')
    expect(await page.locator('main').innerText()).toMatch(/30 votes/)
    await among([voteOf(A, B, 'left')])
    await page.getByText('31 votes', { exact: false }).first().waitFor()
    expect(await page.evaluate('window.notReloaded')).toBe(true)
    expect(await page.getByText('connection lost', { exact: false }).count()).toBe(0)
  })

  test('signed in: files are downloaded with the token, and the badge for a README is missing', async () => {
    const page = await onBoard()
    const saved = async (name: string) => {
      const coming = page.waitForEvent('download')
      await page.getByRole('button', { name }).click()
      const file = await coming
      return [file.suggestedFilename(), await readFile(await file.path(), 'utf8')]
    }
    expect(await saved('Votes as csv')).toEqual(['hidden-votes.csv', expect.stringContaining(A)])
    expect(await saved('This board as md')).toEqual(['hidden.md', expect.stringContaining(A)])
    expect(await saved('This board as json')).toEqual(['hidden-ratings.json', expect.stringContaining(A)])
    expect(await page.getByText('Badge for a README').count()).toBe(0)
    expect(await violations(page)).toEqual([])
  })

  test('not signed in: an invited person and one with a link to judged pairs read title and question', async () => {
    await importInto(
      site.app.deps,
      arenaOf('asked', {
        arena: { visibility: 'private', title: 'Behind doors', description: 'Which one is kinder?' },
        votes: [voteOf(A, B, 'left', { source: 'judge', voter: 'critic', prompt: 'p2' })],
      }),
    )
    const made = async <Link>(path: string, json: object) =>
      (await (await site.app.asAdmin(`/api/admin/arenas/asked/${path}`, json)).json()) as Link
    const { invitations } = await made<{ invitations: { path: string }[] }>('invitations', {
      people: ['Ada'],
      days: 1,
    })
    const { path } = await labellingInvitation(site.app, 'asked', 1)
    for (const link of [invitations[0].path, path]) {
      const page = await site.visit(link)
      await page.getByRole('heading', { level: 1, name: 'Which one is kinder?' }).waitFor()
      expect(await page.title()).toContain('Behind doors')
      await page.close()
    }
  })

  test('what an invited person sees has no violation, nor closed voting', async () => {
    await importInto(site.app.deps, arenaOf('ending'))
    const operate = async (path: string, json: object) =>
      (await site.app.asAdmin(`/api/admin/arenas/ending/${path}`, json)).json() as Promise<{
        invitations: { path: string }[]
      }>
    const clean = async (path: string, says: RegExp) => {
      const page = await site.visit(path)
      await page.getByText(says).filter({ visible: true }).first().waitFor()
      expect([path, ...(await violationsByAllRules(page))]).toEqual([path])
      await page.close()
    }
    const { invitations } = await operate('invitations', { people: ['Ada'], goal: 2, days: 1 })
    await clean(invitations[0].path, /by everyone invited/)
    await operate('decides', { now: true })
    await clean('/a/ending', /^Closed on .* No votes\.$/)
    await clean('/a/ending/vote', /Voting is closed|Voting closed/)
    const vote = await site.visit('/a/ending/vote')
    const picture = vote.getByRole('img', { name: 'What the board says' })
    await picture.waitFor()
    const width = () => picture.evaluate((image: unknown) => (image as { naturalWidth: number }).naturalWidth)
    await expect.poll(width).toBeGreaterThan(0)
    await vote.close()
  })

  test('not signed in: the arena does not exist', async () => {
    const page = await site.visit('/a/hidden')
    await page.getByText('There is no arena “hidden” here.').waitFor()
    expect(await page.content()).not.toContain(A)
  })
})
