/** Answers that run in a frame: what people see, and what such an answer may try. */
import { createSocket, type Socket } from 'node:dgram'
import { fileURLToPath } from 'node:url'
import type { Frame, Page } from '@playwright/test'
import { beforeAll, describe, expect, test } from 'vitest'
import { readPrices } from '../../server/platform/providers/index.ts'
import { checkArena, importInto } from '../../server/transfer/index.ts'
import { WEB_ANSWER_FRAME } from '../../shared/web-answers/web-document.ts'
import { arenaOfKind } from './kinds-of-text.ts'
import { openSite, PHONE, siteFor, WIDE } from './site.ts'
import { violations } from './violations.ts'
import { casesIn } from '../support/cases.ts'
import { openForAll } from '../support/later.ts'
import { listening } from '../support/listening.ts'

const CASES = casesIn<Record<'tries' | 'pages', Record<string, string>>>(import.meta.url, 'web-answers')

/** What reached a server that is not Deadheat's. */
const reached: string[] = []
const outside = openForAll(() =>
  listening(({ url }, response) => {
    if (url !== UNGUARDED) reached.push(url ?? '')
    response.setHeader('access-control-allow-origin', '*')
    if (url === UNGUARDED) response.setHeader('content-type', 'text/html')
    response.end(url === UNGUARDED ? WITHOUT_GUARD : 'outside')
  }),
)

const site = siteFor(openSite, async () => {
  for (const [key, text] of Object.entries(attacks())) await bring(key, [page(text), PLAIN])
  await bring('web-off', [PLAIN, page('Other')], {})
})

/** An arena of one pair. */
const bring = (key: string, answers: [string, string], settings: object = { webAnswers: 'on' }) =>
  importInto(site.app.deps, {
    ...arenaOfKind({ key, messages: [{ role: 'user', content: 'Build it.' }], answers }),
    setUp: { settings, providers: [], judges: [], checks: [] },
  })

const page = (body: string) => `<!doctype html><html><body><h1>Ran</h1>${body}</body></html>`
const PLAIN = page('<p>Plain</p>')

/** The frame of an answer without what keeps one from the network. */
const [UNGUARDED, WITHOUT_GUARD] = [
  '/unguarded',
  `<!doctype html><script>addEventListener('message', ({ data }) => { document.open(); document.write(data); document.close() }, { once: true })</script>`,
]

/** Asks a server of its own choice for this machine's address. */
const PEER_AT = (port: number) =>
  `{ const p = new RTCPeerConnection({ iceServers: [{ urls: \`stun:127.0.0.1:${port}\` }] }); p.createDataChannel(\`x\`); p.createOffer().then((offer) => p.setLocalDescription(offer)) }`

/** What the tries below share: texts of a frame with scripts, and that frame made of nodes. */
const PEER_TOOLS = (peer: string) => `
  const b = document.body, W = 'src' + 'doc', D = '<script>${peer}</' + 'script>', H = '<iframe ' + W + '="' + D + '"></iframe>'
  const X = 'http://www.w3.org/1999/xhtml', S = '<template shadowroot' + 'mode="open"><i></i></template>'
  const make = (name, d = document) => d.createElementNS(X, name), bare = () => make('iframe'), inert = () => document.implementation.createHTMLDocument()
  const named = (d = document) => { const a = d.createAttribute(W); a.value = D; return a }
  const node = (d = document) => { const f = make('iframe', d); f.setAttributeNode(named(d)); return f }
  const xml = (text) => new DOMParser().parseFromString(text, 'text/xml')
  const styled = () => { const p = new XSLTProcessor(); p.importStylesheet(xml('<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"><xsl:output method="html"/><xsl:template match="/"><div><iframe><xsl:attribute name="{concat(' + "'src','doc'" + ')}">' + D.replace(/</g, '&lt;') + '</xsl:attribute></iframe></div></xsl:template></xsl:stylesheet>')); return p }
  const shadow = (host, options) => host.attachShadow({ mode: 'closed', ...options })
  const busy = () => { for (const from = performance.now(); performance.now() - from < 500; ); }
  const take = (w) => { const { RTCPeerConnection } = w; ${peer} }
  const put = (html) => { b.insertAdjacentHTML('beforeend', html); return b.lastChild }
`
/** Ways to a realm that has WebRTC: each works where nothing guards. */
const PEER_TRIES = CASES.tries
/** Those that need markup beside the script. */
const PEER_PAGES = (peer: string): Record<string, string> => ({
  ...Object.fromEntries(
    Object.entries(PEER_TRIES).map(([way, tried]) => [
      way,
      `<script>{${PEER_TOOLS(peer)};${tried}}</script>`,
    ]),
  ),
  markup: `<iframe srcdoc="<script>${peer}</script>"></iframe>`,
  'written start': `<script>document.write('<iframe src')</script>doc="<script>${peer}</script>"></iframe>`,
  'written start in a written shadow root': `<script>document.write('<p><template shadow')</script>rootmode="open"><script>document.write('<iframe src')</script>doc="<script>${peer}</script>"></iframe></template>`,
  'shadow root in markup': `<p id="h"><template shadowrootmode="open"></template></p><script>${PEER_TOOLS(peer)}; h.shadowRoot.append(node())</script>`,
  'module after a wait': `<script type="module">${PEER_TOOLS(peer)}; await new Promise((later) => setTimeout(later, 50)); b.append(node())</script>`,
})

