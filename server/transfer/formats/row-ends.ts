import { msg, type CodedMessage } from '../../../shared/messages/index.ts'
import { FileError } from './fields.ts'
import { formatOf, type Format } from './format.ts'
import { isUtf8 } from 'node:buffer'

/** Finds the end of a row. It keeps its state between calls, so it reads each byte once. */
interface RowEnds {
  /** The index after the row's last byte; −1 if the row goes on after `to`; or the fault of the row. */
  next(bytes: Buffer, from: number, to: number): number | { broken: CodedMessage }
  /** Called at the start of a row. */
  reset(): void
  /** False if `next` found text around the rows instead of a row. */
  isRow(): boolean
  /** Called at the end of the file: the fault of a row that ends there, if any. */
  unfinished(): CodedMessage | null
  /** How many more bytes may be read to find the end of a row. */
  patience: number
}

/** Reads plain rows directly as bytes, before they are cut. */
export interface PlainRows {
  /** How many rows it has read. */
  rows: number
  /** Called with the header before the first row, or with the keys of a row of JSONL, which has no separator. */
  begin(header: readonly string[], separator: number | null): void
  /** Reads as many plain rows as it can from `from` on, each on one line. Returns the start of the next row. */
  take(bytes: Buffer, from: number, to: number): number
  /**
   * Called before the next bytes of the file are asked for.
   * @param isBetween whether the bytes so far end with a row
   */
  pause?(isBetween: boolean): void
  /** How many rows, each on one line, were read elsewhere since the last call, before the bytes that come now. */
  elsewhere?(): number
}

/**
 * Cuts bytes into rows, in portions. The first portion is the first row alone. Of a broken row only the first line is
 * lost: reading goes on with the next line. Memory is limited by the patience of `ends`. Rows that `plain` reads are
 * not cut.
 */
export async function* cutRows(
  chunks: AsyncIterable<Buffer>,
  ends: RowEnds,
  plain: PlainRows | null = null,
): AsyncGenerator<RawRow[]> {
  const buffer = new RowBuffer()
  let isFirst = true
  for await (const chunk of chunks) {
    if (plain?.elsewhere) buffer.passLines(plain.elsewhere())
    buffer.add(chunk)
    if (isFirst) {
      const first = takeRows(buffer, ends, null).next()
      if (first.done) continue
      isFirst = false
      yield [first.value]
    }
    yield [...takeRows(buffer, ends, plain)]
    plain?.pause?.(buffer.isBetweenRows)
  }
  yield [...takeLast(buffer, ends)]
}

function* takeRows(buffer: RowBuffer, ends: RowEnds, plain: PlainRows | null): Generator<RawRow> {
  for (;;) {
    if (plain && buffer.position === buffer.start && !buffer.isStartDropped) buffer.pass(plain)
    const end = ends.next(buffer.bytes, buffer.position, buffer.end)
    if (typeof end !== 'number') {
      yield skipBroken(buffer, ends, end.broken)
    } else if (end >= 0) {
      const row = buffer.take(end)
      const isRow = row && ends.isRow()
      ends.reset()
      if (isRow) yield row
    } else {
      buffer.position = buffer.end
      if (buffer.end - buffer.start <= ends.patience) return
      if (!buffer.hasLine()) return buffer.forget()
      yield skipBroken(buffer, ends, ends.unfinished() ?? msg('row_long'))
    }
  }
}

function* takeLast(buffer: RowBuffer, ends: RowEnds): Generator<RawRow> {
  while (buffer.end > buffer.start || buffer.isStartDropped) {
    const wrong = ends.unfinished()
    if (wrong && !buffer.isStartDropped) {
      yield skipBroken(buffer, ends, wrong)
      yield* takeRows(buffer, ends, null)
    } else {
      const row = buffer.take(buffer.end)
      if (row && ends.isRow()) yield wrong ? { line: row.line, wrong } : row
    }
  }
}

function skipBroken(buffer: RowBuffer, ends: RowEnds, wrong: CodedMessage): RawRow {
  const line = buffer.startLine()
  buffer.skipLine()
  ends.reset()
  return { line, wrong }
}

