import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { changedColumns, changedFields, spellingOf, type ColumnChanges } from './column-changes.ts'
import { checkedHeader, CsvRows, csvRowsIn, type CsvRow, type Layout } from './csv.ts'
import { FileError, unescaped, type Fields } from './fields.ts'
import { formatOf } from './format.ts'
import { behindFirst, firstKeys, JsonList, listStart, pathOfNestedList, type JsonElement } from './json.ts'
import { linesIn, linesOf } from './lines.ts'
import type { OpenFile } from './open-file.ts'

/** One row as named fields (CSV: all strings), or its fault. In a JSON list on one line, `line` counts the elements. */
export type FileRow =
  | { line: number; fields: Record<string, unknown> }
  | { line: number; wrong: CodedMessage }

/**
 * Every row of a CSV, JSON or JSONL file, in portions; the whole file is never in memory.
 * @throws {FileError} if the file has no rows
 */
export async function* rowsOf(file: OpenFile): AsyncGenerator<FileRow[]> {
  const format = formatOf(file.head, file.name)
  const { changes, watch } = file
  const rows =
    format.kind === 'csv'
      ? tableRows(file, format)
      : format.kind === 'jsonl'
        ? jsonLines(file)
        : listRows(file, format.path)
  for await (const read of rows) {
    const portion = changes && format.kind !== 'csv' ? read.map((row) => withChanges(row, changes)) : read
    if (watch) for (const row of portion) if ('fields' in row) watch(row.fields)
    yield portion
  }
}

