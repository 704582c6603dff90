import { isUtf8 } from 'node:buffer'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

/** Longer rows are not read (bytes). */
export const ROW_LIMIT = 16 * 1024 * 1024

/** One row of a file as text, or its fault. `line` is its first line, counted from 1. */
export type RawRow = { line: number; text: string } | { line: number; wrong: CodedMessage }

const LF = 10
const CR = 13

/** The bytes of the current row, and those already read after it. */
export class RowBuffer {
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
