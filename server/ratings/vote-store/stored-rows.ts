import type { Cluster } from '../../../shared/contracts/index.ts'
import { Ids, type VoteTable } from '../../../shared/votes/vote-table.ts'
import type { VoteStore } from './vote-store.ts'
import type { Columns } from './columns.ts'

/** Some rows of the store, with the columns that their hash and canonical order need. */
export interface StoredRows {
  columns: Pick<Columns, 'ids' | 'left' | 'right' | 'outcome' | 'prompt' | 'voter'>
  /** Names by number. */
  contestants: readonly (string | undefined)[]
  prompts: readonly (string | undefined)[]
  voters: readonly string[]
  rows: Int32Array
}

/** @param cluster voters are left out if the hash does not need them */
export function storedRows(
  { columns, contestants, prompts, voterNames }: VoteStore,
  rows: Int32Array,
  cluster: Cluster,
): StoredRows {
  const { ids, left, right, outcome, prompt, voter } = columns
  const hasVoters = cluster === 'both' || cluster === 'voter'
  return {
    columns: { ids, left, right, outcome, prompt, voter },
    contestants: contestants.names,
    prompts: prompts.names,
    voters: hasVoters ? voterNames : [],
    rows,
  }
}

const ZERO = '0'.charCodeAt(0)

/** The votes of these rows as a table, in the same order. */
export function tableOfRows({ columns, contestants, prompts, voters, rows }: StoredRows): VoteTable {
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
    voter: {
      names: voters,
      of: voters.length > 0 ? rows.map((row) => columns.voter[row]) : new Int32Array(0),
    },
  }
}
