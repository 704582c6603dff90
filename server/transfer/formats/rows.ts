import { parse } from 'csv-parse/sync'
import { MOST_CONTESTANTS } from '../../../shared/contracts/limits.ts'
import { changedColumns, changedFields, type ColumnChanges } from './column-changes.ts'
import { csvEnds, cutRows, isOnOneLine, type RawRow, jsonEnds, lineEnds, type PlainRows } from './row-ends.ts'
import { FileError, unescaped } from './fields.ts'
import { formatOf, SEPARATOR_LINE, jsonTokens } from './format.ts'
import type { OpenFile } from './open-file.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'

/** One row as named fields (CSV: all strings), or its fault. In a JSON list on one line, `line` counts the elements. */
export type FileRow =
  | { line: number; fields: Record<string, unknown> }
  | { line: number; wrong: CodedMessage }

/**
 * Every row of a CSV, JSON or JSONL file, in portions; the whole file is never in memory. Rows of CSV and JSONL that
 * `plain` reads are not returned.
 * @throws {FileError} if the file has no rows
 */
export async function* rowsOf(file: OpenFile, plain: PlainRows | null = null): AsyncGenerator<FileRow[]> {
  const format = formatOf(file.head, file.name)
  if (format.kind === 'csv') return yield* csvRows(file, format.separator, plain)
  const { changes } = file
  const rows = format.kind === 'jsonl' ? jsonLines(file, changes ? null : plain) : jsonRows(file, format.path)
  for await (const portion of isOnOneLine(file) ? byElement(rows) : rows)
    yield changes ? portion.map((row) => withChanges(row, changes)) : portion
}

async function* jsonLines(file: OpenFile, plain: PlainRows | null): AsyncGenerator<FileRow[]> {
  let isBegun = plain === null
  for await (const rows of cutRows(file.chunks, lineEnds(), plain)) {
    const parsed = rows.map(parseJson)
    const first = isBegun ? undefined : parsed.find((row) => 'fields' in row)
    if (first && 'fields' in first) {
      plain?.begin(Object.keys(first.fields), null)
      isBegun = true
    }
    yield parsed
  }
}

function withChanges(row: FileRow, changes: ColumnChanges): FileRow {
  if ('wrong' in row) return row
  const fields = changedFields(row.fields, changes)
  return fields ? { line: row.line, fields } : { line: row.line, wrong: msg('column_twice') }
}

/** Rows that share a line, numbered from 1. */
async function* byElement(portions: AsyncIterable<FileRow[]>): AsyncGenerator<FileRow[]> {
  let element = 0
  for await (const rows of portions) yield rows.map((row) => ({ ...row, line: ++element }))
}

async function* jsonRows(file: OpenFile, path?: readonly string[]): AsyncGenerator<FileRow[]> {
  const ends = jsonEnds(file.name, path)
  let last: RawRow = { line: 1, text: '' }
  for await (const rows of cutRows(file.chunks, ends)) {
    yield rows
      .map(withoutEnd)
      .filter((row) => row !== null)
      .map(parseJson)
    last = rows.at(-1) ?? last
  }
  const wrong = ends.check()
  if (wrong && !('wrong' in last)) yield [{ line: last.line, wrong }]
}

function withoutEnd(row: RawRow): RawRow | null {
  if ('wrong' in row) return row
  const text = row.text.slice(0, -1)
  return row.text.endsWith(']') && text.trim() === '' ? null : { line: row.line, text }
}

function parseJson(row: RawRow): FileRow {
  if ('wrong' in row) return row
  try {
    const fields: unknown = JSON.parse(row.text)
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return { line: row.line, fields: fields as Record<string, unknown> }
    return { line: row.line, wrong: msg('no_json_object') }
  } catch {
    return { line: row.line, wrong: msg('no_json') }
  }
}

async function* csvRows(
  file: OpenFile,
  separator: string,
  plain: PlainRows | null,
): AsyncGenerator<FileRow[]> {
  let header: string[] | null = null
  let toSkip = SEPARATOR_LINE.test(file.head.toString('utf8', 0, 16)) ? 1 : 0
  // plain rows follow the header directly
  const plainRows = toSkip > 0 ? null : plain
  for await (const portion of cutRows(file.chunks, csvEnds(separator.charCodeAt(0)), plainRows)) {
    const rows = portion.slice(toSkip)
    if (portion.length > 0) toSkip = 0
    if (rows.length === 0) continue
    const body: RawRow[] = header ? rows : rows.slice(1)
    if (!header) {
      header = checkedHeader(rows[0], separator, file)
      plain?.begin(header, separator.charCodeAt(0))
    }
    yield withFields(body, header, separator)
  }
}

/** The most columns of a table: every contestant that an arena may have, and some for the prompt. */
const MOST_COLUMNS = MOST_CONTESTANTS + 100

/** The column names of a header line. */
function headerOf(line: string, separator: string): string[] {
  return (cellsOf([line], separator)[0] ?? []).map((cell) => cell.trim())
}

