import { Command } from 'commander'
import { UsageError } from '../../scripts/cli/terminal/errors.ts'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import { print, printJson } from '../../scripts/cli/terminal/output.ts'
import { progress } from '../../scripts/cli/terminal/progress.ts'
import { pathFrom } from '../../scripts/cli/terminal/terminal.ts'
import type { Terminal } from '../../scripts/cli/terminal/terminal.ts'
import { asCommand } from './as-command.ts'
import { batchesOf } from './batch.ts'
import type { Batch } from './batch.ts'
import { titleOf } from './cell.ts'
import type { Cell } from './cell.ts'
import { CELLS, cellsMatching } from './cells/index.ts'
import { noScore, sum } from './score.ts'
import type { Score } from './score.ts'
import { missedGoalLines, tables } from './table.ts'
import type { Result } from './table.ts'
import { runTasks } from './threads.ts'
import { msg } from '../../shared/messages/index.ts'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'

interface Options {
  cells?: string
  boards?: number
  rounds: number
  seed: number
  threads: number
  lines?: string
  json?: true
}

const WORKER = new URL('./worker.ts', import.meta.url)

/** Runs the requested simulation and prints its tables. Returns the exit code. */
export async function simulate(args: readonly string[], terminal: Terminal): Promise<number> {
  const program = new Command('simulate')
    .description(
      'Boards drawn from known strengths, judged by this engine and by the recipe most arenas use.',
    )
    .option('--cells <filter>', 'only cells whose title holds these words; a comma says "or"')
    .option('--boards <n>', 'boards a cell, in place of its own number', wholeNumber(1))
    .option('--rounds <n>', 'bootstrap rounds of the engine', wholeNumber(20), 300)
    .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
    .option('--threads <n>', 'threads to run on', wholeNumber(1, 64), 1)
    .option('--lines <file>', 'keep finished batches in this file, and go on from it')
    .option('--json', 'counts instead of tables')
    .addHelpText('after', '\nCtrl-C ends the run and prints what has been simulated by then.')
  return asCommand<Options>(program, args, terminal, report)
}

async function report(options: Options, terminal: Terminal): Promise<void> {
  const cells = options.cells === undefined ? CELLS : cellsMatching(options.cells)
  if (cells.length === 0) throw new UsageError(msg('no_such_cell', { words: options.cells }))
  const results = await run(cells, options, terminal)
  if (options.json) {
    const { rounds, seed } = options
    const rows = results.map(({ cell, score }) => ({ group: cell.group, name: cell.name, ...score }))
    printJson(terminal, { rounds, seed, cells: rows, overGoal: missedGoalLines(results) })
    return
  }
  print(terminal, tables(results))
  const over = missedGoalLines(results)
  print(terminal, over.length === 0 ? '\nEvery cell meets its goals.' : `\nOver a goal:\n${over.join('\n')}`)
}

async function run(cells: Cell[], options: Options, terminal: Terminal): Promise<Result[]> {
  const path = options.lines === undefined ? null : pathFrom(terminal, options.lines)
  const finished = path === null ? new Map<string, Score>() : readLines(path)
  const batches = cells.flatMap((cell) =>
    batchesOf(cell, options.boards ?? cell.boards, options.seed, options.rounds),
  )
  const missing = batches.filter((batch) => !finished.has(keyOf(batch)))
  const bar = progress(terminal, 'simulating')
  const stop = new AbortController()
  const interrupted = () => stop.abort()
  process.once('SIGINT', interrupted)
  try {
    await runTasks(WORKER, inTurn(missing), options.threads, stop.signal, (batch, score: Score) => {
      finished.set(keyOf(batch), score)
      if (path !== null) appendLine(path, batch, score)
      bar.to(1 - missing.filter((one) => !finished.has(keyOf(one))).length / missing.length)
    })
  } finally {
    process.off('SIGINT', interrupted)
    bar.end()
  }
  const scoreOf = (cell: Cell) =>
    batches
      .filter((batch) => batch.cell === titleOf(cell))
      .flatMap((batch) => finished.get(keyOf(batch)) ?? [])
      .reduce(sum, noScore())
  return cells.map((cell) => ({ cell, score: scoreOf(cell) })).filter(({ score }) => score.boards > 0)
}

/**
 * The first batch of every cell, then the second of every cell, so that an interrupted run has results for all
 * cells.
 */
function inTurn(batches: Batch[]): Batch[] {
  const boards = new Map(batches.map(({ cell, to }) => [cell, to]))
  const place = ({ cell, from }: Batch) => from / boards.get(cell)!
  return [...batches].sort((a, b) => place(a) - place(b))
}

/** A finished batch, as one line of JSON. */
interface Line {
  batch: Batch
  score: Score
}

/** The batches that a file contains, by batch. Empty if there is no file. An incomplete last line is left out. */
function readLines(path: string): Map<string, Score> {
  const lines = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  return new Map(
    lines.flatMap((text): [string, Score][] => {
      const line = parsed(text)
      return line ? [[keyOf(line.batch), line.score]] : []
    }),
  )
}

function appendLine(path: string, batch: Batch, score: Score): void {
  appendFileSync(path, `${JSON.stringify({ batch, score } satisfies Line)}\n`)
}

function keyOf({ cell, seed, rounds, from, to }: Batch): string {
  return JSON.stringify([cell, seed, rounds, from, to])
}

function parsed(text: string): Line | null {
  try {
    return text === '' ? null : (JSON.parse(text) as Line)
  } catch {
    return null
  }
}
