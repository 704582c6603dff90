import { isUtf8 } from 'node:buffer'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { FileError } from './fields.ts'
import { ROW_LIMIT, rowTooLong, readWholeFile } from './lines.ts'

/** A token of JSON: a key, or a bracket that opens or closes. `end` is the index after it. */
interface JsonToken {
  kind: 'key' | 'open' | 'close'
  /** The key without escapes, or the bracket. */
  text: string
  end: number
  /** How many brackets are open around it. */
  depth: number
  /** The keys that lead to it; of a key, itself the last. */
  keys: readonly string[]
}

/** The tokens of JSON text whose end may be missing. */
export function* jsonTokens(json: string): Generator<JsonToken> {
  const marks = /["[\]{}]/g
  const colon = /\s*:/y
  const keys: string[] = []
  let depth = 0
  for (let mark = marks.exec(json); mark; mark = marks.exec(json)) {
    const [text] = mark
    const end = marks.lastIndex
    if (text === '{' || text === '[') yield { kind: 'open', text, end, depth: depth++, keys }
    else if (text !== '"') yield { kind: 'close', text, end, depth: --depth, keys }
    else {
      const close = endOfText(json, end)
      if (close === null) return
      marks.lastIndex = colon.lastIndex = close
      if (!colon.test(json)) continue
      const key = unescaped(json.slice(mark.index, close))
      keys.length = Math.max(0, depth - 1)
      keys.push(key)
      yield { kind: 'key', text: key, end: colon.lastIndex, depth, keys }
    }
  }
}

/** The index after the closing quote of a text; null if there is none. */
function endOfText(json: string, from: number): number | null {
  for (let quote = json.indexOf('"', from); quote >= 0; quote = json.indexOf('"', quote + 1)) {
    let before = quote
    while (json[before - 1] === '\\') before--
    if ((quote - before) % 2 === 0) return quote + 1
  }
  return null
}

/** A quoted text without quotes and escapes; unchanged if an escape is broken. */
function unescaped(quoted: string): string {
  try {
    return JSON.parse(quoted) as string
  } catch {
    return quoted.slice(1, -1)
  }
}

/** The index after the bracket that opens the list at these keys, or the first list of a document; null: there is none. */
export function listStart(text: string, path?: readonly string[]): number | null {
  for (const { kind, text: token, end, depth, keys } of jsonTokens(text)) {
    const isThere = path ? depth === path.length && path.every((key, i) => keys[i] === key) : depth < 2
    if (kind === 'open' && token === '[' && isThere) return end
  }
  return null
}

/** What follows the first document of a text; empty if its end is missing. */
export function behindFirst(text: string): string {
  for (const { kind, end, depth } of jsonTokens(text))
    if (kind === 'close' && depth <= 0) return text.slice(end)
  return ''
}

/** The keys of the first object in a text, in a broken one those before the fault, and whether all of it is there. */
export function firstKeys(text: string): { keys: string[]; isWhole: boolean } {
  const keys: string[] = []
  for (const { kind, text: token, depth } of jsonTokens(text)) {
    if (kind === 'key' && depth === 1) keys.push(token)
    if (kind === 'close' && depth <= 0) return { keys, isWhole: true }
  }
  return { keys, isWhole: false }
}

/**
 * Where the first list of objects is in a JSON document whose rows are not found.
 * @param least  how many keys lead to it at least
 * @returns the keys that lead to it, as a path of jq, and its text; null if the text has no such list
 */
export function nestedList(text: string, least: number): { path: string; list: string } | null {
  for (const { kind, text: token, end, depth, keys } of jsonTokens(text)) {
    if (kind === 'close' && depth === 0) return null
    if (
      kind === 'open' &&
      token === '[' &&
      keys.length >= least &&
      keys.length === depth &&
      /^\s*{/.test(text.slice(end))
    )
      return {
        path: jqPath(keys),
        list: text.slice(end),
      }
  }
  return null
}

/** As jq 1.6 reads it, too. */
const jqPath = (keys: readonly string[]): string =>
  keys
    .map((key, i) => (/^[a-z_]\w*$/i.test(key) ? `.${key}` : `${i === 0 ? '.' : ''}[${JSON.stringify(key)}]`))
    .join('')

/** One element of a list as text, or its fault. `line` is its first line. */
export type JsonElement = { line: number; text: string } | { line: number; wrong: CodedMessage }

const LF = 10
const [QUOTE, COMMA, BACKSLASH] = [34, 44, 92]
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/**
 * The elements of one list in a JSON document, cut from its bytes. An element that is no JSON costs itself alone, but brackets and
 * quotes have to fit: of a document that was cut off, nobody knows what is missing. Kept beside @streamparser/json, which
 * takes 7.4 s of CPU for a million votes where this takes 2.9 s.
 */
export class JsonList {
  readonly #file: string
  readonly #path: readonly string[] | undefined
  /** What is before and after the list. */
  readonly #before: string
  #after = ''
  /** How many bytes are left until the list begins. */
  #skipped: number
  /** The bytes of the current element from `start` to `end`, searched up to `at`, and its first line. */
  #bytes: Buffer = Buffer.alloc(0)
  #start = 0
  #at = 0
  #end = 0
  #line = 1
  #depth = 0
  #inString = false
  #isEscaped = false
  #isEnded = false
  /** The first line of an element whose beginning is dropped, since it is too long. */
  #dropped: number | null = null
  #broken: FileError | null = null

  /**
   * @param head the first bytes of the file, in which the list begins
   * @param path the keys that lead to the list; by default it is the file's only one, alone or under one key
   * @throws {FileError} if there is no such list
   */
  constructor(head: Buffer, file: string, path?: readonly string[]) {
    const start = listStart(head.toString('latin1'), path)
    if (start === null) throw new FileError(msg('no_array', { file }))
    this.#before = head.toString('utf8', 0, start)
    this.#skipped = start
    this.#file = file
    this.#path = path
  }

  /** The elements that end in the next bytes of the file. */
  take(chunk: Buffer): JsonElement[] {
    this.#add(chunk)
    if (this.#skipped > 0) this.#skip()
    const elements: JsonElement[] = []
    while (!this.#isEnded && this.#broken === null && this.#skipped === 0) {
      const end = this.#nextEnd()
      if (end < 0) break
      this.#cut(end, elements)
    }
    if (this.#broken) this.#start = this.#at = this.#end
    else if (this.#isEnded) this.#collectAfter()
    else if (this.#end - this.#start > ROW_LIMIT) this.#drop()
    return elements
  }

  /** The line on which the element after those that were taken begins; null if there is none so far. */
  lineOfNext(): number | null {
    if (this.#isEnded || this.#firstVisible() === this.#end) return null
    return this.#startLine()
  }

  /** Called when all is taken. @throws {FileError} if the document is not whole, or has several lists */
  end(): void {
    if (this.#broken) throw this.#broken
    if (this.#isEnded) return this.#checkAround()
    const isInRow = this.#dropped !== null || this.#firstVisible() < this.#end
    throw this.#fault(isInRow ? 'row' : 'list', this.#startLine())
  }

  #fault(where: 'row' | 'list' | 'bracket' | 'after', line: number): FileError {
    return new FileError(msg('json_broken', { file: this.#file, where, line }))
  }

  /** The end of the current element: the index after the comma or bracket behind it. −1: it is not there yet. */
  #nextEnd(): number {
    const bytes = this.#bytes
    for (let i = this.#at; i < this.#end; i++) {
      const byte = bytes[i]
      if (this.#inString) {
        if (this.#isEscaped) this.#isEscaped = false
        else if (byte === BACKSLASH) this.#isEscaped = true
        else if (byte === QUOTE) this.#inString = false
      } else if (byte === QUOTE) {
        this.#inString = true
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        this.#depth++
      } else if (this.#depth > 0) {
        if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) this.#depth--
      } else if (byte === COMMA || byte === CLOSE_LIST) {
        this.#isEnded = byte === CLOSE_LIST
        return i + 1
      } else if (byte === CLOSE_OBJECT) {
        this.#moveTo(i)
        this.#broken = this.#fault('bracket', this.#line)
        return -1
      }
    }
    this.#at = this.#end
    return -1
  }

  /** Takes the element up to `end`. */
  #cut(end: number, elements: JsonElement[]): void {
    const element = this.#bytes.subarray(this.#start, end - 1)
    const isTooLong = this.#dropped !== null || element.length > ROW_LIMIT
    const line = this.#startLine(end - 1)
    this.#moveTo(end)
    if (isTooLong) elements.push({ line, wrong: rowTooLong() })
    else if (!isUtf8(element)) elements.push({ line, wrong: msg('not_utf8') })
    else {
      const text = element.toString('utf8')
      // nothing before the end of the list is no element
      if (!this.#isEnded || text.trim() !== '') elements.push({ line, text })
    }
  }

  /** Moves to the first visible character of the current element. Returns the line on which it begins. */
  #startLine(until = this.#end): number {
    const dropped = this.#dropped
    this.#moveLine(this.#firstVisible(until))
    return dropped ?? this.#line
  }

  /** Drops the bytes of an element that is too long. The search for its end goes on. */
  #drop(): void {
    this.#dropped = this.#startLine()
    this.#moveLine(this.#end)
  }

  #moveTo(index: number): void {
    this.#moveLine(index)
    this.#at = index
    this.#depth = 0
    this.#inString = this.#isEscaped = false
    this.#dropped = null
  }

  #moveLine(index: number): void {
    for (
      let lf = this.#bytes.indexOf(LF, this.#start);
      lf >= 0 && lf < index;
      lf = this.#bytes.indexOf(LF, lf + 1)
    )
      this.#line++
    this.#start = index
  }

  #firstVisible(until = this.#end): number {
    let i = this.#start
    while (i < until && this.#bytes[i] <= 32) i++
    return i
  }

  #add(chunk: Buffer): void {
    const kept = this.#end - this.#start
    if (this.#end + chunk.length > this.#bytes.length) {
      const needed = 2 * (kept + chunk.length)
      const target = needed > this.#bytes.length ? Buffer.alloc(needed) : this.#bytes
      this.#bytes.copy(target, 0, this.#start, this.#end)
      this.#bytes = target
      this.#at -= this.#start
      this.#start = 0
      this.#end = kept
    }
    this.#end += chunk.copy(this.#bytes, this.#end)
  }

  #skip(): void {
    const count = Math.min(this.#skipped, this.#end - this.#start)
    this.#skipped -= count
    this.#moveTo(this.#start + count)
  }

  #collectAfter(): void {
    if (this.#after.length < ROW_LIMIT) this.#after += this.#bytes.toString('utf8', this.#start, this.#end)
    this.#start = this.#at = this.#end
  }

  #checkAround(): void {
    // documents of other tools may have much behind their rows
    if (this.#path && this.#after.length >= ROW_LIMIT) return
    let document: unknown
    try {
      document = JSON.parse(`${this.#before}]${this.#after}`)
    } catch {
      if (/^[\s}]*[[{]/.test(this.#after))
        throw new FileError(msg('file_is', { file: this.#file, what: 'lists apart' }))
      throw this.#fault('after', this.#line)
    }
    if (this.#path || Array.isArray(document)) return
    const lists = Object.entries(document as object).filter(([, value]) => Array.isArray(value))
    // the list of the rows is empty here
    if (lists.some(([, { length }]) => length > 0))
      throw new FileError(msg('several_lists', { file: this.#file, keys: lists.map(([key]) => key) }))
  }
}

// Documents that hold a table in another order than a list of rows: those of pandas and of the Hugging Face API.

/** `columns`: by column, then by row; `lists`: a list for each column; `split`: columns beside data; `rows`: a page of an API. */
type Shape = 'columns' | 'lists' | 'split' | 'rows'

/** So many keys tell what a document holds. */
const MAX_KEYS = 20

/** The largest document that is read as a whole, in MiB. */
const LARGEST_TABLE = 256

/** What follows a key: an object with its first key, a list with the beginning of its first element, or something else. */
const OBJECT_BEGINS = /^\s*{\s*"([^"]*)"\s*:\s*(\S)/
const LIST_BEGINS = /^\s*\[\s*(\S)/

/** How a document holds its table; null if it is none of these. @param head  its beginning */
export function detectTableShape(head: string): Shape | null {
  if (!head.trimStart().startsWith('{')) return null
  const keys: { key: string; rest: string }[] = []
  for (const { kind, text, end, depth } of jsonTokens(head)) {
    if (kind === 'key' && depth === 1) keys.push({ key: text, rest: head.slice(end, end + 400) })
    else if (kind === 'close' && depth === 0) {
      // another document behind it: lines of rows
      if (head.slice(end).trim() !== '') return null
      break
    }
    if (keys.length > MAX_KEYS) break
  }
  const [first, second] = keys
  if (!first) return null
  const [, inner, value] = OBJECT_BEGINS.exec(first.rest) ?? []
  if (inner !== undefined && /^\d+$/.test(inner) && value !== '{') return 'columns'
  if (!second) return null
  if (/^\s*\[\s*(?:{\s*"feature_idx"|\])/.test(first.rest) && second.key === 'rows') return 'rows'
  const elements = [first, second].map(({ rest }) => LIST_BEGINS.exec(rest)?.[1])
  const begins = (key: string) => LIST_BEGINS.exec(keys.find((found) => found.key === key)?.rest ?? '')?.[1]
  if (begins('columns') === '"' && begins('data') === '[') return 'split'
  return elements.every((element) => element !== undefined && !'{['.includes(element)) ? 'lists' : null
}

/**
 * The rows of such a document as JSON lines; the document itself if it holds no table after all.
 * @param notes  get one if the document is a page of more rows
 * @throws {FileError} if it is too large to be read as a whole
 */
export async function* asLines(
  chunks: AsyncIterable<Buffer>,
  shape: Shape,
  file: string,
  notes: CodedMessage[],
): AsyncGenerator<Buffer> {
  const whole = await readWholeFile(chunks, LARGEST_TABLE, file)
  const text = whole.toString('utf8')
  const rows = rowsOfTable(text, shape)
  if (rows === null) return yield whole
  const all = shape === 'rows' ? (JSON.parse(text) as Row)['num_rows_total'] : undefined
  if (typeof all === 'number' && rows.length < all)
    notes.push(msg('rows_page', { file, count: rows.length, all }))
  for (const row of rows) yield Buffer.from(`${JSON.stringify(row)}\n`)
}

type Row = Record<string, unknown>

function rowsOfTable(text: string, shape: Shape): Row[] | null {
  let table: Row
  try {
    table = JSON.parse(text) as Row
  } catch {
    return null
  }
  if (shape === 'rows') return (table['rows'] as { row: Row }[]).map(({ row }) => row)
  if (shape === 'split') {
    const columns = table['columns']
    const data = table['data']
    if (!Array.isArray(columns) || !Array.isArray(data) || !data.every(Array.isArray)) return null
    return data.map((cells: unknown[]) => makeRow(columns.map(String), (_, i) => cells[i]))
  }
  const names = Object.keys(table)
  const columns = Object.values(table)
  if (!columns.every((column) => typeof column === 'object' && column !== null)) return null
  const keys = Object.keys(columns[0] as object)
  const isWhole = columns.every((column) => Object.keys(column as object).length === keys.length)
  return isWhole ? keys.map((key) => makeRow(names, (name) => (table[name] as Row)[key])) : null
}

const makeRow = (names: readonly string[], readCell: (name: string, i: number) => unknown): Row =>
  Object.fromEntries(names.map((name, i) => [name, readCell(name, i)]))