/** Each writes into its own title what it achieved. */
const attacks = (): Record<string, string> =>
  Object.fromEntries(
    Object.entries(CASES.pages).map(([key, text]) => [
      key,
      text.replaceAll('AWAY_WS', outside.address.replace('http', 'ws')).replaceAll('AWAY', outside.address),
    ]),
  )

describe('the example arena', () => {
  const EXAMPLE = fileURLToPath(new URL('../../examples/web-pages/arena.yaml', import.meta.url))
  const LAPTOP = { width: 1366, height: 640 }
  beforeAll(async () => {
    const plan = await checkArena(EXAMPLE, { env: {}, prices: await readPrices(), now: new Date() })
    await importInto(site.app.deps, plan.incoming!)
  })

  // each pair is looked at in both colour schemes
  test.each([
    ['wide', WIDE, 'en-GB'],
    ['on a laptop', LAPTOP, 'en-GB'],
    ['on a laptop, in German', LAPTOP, 'de-DE'],
    ['on a phone, in German', PHONE, 'de-DE'],
  ] as const)(
    '%s: axe finds nothing, and both frames and the choice are in the window',
    async (_, viewport, locale) => {
      const view = await site.visit('/a/web-pages/vote', { viewport, locale })
      await expect.poll(() => framesOf(view).length).toBe(2)
      expect(await violations(view)).toEqual([])
      const width = await view.evaluate<number>('document.documentElement.scrollWidth')
      expect(width).toBe(viewport.width)
      const isSideBySide = viewport.width > PHONE.width
      const boxes = await Promise.all(
        (await view.locator('article iframe').all()).map((one) => one.boundingBox()),
      )
      const choices = view.getByRole('group', { name: locale === 'de-DE' ? 'Deine Wahl' : 'Your choice' })
      const bar = (await choices.boundingBox())!
      expect(bar.y + bar.height).toBeLessThanOrEqual(viewport.height)
      if (isSideBySide) for (const box of boxes) expect(box!.y).toBeLessThan(bar.y - 100)
    },
  )
})

const choice = (view: Page) => view.getByRole('group', { name: 'Your choice' })

async function voting(arena: string, viewport = WIDE): Promise<Page> {
  const view = await site.visit(`/a/${arena}/vote`, { viewport })
  await choice(view).waitFor()
  return view
}

/** The frame with the answer that tries something: the other one says "Plain". */
async function trying(view: Page): Promise<Frame> {
  await expect.poll(() => framesOf(view).length).toBe(2)
  await Promise.all(framesOf(view).map((frame) => frame.getByText('Ran', { exact: true }).first().waitFor()))
  for (const frame of framesOf(view)) if ((await frame.getByText('Plain').count()) === 0) return frame
  throw new Error('no frame tries anything')
}

const framesOf = (view: Page) => view.mainFrame().childFrames()

type Side = 'left' | 'right'
/** Where that answer is. */
async function sideOf(view: Page): Promise<Side> {
  const frame = await (await trying(view)).frameElement()
  return (await frame.getAttribute('title'))!.startsWith('Left') ? 'left' : 'right'
}

/** Votes with a click, which works only while the page answers. */
async function vote(view: Page): Promise<void> {
  await view.getByRole('button', { name: 'Tie' }).click()
  await view.getByRole('button', { name: 'Next pair' }).waitFor()
}

test('both sides run at one size, and a switch shows the source', async () => {
  for (const viewport of [WIDE, PHONE]) {
    const view = await voting('harmless', viewport)
    const frame = await trying(view)
    await expect.poll(() => frame.title()).toBe('ran null')
    const sizes = await view
      .locator('article iframe')
      .evaluateAll((frames) => frames.map((one) => `${one.clientWidth} × ${one.clientHeight}`))
    expect(new Set(sizes).size).toBe(1)
    expect(await view.locator('article iframe').first().getAttribute('title')).toBe('Left: web page')
    expect(await violations(view)).toEqual([])
    await view.getByRole('button', { name: 'Plain text' }).click()
    expect(await view.locator('iframe').count()).toBe(0)
    await view.getByText('<!doctype html>').first().waitFor()
    await view.close()
  }
})

