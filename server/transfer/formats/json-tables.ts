/** JSON documents that hold a table in another order than a list of rows: those of pandas and of the Hugging Face API. */
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { jsonTokens } from './json.ts'
import { wholeOf } from './lines.ts'

/** `columns`: by column, then by row; `lists`: a list for each column; `index`: by row; `split`: columns beside data. */
type Shape = 'columns' | 'lists' | 'index' | 'split' | 'rows'

/** Keys that begin rows, as databases of documents have them below their ids. */
const ROW_KEYS = new Set('id question_id prompt model model_a winner text'.split(' '))

/** So many keys tell what a document holds. */
const MOST_KEYS = 20

/** The largest document that is read as a whole, in MiB. */
const LARGEST = 256

/** What follows a key: an object with its first key, a list with the beginning of its first element, or something else. */
const OBJECT = /^\s*{\s*"([^"]*)"\s*:\s*(\S)/
const LIST = /^\s*\[\s*(\S)/

/** How a document holds its table; null if it is none of these. @param head  its beginning */
export function tableShapeOf(head: string): Shape | null {
  if (!head.trimStart().startsWith('{')) return null
  const keys: { key: string; rest: string }[] = []
  for (const { kind, text, end, depth } of jsonTokens(head)) {
    if (kind === 'key' && depth === 1) keys.push({ key: text, rest: head.slice(end, end + 400) })
    else if (kind === 'close' && depth === 0) {
      // another document behind it: lines of rows
      if (head.slice(end).trim() !== '') return null
      break
    }
    if (keys.length > MOST_KEYS) break
  }
  const [first, second] = keys
  if (!first) return null
  const [, inner, value] = OBJECT.exec(first.rest) ?? []
  if (inner !== undefined && /^\d+$/.test(first.key) && value !== '{') return 'index'
  if (inner !== undefined && /^\d+$/.test(inner) && value !== '{') return 'columns'
  if (!second) return null
  if (keys.every(({ rest }) => OBJECT.exec(rest)?.[1] === inner) && ROW_KEYS.has(inner ?? '')) return 'index'
  if (/^\s*\[\s*{\s*"feature_idx"/.test(first.rest) && second.key === 'rows') return 'rows'
  const elements = [first, second].map(({ rest }) => LIST.exec(rest)?.[1])
  const begins = (key: string) => LIST.exec(keys.find((one) => one.key === key)?.rest ?? '')?.[1]
  if (begins('columns') === '"' && begins('data') === '[') return 'split'
  return elements.every((element) => element !== undefined && !'{['.includes(element)) ? 'lists' : null
}

/**
 * The rows of such a document as JSON lines; the document itself if it holds no table after all.
 * @throws {FileError} if it is too large to be read as a whole
 */
export async function* asLines(
  chunks: AsyncIterable<Buffer>,
  shape: Shape,
  file: string,
  onNote: (note: CodedMessage) => void,
): AsyncGenerator<Buffer> {
  const whole = await wholeOf(chunks, LARGEST, file)
  const text = whole.toString('utf8')
  const rows = rowsOfTable(text, shape)
  if (rows === null) return yield whole
  const all = shape === 'rows' ? Number(totalOf(text)) : 0
  if (all > rows.length) onNote(msg('page_of_more', { file, count: rows.length, all }))
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

/** How many rows the data set has of which this is a page; NaN if the page does not say. */
const totalOf = (page: string): unknown => (JSON.parse(page) as Row)['num_rows_total']

type Row = Record<string, unknown>

function rowsOfTable(text: string, shape: Shape): Row[] | null {
  let table: Row
  try {
    table = JSON.parse(text) as Row
  } catch {
    return null
  }
  if (shape === 'index') return Object.values(table) as Row[]
  if (shape === 'rows') return (table['rows'] as { row: Row }[]).map(({ row }) => row)
  if (shape === 'split') {
    const columns = table['columns']
    const data = table['data']
    if (!Array.isArray(columns) || !Array.isArray(data) || !data.every(Array.isArray)) return null
    return data.map((cells: unknown[]) => rowOf(columns.map(String), (_, i) => cells[i]))
  }
  const names = Object.keys(table)
  const columns = Object.values(table)
  if (!columns.every((column) => typeof column === 'object' && column !== null)) return null
  const keys = Object.keys(columns[0] as object)
  const isWhole = columns.every((column) => Object.keys(column as object).length === keys.length)
  return isWhole ? keys.map((key) => rowOf(names, (name) => (table[name] as Row)[key])) : null
}

const rowOf = (names: readonly string[], cellOf: (name: string, i: number) => unknown): Row =>
  Object.fromEntries(names.map((name, i) => [name, cellOf(name, i)]))
