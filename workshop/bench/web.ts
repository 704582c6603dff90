/**
 * The speed of the page by the browser's own measures: Chromium with a slowed-down processor, and a server on this
 * machine.
 */
import { existsSync } from 'node:fs'
import { type Page, type Locator, chromium, type Browser } from '@playwright/test'
import { SetupError } from '../../server/platform/setup-error.ts'
import { findChromium } from '../../scripts/setup/chromium.ts'
import { machine, table } from './figures.ts'
import type { ManyVotes } from './many-votes.ts'
import { openServer, untilIdle } from './servers.ts'
import { msg } from '../../shared/messages/index.ts'

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

/** The figures so far. Waits until the last paint is reported. */
function readFigures(page: Page): Promise<PageFigures> {
  return page.evaluate(`new Promise((resolve) =>
    requestAnimationFrame(() => setTimeout(() => resolve({ ...figures }), 300)))`)
}

// What a reader does on a page, with real clicks and keys.

/** Long enough to paint the effects of an interaction. */
const PAUSE_MS = 400

type PageStep = (page: Page) => Promise<unknown>

async function after(page: Page, steps: readonly PageStep[]): Promise<void> {
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
/** Chooses an order by key, so that the browser counts it as an interaction of the reader. */
const sortBy =
  (name: string): PageStep =>
  async (page) => {
    await page.locator('#switch-sort').focus()
    await page.keyboard.press(name)
  }

/** Selects rows by click and key, clears the selection, and sorts. */
async function readBoard(page: Page, isPhone: boolean): Promise<void> {
  await page.locator('tr[data-contestant]').first().waitFor()
  await page.waitForTimeout(PAUSE_MS)
  await after(page, [row(2), key('ArrowDown'), key('ArrowDown'), row(1), key('Escape')])
  const sorts: PageStep[] = isPhone
    ? [sortBy('ArrowDown'), sortBy('Home')]
    : [
        (board) => press(board.locator('thead th.votes button')),
        (board) => press(board.locator('thead th.rating button')),
      ]
  await after(page, sorts)
}

/** Votes by key and by click, and continues to the next pair. */
async function vote(page: Page): Promise<void> {
  const tie = page.getByRole('button', { name: 'Tie' })
  const next = page.getByRole('button', { name: 'Next pair' })
  const settled = async (button: typeof tie) => {
    await button.waitFor()
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
const GOALS = { lcp: 1000, cls: 0.02, inp: 100 }
const ARENAS = [
  { slug: 'eight', votes: 4_000, contestants: 8, prompts: 40 },
  { slug: 'many', votes: 60_000, contestants: 300, prompts: 40 },
]
const SIZES = { wide: { width: 1280, height: 900 }, phone: { width: 390, height: 844 } }

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
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  const rows: string[][] = []
  try {
    for (const arena of ARENAS)
      await withServer(arena, async (address) => {
        for (const size of ['wide', 'phone'] as const) {
          const board = `${address}/a/${arena.slug}`
          const name = `${arena.contestants} contestants, ${size}`
          rows.push(noted(tableRow(`board of ${name}`, await measured(browser, board, size, readBoard))))
          if (arena === ARENAS[0])
            rows.push(noted(tableRow(`vote, ${size}`, await measured(browser, `${board}/vote`, size, vote))))
        }
      })
  } finally {
    await browser.close()
  }
  const goals = `goal: LCP ≤ ${GOALS.lcp} ms, CLS ≤ ${GOALS.cls}, INP ≤ ${GOALS.inp} ms`
  console.log(`\n${SLOWER} times slower processor, first visit, median of ${RUNS} (${goals})`)
  console.log(table([['page', 'LCP', 'CLS', 'INP', 'of', ''], ...rows]))
  console.log(`\n${machine()}`)
  if (rows.some((row) => row.at(-1) === MISSED)) process.exitCode = 1
}

async function withServer(arena: ManyVotes, use: (address: string) => Promise<void>): Promise<void> {
  process.stderr.write(`${arena.contestants} contestants …\n`)
  const server = await openServer()
  try {
    await server.load(arena)
    await untilIdle(server.address)
    await use(server.address)
  } finally {
    await server.close()
  }
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
    await page.addInitScript(OBSERVE)
    const session = await page.context().newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: SLOWER })
    await page.goto(url)
    await act(page, size === 'phone')
    figures.push(await readFigures(page))
    await page.context().close()
  }
  const medianBy = (figure: 'lcp' | 'cls' | 'inp') =>
    figures.toSorted((a, b) => a[figure] - b[figure])[RUNS >> 1]
  const { inp, slowest } = medianBy('inp')
  return { lcp: medianBy('lcp').lcp, cls: medianBy('cls').cls, inp, slowest }
}

/** Prints the progress to stderr. */
function noted(row: string[]): string[] {
  process.stderr.write(`  ${row.join('  ')}\n`)
  return row
}

const MISSED = 'missed'
const reached = (isReached: boolean): string => (isReached ? '' : MISSED)

function tableRow(name: string, { lcp, cls, inp, slowest }: PageFigures): string[] {
  const holds = lcp <= GOALS.lcp && cls <= GOALS.cls && inp <= GOALS.inp
  return [name, `${lcp.toFixed(0)} ms`, cls.toFixed(4), `${inp.toFixed(0)} ms`, slowest, reached(holds)]
}
