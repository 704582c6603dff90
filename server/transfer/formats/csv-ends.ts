import type { RowEnds } from './cut-rows.ts'
import { ROW_LIMIT } from './held-bytes.ts'
import { msg } from '../../../shared/messages/index.ts'

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