const LF = 10
const CR = 13
const QUOTE = 34

/**
 * Rows of CSV: each line is a row, unless the line break is inside quotes. A quote opens only at the start of a cell.
 * A row is broken if a quote never closes, or closes before anything but a separator.
 */
export function csvEnds(separator: number): RowEnds {
  let cell: 'start' | 'plain' | 'quoted' | 'closed' = 'start'
  return {
    next(bytes, from, to) {
      for (let i = from; i < to; i++) {
        const byte = bytes[i]
        if (cell === 'quoted') {
          if (byte === QUOTE) cell = 'closed'
        } else if (byte === LF) {
          return i + 1
        } else if (byte === separator) {
          cell = 'start'
        } else if (byte === QUOTE && cell !== 'plain') {
          cell = 'quoted'
        } else if (cell === 'closed' && byte !== CR) {
          return { broken: msg('quote_broken') }
        } else if (cell === 'start') {
          cell = 'plain'
        }
      }
      return -1
    },
    reset() {
      cell = 'start'
    },
    isRow: () => true,
    unfinished: () => (cell === 'quoted' ? msg('quote_open') : null),
    patience: 4 * ROW_LIMIT,
  }
}

/** Rows of JSONL: each line is a row. */
export function lineEnds(): RowEnds {
  return {
    next(bytes, from, to) {
      const lf = bytes.indexOf(10, from)
      return lf >= 0 && lf < to ? lf + 1 : -1
    },
    reset() {},
    isRow: () => true,
    unfinished: () => null,
    patience: ROW_LIMIT,
  }
}

const COMMA = 44
const BACKSLASH = 92
const [OPEN_LIST, CLOSE_LIST, OPEN_OBJECT, CLOSE_OBJECT] = [91, 93, 123, 125]

/** Rows of JSON: the elements of the file's array, each with the comma or bracket after it. */
interface JsonEnds extends RowEnds {
  /**
   * Called at the end of the file.
   * @throws {FileError} if the file is not one array
   * @returns the fault at the end of the array, if any
   */
  check(): CodedMessage | null
}

/** @param path the keys that lead to the array; by default it is the file's only one, alone or under one key */
export function jsonEnds(name: string, path?: readonly string[]): JsonEnds {
  let place: 'before' | 'within' | 'after' = 'before'
  let isRow = false
  let before = ''
  let after = ''
  /** Depth of the elements, and of the current byte. */
  let base = 0
  let depth = 0
  let inString = false
  let escaped = false
  let started = false
  const keys = new KeysBefore()

  function nextBefore(bytes: Buffer, from: number, to: number): number {
    for (let i = from; i < to; i++) {
      const byte = bytes[i]
      if (path) keys.read(byte, depth, inString)
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inString = false
      } else if (byte === QUOTE) {
        inString = true
      } else if (byte === OPEN_LIST && (path ? keys.lead(path, depth) : depth < 2)) {
        before += bytes.toString('utf8', from, i + 1)
        base = ++depth
        place = 'within'
        return i + 1
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth++
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        depth--
      }
    }
    before += bytes.toString('utf8', from, to)
    if (before.length > ROW_LIMIT) throw new FileError(msg('no_array', { file: name }))
    return -1
  }

  function nextWithin(bytes: Buffer, from: number, to: number): number | { broken: CodedMessage } {
    for (let i = from; i < to; i++) {
      const byte = bytes[i]
      if (inString) {
        if (escaped) escaped = false
        else if (byte === BACKSLASH) escaped = true
        else if (byte === QUOTE) inString = false
        else if (byte === LF) return { broken: msg('json_string_open') }
      } else if (byte === COMMA && depth === base) {
        return i + 1
      } else if (byte === CLOSE_LIST && depth === base) {
        place = 'after'
        return i + 1
      } else if (byte === QUOTE) {
        inString = started = true
      } else if (byte === OPEN_LIST || byte === OPEN_OBJECT) {
        depth++
        started = true
      } else if (byte === CLOSE_LIST || byte === CLOSE_OBJECT) {
        if (depth === base) return { broken: msg('json_bracket') }
        depth--
      } else if (byte > 32) {
        started = true
      }
    }
    return -1
  }

  return {
    next(bytes, from, to) {
      isRow = place === 'within'
      if (place === 'before') return nextBefore(bytes, from, to)
      if (place === 'within') return nextWithin(bytes, from, to)
      if (after.length < ROW_LIMIT) after += bytes.toString('utf8', from, to)
      return -1
    },
    reset() {
      depth = base
      inString = escaped = started = false
    },
    isRow: () => isRow,
    unfinished: () => (place === 'within' && started ? msg('json_ends_in_row') : null),
    patience: 4 * ROW_LIMIT,
    check() {
      if (place === 'before') throw new FileError(msg('no_array', { file: name }))
      if (place === 'within') return msg('json_ends_in_array')
      if (path && after.length >= ROW_LIMIT) return null
      return checkAround(`${before}]${after}`, path ? null : name)
    },
  }
}

