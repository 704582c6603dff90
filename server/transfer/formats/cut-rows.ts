import { Held } from './held-bytes.ts'
import type { RawRow } from './held-bytes.ts'
import { msg } from '../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../shared/messages/index.ts'

export type { RawRow } from './held-bytes.ts'

/** Finds where a row ends. It keeps its state between calls, so no byte is looked at twice. */
export interface RowEnds {
  /** Index after the row's last byte, -1 when the row goes on past `to`, or what is wrong with the row. */
  next(bytes: Buffer, from: number, to: number): number | { broken: CodedMessage }
  /** A row begins. */
  reset(): void
  /** False when what `next` found is not a row, but what stands around the rows. */
  isRow(): boolean
  /** Asked at the end of the file: what is wrong with a row that ends there, if anything. */
  unfinished(): CodedMessage | null
  /** How far a row is read on, in bytes, to see whether it ends at all. */
  patience: number
}

/** Takes rows as bytes, where nothing about them is odd, before they are cut. */
export interface PlainRows {
  /** How many rows it has taken. */
  rows: number
  /** Told the header before any row is offered. */
  begin(header: readonly string[], separator: number): void
  /** Takes as many whole rows, each ended by its only line break, as it can from `from` on; returns where the next one starts. */
  take(bytes: Buffer, from: number, to: number): number
}

/**
 * Cuts bytes into rows, yielded in portions, of which the first is the first row alone. A row that turns out broken
 * costs its first line only: reading goes on with the line after it. Never more than the patience of `ends` is held
 * in memory. Rows that `plain` takes are not cut.
 */
export async function* cutRows(
  chunks: AsyncIterable<Buffer>,
  ends: RowEnds,
  plain: PlainRows | null = null,
): AsyncGenerator<RawRow[]> {
  const held = new Held()
  let isFirst = true
  for await (const chunk of chunks) {
    held.add(chunk)
    if (isFirst) {
      const first = takeRows(held, ends, null).next()
      if (first.done) continue
      isFirst = false
      yield [first.value]
    }
    yield [...takeRows(held, ends, plain)]
  }
  yield [...takeLast(held, ends)]
}

function* takeRows(held: Held, ends: RowEnds, plain: PlainRows | null): Generator<RawRow> {
  for (;;) {
    if (plain && held.at === held.start && !held.forgotten) held.pass(plain)
    const end = ends.next(held.bytes, held.at, held.end)
    if (typeof end !== 'number') {
      yield skipBroken(held, ends, end.broken)
    } else if (end >= 0) {
      const row = held.take(end)
      const isRow = row && ends.isRow()
      ends.reset()
      if (isRow) yield row
    } else {
      held.at = held.end
      if (held.end - held.start <= ends.patience) return
      if (!held.hasLine()) return held.forget()
      yield skipBroken(held, ends, ends.unfinished() ?? msg('row_long'))
    }
  }
}

function* takeLast(held: Held, ends: RowEnds): Generator<RawRow> {
  while (held.end > held.start || held.forgotten) {
    const wrong = ends.unfinished()
    if (wrong && !held.forgotten) {
      yield skipBroken(held, ends, wrong)
      yield* takeRows(held, ends, null)
    } else {
      const row = held.take(held.end)
      if (row && ends.isRow()) yield wrong ? { line: row.line, wrong } : row
    }
  }
}

function skipBroken(held: Held, ends: RowEnds, wrong: CodedMessage): RawRow {
  const line = held.startLine()
  held.skipLine()
  ends.reset()
  return { line, wrong }
}
