import { csvEnds } from './csv-ends.ts'
import type { RowEnds } from './cut-rows.ts'
import { formatOf } from './format.ts'
import type { Format } from './format.ts'
import { ROW_LIMIT } from './held-bytes.ts'
import { jsonEnds } from './json-ends.ts'
import { lineEnds } from './line-ends.ts'

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
      if (blank) blank = isBlank(chunk.subarray(from, end < 0 ? chunk.length : end))
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

function isBlank(bytes: Buffer): boolean {
  return bytes.every((byte) => byte <= 32)
}

const LF = 10

/** Whether a file is a JSON list with its first two elements on one line. Its rows are counted by element. */
export function isOnOneLine({ head, name }: { head: Buffer; name: string }): boolean {
  const format = formatOf(head, name)
  if (format.kind !== 'json') return false
  const end = firstRowEnd(format, name)(head)
  const next = head.subarray(end).find((byte) => byte > 32 || byte === LF)
  return end > 0 && next !== undefined && next !== LF
}