async function* jsonLines(file: OpenFile): AsyncGenerator<FileRow[]> {
  const head = file.head.toString('utf8')
  const areLines = !/^\s*{[ \t\r]*\n/.test(head) && !/^[ \t]*{/.test(behindFirst(head))
  if (!areLines && nestedListIn(file) === null)
    throw new FileError(msg('file_is', { file: file.name, what: 'documents' }))
  for await (const lines of linesOf(file.chunks))
    yield lines
      .filter(({ text, wrong }) => wrong || text.trim() !== '')
      .map(({ number: line, text, wrong }) =>
        wrong ? { line, wrong } : parsed({ line, text: withoutComma(text) }),
      )
}

/** Lines that were cut out of a list end with its commas. */
const withoutComma = (line: string): string => line.replace(/},\s*$/, '}')

async function* listRows(file: OpenFile, path?: readonly string[]): AsyncGenerator<FileRow[]> {
  const list = new JsonList(file.head, file.name, path)
  let element = 0
  const numbered = isOnOneLine(file) ? (row: FileRow) => ({ ...row, line: ++element }) : (row: FileRow) => row
  for await (const chunk of file.chunks) yield list.take(chunk).map(parsed).map(numbered)
  yield list.end().map(parsed).map(numbered)
  const page = pageOf(list, file.name)
  if (page) file.notes?.push(page)
}

/** That an API has more than this page of its answer, by what stands beside the rows. */
function pageOf({ around, count }: JsonList, file: string): CodedMessage | null {
  const [meta, cursors] = [around['meta'], around['cursors']].map((part) => (part ?? {}) as Fields)
  const all = Number(meta['totalItems'] ?? around['total'])
  const next = [
    ...['next_cursor', 'cursor', 'has_more', 'next', 'next_page'].map((key) => around[key]),
    meta['cursor'],
    cursors['next'],
  ]
  if (all > count) return msg('page_of_more', { file, count, all })
  return next.some(Boolean) ? msg('page_of_more', { file, count, all: null }) : null
}

/** Whole numbers that a number would round, such as ids of 64 bits, stay as they are written. */
const withLargeNumbers = (_: string, value: unknown, { source }: { source?: string } = {}): unknown =>
  Number.isInteger(value) && !Number.isSafeInteger(value) ? source : value

/** Texts, which stay, and what Python writes for numbers that JSON has not. */
const NAN = /"[^"\\]*(?:\\.[^"\\]*)*"|-?\b(?:NaN|Infinity)\b/gs

/** JSON, or what Python writes as JSON. @throws {SyntaxError} if it is neither */
function jsonIn(text: string): unknown {
  try {
    return JSON.parse(text, /\d{16}/.test(text) ? withLargeNumbers : undefined)
  } catch (error) {
    const json = text.replaceAll(NAN, (token) => (token.startsWith('"') ? token : 'null'))
    if (json === text) throw error
    return JSON.parse(json)
  }
}

function parsed(row: JsonElement): FileRow {
  if ('wrong' in row) return row
  try {
    const fields = jsonIn(row.text)
    if (typeof fields === 'object' && fields !== null && !Array.isArray(fields))
      return hasKeyTwice(row.text, Object.keys(fields).length)
        ? { line: row.line, wrong: msg('column_twice') }
        : { line: row.line, fields: fields as Record<string, unknown> }
    return { line: row.line, wrong: msg('no_json_object') }
  } catch {
    return { line: row.line, wrong: msg('no_json') }
  }
}

/** Whether an object is written with more keys than it has. Of equal keys, JSON.parse keeps the last without a word. */
function hasKeyTwice(text: string, count: number): boolean {
  // texts and objects in it may have such marks too
  return text.match(/"\s*:/g)?.length !== count && firstKeys(text).keys.length !== count
}

function withChanges(row: FileRow, changes: ColumnChanges): FileRow {
  if ('wrong' in row) return row
  const fields = changedFields(row.fields, changes)
  return fields ? { line: row.line, fields } : { line: row.line, wrong: msg('column_twice') }
}

/** Whether a file is a JSON list whose first two elements begin on one line. Its rows are counted by element. */
export function isOnOneLine({ head, name }: Pick<OpenFile, 'head' | 'name'>): boolean {
  const format = formatOf(head, name)
  if (format.kind !== 'json' || listStart(head.toString('utf8'), format.path) === null) return false
  const list = new JsonList(head, name, format.path)
  const [first, second] = list.take(head)
  return first !== undefined && (second?.line ?? list.lineOfNext()) === first.line
}

async function* tableRows(file: OpenFile, layout: Layout): AsyncGenerator<FileRow[]> {
  const rows = new CsvRows(layout)
  let header: ReturnType<typeof headerOf> | null = null
  const withFields = (portion: CsvRow[]): FileRow[] => {
    if (portion.length === 0) return []
    const { spelled, columns } = (header ??= headerOf(portion[0], file))
    const begins = spelled[0]?.[0]
    // a file that was put together from several has their headers
    const isHeader = (cells: readonly string[]) =>
      headed(cells[0] ?? '')[0]?.toLowerCase() === begins &&
      cells.every((cell, i) => spellingOf(headed(cell)) === spelled[i])
    return portion
      .filter((row) => 'wrong' in row || !(isHeader(row.cells) || row.cells.every(isBlank)))
      .map((row) => ('cells' in row ? fieldsOf(row.line, row.cells, columns) : row))
  }
  for await (const lines of linesOf(file.chunks)) yield withFields(rows.take(lines))
  yield withFields(rows.end())
}

function headerOf(row: CsvRow, { name, changes }: OpenFile) {
  if ('wrong' in row)
    throw new FileError(msg('header_unread', { file: name, line: row.line, wrong: row.wrong }))
  const own = row.cells.map(headed)
  return {
    spelled: own.map(spellingOf),
    columns: checkedHeader(changedColumns(own, changes), row.line, name),
  }
}

/** An object without inherited names, as quick as a plain one. */
const NOTHING: object = Object.freeze(Object.create(null))

/** The name of a column. Spreadsheets show long ones on several lines. */
const headed = (cell: string): string => cell.trim().replaceAll(/\s*[\r\n]\s*/g, ' ')

const isBlank = (cell: string) => cell.trim() === ''

function fieldsOf(line: number, cells: string[], header: string[]): FileRow {
  for (let i = header.length; i < cells.length; i++)
    if (cells[i].trim() !== '') return { line, wrong: msg('cells_more') }
  const fields: Record<string, unknown> = Object.create(NOTHING)
  const count = Math.min(header.length, cells.length)
  for (let i = 0; i < count; i++) if (header[i] !== '') fields[header[i]] = unescaped(cells[i])
  return { line, fields }
}

/** The columns of a file as they are read: its header, or the keys of its first row. Reads only the head of the file. */
export const columnsOf = (file: OpenFile): string[] =>
  changedColumns(ownColumnsOf(file), file.changes).filter((column) => column !== '' || !file.changes)

/** The columns under the names of the file. */
export function ownColumnsOf({ head, name }: OpenFile): string[] {
  const format = formatOf(head, name)
  if (format.kind === 'csv') return (csvRowsIn(head, format)[0] ?? []).map(headed)
  const text = head.toString('utf8')
  const start = format.kind === 'json' ? listStart(text, format.path) : 0
  return start === null ? [] : firstKeys(text.slice(start)).keys
}

/** Where a list of objects is in a document that has no rows, as a path of jq; null if its head has none, or has rows. */
export const nestedListIn = ({ head, name }: Pick<OpenFile, 'head' | 'name'>): string | null =>
  formatOf(head, name).kind === 'jsonl' && !/^.*}\s*\n\s*{/.test(head.toString('utf8'))
    ? pathOfNestedList(head.toString('utf8'))
    : null

/** The whole rows in the head of a file, under the names with which they are read. */
export function rowsOfHead(file: OpenFile): Fields[] {
  const known = HEADS.get(file)
  if (known) return known
  const read = readHead(file)
  HEADS.set(file, read)
  return read
}

/** Many questions are asked about the first rows of one file. */
const HEADS = new WeakMap<OpenFile, Fields[]>()

function readHead(file: OpenFile): Fields[] {
  const format = formatOf(file.head, file.name)
  const rows =
    format.kind === 'csv'
      ? csvRows(file, format)
      : jsonRows(file, format.kind === 'json' ? format.path : null)
  const { changes } = file
  return changes ? rows.map((row) => changedFields(row, changes) ?? {}) : rows
}

function csvRows(file: OpenFile, layout: Layout): Fields[] {
  const header = ownColumnsOf(file)
  return csvRowsIn(file.head, layout)
    .slice(1)
    .map((cells) => Object.fromEntries(cells.map((cell, i) => [header[i] ?? '', cell])))
}

/** The whole rows of JSON lines, or of a list, in the head of a file. */
function jsonRows({ head, name }: OpenFile, path: readonly string[] | null | undefined): Fields[] {
  const hasList = path === null || listStart(head.toString('utf8'), path) !== null
  const elements: JsonElement[] =
    path === null
      ? linesIn(head).map(({ number, text }) => ({ line: number, text }))
      : hasList
        ? new JsonList(head, name, path).take(head)
        : []
  return elements.map(parsed).flatMap((row) => ('fields' in row ? [row.fields] : []))
}
