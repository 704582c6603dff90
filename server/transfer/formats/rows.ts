import { isNestedOver, MAX_LEVELS } from './nesting.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import {
  changedColumns,
  changedFields,
  joinedColumns,
  normalisedColumn,
  type ColumnChanges,
} from './column-changes.ts'
import {
  checkedHeader,
  CsvRows,
  isKnownColumn,
  isSide,
  parseCsvHead,
  type CsvRow,
  type Layout,
} from './csv.ts'
import { FileError, joinedTexts, standsForEmpty, textField, unescaped, type Fields } from './fields.ts'
import { detectFormat, ROW_COLUMNS, type Format } from './format.ts'
import { behindFirst, firstKeys, JsonList, listStart, nestedList, type JsonElement } from './json.ts'
import { splitLines, readLines } from './lines.ts'
import type { OpenFile } from './open-file.ts'

/** One row as named fields (CSV: all strings), or its fault. In a JSON list on one line, `line` counts the elements. */
export type FileRow =
  | { line: number; fields: Record<string, unknown> }
  | { line: number; wrong: CodedMessage }

/**
 * Every row of a CSV, JSON or JSONL file, in portions; the whole file is never in memory.
 * @throws {FileError} if the file has no rows
 */
export async function* fileRows(file: OpenFile): AsyncGenerator<FileRow[]> {
  const format = fileFormat(file)
  const { changes, watch } = file
  const rows =
    format.kind === 'csv'
      ? tableRows(file, format)
      : format.kind === 'jsonl'
        ? jsonLines(file)
        : listRows(file, format.path)
  const floatColumns = format.kind === 'csv' ? wholeNumberColumns(file) : []
  for await (const read of rows) {
    const portion = changes && format.kind !== 'csv' ? read.map((row) => withChanges(row, changes)) : read
    for (const row of portion)
      if ('fields' in row) {
        for (const column of floatColumns) row.fields[column] = asWholeNumber(row.fields[column])
        watch?.(row.fields)
      }
    yield portion
  }
}

/** Columns of ids, of prompts, voters and pairs. */
const IDS = ['id', 'question_id', 'judge', 'pair_id']
const WHOLE_AS_FLOAT = /^-?\d+\.0$/

/** Columns in which each id is a whole number with `.0`: so pandas writes ids where one is missing. */
function wholeNumberColumns(file: OpenFile): string[] {
  const rows = headRows(file)
  const columns = mappedColumns(file)
  return IDS.filter((column) => {
    const cells = columns.includes(column) ? rows.flatMap((row) => textField(row[column]) ?? []) : []
    const filled = cells.filter((cell) => !standsForEmpty(cell))
    return filled.length > 0 && filled.every((cell) => WHOLE_AS_FLOAT.test(cell))
  })
}

const asWholeNumber = (cell: unknown): unknown =>
  typeof cell === 'string' && WHOLE_AS_FLOAT.test(cell) ? cell.slice(0, -2) : cell

