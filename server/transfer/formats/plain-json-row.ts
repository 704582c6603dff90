import { isUtf8 } from 'node:buffer'
import { ROW_LIMIT } from './held-bytes.ts'
import { startHash, stepHash } from './plain-cells.ts'
import type { PlainCellsOfRow } from './plain-row.ts'

const [LF, CR, SPACE, QUOTE, APOSTROPHE, BACKSLASH] = [10, 13, 32, 34, 39, 92]
const [COMMA, MINUS, POINT, ZERO, NINE, COLON, BRACE, BRACE_END] = [44, 45, 46, 48, 57, 58, 123, 125]
const NULL = Buffer.from('null')
/** Numbers up to this length are written as JSON.stringify writes them. */
const LONGEST_NUMBER = 15
/** Of a number below 1: smaller ones are written with an exponent. */
const LONGEST_FRACTION = 6

/**
 * Finds the values of plain JSONL rows, one row after the other: objects with the keys of the first row, in its order,
 * whose values are texts without escapes, numbers and null.
 */
export class PlainJsonRow implements PlainCellsOfRow {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly hashes: Int32Array
  #keys: Buffer[]
  #isWide = false

  constructor(keys: readonly string[]) {
    this.starts = new Int32Array(keys.length)
    this.ends = new Int32Array(keys.length)
    this.hashes = new Int32Array(keys.length)
    this.#keys = keys.map((key) => Buffer.from(JSON.stringify(key)))
  }

  /** The index after the row that starts at `from`. −1 if it is not plain, or does not end before `to`. */
  scan(bytes: Buffer, from: number, to: number): number {
    const keys = this.#keys
    let at = from
    this.#isWide = false
    for (let column = 0; column < keys.length; column++) {
      if (bytes[at] !== (column === 0 ? BRACE : COMMA)) return -1
      at = afterSpaces(bytes, at + 1)
      const key = keys[column]
      if (!isAt(bytes, at, key)) return -1
      at = afterSpaces(bytes, at + key.length)
      if (bytes[at] !== COLON) return -1
      at = this.#value(bytes, afterSpaces(bytes, at + 1), to, column)
      if (at < 0) return -1
      at = afterSpaces(bytes, at)
    }
    if (bytes[at] !== BRACE_END) return -1
    const last = bytes[at + 1] === CR ? at + 2 : at + 1
    if (last >= to || bytes[last] !== LF || last >= from + ROW_LIMIT) return -1
    return !this.#isWide || isUtf8(bytes.subarray(from, last)) ? last + 1 : -1
  }

  /** The index after a value; −1 if it is not plain. */
  #value(bytes: Buffer, from: number, to: number, column: number): number {
    if (bytes[from] === QUOTE) return this.#text(bytes, from + 1, to, column)
    if (isAt(bytes, from, NULL)) {
      this.#keep(column, from, from, startHash)
      return from + NULL.length
    }
    const end = numberEnd(bytes, from)
    if (end < 0) return -1
    let hash = startHash
    for (let i = from; i < end; i++) hash = stepHash(hash, bytes[i])
    this.#keep(column, from, end, hash)
    return end
  }

  #text(bytes: Buffer, from: number, to: number, column: number): number {
    // cells of tables lose an apostrophe that spreadsheets need
    if (bytes[from] === APOSTROPHE) return -1
    let hash = startHash
    for (let i = from; i < to; i++) {
      const byte = bytes[i]
      if (byte === QUOTE) {
        this.#keep(column, from, i, hash)
        return i + 1
      }
      if (byte < SPACE || byte === BACKSLASH) return -1
      if (byte > 127) this.#isWide = true
      hash = stepHash(hash, byte)
    }
    return -1
  }

  #keep(column: number, start: number, end: number, hash: number): void {
    this.starts[column] = start
    this.ends[column] = end
    this.hashes[column] = hash
  }
}

/** Bytes beyond those of the file are 0 or of an earlier row; the end of the row is checked at its end. */
function afterSpaces(bytes: Buffer, from: number): number {
  let at = from
  while (bytes[at] === SPACE) at++
  return at
}

function isAt(bytes: Buffer, at: number, text: Buffer): boolean {
  for (let i = 0; i < text.length; i++) if (bytes[at + i] !== text[i]) return false
  return true
}

/** The index after a number whose text is the one that JavaScript writes for it; −1 for anything else. */
function numberEnd(bytes: Buffer, from: number): number {
  const first = bytes[from] === MINUS ? from + 1 : from
  let at = first
  while (isDigit(bytes[at])) at++
  const whole = at - first
  if (whole === 0 || (bytes[first] === ZERO && whole > 1)) return -1
  if (bytes[at] === POINT) {
    const point = at++
    while (isDigit(bytes[at])) at++
    const fraction = at - point - 1
    if (fraction === 0 || bytes[at - 1] === ZERO) return -1
    if (bytes[first] === ZERO && fraction > LONGEST_FRACTION) return -1
  } else if (bytes[first] === ZERO && first > from) return -1
  const next = bytes[at]
  const isEnd = next === COMMA || next === BRACE_END || next === SPACE
  return isEnd && at - from <= LONGEST_NUMBER ? at : -1
}

const isDigit = (byte: number): boolean => byte >= ZERO && byte <= NINE
