/** Answers that run in a frame: what people see, and what such an answer may try. */
import { execFile } from 'node:child_process'
import { createSocket, type Socket } from 'node:dgram'
import { writeFile } from 'node:fs/promises'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import type { Frame, Page } from '@playwright/test'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { findChromium } from '../../scripts/setup/chromium.ts'
import { drawPage } from '../../server/web-answers/draw-answers.ts'
import { readPrices } from '../../server/platform/providers/index.ts'
import { checkArena, importInto } from '../../server/transfer/index.ts'
import { temporaryFolder } from '../support/temporary-folder.ts'
import { arenaOfKind } from './kinds-of-text.ts'
import { openSite, PHONE, WIDE, type Site } from './site.ts'
import { violations } from './violations.ts'

let site: Site
let outside: Server
/** What reached a server that is not Deadheat's. */
const reached: string[] = []
let away = ''
let datagrams: Socket

beforeAll(async () => {
  outside = createServer(({ url }, response) => {
    reached.push(url ?? '')
    response.setHeader('access-control-allow-origin', '*')
    response.end('outside')
  })
  await new Promise<void>((listening) => outside.listen(0, '127.0.0.1', listening))
  away = `http://127.0.0.1:${(outside.address() as AddressInfo).port}`
  datagrams = createSocket('udp4').on('message', () => reached.push('a datagram'))
  await new Promise<void>((bound) => datagrams.bind(0, '127.0.0.1', bound))
  site = await openSite()
  for (const [key, text] of Object.entries(attacks()))
    await importInto(site.app.deps, {
      ...arenaOfKind({
        key,
        messages: [{ role: 'user', content: 'Build it.' }],
        answers: [page(text), PLAIN],
      }),
      setUp: { settings: { webAnswers: 'on' }, providers: [], judges: [], checks: [] },
    })
  await importInto(
    site.app.deps,
    arenaOfKind({
      key: 'web-off',
      messages: [{ role: 'user', content: 'Build it.' }],
      answers: [PLAIN, page('Other')],
    }),
  )
})
afterAll(async () => {
  await site?.close()
  outside.close()
  datagrams.close()
})

const page = (body: string) => `<!doctype html><html><body><h1>Ran</h1>${body}</body></html>`
const PLAIN = page('<p>Plain</p>')

/** Asks a server of its own choice for this machine's address. */
const PEER_AT = (port: number) =>
  `const p = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${port}' }] }); p.createDataChannel('x'); p.createOffer().then((offer) => p.setLocalDescription(offer))`

/** Each writes into its own title what it achieved. */
const attacks = (peer = PEER_AT(datagrams.address().port)) => ({
  harmless: '<script>document.title = "ran " + origin</script><button>Tie</button>',
  reads: `<script>
    const tries = {
      parent: () => parent.document.title, top: () => top.location.href, storage: () => localStorage.length,
      cookie: () => document.cookie, sibling: () => parent.frames[0].document.title + parent.frames[1].document.title,
      opened: () => { if (!open('about:blank')) throw 0 },
    }
    const done = Object.keys(tries).filter((name) => { try { tries[name](); return true } catch { return false } })
    document.title = 'did: ' + done.join()
  </script>`,
  calls: `<link rel="stylesheet" href="${away}/style"><link rel="prefetch" href="${away}/prefetch">
    <link rel="preconnect" href="${away}"><img src="${away}/picture"><script src="${away}/script"></script>
    <iframe src="${away}/frame"></iframe><form id="f" action="${away}/form"></form><video src="${away}/video"></video>
    <style>@import '${away}/import'; body { background: url(${away}/background) }</style>
    <script>
      fetch('${away}/fetch').catch(() => 0); navigator.sendBeacon('${away}/beacon'); f.submit()
      try { new WebSocket('${away.replace('http', 'ws')}/socket') } catch {}
      try { new EventSource('${away}/events') } catch {}
      try { new Worker('data:text/javascript,fetch("${away}/worker")') } catch {}
      const inner = document.createElement('iframe'); inner.srcdoc = '<img src="${away}/inner">'; document.body.append(inner)
    </script>`,
  peers: `<iframe srcdoc="<script>${peer}</script>"></iframe><div id="d"></div><script>
    try { ${peer} } catch {}
    const inner = document.createElement('iframe'); inner.srcdoc = '<script>${peer}<\\/script>'; document.body.append(inner)
    d.innerHTML = '<iframe src' + 'doc="<script>${peer}<\\/script>"></iframe>'
    const set = document.createElement('iframe'); set.setAttribute('src' + 'doc', '<script>${peer}<\\/script>'); d.append(set)
    const bare = document.createElement('iframe'); d.append(bare)
    try { const { RTCPeerConnection } = bare.contentWindow; ${peer} } catch {}
  </script>`,
  leaves: `<meta http-equiv="refresh" content="0;url=${away}/refresh">
    <script>setTimeout(() => { location = '${away}/self' }, 50); try { top.location = '${away}/top' } catch {}</script>`,
  talks: `<script>alert('Vote left'); confirm('Left?'); prompt('Token?'); print()
    parent.postMessage({ outcome: 'left' }, '*'); parent.postMessage('ready', '*')</script>`,
  grabs: `<input id="i"><script>setInterval(() => { window.focus(); i.focus() }, 20)</script>`,
  covers: `<div style="position:fixed;inset:-9999px;z-index:9999;background:red"><button>Left is better</button></div>`,
  loops: '<script>setTimeout(() => { for (;;); }, 300)</script>',
  swells:
    '<script>const all = []; setInterval(() => { all.push(new Array(1e6).fill(1)); document.body.append("x".repeat(1e6)) }, 10)</script>',
})

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
    await view.getByRole('button', { name: 'as plain text' }).click()
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
  for (const arena of ['calls', 'leaves', 'peers']) {
    const view = await voting(arena)
    if (arena !== 'leaves') await trying(view)
    await view.waitForTimeout(1000)
    expect(new URL(view.url()).pathname).toBe(`/a/${arena}/vote`)
    await vote(view)
  }
  expect(reached).toEqual([])
})

