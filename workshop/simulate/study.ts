/** Runs a study: draws and scores its worlds on threads, and prints one table, as Markdown or CSV. */
import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import { Worker } from 'node:worker_threads'
import { stringify } from 'csv-stringify/sync'
import { resolveFilePath, print, progress, type Terminal } from '../../scripts/cli/terminal/terminal.ts'

/** What a study draws boards of: a row of data. */
interface Titled {
  name: string
  group?: string
  /** How many are drawn, in place of the study's number. */
  boards?: number
}

/** The n-th board, life or run of a world. */
export interface Turn {
  n: number
  seed: number
  /** Rounds of the intervals; 0: the limit of endless rounds. */
  rounds: number
}

/** One question about some worlds. */
interface Study<World extends Titled, Result> {
  /** What follows `simulate` on the command line. */
  name: string
  about: string
  worlds: readonly World[]
  boards: number
  /** Whether `--rounds` changes the boards. */
  hasRounds?: true
  /** Draws one board and says what became of it. Depends on the world and the turn alone. */
  play: (world: World, turn: Turn) => Result
  /** What the table says of each world. */
  columns: readonly Column<Played<NoInfer<World>, NoInfer<Result>>>[]
}

export interface Played<World, Result> {
  world: World
  results: readonly Result[]
}

interface Column<Line> {
  head: string
  cell: (line: Line) => string | number
  /** Words, which are aligned to the left. The first column always is. */
  isText?: true
}

export interface AnyStudy {
  name: string
  about: string
  hasRounds: boolean
  /** Plays the worlds on threads, and prints their table. */
  report: (options: Options, terminal: Terminal) => Promise<void>
  /** The results of one task, on a thread of its own. */
  work: (task: Task) => unknown[]
}

/** Boards `from` … `to` − 1 of the world at this place in the list of its study. */
export interface Task extends Omit<Turn, 'n'> {
  study: string
  place: number
  from: number
  to: number
}

export interface Options extends Omit<Turn, 'n'> {
  /** Parts of titles; default: all worlds. */
  worlds?: string[]
  boards?: number
  threads: number
  /** The table as CSV, into a file if one is named. */
  csv?: true | string
}

export function study<World extends Titled, Result>(spec: Study<World, Result>) {
  const { name, about, hasRounds = false, worlds, play } = spec
  return {
    name,
    about,
    hasRounds,
    worlds,
    report: (options: Options, terminal: Terminal) => report(spec, options, terminal),
    work: ({ place, from, to, seed, rounds }: Task): Result[] =>
      Array.from({ length: to - from }, (_, i) => play(worlds[place], { n: from + i, seed, rounds })),
    /** The first boards of the world of this name, for tests. */
    firstResults(worldName: string, boards: number, { seed = 1, rounds = 0 }: Partial<Turn> = {}): Result[] {
      const world = worlds.find((candidate) => candidate.name === worldName)
      if (!world) throw new RangeError(`${name} has no world called ${worldName}.`)
      return Array.from({ length: boards }, (_, n) => play(world, { n, seed, rounds }))
    },
  }
}

const worldTitle = ({ group, name }: Titled): string => (group === undefined ? name : `${group}: ${name}`)

/** A world's boards are split into so many tasks at most, of so many boards at least. */
const [MOST_TASKS, LEAST_BOARDS] = [100, 10]

