/** Runs a simulation: draws and scores its worlds on threads, and prints one table. */
import { once } from 'node:events'
import { appendFileSync, existsSync, readFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { Command, type Option } from 'commander'
import { failureOf, UsageError } from '../../scripts/cli/terminal/errors.ts'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import {
  note,
  print,
  printJson,
  progress,
  pathFrom,
  type Terminal,
} from '../../scripts/cli/terminal/terminal.ts'
import { msg } from '../../shared/messages/index.ts'
import { csv, markdown, type Column } from './table.ts'

/** Boards `from` … `to` − 1 of a world. */
export interface Batch {
  from: number
  to: number
}

/** A simulation. Board n of a world depends only on the world, the options and n. */
export interface Study<Options, World, Score, Line = { world: World; score: Score }> {
  /** What follows `simulate` on the command line. */
  name: string
  about: string
  options: readonly Option[]
  worlds: (options: Options) => readonly World[]
  /** A title of its own for each world, whose words are looked for. */
  titleOf: (world: World) => string
  /** A run is split and resumed by batches. Default: one for each world. */
  batches?: (world: World, options: Options) => readonly Batch[]
  score: (world: World, options: Options, batch: Batch) => Score
  /** The scores of two batches together. */
  sum?: (one: Score, other: Score) => Score
  /** What the table has of a world. Default: one line. */
  linesOf?: (world: World, score: Score) => readonly Line[]
  columns: readonly Column<NoInfer<Line>>[]
  groupOf?: (line: NoInfer<Line>) => string
  /** What is said below the table. */
  notes?: (lines: readonly NoInfer<Line>[]) => readonly string[]
}

/** A study of any kind. */
export interface AnyStudy {
  name: string
  about: string
  /** @returns the exit code; an error is printed in one line */
  run: (args: readonly string[], terminal: Terminal, help?: string) => Promise<number>
  /** One task, on a thread of its own. */
  score: (task: Task) => unknown
}

/** A batch of the world at this place in the list of its study. */
export interface Task {
  study: string
  options: object
  place: number
  batch: Batch
}

interface Common {
  worlds?: string
  seed: number
  threads: number
  lines?: string
  json?: true
  csv?: true
}

const WORKER = new URL('./worker.ts', import.meta.url)
const WHOLE: Batch = { from: 0, to: 1 }

export function study<Options extends object, World, Score, Line = { world: World; score: Score }>(
  spec: Study<Options, World, Score, Line>,
): AnyStudy {
  const { name, about } = spec
  return {
    name,
    about,
    async run(args, terminal, help = '') {
      const program = new Command(`simulate ${name}`.trim())
        .description(about)
        .option(
          '--worlds <words>',
          'only worlds whose title has this text, or else all these words; a comma says "or"',
        )
        .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
        .option('--threads <n>', 'threads to run on', wholeNumber(1, 64), 1)
        .option('--json', 'figures instead of a table')
        .option('--csv', 'the table as CSV')
        .addHelpText('after', `\nCtrl-C ends the run and prints what has been simulated by then.${help}`)
        .exitOverride()
        .configureOutput({
          writeOut: (text) => terminal.stdout.write(text),
          writeErr: (text) => terminal.stderr.write(text),
          outputError: () => undefined,
        })
      for (const option of spec.options) program.addOption(option)
      if (spec.batches)
        program.option('--lines <file>', 'keep finished batches in this file, and go on from it')
      try {
        program.parse(args, { from: 'user' })
        await report(spec, program.opts<Options & Common>(), terminal)
        return 0
      } catch (error) {
        const { exitCode, line } = failureOf(error)
        const command = ['npm run simulate --', ...(name === '' ? [] : [name]), '--help'].join(' ')
        if (line !== null) note(terminal, `${program.name()}: ${line} See ${command}.`)
        return exitCode
      }
    },
    score({ options, place, batch }) {
      const own = options as Options
      return spec.score(spec.worlds(own)[place], own, batch)
    },
  }
}

async function report<Options extends object, World, Score, Line>(
  spec: Study<Options, World, Score, Line>,
  options: Options & Common,
  terminal: Terminal,
): Promise<void> {
  const { worlds: words, threads: _threads, lines: _lines, json, csv: asCsv, ...setting } = options
  const all = [...spec.worlds(options).entries()]
  const whose = (matches: (title: string) => boolean) =>
    all.filter(([, world]) => matches(spec.titleOf(world)))
  const withText = words === undefined ? all : whose((title) => title.includes(words))
  const chosen = withText.length > 0 ? withText : whose((title) => hasWords(title, words!))
  if (chosen.length === 0) throw new UsageError(msg('no_such_cell', { words }))
  const tasks = chosen.map(([place, world]) => ({
    world,
    batches: (spec.batches?.(world, options) ?? [WHOLE]).map((batch): Task & { key: string } => ({
      study: spec.name,
      options,
      place,
      batch,
      key: JSON.stringify([spec.titleOf(world), { ...setting, boards: undefined }, batch]),
    })),
  }))
  const finished = await runAll<Score>(
    tasks.map(({ batches }) => batches),
    options,
    terminal,
  )
  const results = tasks.flatMap(({ world, batches }) => {
    const scores = batches.filter(({ key }) => finished.has(key)).map(({ key }) => finished.get(key) as Score)
    return scores.length === 0 ? [] : [{ world, score: scores.reduce((one, other) => spec.sum!(one, other)) }]
  })
  const lines = results.flatMap(({ world, score }) =>
    spec.linesOf ? spec.linesOf(world, score) : [{ world, score } as Line],
  )
  const notes = spec.notes?.(lines) ?? []
  if (json) {
    const rows = results.map(({ world, score }) => ({ title: spec.titleOf(world), score }))
    return printJson(terminal, { ...setting, worlds: rows, notes })
  }
  if (asCsv) return print(terminal, csv(lines, spec.columns, spec.groupOf))
  print(terminal, markdown(lines, spec.columns, spec.groupOf))
  if (notes.length > 0) print(terminal, `\n${notes.join('\n')}`)
}

/** Whether the title has every word of a choice, in any case. A comma means "or". */
export function hasWords(title: string, choices: string): boolean {
  const wordsOf = (text: string) =>
    text
      .toLowerCase()
      .split(/[\s:,]+/)
      .filter(Boolean)
  const words = wordsOf(title)
  return choices.split(',').some((choice) => {
    const asked = wordsOf(choice)
    return asked.length > 0 && asked.every((word) => words.includes(word))
  })
}

/** The scores of all batches by key; of those that came before Ctrl-C, if it is pressed. */
async function runAll<Score>(
  batches: readonly (readonly (Task & { key: string })[])[],
  { lines, threads }: Common,
  terminal: Terminal,
): Promise<Map<string, Score>> {
  const path = lines === undefined ? null : pathFrom(terminal, lines)
  const finished = path === null ? new Map<string, Score>() : readLines<Score>(path)
  // the first batch of every world, then the second of every world: an interrupted run has results for all
  const missing = batches
    .flatMap((all) => all.map((task, i) => ({ task, place: i / all.length })))
    .toSorted((one, other) => one.place - other.place)
    .flatMap(({ task }) => (finished.has(task.key) ? [] : [task]))
  const bar = progress(terminal, 'simulating')
  const stop = new AbortController()
  const interrupted = () => stop.abort()
  process.once('SIGINT', interrupted)
  let done = 0
  try {
    await onThreads(missing, threads, stop.signal, ({ key }, score: Score) => {
      finished.set(key, score)
      if (path !== null) appendFileSync(path, `${JSON.stringify({ key, score })}\n`)
      bar.to(++done / missing.length)
    })
  } finally {
    process.off('SIGINT', interrupted)
    bar.end()
  }
  return finished
}

/** `onResult` gets each result as it arrives. After `stop`, no further task starts. */
async function onThreads<Own extends Task, Result>(
  tasks: readonly Own[],
  threads: number,
  stop: AbortSignal,
  onResult: (task: Own, result: Result) => void,
): Promise<void> {
  const waiting = tasks.values()
  const lane = async () => {
    const thread = new Worker(WORKER)
    try {
      for (const task of waiting) {
        if (stop.aborted) return
        thread.postMessage(task)
        const [result] = (await once(thread, 'message')) as [Result]
        onResult(task, result)
      }
    } finally {
      await thread.terminate()
    }
  }
  await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, lane))
}

/** The finished batches that a file has. Empty if there is no file. An incomplete last line is left out. */
function readLines<Score>(path: string): Map<string, Score> {
  const texts = existsSync(path) ? readFileSync(path, 'utf8').split('\n') : []
  return new Map(
    texts.flatMap((text): [string, Score][] => {
      try {
        const { key, score } = JSON.parse(text) as { key: string; score: Score }
        return [[key, score]]
      } catch {
        return []
      }
    }),
  )
}
