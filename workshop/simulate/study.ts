/** Runs a study: draws and scores its worlds on threads, and prints one table, as Markdown or CSV. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { Command, Option } from 'commander'
import { stringify } from 'csv-stringify/sync'
import { commandFailure, UsageError } from '../../scripts/cli/terminal/errors.ts'
import { wholeNumber } from '../../scripts/cli/terminal/options.ts'
import {
  printNote,
  resolveFilePath,
  print,
  progress,
  type Terminal,
} from '../../scripts/cli/terminal/terminal.ts'
import { msg } from '../../shared/messages/index.ts'

/** Boards `from` … `to` − 1 of a world. */
export interface Batch {
  from: number
  to: number
}

/** Batches of `size` for so many boards. */
export const batchesOf = (boards: number, size: number): Batch[] =>
  Array.from({ length: Math.ceil(boards / size) }, (_, n) => ({
    from: n * size,
    to: Math.min(boards, (n + 1) * size),
  }))

/** One question about some worlds. Board n of a world depends only on the world, the options and n. */
interface Study<Options, World, Score, Line = { world: World; score: Score }> {
  /** What follows `simulate` on the command line. */
  name: string
  about: string
  options: readonly Option[]
  worlds: (options: Options) => readonly World[]
  /** A title of its own for each world, whose words are looked for. */
  titleOf: (world: World) => string
  /** A run is split by batches. Default: one for each world. */
  batches?: (world: World, options: Options) => readonly Batch[]
  score: (world: World, options: Options, batch: Batch) => Score
  /** The scores of two batches together. */
  sum?: (score: Score, addend: Score) => Score
  /** What the table has of a world. Default: one line. */
  tableLines?: (world: World, score: Score) => readonly Line[]
  columns: readonly Column<NoInfer<Line>>[]
}

interface Column<Line> {
  head: string
  of: (line: Line) => string | number
  /** Words, which are aligned to the left. The first column always is. */
  isText?: true
}

export interface AnyStudy {
  name: string
  about: string
  /** @returns the exit code; an error is printed in one line */
  run: (args: readonly string[], terminal: Terminal) => Promise<number>
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
  csv?: true | string
}

// Options of most studies.

export const boardsOption = new Option(
  '--boards <n>',
  'boards a world, in place of its own number',
).argParser(wholeNumber(1))
export const countOption = (flag: 'boards' | 'runs' | 'lives', of: string, usual: number, least = 1) =>
  new Option(`--${flag} <n>`, of).argParser(wholeNumber(least)).default(usual)
export const roundsOption = (usual: number) =>
  new Option('--rounds <n>', 'rounds of the intervals').argParser(wholeNumber(20)).default(usual)

export function study<Options extends object, World, Score, Line = { world: World; score: Score }>(
  spec: Study<Options, World, Score, Line>,
): AnyStudy {
  const { name, about } = spec
  return {
    name,
    about,
    async run(args, terminal) {
      const program = new Command(`simulate ${name}`)
        .description(about)
        .option(
          '--worlds <words>',
          'only worlds whose title has this text, or else all these words; a comma says "or"',
        )
        .option('--seed <n>', 'seed', wholeNumber(0, 2 ** 21 - 1), 1)
        .option('--threads <n>', 'threads to run on', wholeNumber(1, 64), 1)
        .option('--csv [file]', 'the table as CSV, into a file if one is named')
        .addHelpText('after', `\nCtrl-C ends the run and prints what has been simulated by then.`)
        .exitOverride()
        .configureOutput({
          writeOut: (text) => terminal.stdout.write(text),
          writeErr: (text) => terminal.stderr.write(text),
          outputError: () => undefined,
        })
      for (const option of spec.options) program.addOption(option)
      try {
        program.parse(args, { from: 'user' })
        await report(spec, program.opts<Options & Common>(), terminal)
        return 0
      } catch (error) {
        const { exitCode, line } = commandFailure(error)
        if (line !== null)
          printNote(terminal, `${program.name()}: ${line} See npm run simulate -- ${name} --help.`)
        return exitCode
      }
    },
    score({ options, place, batch }) {
      const studyOptions = options as Options
      return spec.score(spec.worlds(studyOptions)[place], studyOptions, batch)
    },
  }
}

