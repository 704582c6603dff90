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
  readonly statuses: Pick<VoteStatuses, 'of'>
  /** Indexed by the number of the prompt. */
  readonly categories: readonly (string | null)[]
  /** The number of different voters. */
  readonly voters: number
  /** The names of voters, indexed by number. */
  readonly voterNames: readonly string[]
  /** The group that each voter was invited to, indexed by number; null: none. It never changes. */
  readonly voterGroups: readonly (string | null)[]
  /** A text that changes with every name and category. */
  readonly namesVersion: string
}