test('an answer can be used with the keyboard, and voting goes on beside it', async () => {
  const view = await voting('harmless')
  const frame = await trying(view)
  await frame.evaluate("document.querySelector('button').onclick = () => (document.title = 'pressed')")
  const isLeft = (await (await frame.frameElement()).getAttribute('title'))!.startsWith('Left')
  await view
    .getByRole('button', { name: 'Click to use it' })
    .nth(isLeft ? 0 : 1)
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

describe('drawn for judges', () => {
  /** What a page looks like that turns red if one of its tries succeeds. */
  const drawn = async (text: string, timeoutMs?: number) =>
    drawPage((await findChromium())!, page(text), { ...(timeoutMs && { timeoutMs }) })
  const tried = (script: string) =>
    `<script>const red = () => document.body.style.background = 'red'; ${script}</script>`

  test('a page looks as people see it, in one window', async () => {
    const size = (png: Buffer | null) => png && [png.readUInt32BE(16), png.readUInt32BE(20)]
    expect(size(await drawn('<p>Plain</p>'))).toEqual([1024, 768])
    expect(size(await drawn('<div style="width:9000px;height:9000px">Wide</div>'))).toEqual([1024, 768])
    const later = await drawn(
      `<p></p><script>setTimeout(() => (document.querySelector('p').textContent = 'Plain'), 900)</script>`,
    )
    expect(later?.equals((await drawn('<p>Plain</p>'))!)).toBe(true)
    expect(later?.equals((await drawn('<p>Other</p>'))!)).toBe(false)
  })

  test('it reaches no file, no network and no window, and asks nobody', async () => {
    reached.length = 0
    const folder = await temporaryFolder()
    const secret = join(folder, 'secret.html')
    await writeFile(secret, page('<style>body { background: red }</style>'))
    const file = pathToFileURL(secret).href
    const nothing = await drawn(tried(''))
    for (const script of [
      `fetch('${file}').then(red, () => 0)`,
      `fetch('file:///etc/passwd').then(red, () => 0)`,
      `const x = new XMLHttpRequest(); x.onload = red; try { x.open('GET', '${file}'); x.send() } catch {}`,
      `if (open('${away}/opened') || open('about:blank')) red()`,
      `try { if (parent.document) red() } catch {} try { if (localStorage) red() } catch {}`,
      `location = '${file}'`,
      `top.location = '${file}'`,
      `alert(1); if (confirm('?') || prompt('?')) red(); print()`,
    ])
      expect((await drawn(tried(script)))?.equals(nothing!), script).toBe(true)
    const { calls, leaves, peers } = attacks()
    const self = `<script>location = '${away}/at-once'</script>`
    for (const text of [calls, leaves, peers, self]) expect(await drawn(text)).not.toBeNull()
    expect(reached).toEqual([])
  })

  test('a loop without end, a page of all memory and a long one end with all their processes', async () => {
    expect(await drawn('<script>for (;;);</script>', 3000)).toBeNull()
    expect(await drawn(attacks().loops, 3000)).toBeNull()
    await drawn(attacks().swells, 3000)
    await drawn('<script>document.body.append("x".repeat(3e7))</script>', 3000)
    const { stdout } = await promisify(execFile)('ps', ['-eo', 'args'])
    expect(stdout).not.toContain('deadheat-page-')
    expect(await drawn('<p>Plain</p>')).not.toBeNull()
  })
})
