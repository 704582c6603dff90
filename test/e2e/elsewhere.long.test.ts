/** A board away from its page: in a frame, as a static site, and drawn as pictures. */
import { describe, expect, test } from 'vitest'
import { freshPage, openSite, PHONE, resize, siteFor, type Site } from './site.ts'
import { violationsByAllRules, violations } from './violations.ts'
import { readFile, rm, writeFile } from 'node:fs/promises'
import { extname, join, normalize } from 'node:path'
import type { Page } from '@playwright/test'
import { deadheatHere } from '../scripts/deadheat.ts'
import { openForAll } from '../support/later.ts'
import { listening } from '../support/listening.ts'
import { folderForAll } from '../support/temporary-folder.ts'

describe('in a frame', () => {
  /** Which pages another site can show in a frame, in a browser. */

  const BOARD = '/a/support-replies'
  const site = siteFor()
  /** Another site, whose page frames the address in its query. */
  const elsewhere = openForAll(() =>
    listening((request, response) => {
      const framed = new URL(request.url!, 'http://x').searchParams.get('framed') ?? ''
      response.setHeader('content-type', 'text/html')
      response.end(
        `<!doctype html><title>Another site</title><iframe name="framed" src="${framed}"></iframe>`,
      )
    }),
  )

  /** What the frame shows on a page of the other site: the address that the browser gives it, and its text. */
  async function shownInFrame(path: string): Promise<{ address: string; text: string }> {
    const page = await freshPage(site)
    await page.goto(`${elsewhere.address}/?framed=${encodeURIComponent(site.address + path)}`)
    const frame = page.frames()[1]!
    await frame.waitForLoadState()
    return { address: frame.url(), text: await frame.locator('body').innerText() }
  }

  test('another site can frame the embedded board, and no other page', async () => {
    const embedded = await shownInFrame(`${BOARD}/embed`)
    expect(embedded.address).toBe(`${site.address}${BOARD}/embed`)
    expect(embedded.text).toMatch(/Dead heat\.[^]*: all results/)
    for (const path of [BOARD, `${BOARD}/vote`, '/admin']) {
      const { address, text } = await shownInFrame(path)
      expect(address, path).toBe('chrome-error://chromewebdata/')
      expect(text).not.toMatch(/Dead heat\.|Deadheat/)
    }
  })

  test('one picture is shown in every frame, with larger words in a narrow one, and its link stands below it', async () => {
    const page = await freshPage(site)
    await page.goto(`${site.address}${BOARD}/embed`)
    for (const [width, height, shown] of [
      [1400, 300, '.light .wide'],
      [800, 460, '.light .wide'],
      [358, 800, '.light .narrow'],
    ] as const) {
      await resize(page, { width, height })
      const visible = page.locator('svg:visible')
      expect(await visible.count()).toBe(1)
      expect(await page.locator(`${shown} svg`).isVisible()).toBe(true)
      expect(await page.evaluate('document.documentElement.scrollWidth > innerWidth')).toBe(false)
      if (width < 700) continue
      const picture = (await visible.boundingBox())!
      const link = (await page.locator('.link').boundingBox())!
      expect([link.x, link.width].map(Math.round)).toEqual([picture.x, picture.width].map(Math.round))
      expect(picture.width / picture.height).toBeCloseTo(1200 / 630, 1)
    }
    expect(await violationsByAllRules(page)).toEqual([])
  })

  test('the link of the embedded board opens the board in a tab of its own', async () => {
    const page = await freshPage(site)
    await page.goto(
      `${elsewhere.address}/?framed=${encodeURIComponent(`${site.address}${BOARD}/embed?category=refunds`)}`,
    )
    const [tab] = await Promise.all([
      page.waitForEvent('popup'),
      page.frame('framed')!.getByRole('link', { name: ': all results' }).click(),
    ])
    expect(tab.url()).toBe(`${site.address}${BOARD}?category=refunds`)
  })

  test('the board page copies the code of the frame', async () => {
    const page = await site.visit(BOARD)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const copy = page.getByRole('button', { name: 'Copy embed code' })
    await copy.click()
    await expect.poll(() => copy.innerText()).toBe('Copied')
    const code = await page.evaluate('navigator.clipboard.readText()')
    expect(code).toBe(
      `<iframe src="${site.address}${BOARD}/embed" width="800" height="460" title="Customer support replies" style="border:0;max-width:100%" loading="lazy"></iframe>`,
    )
  })
})

