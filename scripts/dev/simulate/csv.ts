/** `--csv FILE` of every simulation: the tables that it prints, as one file for programs to read. */
import { writeFileSync } from 'node:fs'
import { stringify } from 'csv-stringify/sync'
import { pathFrom } from '../../cli/terminal/terminal.ts'
import type { Terminal } from '../../cli/terminal/terminal.ts'

type Command = (args: readonly string[], terminal: Terminal) => Promise<number>

/** The same command, which with `--csv FILE` also writes there what it printed. */
export const withCsv =
  (command: Command): Command =>
  async (args, terminal) => {
    const at = args.indexOf('--csv')
    const file = at < 0 ? undefined : args[at + 1]
    if (file === undefined) return command(args, terminal)
    let printed = ''
    const stdout = new Proxy(terminal.stdout, {
      get: (target, key) =>
        key === 'write'
          ? (text: string) => ((printed += text), target.write(text))
          : Reflect.get(target, key, target),
    })
    const code = await command(args.toSpliced(at, 2), { ...terminal, stdout })
    writeFileSync(pathFrom(terminal, file), csvOf(printed))
    return code
  }

/**
 * The Markdown tables of a text as CSV with the columns of all. The column `table` has the line above each, if there is
 * one. A column of values with errors becomes two, and a repeated head names the column before it, too.
 */
export function csvOf(markdown: string): string {
  const rows: Record<string, string>[] = []
  let title = ''
  let heads: string[] | null = null
  for (const line of markdown.split('\n')) {
    if (!line.startsWith('|')) {
      if (/^(\*\*|#)/.test(line)) title = line.replace(/^[*#\s]+|[*\s]+$/g, '')
      heads = null
      continue
    }
    const cells = line.replace(/^\|\s*|\s*\|$/g, '').split(/\s*\|\s*/)
    if (heads === null) heads = namesOf(cells)
    else if (!/^:?-+:?$/.test(cells[0]!)) rows.push({ table: title, ...rowOf(heads, cells, rows.at(-1)) })
  }
  const columns = [...new Set(rows.flatMap(Object.keys))].filter((name) => rows.some((row) => row[name]))
  return stringify(rows, { header: true, columns: inOrder(columns) })
}

/** A head that stands twice belongs to the last one before it that stands once. */
function namesOf(cells: readonly string[]): string[] {
  const heads = cells.map((head) => head.replaceAll('`', ''))
  const isAlone = (head: string) => heads.indexOf(head) === heads.lastIndexOf(head)
  return heads.map((head, i) =>
    isAlone(head) ? head : `${heads.slice(0, i).findLast(isAlone) ?? ''}: ${head}`,
  )
}

/** A row that begins with an empty cell is about the same as the row above. */
const rowOf = (heads: readonly string[], cells: readonly string[], above: Record<string, string> = {}) =>
  Object.fromEntries(
    heads.flatMap((head, i) => {
      const [value = '', error] = (cells[i] || (i === 0 && above[head]) || '').split(' ± ')
      return error === undefined
        ? [[head, value]]
        : [
            [head, value],
            [errorOf(head), error],
          ]
    }),
  )

const errorOf = (head: string) => `${head} ±`

/** Each error behind its value, also if the first rows have none. */
const inOrder = (columns: readonly string[]) => {
  const values = columns.filter((name) => !name.endsWith(' ±'))
  return values.flatMap((name) => (columns.includes(errorOf(name)) ? [name, errorOf(name)] : [name]))
}
