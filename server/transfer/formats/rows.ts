import { parse } from 'csv-parse/sync'
import { MOST_CONTESTANTS } from '../../../shared/contracts/limits.ts'
import { changedColumns, changedFields } from './column-changes.ts'
import type { ColumnChanges } from './column-changes.ts'
import { csvEnds } from './csv-ends.ts'
import { cutRows } from './cut-rows.ts'
import { FileError } from './file-error.ts'
import { isOnOneLine } from './first-row.ts'
import { formatOf, SEPARATOR_LINE } from './format.ts'
import type { RawRow } from './held-bytes.ts'
import { jsonEnds } from './json-ends.ts'
import { lineEnds } from './line-ends.ts'
import type { OpenFile } from './open-file.ts'
import type { PlainRows } from './cut-rows.ts'
import { unescaped } from './unescaped.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

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
export function headerOf(line: string, separator: string): string[] {
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
