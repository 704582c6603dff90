/**
 * The speed of the page by the browser's own measures: Chromium with a slowed-down processor, and a server on this
 * machine.
 */
import { once } from 'node:events'
import { createServer, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { fork } from 'node:child_process'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Page, type Locator, chromium, type Browser } from '@playwright/test'
import { castVote } from './visitors.ts'
import { SetupError } from '../../server/platform/setup-error.ts'
import { findChromium } from '../../scripts/setup/chromium.ts'
import { machine, table } from './figures.ts'
import type { Order } from './server-process.ts'
import { waitForNames, type Wait } from './web-names.ts'
import { msg } from '../../shared/messages/index.ts'

// Boards of a real server, recorded and sent to a page again at the same pace. The server has nothing to compute
// meanwhile, so the measured time is the page's own.

interface RecordedBoard {
  /** Milliseconds since the previous one. */
  afterMs: number
  /** As the stream sent it. */
  event: string
}

const streamOf = (slug: string) => `/api/arenas/${slug}/leaderboard/stream`

/** Casts this many votes, one every `everyMs`, and records the boards that follow. */
async function recordBoards(
  address: string,
  slug: string,
  votes: number,
  everyMs: number,
): Promise<RecordedBoard[]> {
  const leaving = new AbortController()
  const boards: RecordedBoard[] = []
  const { body } = await fetch(`${address}${streamOf(slug)}`, { signal: leaving.signal })
  const listening = (async () => {
    let text = ''
    let previousAt = performance.now()
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + piece).split('\n\n')
      text = events.pop()!
      for (const event of events.filter((one) => one.startsWith('event: '))) {
        boards.push({ afterMs: performance.now() - previousAt, event: `${event}\n\n` })
        previousAt = performance.now()
      }
    }
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  for (let n = 0; n < votes; n++) {
    await castVote(address, slug)
    await sleep(everyMs)
  }
  leaving.abort()
  await listening
  return boards.slice(1)
}

/**
 * A proxy before a server. It forwards everything except the stream of the board, on which it sends the recorded
 * boards when `play` is called.
 */
