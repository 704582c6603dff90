/** Which pages another site can show in a frame, in a browser. */
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { openSite, resize, type Site } from './site.ts'
import { violationsByAllRules } from './violations.ts'

const BOARD = '/a/support-replies'
let site: Site
/** Another site, whose page frames the address in its query. */
const framing = createServer((request, response) => {
  const framed = new URL(request.url!, 'http://x').searchParams.get('framed') ?? ''
  response.setHeader('content-type', 'text/html')
  response.end(`<!doctype html><title>Another site</title><iframe name="framed" src="${framed}"></iframe>`)
})
let elsewhere: string

beforeAll(async () => {
  site = await openSite()
  await new Promise<void>((listening) => framing.listen(0, '127.0.0.1', listening))
  elsewhere = `http://127.0.0.1:${(framing.address() as AddressInfo).port}`
})
afterAll(async () => {
  await site?.close()
  await new Promise((closed) => framing.close(closed))
})

/** What the frame shows on a page of the other site: the address that the browser gives it, and its text. */
async function shownInFrame(path: string): Promise<{ address: string; text: string }> {
  const page = await (await site.browser.newContext({ locale: 'en' })).newPage()
  await page.goto(`${elsewhere}/?framed=${encodeURIComponent(site.address + path)}`)
  const frame = page.frames()[1]!
  await frame.waitForLoadState()
  const shown = { address: frame.url(), text: await frame.locator('body').innerText() }
  await page.context().close()
  return shown
}

test('another site can frame the embedded board, and no other page', async () => {
  const embedded = await shownInFrame(`${BOARD}/embed`)
  expect(embedded.address).toBe(`${site.address}${BOARD}/embed`)
  expect(embedded.text).toMatch(/No winner yet\.[^]*: all results/)
  for (const path of [BOARD, `${BOARD}/vote`, '/admin']) {
    const { address, text } = await shownInFrame(path)
    expect(address, path).toBe('chrome-error://chromewebdata/')
    expect(text).not.toMatch(/No winner yet|Deadheat/)
  }
})

test('the sentence is larger in a narrow frame, and shown once in every frame', async () => {
  const page = await (await site.browser.newContext({ locale: 'en' })).newPage()
  await page.goto(`${site.address}${BOARD}/embed`)
  const larger = page.locator('.sentence')
  const ofPicture = page.locator('svg text.h').first()
  for (const [width, height, isNarrow] of [
    [800, 460, false],
    [358, 460, true],
    [358, 228, false],
  ] as const) {
    await resize(page, { width, height })
    expect([await larger.isVisible(), await ofPicture.isVisible()]).toEqual([isNarrow, !isNarrow])
    expect(await page.evaluate('document.documentElement.scrollHeight > innerHeight')).toBe(false)
  }
  expect(await violationsByAllRules(page)).toEqual([])
  await page.context().close()
})

test('the link stands below the picture, also in a wide and low frame', async () => {
  const page = await (await site.browser.newContext({ locale: 'en' })).newPage()
  await page.goto(`${site.address}${BOARD}/embed`)
  for (const [width, height] of [
    [1400, 300],
    [800, 460],
  ] as const) {
    await resize(page, { width, height })
    const picture = (await page.locator('svg').boundingBox())!
    const link = (await page.locator('.link').boundingBox())!
    expect([link.x, link.width].map(Math.round)).toEqual([picture.x, picture.width].map(Math.round))
    expect(picture.width / picture.height).toBeCloseTo(1200 / 630, 1)
  }
  await page.context().close()
})

test('the link of the embedded board opens the board in a tab of its own', async () => {
  const page = await (await site.browser.newContext({ locale: 'en' })).newPage()
  await page.goto(
    `${elsewhere}/?framed=${encodeURIComponent(`${site.address}${BOARD}/embed?category=refunds`)}`,
  )
  const [tab] = await Promise.all([
    page.waitForEvent('popup'),
    page.frame('framed')!.getByRole('link', { name: ': all results' }).click(),
  ])
  expect(tab.url()).toBe(`${site.address}${BOARD}?category=refunds`)
  await page.context().close()
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
