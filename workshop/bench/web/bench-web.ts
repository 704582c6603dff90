/**
 * The speed of the page by the browser's own measures: Chromium with a slowed-down processor, and a server on this
 * machine.
 */
import { fork } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import type { Browser, Page } from '@playwright/test'
import { SetupError } from '../../../server/platform/setup-error.ts'
import { findChromium } from '../../../scripts/setup/chromium.ts'
import { machine } from '../machine.ts'
import type { Order } from '../server-process.ts'
import { table } from '../table.ts'
import { framesDuring } from './frames.ts'
import type { Frames } from './frames.ts'
import { readBoard, vote } from './interactions.ts'
import { waitForNames } from './names.ts'
import type { Wait } from './names.ts'
import { recordBoards, replayServer } from './replay.ts'
import { figuresOf, observe, slowDown } from './observe.ts'
import type { PageFigures } from './observe.ts'
import { msg } from '../../../shared/messages/index.ts'

const SLOWER = 4
const RUNS = 3
const GOALS = { lcp: 1000, cls: 0.02, inp: 100, frame: 50, names: 100 }
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
  if (!existsSync(new URL('../../../../dist/render/render.js', import.meta.url)))
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
  if ([...rows, ...figureRows, ...smooth].some((row) => row.at(-1) === MISSED)) process.exitCode = 1
}

async function withServer(
  folder: string,
  arena: (typeof ARENAS)[number],
  use: (address: string, idle: () => Promise<unknown>) => Promise<void>,
): Promise<void> {
  process.stderr.write(`${arena.contestants} contestants …\n`)
  const server = fork(join(import.meta.dirname, '../server-process.ts'), [join(folder, arena.slug)])
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
    const board = (await (await fetch(url)).json()) as { votes?: number; preview?: true }
    if (board.votes === votes && !board.preview) return
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