async function replayServer(origin: string, slug: string, boards: readonly RecordedBoard[]) {
  const listeners = new Set<ServerResponse>()
  const server = createServer((incoming, answer) => {
    if (incoming.url!.startsWith(streamOf(slug))) {
      answer
        .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
        .flushHeaders()
      listeners.add(answer.on('close', () => listeners.delete(answer)))
      return
    }
    const { method, headers } = incoming
    const onward = request(`${origin}${incoming.url}`, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async play() {
      for (const { afterMs, event } of boards) {
        await sleep(afterMs)
        for (const listener of listeners) listener.write(event)
      }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}

// How smoothly a page runs while new boards arrive.

interface Frames {
  boards: number
  /** The longest time between two frames, in milliseconds. */
  longestGap: number
  /** Frames over 50 ms as the browser reports them, and the longest of them in milliseconds. */
  longFrames: number
  longest: number
}

const WATCH = `
  globalThis.frames = { boards: 0, longestGap: 0, longFrames: 0, longest: 0 }
  new PerformanceObserver((list) => list.getEntries().forEach(({ duration }) => {
    frames.longFrames++
    frames.longest = Math.max(frames.longest, duration)
  })).observe({ type: 'long-animation-frame' })
  new MutationObserver(() => { frames.boards++ }).observe(document.querySelector('time').parentNode,
    { subtree: true, attributeFilter: ['datetime'] })
  let last
  const tick = (now) => {
    if (last !== undefined) frames.longestGap = Math.max(frames.longestGap, now - last)
    last = now
    requestAnimationFrame(tick)
  }
  requestAnimationFrame(tick)`

const QUIET_MS = 1500

/** Measures a board's page while new boards arrive. */
async function framesDuring(page: Page, boardsCome: () => Promise<void>): Promise<Frames> {
  await page.waitForTimeout(QUIET_MS)
  await page.evaluate(WATCH)
  await boardsCome()
  await page.waitForTimeout(QUIET_MS)
  return page.evaluate('frames')
}

// The browser's own measurements of a page: largest contentful paint, layout shift, and the duration of each
// interaction.

/** Milliseconds, except `cls` and `slowest`. */
interface PageFigures {
  lcp: number
  cls: number
  /** The longest interaction, from the key or click to the next paint. 0 if none took 16 ms. */
  inp: number
  /** Which interaction that was: the event and its target. Empty if there was none. */
  slowest: string
}

/** Runs before the page's own code. Browsers do not report events shorter than 16 ms. */
const OBSERVE = `
  globalThis.figures = { lcp: 0, cls: 0, inp: 0, slowest: '' }
  const watch = (type, see, more = {}) =>
    new PerformanceObserver((list) => list.getEntries().forEach(see)).observe({ type, buffered: true, ...more })
  watch('largest-contentful-paint', ({ startTime }) => { figures.lcp = startTime })
  watch('layout-shift', ({ value, hadRecentInput }) => { if (!hadRecentInput) figures.cls += value })
  watch('event', ({ interactionId, duration, name, target }) => {
    if (!interactionId || duration <= figures.inp) return
    figures.inp = duration
    const place = target?.closest?.('[class], [id]')
    figures.slowest = name + ' on ' + (place?.id || place?.classList[0] || 'the page')
  }, { durationThreshold: 16 })`

async function observe(page: Page): Promise<void> {
  await page.addInitScript(OBSERVE)
}

/** The figures so far. Waits until the last paint is reported. */
function figuresOf(page: Page): Promise<PageFigures> {
  return page.evaluate(`new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve({ ...figures }), 300)))`)
}

/** Presses the first choice until it shows, as an impatient voter does. */
const PRESS = `
  globalThis.visit = { read: 0, pressed: 0 }
  const look = setInterval(() => {
    if (document.querySelector('article .markdown')) visit.read ||= performance.now()
    const choice = document.querySelector('[data-outcome]')
    choice?.click()
    if (choice?.getAttribute('aria-pressed') !== 'true') return
    visit.pressed = performance.now()
    clearInterval(look)
  }, 20)`

/** Slow 3G: bytes in a second each way, and milliseconds before each response. */
const SLOW = { offline: false, downloadThroughput: 50_000, uploadThroughput: 50_000, latency: 400 }

/** The first visit of a voter on a slow connection: milliseconds until the pair can be read and a choice shows. */
async function firstVisit(browser: Browser, url: string): Promise<string[]> {
  const page = await (await browser.newContext({ viewport: SIZES.phone })).newPage()
  const session = await page.context().newCDPSession(page)
  let [requests, bytes] = [0, 0]
  session.on('Network.requestWillBeSent', () => requests++)
  session.on('Network.loadingFinished', ({ encodedDataLength }) => (bytes += encodedDataLength))
  await session.send('Network.enable')
  await session.send('Network.emulateNetworkConditions', SLOW)
  await page.addInitScript(PRESS)
  await page.goto(url)
  await page.getByRole('button', { name: 'Next pair' }).waitFor()
  await page.waitForLoadState('networkidle')
  const { read, pressed } = await page.evaluate<{ read: number; pressed: number }>('visit')
  await page.context().close()
  requests-- // the vote itself
  const holds = pressed <= GOALS.pressed && requests <= GOALS.requests
  const times = [read, pressed].map((ms) => `${ms.toFixed(0)} ms`)
  return ['vote, phone', ...times, String(requests), `${(bytes / 1000).toFixed(0)} kB`, reached(holds)]
}

/** Makes the page's processor slower by this factor. */
async function slowDown(page: Page, rate: number): Promise<void> {
  const session = await page.context().newCDPSession(page)
  await session.send('Emulation.setCPUThrottlingRate', { rate })
}

// What a reader does on a page, with real clicks and keys.

/** Long enough to paint the effects of an interaction. */
const PAUSE_MS = 400

type Step = (page: Page) => Promise<unknown>

async function after(page: Page, steps: readonly Step[]): Promise<void> {
  for (const step of steps) {
    await step(page)
    await page.waitForTimeout(PAUSE_MS)
  }
}

/**
 * Moves the mouse to the element, then clicks. `Locator.click` does both in one frame, and asks the page whether it
 * hits the element.
 */
async function press(target: Locator): Promise<void> {
  await target.hover()
  await target.page().waitForTimeout(PAUSE_MS)
  await target.page().mouse.down()
  await target.page().mouse.up()
}

const row = (nth: number) => (page: Page) => press(page.locator('tr[data-contestant] td.rating').nth(nth))
const key = (name: string) => (page: Page) => page.keyboard.press(name)
/** Selects an option by key, so that the browser counts it as an interaction of the reader. */
const list =
  (name: string, key: string): Step =>
  async (page) => {
    await page.locator(`#switch-${name}`).focus()
    await page.keyboard.press(key)
  }

/** Selects rows by click and key, clears the selection, sorts, and changes the picture: thin whiskers go, or places become ratings. */
async function readBoard(page: Page, isPhone: boolean): Promise<void> {
  await page.locator('tr[data-contestant]').first().waitFor()
  await page.waitForTimeout(PAUSE_MS)
  await after(page, [row(2), key('ArrowDown'), key('ArrowDown'), row(1), key('Escape')])
  const hasMany = (await page.locator('#switch-picture, a[href*="picture=ratings"]').count()) > 0
  if (isPhone)
    await after(page, [
      list('sort', 'ArrowDown'),
      list(hasMany ? 'picture' : 'whisker', 'ArrowDown'),
      list('sort', 'Home'),
    ])
  else
    await after(page, [
      (on) => press(on.locator('thead th.votes button')),
      (on) =>
        press(on.locator(`.group:not(.listed) a[href*="${hasMany ? 'picture=ratings' : 'whisker=alone'}"]`)),
      (on) => press(on.locator('thead th.rating button')),
    ])
}

/** Votes by key and by click, and continues to the next pair. */
async function vote(page: Page): Promise<void> {
  const tie = page.getByRole('button', { name: 'Tie' })
  const next = page.getByRole('button', { name: 'Next pair' })
  const settled = async (shown: typeof tie) => {
    await shown.waitFor()
    await page.waitForTimeout(PAUSE_MS)
  }
  await settled(tie)
  await page.keyboard.press('ArrowLeft')
  await settled(next)
  await next.click()
  await settled(tie)
  await tie.click()
  await settled(next)
  await page.keyboard.press('Enter')
  await settled(tie)
  await page.keyboard.press('s')
  await settled(tie)
}

const SLOWER = 4
const RUNS = 3
const GOALS = { lcp: 1000, cls: 0.02, inp: 100, frame: 50, names: 100, pressed: 2000, requests: 12 }
const ARENAS = [
  { slug: 'eight', votes: 4_000, contestants: 8, prompts: 40 },
  { slug: 'many', votes: 60_000, contestants: 300, prompts: 40 },
]
const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }
const SETTLED_MS = 300_000
const VOTES_WATCHED = 20
const VOTES_WAITED_FOR = 15
const BETWEEN_VOTES_MS = 1_500

/**
 * Prints the measurements beside the goals. The exit code is 1 if a goal was missed.
 * @throws {SetupError} without a built page or a browser
 */
export async function benchWeb(): Promise<void> {
  if (!existsSync(new URL('../../dist/render/render.js', import.meta.url)))
    throw new SetupError(msg('page_not_built'))
  const executablePath = await findChromium()
  if (!executablePath) throw new SetupError(msg('no_chromium'))
  console.log(machine())
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-web-'))
  chmodSync(folder, 0o755)
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const rows: string[][] = []
  const smooth: string[][] = []
  const figureRows: string[][] = []
  const visitRows: string[][] = []
  try {
    for (const arena of ARENAS)
      await withServer(folder, arena, async (address, idle) => {
        for (const size of ['wide', 'phone'] as const) {
          const board = `${address}/a/${arena.slug}`
          const name = `${arena.contestants} contestants, ${size}`
          rows.push(noted(rowOf(`board of ${name}`, await measured(browser, board, size, readBoard))))
          if (arena === ARENAS[0]) {
            rows.push(noted(rowOf(`vote, ${size}`, await measured(browser, `${board}/vote`, size, vote))))
            figureRows.push(noted(namesRow(`vote, ${size}`, await waited(browser, `${board}/vote`, size))))
          }
        }
        if (arena === ARENAS[0])
          visitRows.push(noted(await firstVisit(browser, `${address}/a/${arena.slug}/vote`)))
        const boards = await recordBoards(address, arena.slug, VOTES_WATCHED, BETWEEN_VOTES_MS)
        await idle()
        const replay = await replayServer(address, arena.slug, boards)
        for (const size of ['wide', 'phone'] as const) {
          const name = `${arena.contestants} contestants, ${size}`
          smooth.push(noted(smoothRow(name, await watched(browser, replay, arena.slug, size))))
        }
        replay.close()
      })
  } finally {
    await browser.close()
    rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
  }
  console.log(
    `\nSlow 3G, first visit with a vote (goal: a choice shows within ${GOALS.pressed} ms, ${GOALS.requests} requests)`,
  )
  console.log(table([['page', 'read', 'pressed', 'requests', 'loaded', ''], ...visitRows]))
  const goals = `goal: LCP ≤ ${GOALS.lcp} ms, CLS ≤ ${GOALS.cls}, INP ≤ ${GOALS.inp} ms`
  console.log(`\n${SLOWER} times slower processor, first visit, median of ${RUNS} (${goals})`)
  console.log(table([['page', 'LCP', 'CLS', 'INP', 'of', ''], ...rows]))
  console.log(
    `\nFull speed, from the key to the names, ${VOTES_WAITED_FOR} votes (goal: median under ${GOALS.names} ms)`,
  )
  console.log(table([['page', 'median', 'longest', ''], ...figureRows]))
  console.log(
    `\nFull speed, while the boards of ${VOTES_WATCHED} votes come once more (goal: no frame over ${GOALS.frame} ms)`,
  )
  console.log(table([['board of', 'boards', 'gap at most', 'frames over 50 ms', 'longest', ''], ...smooth]))
  console.log(`\n${machine()}`)
  if ([...rows, ...figureRows, ...visitRows, ...smooth].some((row) => row.at(-1) === MISSED))
    process.exitCode = 1
}

async function withServer(
  folder: string,
  arena: (typeof ARENAS)[number],
  use: (address: string, idle: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  process.stderr.write(`${arena.contestants} contestants …\n`)
  const server = fork(join(import.meta.dirname, './server-process.ts'), [join(folder, arena.slug)])
  const send = async <T>(order: Order): Promise<T> => {
    server.send(order as object)
    return (await once(server, 'message'))[0] as T
  }
  try {
    await once(server, 'message')
    await send({ load: arena })
    const address = await send<string>('serve')
    await settled(`${address}/api/arenas/${arena.slug}/leaderboard`, arena.votes)
    const idle = () => send('idle')
    await idle()
    await use(address, idle)
    await send('stop')
  } finally {
    server.kill()
  }
}

/** Waits for the full board of all votes. */
async function settled(url: string, votes: number): Promise<void> {
  const until = performance.now() + SETTLED_MS
  while (performance.now() < until) {
    const board = (await (await fetch(url)).json()) as { votes?: number }
    if (board.votes === votes) return
    await new Promise((resolve) => setTimeout(resolve, 500))
  }
  throw new Error(`${url} had no board of ${votes} votes within ${SETTLED_MS / 1000} s.`)
}

type Act = (page: Page, isPhone: boolean) => Promise<void>

async function measured(
  browser: Browser,
  url: string,
  size: keyof typeof SIZES,
  act: Act,
): Promise<PageFigures> {
  const figures: PageFigures[] = []
  for (let run = 0; run < RUNS; run++) {
    const page = await (await browser.newContext({ viewport: SIZES[size] })).newPage()
    await observe(page)
    await slowDown(page, SLOWER)
    await page.goto(url)
    await act(page, size === 'phone')
    figures.push(await figuresOf(page))
    await page.context().close()
  }
  const median = (figure: 'lcp' | 'cls' | 'inp') =>
    figures.toSorted((a, b) => a[figure] - b[figure])[RUNS >> 1]
  const { inp, slowest } = median('inp')
  return { lcp: median('lcp').lcp, cls: median('cls').cls, inp, slowest }
}

async function watched(
  browser: Browser,
  { address, play }: Awaited<ReturnType<typeof replayServer>>,
  slug: string,
  size: keyof typeof SIZES,
): Promise<Frames> {
  const page = await (await browser.newContext({ viewport: SIZES[size] })).newPage()
  await page.goto(`${address}/a/${slug}`)
  const frames = await framesDuring(page, play)
  await page.context().close()
  return frames
}

async function waited(browser: Browser, url: string, size: keyof typeof SIZES): Promise<Wait> {
  const page = await (await browser.newContext({ viewport: SIZES[size] })).newPage()
  await page.goto(url)
  const wait = await waitForNames(page, VOTES_WAITED_FOR)
  await page.context().close()
  return wait
}

/** Prints the progress to stderr. */
function noted(row: string[]): string[] {
  process.stderr.write(`  ${row.join('  ')}\n`)
  return row
}

const MISSED = 'missed'
const reached = (isReached: boolean): string => (isReached ? '' : MISSED)

function rowOf(name: string, { lcp, cls, inp, slowest }: PageFigures): string[] {
  const holds = lcp <= GOALS.lcp && cls <= GOALS.cls && inp <= GOALS.inp
  return [name, `${lcp.toFixed(0)} ms`, cls.toFixed(4), `${inp.toFixed(0)} ms`, slowest, reached(holds)]
}

function namesRow(name: string, { median, longest }: Wait): string[] {
  return [name, `${median.toFixed(0)} ms`, `${longest.toFixed(0)} ms`, reached(median < GOALS.names)]
}

function smoothRow(name: string, { boards, longestGap, longFrames, longest }: Frames): string[] {
  const holds = longFrames === 0 && boards > 0
  return [
    name,
    String(boards),
    `${longestGap.toFixed(0)} ms`,
    String(longFrames),
    `${longest.toFixed(0)} ms`,
    reached(holds),
  ]
}