test('without the setting an answer is source', async () => {
  const view = await voting('web-off')
  expect(await view.locator('iframe').count()).toBe(0)
})

test('an answer reads nothing of the page and opens nothing', async () => {
  const view = await voting('reads')
  const frame = await trying(view)
  await expect.poll(() => frame.title()).toMatch(/^did:/)
  expect(await frame.title()).toBe('did:')
  expect(view.context().pages()).toHaveLength(1)
})

test('an answer reaches no network, also not by leaving', async () => {
  for (const arena of ['calls', 'leaves']) {
    const view = await voting(arena)
    if (arena !== 'leaves') await trying(view)
    await view.waitForTimeout(1000)
    expect(new URL(view.url()).pathname).toBe(`/a/${arena}/vote`)
    await vote(view)
  }
  expect(reached).toEqual([])
})

test('no way to another realm lets an answer use WebRTC, and each does without the guard', async () => {
  const view = await site.visit('/a/harmless/vote', { viewport: WIDE })
  const open: Socket[] = []
  const sent = async (address: string, sandbox: string | null) => {
    const counts: Record<string, number> = {}
    for (const way of Object.keys(PEER_PAGES(''))) {
      counts[way] = 0
      const socket = createSocket('udp4').on('message', () => counts[way]!++)
      open.push(socket)
      await new Promise<void>((bound) => socket.bind(0, '127.0.0.1', bound))
      const text = page(PEER_PAGES(PEER_AT(socket.address().port))[way]!)
      const given = JSON.stringify({ address, sandbox, text })
      await view.evaluate(`(async ({ address, sandbox, text }) => {
        const frame = document.createElement('iframe')
        if (sandbox !== null) frame.setAttribute('sandbox', sandbox)
        frame.src = address
        document.body.append(frame)
        await new Promise((loaded) => (frame.onload = loaded))
        frame.contentWindow.postMessage(text, '*')
      })(${given})`)
    }
    return counts
  }
  const inFrame = await sent(WEB_ANSWER_FRAME, 'allow-scripts')
  await view.waitForTimeout(3000)
  expect(Object.entries(inFrame).filter(([, count]) => count > 0)).toEqual([])
  await view.goto(`${outside.address}${UNGUARDED}`)
  const without = await sent(UNGUARDED, null)
  await expect
    .poll(() => Object.keys(without).filter((way) => without[way] === 0), { timeout: 20_000 })
    .toEqual([])
  expect(Object.entries(inFrame).filter(([, count]) => count > 0)).toEqual([])
  for (const socket of open) socket.close()
})

test('an answer may write pieces, set HTML and have shadow roots', async () => {
  const frame = await trying(await voting('writes'))
  await frame.locator('p').getByText('1,2,inner').waitFor({ timeout: 20_000 })
  expect(await frame.locator('table').count()).toBe(0)
})

test('an answer can be used with the keyboard, and voting goes on beside it', async () => {
  const view = await voting('harmless')
  const frame = await trying(view)
  await frame.evaluate("document.querySelector('button').onclick = () => (document.title = 'pressed')")
  await view
    .locator(`#answer-${await sideOf(view)}`)
    .getByRole('button', { name: 'Click to use it' })
    .focus()
  await view.keyboard.press('Enter')
  await view.keyboard.press('Tab')
  await view.keyboard.press('Enter')
  await expect.poll(() => frame.title()).toBe('pressed')
  expect(await view.getByRole('button', { name: 'Next pair' }).count()).toBe(0)
  await vote(view)
})

test('an answer opens no dialogs and casts no vote by messages', async () => {
  const view = await voting('talks')
  const dialogs: string[] = []
  view.on('dialog', (dialog) => {
    dialogs.push(dialog.message())
    void dialog.dismiss()
  })
  await trying(view)
  await view.waitForTimeout(200)
  expect(dialogs).toEqual([])
  expect(await choice(view).isVisible()).toBe(true)
  expect(await view.getByRole('button', { name: 'Next pair' }).count()).toBe(0)
})

test('an answer that takes the keyboard again and again is stopped, and nothing covers the choice', async () => {
  for (const arena of ['grabs', 'covers']) {
    const view = await voting(arena)
    if (arena === 'covers') await trying(view)
    else await view.getByText('it kept taking the keyboard', { exact: false }).waitFor()
    await view.keyboard.press('t')
    await view.getByRole('button', { name: 'Next pair' }).waitFor()
    expect(await choice(view).count()).toBe(0)
  }
})

test('the page answers while an answer loops without end or takes all memory', async () => {
  for (const arena of ['loops', 'swells']) {
    const view = await voting(arena)
    await view.waitForTimeout(800)
    await vote(view)
    expect(await choice(view).count()).toBe(0)
    await view.close()
  }
})
