/** A static site below a path of a plain file server: its page recomputes the board in the browser. */
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { extname, join, normalize } from 'node:path'
import type { Page } from '@playwright/test'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { deadheatHere } from '../scripts/deadheat.ts'
import { openSite, PHONE, type Site } from './site.ts'
import { violations } from './violations.ts'

const TYPES: Record<string, string> = {
  '.html': 'text/html; charset=utf-8',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.json': 'application/json',
}
const PATH = '/boards/mine/'

let site: Site
let folder: string
let host: Server
let address: string
/** The address of every request that the host received. */
const asked: string[] = []

beforeAll(async () => {
  site = await openSite()
  folder = join(await mkdtemp(join(tmpdir(), 'deadheat-')), 'site')
  const { code, stderr } = await deadheatHere(['export', 'support-replies', 'site', '--output', folder], {
    env: { DATABASE_URL: site.app.database.connectionString },
  })
  if (code !== 0) throw new Error(stderr)
  host = createServer(async ({ url = '' }, response) => {
    asked.push(url)
    const { pathname } = new URL(url, 'http://host')
    const name = normalize(pathname.slice(PATH.length) || 'index.html')
    const bytes = pathname.startsWith(PATH) ? await readFile(join(folder, name)).catch(() => null) : null
    response.writeHead(bytes ? 200 : 404, { 'content-type': TYPES[extname(name)] ?? 'text/plain' })
    response.end(bytes ?? 'not here')
  })
  await new Promise<void>((ready) => host.listen(0, '127.0.0.1', ready))
  address = `http://127.0.0.1:${(host.address() as AddressInfo).port}${PATH}`
})
afterAll(async () => {
  host?.closeAllConnections()
  host?.close()
  await site?.close()
  await rm(join(folder, '..'), { recursive: true, force: true })
})

/** The page in a new context, with what it complained about. */
async function open(path: string, options: Parameters<Site['browser']['newContext']>[0] = {}) {
  const context = await site.browser.newContext({ locale: 'en-GB', ...options })
  const page = await context.newPage()
  const complaints: string[] = []
  page.on('console', (said) => said.type() === 'error' && complaints.push(said.text()))
  page.on('pageerror', ({ message }) => complaints.push(message))
  page.on('request', (request) => !request.url().startsWith(address) && complaints.push(request.url()))
  await page.goto(address + path)
  return { page, complaints, close: () => context.close() }
}

const checkOf = (page: Page) => page.locator('.check.checked, .check.failed')

test('the browser recomputes every digit, and asks no other host', async () => {
  const { page, complaints, close } = await open('')
  await checkOf(page).waitFor()
  expect(await checkOf(page).textContent()).toMatch(/The board agrees with its votes[.,].* from 640 votes/s)
  expect(await page.locator('tr[data-contestant]').count()).toBeGreaterThan(2)
  expect(await violations(page)).toEqual([])
  await page.getByRole('button', { name: 'Contestant' }).click()
  expect(await page.locator('th[aria-sort="ascending"]').textContent()).toContain('Contestant')
  expect(complaints).toEqual([])
  await close()
})

test('a changed vote shows', async () => {
  const file = join(folder, 'votes.jsonl')
  const before = await readFile(file, 'utf8')
  const [first, ...others] = before.split('\n')
  const vote = JSON.parse(first)
  vote.winner = vote.winner === 'model_a' ? 'model_b' : 'model_a'
  await writeFile(file, [JSON.stringify(vote), ...others].join('\n'))
  const { page, close } = await open('index.html', { viewport: PHONE })
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
  await close()
})

test('readers of German get the German page, and may choose the other', async () => {
  const { page, complaints, close } = await open('', { locale: 'de-AT', colorScheme: 'dark' })
  await checkOf(page).waitFor()
  expect(page.url()).toBe(`${address}de.html`)
  expect(await checkOf(page).textContent()).toContain('stimmt mit ihren Stimmen überein')
  expect(await violations(page)).toEqual([])
  await page.getByRole('link', { name: 'English' }).click()
  await page.getByText('agrees with its votes').waitFor()
  expect(page.url()).toBe(`${address}index.html?lang=en`)
  expect(complaints).toEqual([])
  await close()
})

test('without JavaScript the board stands, and the page says how to check it', async () => {
  const { page, close } = await open('', { javaScriptEnabled: false })
  expect(await page.locator('tr[data-contestant]').count()).toBeGreaterThan(2)
  expect(await page.locator('.check').isVisible()).toBe(false)
  expect(await page.locator('main').textContent()).toContain('This page needs JavaScript to recompute')
  await close()
})