async function* jsonLines(file: OpenFile): AsyncGenerator<FileRow[]> {
  const head = file.head.toString('utf8')
  const areLines = !/^\s*{[ \t\r]*\n/.test(head) && !/^[ \t]*{/.test(behindFirst(head))
  if (!areLines && nestedListPath(file) === null)
    throw new FileError(msg('file_is', { file: file.name, what: 'documents' }))
  for await (const lines of readLines(file.chunks))
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
  const numbered = isSingleLineList(file)
    ? (row: FileRow) => ({ ...row, line: ++element })
    : (row: FileRow) => row
  for await (const chunk of file.chunks) yield list.take(chunk).map(parsed).map(numbered)
  if (!file.isBeginning) list.end()
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
  // an error for each of millions of empty lines would take minutes
  if (row.text.trim() === '') return { line: row.line, wrong: msg('no_json') }
  if (isNestedOver(row.text, MAX_LEVELS))
    return { line: row.line, wrong: msg('nested_over', { most: MAX_LEVELS }) }
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
export function isSingleLineList({ head, name }: FileHead): boolean {
  const format = fileFormat({ head, name })
  if (format.kind !== 'json' || listStart(head.toString('utf8'), format.path) === null) return false
  const list = new JsonList(head, name, format.path)
  const [first, second] = list.take(head)
  return first !== undefined && (second?.line ?? list.lineOfNext()) === first.line
}

async function* tableRows(file: OpenFile, layout: Layout): AsyncGenerator<FileRow[]> {
  const rows = new CsvRows(layout)
  let header: ReturnType<typeof readHeader> | null = null
  let isFirst = true
  let isBelowTitle = false
  const withFields = (portion: CsvRow[]): FileRow[] => {
    if (portion.length === 0) return []
    const { spelled, columns, joined } = (header ??= readHeader(portion[0], file))
    const begins = spelled[0]?.[0]
    const begun = new Set(spelled.map((name) => name[0] ?? ''))
    const sorted = spelled.toSorted().join()
    const beginsTable = (cells: readonly string[]) =>
      headed(cells[0] ?? '')[0]?.toLowerCase() === begins &&
      normalisedColumn(headed(cells[0] ?? '')) === spelled[0] &&
      isKnownColumn(cells[0]!) &&
      (!isSide(cells[0]!) || cells.some((cell) => isKnownColumn(cell) && !isSide(cell)))
    // a file that was put together from several has their headers
    const isHeader = (cells: readonly string[]) =>
      headed(cells[0] ?? '')[0]?.toLowerCase() === begins &&
      cells.every((cell, i) => normalisedColumn(headed(cell)) === spelled[i])
    // the same columns in another order
    const isReordered = (cells: readonly string[]) =>
      begun.has(headed(cells[0] ?? '')[0]?.toLowerCase() ?? '') &&
      spelled.includes(normalisedColumn(headed(cells[0]!))) &&
      cells
        .map((cell) => normalisedColumn(headed(cell)))
        .sort()
        .join() === sorted &&
      !isHeader(cells)
    // a sheet may have one table below the other, with other columns or with a title of its own
    for (const row of isFirst ? portion.slice(1) : portion) {
      if ('wrong' in row || row.cells.every(isBlank)) continue
      const isOther = beginsTable(row.cells) ? isBelowTitle || !isHeader(row.cells) : isReordered(row.cells)
      if (isOther) throw new FileError(msg('table_second', { file: file.name, line: row.line }))
      isBelowTitle = spelled.length > 1 && row.cells.slice(1).every(isBlank)
    }
    isFirst = false
    return portion
      .filter((row) => 'wrong' in row || !(isHeader(row.cells) || row.cells.every(isBlank)))
      .map((row) => ('cells' in row ? namedFields(row.line, row.cells, columns, joined) : row))
  }
  for await (const lines of readLines(file.chunks)) yield withFields(rows.take(lines))
  yield withFields(rows.end())
}

function readHeader(row: CsvRow, { name, changes }: OpenFile) {
  if ('wrong' in row)
    throw new FileError(msg('header_unread', { file: name, line: row.line, wrong: row.wrong }))
  const headings = row.cells.map(headed)
  const joined = joinedColumns(headings, changes)
  const columns = changedColumns(headings, changes).map((column, i) =>
    joined.includes(headings[i]) ? '' : column,
  )
  return {
    spelled: headings.map(normalisedColumn),
    columns: checkedHeader(columns, headings, row.line, name),
    joined: joined.map((column) => headings.indexOf(column)),
  }
}

/** An object without inherited names, as quick as a plain one. */
const NOTHING: object = Object.freeze(Object.create(null))

/** The name of a column. Spreadsheets show long ones on several lines. */
const headed = (cell: string): string => cell.trim().replaceAll(/\s*[\r\n]\s*/g, ' ')

const isBlank = (cell: string) => cell.trim() === ''

function namedFields(line: number, cells: string[], header: string[], joined: number[]): FileRow {
  for (let i = header.length; i < cells.length; i++)
    if (cells[i].trim() !== '')
      return { line, wrong: msg('row_broken', { why: 'more cells than the header has' }) }
  const fields: Record<string, unknown> = Object.create(NOTHING)
  const count = Math.min(header.length, cells.length)
  for (let i = 0; i < count; i++) if (header[i] !== '') fields[header[i]] = unescaped(cells[i])
  if (joined.length > 0) fields['prompt'] = joinedTexts(joined.map((i) => unescaped(cells[i] ?? '')))
  return { line, fields }
}

/** What the first bytes of a file hold, under the names in the file. */
interface Beginning {
  format: Format
  /** The header, or the keys of the first row. */
  columns: string[]
  /** The whole rows. */
  rows: Fields[]
}

/** Many questions are asked about the beginning of one file, which is parsed once. */
const BEGINNINGS = new WeakMap<Buffer, Beginning>()

type FileHead = Pick<OpenFile, 'head' | 'name'>

function fileBeginning({ head, name }: FileHead): Beginning {
  const known = BEGINNINGS.get(head)
  if (known) return known
  const format = detectFormat(head, name)
  const read = {
    format,
    ...(format.kind === 'csv' ? csvBeginning(head, format) : jsonBeginning(head, name, format)),
  }
  BEGINNINGS.set(head, read)
  return read
}

function csvBeginning(head: Buffer, layout: Layout): Omit<Beginning, 'format'> {
  const [header = [], ...rows] = parseCsvHead(head, layout)
  const columns = header.map(headed)
  return {
    columns,
    rows: rows.map((cells) => Object.fromEntries(cells.map((cell, i) => [columns[i] ?? '', cell]))),
  }
}

function jsonBeginning(
  head: Buffer,
  name: string,
  format: Exclude<Format, { kind: 'csv' }>,
): Omit<Beginning, 'format'> {
  const text = head.toString('utf8')
  const isList = format.kind === 'json'
  const start = isList ? listStart(text, format.path) : 0
  if (start === null) return { columns: [], rows: [] }
  const elements: JsonElement[] = isList
    ? new JsonList(head, name, format.path).take(head)
    : splitLines(head).map(({ number, text }) => ({ line: number, text }))
  return {
    columns: firstKeys(text.slice(start)).keys,
    rows: elements.map(parsed).flatMap((row) => ('fields' in row ? [row.fields] : [])),
  }
}

/** How a file is written. */
export const fileFormat = (file: FileHead): Format => fileBeginning(file).format

/** The columns under the names of the file. */
export const fileColumns = (file: FileHead): readonly string[] => fileBeginning(file).columns

/** The columns of a file as they are read. Reads only the head of the file. */
export const mappedColumns = (file: OpenFile): string[] =>
  changedColumns(fileColumns(file), file.changes).filter((column) => column !== '' || !file.changes)

/** The whole rows in the head of a file, under the names with which they are read. */
export function headRows(file: OpenFile): readonly Fields[] {
  const { changes } = file
  const { rows } = fileBeginning(file)
  if (!changes) return rows
  const known = CHANGED.get(file) ?? rows.map((row) => changedFields(row, changes) ?? {})
  CHANGED.set(file, known)
  return known
}
const CHANGED = new WeakMap<OpenFile, Fields[]>()

/** Where a list of objects is in a document that has no rows, as a path of jq; null if its head has none, or has rows. */
export const nestedListPath = (file: FileHead): string | null =>
  fileFormat(file).kind === 'jsonl' && !/^.*}\s*\n\s*{/.test(file.head.toString('utf8'))
    ? (nestedList(file.head.toString('utf8'), 2)?.path ?? null)
    : null

/** Where each of several documents has its list of rows, as a path of jq: pages of an API. Null: the file is something else. */
export function pathInPages(file: FileHead): string | null {
  const text = file.head.toString('utf8')
  if (fileFormat(file).kind !== 'jsonl' || !/^\s*{/.test(behindFirst(text))) return null
  const found = nestedList(text, 1)
  const hasRows = (json: string) => firstKeys(json).keys.some((key) => ROW_COLUMNS.has(key))
  return found && !hasRows(text) && hasRows(found.list) ? found.path : null
}

/** The fewest columns of one text in a row that hardly hold a prompt and its answers. */
const MIN_ALIKE = 3

/**
 * @param isTable  whether it is a table of answers
 * @throws {FileError} if the first row of a table goes on with its header: it names what merged cells leave open, or has one text
 *   such as `Text` in every column
 */
export function refuseSecondHeader(file: OpenFile, isTable: boolean): void {
  const [row] = fileBeginning(file).rows
  if (!row || fileFormat(file).kind !== 'csv') return
  const columns = fileColumns(file)
  const cells = columns.map((column) => textField(row[column]) ?? '')
  const isNamedBelow = columns.some((column, i) => i > 0 && column === '' && cells[i] !== '')
  const lacksPrompt = columns.some((column, i) => normalisedColumn(column) === 'prompt' && cells[i] === '')
  // outcomes are called as the sides are
  const isName = (cell: string) => isKnownColumn(cell) && !/^model_[ab]$/i.test(cell)
  const goesOn = isNamedBelow && (lacksPrompt || (cells.some(isName) && !columns.some(isKnownColumn)))
  const isAlike = isTable && cells.length >= MIN_ALIKE && new Set(cells).size === 1
  if (goesOn || isAlike)
    throw new FileError(
      msg('header_below', { file: file.name, cells: [...new Set(cells)].slice(0, MAX_CELLS) }),
    )
}
const MAX_CELLS = 8
