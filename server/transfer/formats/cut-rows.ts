import { RowBuffer } from './held-bytes.ts'
import type { RawRow } from './held-bytes.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

export type { RawRow } from './held-bytes.ts'

/** Finds the end of a row. It keeps its state between calls, so it reads each byte once. */
export interface RowEnds {
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
