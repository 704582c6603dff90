/** How long proof of work takes: for the page in Chromium, for a program that votes over HTTP, and for the server. */
import { once } from 'node:events'
import { readdirSync, readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { chromium, type Page } from '@playwright/test'
import { solveChallenge } from 'altcha-lib'
import { deriveKey } from 'altcha-lib/algorithms/web/pbkdf2'
import { puzzleFor, requireProof } from '../../server/battles/puzzle.ts'
import { openMetrics } from '../../server/platform/http/metrics.ts'
import { SetupError } from '../../server/platform/setup-error.ts'
import type { Puzzle } from '../../shared/contracts/index.ts'
import { msg } from '../../shared/messages/index.ts'
import { findChromium } from '../../scripts/setup/chromium.ts'
import { machine, table } from './figures.ts'

const PUZZLES = 40
const ASSETS = new URL('../../dist/web/assets/', import.meta.url)

/**
 * Prints seconds for a puzzle.
 * @throws {SetupError} without a built page or a browser
 */
export async function benchProof(): Promise<void> {
  const executablePath = await findChromium()
  if (!executablePath) throw new SetupError(msg('no_chromium'))
  const solver = readFileSync(solverFile())
  const server = createServer((request, response) => {
    const isSolver = request.url === '/solver.js'
    response.setHeader('content-type', isSolver ? 'text/javascript' : 'text/html')
    response.end(isSolver ? solver : '<!doctype html>')
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox'] })
  console.log(machine())
  try {
    const page = await browser.newPage()
    await page.goto(`http://127.0.0.1:${(server.address() as AddressInfo).port}/`)
    console.log(table([['', 'median', 'mean', 'longest'], ...(await measuredRows(page))]))
  } finally {
    await browser.close()
    server.close()
  }
}

async function measuredRows(page: Page): Promise<string[][]> {
  const deps = { access: { secret: Buffer.alloc(32, 1) }, services: { metrics: openMetrics() } }
  const seconds = { made: [], page: [], program: [], checked: [] } as Record<string, number[]>
  for (let n = 0; n < PUZZLES; n++) {
    const battle = String(n)
    const [puzzle, made] = await timed(() => puzzleFor(deps, battle))
    const [, solved] = await timed(() => solvedOn(page, puzzle))
    const [solution, byProgram] = await timed(() => solveChallenge({ challenge: puzzle, deriveKey }))
    const [, checked] = await timed(() => requireProof(deps, battle, { puzzle, solution: solution! }))
    seconds['made']!.push(made)
    seconds['page']!.push(solved)
    seconds['program']!.push(byProgram)
    seconds['checked']!.push(checked)
  }
  return [
    ['solved by the page in Chromium', ...figuresOf(seconds['page']!, 2)],
    ['solved by one process of Node', ...figuresOf(seconds['program']!, 2)],
    ['made by the server', ...figuresOf(seconds['made']!, 4)],
    ['checked by the server', ...figuresOf(seconds['checked']!, 4)],
  ]
}

const solvedOn = (page: Page, puzzle: Puzzle) =>
  page.evaluate(`new Promise((resolve, reject) => {
    const worker = new Worker('/solver.js', { type: 'module' })
    worker.onerror = () => reject(new Error('The worker stopped.'))
    worker.onmessage = ({ data }) => 'tries' in data || resolve(worker.terminate())
    worker.postMessage(${JSON.stringify(puzzle)})
  })`)

async function timed<T>(work: () => Promise<T>): Promise<[T, number]> {
  const start = performance.now()
  const result = await work()
  return [result, (performance.now() - start) / 1000]
}

function figuresOf(seconds: number[], digits: number): string[] {
  const sorted = seconds.toSorted((a, b) => a - b)
  const mean = seconds.reduce((sum, one) => sum + one, 0) / seconds.length
  return [sorted[sorted.length >> 1]!, mean, sorted.at(-1)!].map((one) => `${one.toFixed(digits)} s`)
}

function solverFile(): URL {
  try {
    const name = readdirSync(ASSETS).find((name) => name.startsWith('solve-puzzle'))
    if (name) return new URL(name, ASSETS)
  } catch {
    // said below
  }
  throw new SetupError(msg('page_not_built'))
}
