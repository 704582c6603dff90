import type { RowEnds } from './cut-rows.ts'
import { ROW_LIMIT } from './held-bytes.ts'

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