describe('a static site', () => {
  /** A static site below a path of a plain file server: its page recomputes the board in the browser. */

  const TYPES: Record<string, string> = {
    '.html': 'text/html; charset=utf-8',
    '.js': 'text/javascript',
    '.css': 'text/css',
    '.svg': 'image/svg+xml',
    '.json': 'application/json',
  }
  const PATH = '/boards/mine/'

  const folder = join(folderForAll(), 'site')
  let address: string
  /** The address of every request that the host received. */
  const asked: string[] = []

  const host = openForAll(() =>
    listening(async ({ url = '' }, response) => {
      asked.push(url)
      const { pathname } = new URL(url, 'http://host')
      const name = normalize(pathname.slice(PATH.length) || 'index.html')
      const bytes = pathname.startsWith(PATH) ? await readFile(join(folder, name)).catch(() => null) : null
      response.writeHead(bytes ? 200 : 404, { 'content-type': TYPES[extname(name)] ?? 'text/plain' })
      response.end(bytes ?? 'not here')
    }),
  )

  const site = siteFor(openSite, async () => {
    const { code, stderr } = await deadheatHere(['export', 'support-replies', 'site', '--output', folder], {
      env: { DATABASE_URL: site.app.database.connectionString },
    })
    if (code !== 0) throw new Error(stderr)
    address = host.address + PATH
  })

  /** The page in a new context, with what it complained about. */
  async function open(path: string, options: Parameters<Site['browser']['newContext']>[0] = {}) {
    const page = await freshPage(site, { locale: 'en-GB', ...options })
    const complaints: string[] = []
    page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()))
    page.on('pageerror', ({ message }) => complaints.push(message))
    page.on('request', (request) => !request.url().startsWith(address) && complaints.push(request.url()))
    await page.goto(address + path)
    return { page, complaints }
  }

  const checkOf = (page: Page) => page.locator('.check.checked, .check.failed')

  test('the browser recomputes every digit, and asks no other host', async () => {
    const { page, complaints } = await open('')
    await checkOf(page).waitFor()
    expect(await checkOf(page).textContent()).toMatch(/The board agrees with its votes[.,].* from 640 votes/s)
    expect(await page.locator('tr[data-contestant]').count()).toBeGreaterThan(2)
    expect(await violations(page)).toEqual([])
    await page.getByRole('button', { name: 'Contestant' }).click()
    expect(await page.locator('th[aria-sort="ascending"]').textContent()).toContain('Contestant')
    expect(complaints).toEqual([])
  })

  test('a changed vote shows', async () => {
    const file = join(folder, 'votes.jsonl')
    const before = await readFile(file, 'utf8')
    const [first, ...others] = before.split('\n')
    const vote = JSON.parse(first)
    vote.winner = vote.winner === 'model_a' ? 'model_b' : 'model_a'
    await writeFile(file, [JSON.stringify(vote), ...others].join('\n'))
    const { page } = await open('index.html', { viewport: PHONE })
    await checkOf(page).waitFor()
    expect(await checkOf(page).textContent()).toContain('The board does not agree with its votes')
    expect(await page.getByRole('rowheader', { name: 'votesSha256' }).count()).toBe(1)
    expect(await violations(page)).toEqual([])

    await writeFile(file, `${first}\n{"model_a":"A"}\n`)
    await page.reload()
    await checkOf(page).waitFor()
    expect(await checkOf(page).textContent()).toMatch(/Line 2 of votes\.jsonl is not a vote: .*model_b/s)

    await rm(file)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('cannot be loaded (status 404)').waitFor()

    await writeFile(file, before)
    await page.getByRole('button', { name: 'Try again' }).click()
    await page.getByText('The board agrees with its votes').waitFor()
  })

  test('readers of German get the German page, and may choose the other', async () => {
    const { page, complaints } = await open('', { locale: 'de-AT', colorScheme: 'dark' })
    await checkOf(page).waitFor()
    expect(page.url()).toBe(`${address}de.html`)
    expect(await checkOf(page).textContent()).toContain('stimmt mit ihren Stimmen überein')
    expect(await violations(page)).toEqual([])
    await page.getByRole('link', { name: 'English' }).click()
    await page.getByText('agrees with its votes').waitFor()
    expect(page.url()).toBe(`${address}index.html?lang=en`)
    expect(complaints).toEqual([])
  })
})
