import { Ids } from '../../../shared/votes/ids.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import type { VoteStore } from './vote-store.ts'
import type { Columns } from './columns.ts'

/** Some rows of the store, with the columns that their hash and canonical order need. */
export interface StoredRows {
  columns: Pick<Columns, 'ids' | 'left' | 'right' | 'outcome' | 'prompt'>
  /** Names by number. */
  contestants: readonly (string | undefined)[]
  prompts: readonly (string | undefined)[]
  rows: Int32Array
}

export function storedRows({ columns, contestants, prompts }: VoteStore, rows: Int32Array): StoredRows {
  const { ids, left, right, outcome, prompt } = columns
  return {
    columns: { ids, left, right, outcome, prompt },
    contestants: contestants.names,
    prompts: prompts.names,
    rows,
  }
}

const ZERO = '0'.charCodeAt(0)

/** These votes as a table, in the order of their rows and without voters. */
export function tableOfRows({ columns, contestants, prompts, rows }: StoredRows): VoteTable {
  const ids = new Ids()
  const digits = new Uint8Array(16)
  rows.forEach((row, at) => {
    let from = digits.length
    for (let rest = columns.ids[row]; rest > 0 || from === digits.length; rest = Math.floor(rest / 10))
      digits[--from] = ZERO + (rest % 10)
    ids.addBytes(at, digits, from, digits.length)
  })
  return {
    votes: rows.length,
    ids: rows.length > 0 ? ids : null,
    contestants: contestants as readonly string[],
    left: rows.map((row) => columns.left[row]),
    right: rows.map((row) => columns.right[row]),
    outcome: Uint8Array.from(rows, (row) => columns.outcome[row]),
    prompt: { names: prompts as readonly string[], of: rows.map((row) => columns.prompt[row]) },
    voter: { names: [], of: new Int32Array(0) },
  }
}