function checkedHeader(row: RawRow, separator: string, { name, changes }: OpenFile): string[] {
  if ('wrong' in row)
    throw new FileError(msg('header_unread', { file: name, line: row.line, wrong: row.wrong }))
  const header = withRepeats(changedColumns(headerOf(row.text, separator), changes))
  if (header.length > MOST_COLUMNS)
    throw new FileError(msg('columns_many', { file: name, count: header.length, most: MOST_COLUMNS }))
  const seen = new Set<string>()
  const twice = header.find((column) => column !== '' && seen.size === seen.add(column).size)
  if (twice !== undefined)
    throw new FileError(msg('header_twice', { file: name, line: row.line, column: twice }))
  return header
}

/** Columns that promptfoo writes once for each output. */
export const REPEATED =
  /^(Status|Score|Named Scores|Metric: .*|Reasoning|Grader Reason|Comment|Latency \(ms\))$/

/** Numbers repeated columns of promptfoo, so that they do not make a file unreadable. */
function withRepeats(header: readonly string[]): string[] {
  if (!header.includes('Grader Reason')) return [...header]
  const counts = new Map<string, number>()
  return header.map((column) => {
    const count = (counts.get(column) ?? 0) + 1
    counts.set(column, count)
    return count > 1 && REPEATED.test(column) ? `${column} ${count}` : column
  })
}

function withFields(rows: RawRow[], header: string[], separator: string): FileRow[] {
  const cells = cellsOf(
    rows.flatMap((row) => ('text' in row ? [row.text] : [])),
    separator,
  )
  let next = 0
  return rows.map((row) => ('text' in row ? fieldsOf(row.line, cells[next++], header) : row))
}

function fieldsOf(line: number, cells: string[], header: string[]): FileRow {
  if (cells.slice(header.length).some((cell) => cell.trim() !== '')) return { line, wrong: msg('cells_more') }
  const fields: Record<string, unknown> = Object.create(null)
  header.forEach((column, i) => {
    if (column !== '' && i < cells.length) fields[column] = unescaped(cells[i])
  })
  return { line, fields }
}

/** The cells of whole rows. */
export function cellsOf(rows: string[], separator: string): string[][] {
  return parse(rows.join('\n'), {
    delimiter: separator,
    record_delimiter: ['\n', '\r\n'],
    relax_column_count: true,
    relax_quotes: true,
  })
}

/** The columns of a file as they are read: its header, or the keys of its first row. Reads only the head of the file. */
export const columnsOf = (file: OpenFile): string[] =>
  changedColumns(ownColumnsOf(file), file.changes).filter((column) => column !== '' || !file.changes)

/** The columns under the names of the file. */
export function ownColumnsOf(file: OpenFile): string[] {
  const format = formatOf(file.head, file.name)
  if (format.kind === 'csv') {
    const line = SEPARATOR_LINE.exec(file.head.toString('utf8', 0, 16))?.[0] ?? ''
    return headerOf(firstCsvRow(file.head.subarray(line.length), format.separator), format.separator)
  }
  const text = file.head.toString('utf8')
  return format.kind === 'json' ? keysOfFirstRow(text, true, format.path) : keysOfFirstRow(text, false)
}

function firstCsvRow(head: Buffer, separator: string): string {
  const end = csvEnds(separator.charCodeAt(0)).next(head, 0, head.length)
  return head.toString('utf8', 0, typeof end === 'number' && end > 0 ? end : head.length).trimEnd()
}

/**
 * The keys of the first row; in a broken row those before the fault.
 * @param listed  whether the rows are in the first array of the file, not one on each line
 * @param path  the keys that lead to the array, if it is another one
 */
function keysOfFirstRow(text: string, listed: boolean, path?: readonly string[]): string[] {
  const columns: string[] = []
  /** The keys around the current token. */
  const around: string[] = []
  let depth = 0
  /** The nesting depth of rows, once it is known. */
  let rowsAt = listed ? null : 0
  const opensRows = () =>
    path ? depth === path.length && path.every((key, i) => around[i] === key) : depth < 2
  for (const { kind, text: token } of jsonTokens(text)) {
    if (rowsAt === null && token === '[' && kind === 'open' && opensRows()) rowsAt = depth + 1
    if (kind === 'open') {
      depth++
    } else if (kind === 'key') {
      around[depth - 1] = token
      if (rowsAt !== null && depth === rowsAt + 1) columns.push(token)
    } else {
      if (rowsAt !== null && depth <= rowsAt + 1) break
      depth--
    }
  }
  return columns
}

/**
 * Where the first list of objects is in a JSON document whose rows are not found: at least two keys deep.
 * @returns the keys that lead to it, as a path of jq; null if the head of the file has no such list
 */
export function nestedListIn({ head, name }: Pick<OpenFile, 'head' | 'name'>): string | null {
  const text = head.toString('utf8')
  if (!text.trimStart().startsWith('{') || formatOf(head, name).kind !== 'jsonl') return null
  const keys: string[] = []
  let depth = 0
  for (const { kind, text: token, end } of jsonTokens(text)) {
    if (kind === 'key') {
      keys.length = depth - 1
      keys.push(token)
    } else if (kind === 'close') {
      if (--depth === 0) return null
    } else if (token === '[' && keys.length >= 2 && keys.length === depth && /^\s*{/.test(text.slice(end))) {
      return keys.map((key) => (/^[a-z_]\w*$/i.test(key) ? `.${key}` : `.[${JSON.stringify(key)}]`)).join('')
    } else depth++
  }
  return null
}
