import { isUtf8 } from 'node:buffer'
import { ROW_LIMIT } from './held-bytes.ts'
import { startHash, stepHash } from './plain-cells.ts'

const [LF, CR, QUOTE] = [10, 13, 34]
/** The kinds of bytes. Anything above PLAIN needs a closer look. */
const [PLAIN, WIDE, MARK] = [0, 1, 2]

/** Where the cells of a row are in its bytes. */
export interface PlainCellsOfRow {
  /** For each cell of the last row: its start and end without quotes, and its hash. */
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly hashes: Int32Array
  /** The index after the row that starts at `from`. −1 if it is not plain, or does not end before `to`. */
  scan(bytes: Buffer, from: number, to: number): number
}

/** Finds the cells of plain CSV rows, one row after the other. */
export class PlainRow implements PlainCellsOfRow {
  readonly starts: Int32Array
  readonly ends: Int32Array
  readonly hashes: Int32Array
  #kinds = new Uint8Array(256)
  #separator: number

  constructor(columns: number, separator: number) {
    this.starts = new Int32Array(columns)
    this.ends = new Int32Array(columns)
    this.hashes = new Int32Array(columns)
    this.#separator = separator
    this.#kinds.fill(WIDE, 128)
    for (const byte of [0, LF, CR, QUOTE, separator]) this.#kinds[byte] = MARK
  }

  /**
   * The index after the row that starts at `from`. −1 if it does not end before `to`, or has another number of cells.
   * Also −1 for a NUL, a quote within a cell, a line break within quotes, or invalid UTF-8.
   */
  scan(bytes: Buffer, from: number, to: number): number {
    const kinds = this.#kinds
    const columns = this.starts.length
    let column = 0
    let start = from
    let hash = startHash
    let isWide = false
    for (let i = from; i < to; i++) {
      const byte = bytes[i]
      if (kinds[byte] !== MARK) {
        if (kinds[byte] !== PLAIN) isWide = true
        hash = stepHash(hash, byte)
        continue
      }
      let end = i
      if (byte === QUOTE) {
        if (i !== start) return -1
        for (start = ++i; i < to && bytes[i] !== QUOTE; i++) {
          if (bytes[i] === LF || bytes[i] === 0) return -1
          if (kinds[bytes[i]] === WIDE) isWide = true
          hash = stepHash(hash, bytes[i])
        }
        end = i++
      }
      if (bytes[i] === CR) i++
      if (i >= to || column === columns) return -1
      const mark = bytes[i]
      if (mark !== LF && (mark !== this.#separator || bytes[i - 1] === CR)) return -1
      this.starts[column] = start
      this.ends[column] = end
      this.hashes[column++] = hash
      if (mark === LF) {
        const isFine = column === columns && i < from + ROW_LIMIT
        return isFine && (!isWide || isUtf8(bytes.subarray(from, i))) ? i + 1 : -1
      }
      start = i + 1
      hash = startHash
    }
    return -1
  }
}
