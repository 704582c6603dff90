import type { Columns } from './columns.ts'
import type { Groups } from './groups.ts'
import type { Names } from './names.ts'
import type { VoteStatuses } from './vote-status.ts'

/** The votes of one arena in memory, as filters and tallies read them. */
export interface StoredVotes {
  readonly columns: Columns
  readonly contestants: Names
  readonly prompts: Names
  readonly groups: Groups
  readonly statuses: VoteStatuses
  /** By the number of the prompt. */
  readonly categories: readonly (string | null)[]
  /** How many different voters there are. */
  readonly voters: number
  /** Their names, by number. */
  readonly voterNames: readonly string[]
  /** A new text whenever a name or a category has changed. */
  readonly namesVersion: string
}