/** @param onlyArrayOf the name of the file, if it must have one array only */
function checkAround(text: string, onlyArrayOf: string | null): CodedMessage | null {
  try {
    const file: unknown = JSON.parse(text)
    const arrays = Array.isArray(file) ? 1 : Object.values(file as object).filter(Array.isArray).length
    if (arrays === 1 || onlyArrayOf === null) return null
  } catch {
    return msg('json_after')
  }
  throw new FileError(msg('several_arrays', { file: onlyArrayOf! }))
}

const COLON = 58
const LONGEST_KEY = 100

/** The keys around the current byte of a JSON document. */
class KeysBefore {
  #keys: string[] = []
  #text = ''

  read(byte: number, depth: number, inString: boolean): void {
    if (inString) {
      if (byte !== QUOTE && this.#text.length < LONGEST_KEY) this.#text += String.fromCharCode(byte)
    } else if (byte === QUOTE) {
      this.#text = ''
    } else if (byte === COLON) {
      this.#keys.length = Math.min(this.#keys.length, depth)
      this.#keys[depth - 1] = this.#text
    }
  }

  /** Whether exactly these keys lead to the value that begins here. */
  lead(path: readonly string[], depth: number): boolean {
    return depth === path.length && path.every((key, i) => this.#keys[i] === key)
  }
}

/**
 * Finds the end of the first row (in CSV the header) of a file, chunk by chunk.
 * @returns a function of each chunk in turn. It returns the index after the row, or −1 if the row goes on. If the row
 *   is broken or too long, it returns the chunk's length
 */
export function firstRowEnd(format: Format, name: string): (chunk: Buffer) => number {
  const ends = endsOf(format, name)
  let left = ROW_LIMIT
  let blank = true
  return (chunk) => {
    left -= chunk.length
    for (let from = 0; from < chunk.length;) {
      const end = ends.next(chunk, from, chunk.length)
      if (typeof end !== 'number') return chunk.length
      if (blank) blank = isBlankRow(chunk.subarray(from, end < 0 ? chunk.length : end))
      if (end < 0) break
      if (ends.isRow() && !blank) return end
      ends.reset()
      blank = true
      from = end
    }
    return left > 0 ? -1 : chunk.length
  }
}

function endsOf(format: Format, name: string): RowEnds {
  if (format.kind === 'csv') return csvEnds(format.separator.charCodeAt(0))
  return format.kind === 'json' ? jsonEnds(name, format.path) : lineEnds()
}

function isBlankRow(bytes: Buffer): boolean {
  return bytes.every((byte) => byte <= 32)
}

/** Whether a file is a JSON list with its first two elements on one line. Its rows are counted by element. */
export function isOnOneLine({ head, name }: { head: Buffer; name: string }): boolean {
  const format = formatOf(head, name)
  if (format.kind !== 'json') return false
  const end = firstRowEnd(format, name)(head)
  const next = head.subarray(end).find((byte) => byte > 32 || byte === LF)
  return end > 0 && next !== undefined && next !== LF
}

/** Longer rows are not read (bytes). */
export const ROW_LIMIT = 16 * 1024 * 1024

/** One row of a file as text, or its fault. `line` is its first line, counted from 1. */
export type RawRow = { line: number; text: string } | { line: number; wrong: CodedMessage }

/** The bytes of the current row, and those already read after it. */
class RowBuffer {
  bytes = Buffer.alloc(1 << 20)
  /** The start of the row, the place up to which it was searched, and the end of the bytes. */
  start = 0
  position = 0
  end = 0
  /** True while the start of a too long row is already dropped. */
  isStartDropped = false
  #line = 1

  add(chunk: Buffer): void {
    if (this.end + chunk.length > this.bytes.length) this.#makeRoom(chunk.length)
    this.end += chunk.copy(this.bytes, this.end)
  }

  #makeRoom(added: number): void {
    const unread = this.end - this.start
    const target = 2 * (unread + added) > this.bytes.length ? Buffer.alloc(2 * (unread + added)) : this.bytes
    this.bytes.copy(target, 0, this.start, this.end)
    this.bytes = target
    this.position -= this.start
    this.start = 0
    this.end = unread
  }

  /** The line of the row's first visible character. @param until the end of the row, if known */
  startLine(until = this.end): number {
    return this.#line + (this.isStartDropped ? 0 : this.#linesUpTo(this.#firstVisible(until)))
  }

  /** Takes the row up to `end`; null for an empty one. */
  take(end: number): RawRow | null {
    const line = this.startLine(end)
    const tooLong = this.isStartDropped || end - this.start > ROW_LIMIT
    let last = end
    if (this.bytes[last - 1] === LF) last--
    if (this.bytes[last - 1] === CR) last--
    const row = this.bytes.subarray(this.start, Math.max(this.start, last))
    this.#moveTo(end)
    this.isStartDropped = false
    if (tooLong) return { line, wrong: msg('row_over', { megabytes: ROW_LIMIT / 1024 / 1024 }) }
    if (!isUtf8(row)) return { line, wrong: msg('not_utf8') }
    const text = row.toString('utf8')
    return text.trim() === '' ? null : { line, text }
  }

  /** Whether all rows so far were taken whole. */
  get isBetweenRows(): boolean {
    return this.start === this.end && !this.isStartDropped
  }

  /** Counts lines that were read elsewhere. */
  passLines(lines: number): void {
    this.#line += lines
  }

  /** Lets `plain` read the rows that begin here, and skips those it has read. */
  pass(plain: { rows: number; take(bytes: Buffer, from: number, to: number): number }): void {
    const before = plain.rows
    this.start = this.position = plain.take(this.bytes, this.start, this.end)
    this.#line += plain.rows - before
  }

  /** Whether the row has a line break. */
  hasLine(): boolean {
    return this.#lineEnd(this.#firstVisible()) >= 0
  }

  /** Skips the row up to the end of its first line with a visible character. */
  skipLine(): void {
    const lineEnd = this.#lineEnd(this.#firstVisible())
    this.#moveTo(lineEnd < 0 ? this.end : lineEnd + 1)
    this.isStartDropped = false
  }

  /** Drops the bytes of a too long row. */
  forget(): void {
    this.#line = this.startLine()
    this.isStartDropped = true
    this.start = this.position = this.end
  }

  #moveTo(index: number): void {
    this.#line += this.#linesUpTo(index)
    this.start = this.position = index
  }

  #linesUpTo(index: number): number {
    let lines = 0
    for (let i = this.#lineEnd(this.start); i >= 0 && i < index; i = this.#lineEnd(i + 1)) lines++
    return lines
  }

  #lineEnd(from: number): number {
    const index = this.bytes.indexOf(LF, from)
    return index < this.end ? index : -1
  }

  #firstVisible(until = this.end): number {
    let i = this.start
    while (i < until && isBlank(this.bytes[i])) i++
    return i
  }
}

function isBlank(byte: number): boolean {
  return byte === 32 || byte === 9 || byte === LF || byte === CR
}