async function report<World extends Titled, Result>(
  spec: Study<World, Result>,
  { worlds: words, boards, threads, csv: csvFile, seed, rounds }: Options,
  terminal: Terminal,
): Promise<void> {
  const chosen = [...spec.worlds.entries()].filter(
    ([, world]) => words === undefined || words.some((word) => worldTitle(world).includes(word)),
  )
  if (chosen.length === 0) throw new RangeError(`no world has one of ${words!.join(' ')}`)
  const tasks = chosen.flatMap(([place, world]) => {
    const all = boards ?? world.boards ?? spec.boards
    const size = Math.max(LEAST_BOARDS, Math.ceil(all / MOST_TASKS))
    return Array.from({ length: Math.ceil(all / size) }, (_, n): Task => ({
      study: spec.name,
      place,
      from: n * size,
      to: Math.min(all, (n + 1) * size),
      seed,
      rounds,
    }))
  })
  const done = await workOn<Result>(tasks, threads, terminal)
  const lines = chosen.map(([place, world]) => ({
    world,
    results: tasks.flatMap((task, i) => (task.place === place ? done[i] : [])),
  }))
  const text = (csvFile ? csv : markdown)(lines, spec.columns)
  if (typeof csvFile === 'string') return writeFileSync(resolveFilePath(terminal, csvFile), text)
  print(terminal, text)
}

/** The results of each task. */
async function workOn<Result>(
  tasks: readonly Task[],
  threads: number,
  terminal: Terminal,
): Promise<Result[][]> {
  const results: Result[][] = []
  const bar = progress(terminal, 'simulating')
  const waiting = tasks.entries()
  let done = 0
  const lane = async () => {
    const thread = new Worker(new URL('simulate.ts', import.meta.url))
    try {
      for (const [i, task] of waiting) {
        thread.postMessage(task)
        ;[results[i]] = (await once(thread, 'message')) as [Result[]]
        bar.to(++done / tasks.length)
      }
    } finally {
      await thread.terminate()
    }
  }
  try {
    await Promise.all(Array.from({ length: Math.min(threads, tasks.length) }, lane))
  } finally {
    bar.end()
  }
  return results
}

// Tables.

/** Columns without values are left out. */
function markdown<Line>(lines: readonly Line[], columns: readonly Column<Line>[]): string {
  const tableRow = (cells: readonly (string | number)[]) => `| ${cells.join(' | ')} |`
  const filled = columns.filter(({ cell }) => lines.some((line) => cell(line) !== ''))
  const rule = `|${filled.map(({ isText }, i) => (isText || i === 0 ? '---' : '--:')).join('|')}|`
  const rows = lines.map((line) => tableRow(filled.map(({ cell }) => cell(line))))
  return [tableRow(filled.map(({ head }) => head)), rule, ...rows].join('\n')
}

/** All columns. A figure and its error have a column each. */
function csv<Line>(lines: readonly Line[], columns: readonly Column<Line>[]): string {
  const all = columns.flatMap(({ head, cell }) => {
    const values = lines.map((line) => String(cell(line)).split(ERROR))
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
function estimateShare(count: number, boards: number): Share {
  const p = count === 0 || count === boards ? (count + 1) / (boards + 2) : count / boards
  return { share: count / boards, error: Math.sqrt((p * (1 - p)) / boards) }
}

/** Per cent ± one standard error. */
export const percent = ({ share, error }: Share): string =>
  `${(100 * share).toFixed(1)}${ERROR}${(100 * error).toFixed(1)}`

/** A column: per cent of the boards of which something is so. */
export const shareOfBoards =
  <Result>(isSo: (result: Result) => boolean) =>
  ({ results }: { results: readonly Result[] }): string =>
    percent(estimateShare(results.filter(isSo).length, results.length))

/** Per cent of a number of pairs; empty if there are none. */
export const partText = (count: number, all: number, digits = 1): string =>
  all > 0 ? ((100 * count) / all).toFixed(digits) : ''

/** The sum of a figure over boards. */
export const total = <Result>(results: readonly Result[], figure: (result: Result) => number): number =>
  results.reduce((sum, result) => sum + figure(result), 0)

/** The median number of votes at which something happened; infinite if it did not on half of the boards. */
export function medianVotes(votes: readonly (number | null)[]): number {
  const sorted = votes.map((count) => count ?? Infinity).toSorted((a, b) => a - b)
  return sorted[Math.floor(sorted.length / 2)]
}