async function report<Options extends object, World, Score, Line>(
  spec: Study<Options, World, Score, Line>,
  options: Options & Common,
  terminal: Terminal,
): Promise<void> {
  const { worlds: words } = options
  const all = [...spec.worlds(options).entries()]
  const whose = (matches: (title: string) => boolean) =>
    all.filter(([, world]) => matches(spec.titleOf(world)))
  const withText = words === undefined ? all : whose((title) => title.includes(words))
  const chosen = withText.length > 0 ? withText : whose((title) => hasWords(title, words!))
  if (chosen.length === 0) throw new UsageError(msg('no_such_cell', { words }))
  const tasks = chosen.map(([place, world]) =>
    (spec.batches?.(world, options) ?? [{ from: 0, to: 1 }]).map((batch): Task => ({
      study: spec.name,
      options,
      place,
      batch,
    })),
  )
  const scores = await scoresOf<Score>(tasks, options.threads, terminal)
  const lines = chosen.flatMap(([, world], n): readonly Line[] => {
    const batchScores = tasks[n].flatMap((task) => (scores.has(task) ? [scores.get(task) as Score] : []))
    if (batchScores.length === 0) return []
    const score = batchScores.reduce((total, batchScore) => spec.sum!(total, batchScore)) as Score
    return spec.tableLines ? spec.tableLines(world, score) : [{ world, score } as Line]
  })
  const text = (options.csv ? csv : markdown)(lines, spec.columns)
  if (typeof options.csv === 'string') return writeFileSync(resolveFilePath(terminal, options.csv), text)
  print(terminal, text)
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
    const choiceWords = wordsOf(choice)
    return choiceWords.length > 0 && choiceWords.every((word) => words.includes(word))
  })
}

/** The scores of all batches; of those that came before Ctrl-C, if it is pressed. */
async function scoresOf<Score>(
  batches: readonly (readonly Task[])[],
  threads: number,
  terminal: Terminal,
): Promise<Map<Task, Score>> {
  const scores = new Map<Task, Score>()
  // the first batch of every world, then the second of every world: an interrupted run has results for all
  const inOrder = batches
    .flatMap((all) => all.map((task, i) => ({ task, place: i / all.length })))
    .toSorted((a, b) => a.place - b.place)
  const bar = progress(terminal, 'simulating')
  const stop = new AbortController()
  const interrupted = () => stop.abort()
  process.once('SIGINT', interrupted)
  const waiting = inOrder.values()
  const lane = async () => {
    const thread = new Worker(new URL('simulate.ts', import.meta.url))
    try {
      for (const { task } of waiting) {
        if (stop.signal.aborted) return
        thread.postMessage(task)
        const [score] = (await once(thread, 'message')) as [Score]
        scores.set(task, score)
        bar.to(scores.size / inOrder.length)
      }
    } finally {
      await thread.terminate()
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(threads, inOrder.length) }, lane))
  } finally {
    process.off('SIGINT', interrupted)
    bar.end()
  }
  return scores
}

// Tables.

/** Columns without values are left out. */
function markdown<Line>(lines: readonly Line[], columns: readonly Column<Line>[]): string {
  const rowOf = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const filled = columns.filter(({ of }) => lines.some((line) => of(line) !== ''))
  const rule = `|${filled.map(({ isText }, i) => (isText || i === 0 ? '---' : '--:')).join('|')}|`
  const rows = lines.map((line) => rowOf(filled.map(({ of }) => of(line))))
  return [rowOf(filled.map(({ head }) => head)), rule, ...rows].join('\n')
}

/** All columns. A figure and its error have a column each. */
function csv<Line>(lines: readonly Line[], columns: readonly Column<Line>[]): string {
  const all = columns.flatMap(({ head, of }) => {
    const values = lines.map((line) => String(of(line)).split(ERROR))
    return values.some(({ length }) => length > 1)
      ? [
          [head, ...values.map(([figure]) => figure)],
          [head + ERROR.trimEnd(), ...values.map(([, error]) => error ?? '')],
        ]
      : [[head, ...values.flat()]]
  })
  return stringify(all[0].map((_, row) => all.map((column) => column[row])))
}

/** Stands between a figure and its error. */
const ERROR = ' ± '

/** A share and its standard error. */
export interface Share {
  share: number
  error: number
}

/**
 * A share of boards with its binomial standard error. If none or all boards count, the error comes from (x + 1) /
 * (n + 2), since it is not zero.
 */
export function shareOf(count: number, boards: number): Share {
  const p = count === 0 || count === boards ? (count + 1) / (boards + 2) : count / boards
  return { share: count / boards, error: Math.sqrt((p * (1 - p)) / boards) }
}

/** Per cent ± one standard error. */
export const percent = ({ share, error }: Share): string =>
  `${(100 * share).toFixed(1)}${ERROR}${(100 * error).toFixed(1)}`

export const percentOf = (count: number, boards: number): string => percent(shareOf(count, boards))

/** A column: per cent of the lives of which something is so. */
export const shareOfLives =
  <Life>(isSo: (life: Life) => boolean) =>
  ({ score }: { score: readonly Life[] }): string =>
    percentOf(score.filter(isSo).length, score.length)

/** Per cent of a number of pairs; empty if there are none. */
export const partOf = (count: number, all: number, digits = 1): string =>
  all > 0 ? ((100 * count) / all).toFixed(digits) : ''

export function sumOf<Counts extends object>(counts: Counts, addend: Counts): Counts {
  const entries = Object.entries(counts).map(([key, count]: [string, number]) => [
    key,
    count + (addend as Record<string, number>)[key],
  ])
  return Object.fromEntries(entries) as Counts
}
