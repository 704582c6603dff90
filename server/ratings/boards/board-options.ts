import type { Board, Cluster, Looks, TogetherBy, View, Warning } from '../../../shared/contracts/index.ts'
import type { KnownContestant } from './board-rows.ts'

export interface BoardOptions {
  arena: string | null
  view: View
  /** Facts about contestants other than their votes. Contestants without a vote are listed as unrated. */
  contestants?: readonly KnownContestant[]
  /** Bootstrap rounds; 0: no intervals, no winner. */
  rounds: number
  seed: number
  /** Null: chosen from the prompts and voters that votes name (`chooseCluster`). */
  cluster?: Cluster | null
  /** Without a requested cluster, votes are resampled by one kind of unit only, for methods that support no other. */
  oneKindOfUnit?: boolean
  ties?: 'half' | 'drop'
  /** Whether declared results hold for this board alone ('one') or for all looks at the view ('any'). */
  looks?: Looks | undefined
  /** The number of categories, if the board is of one or holds together with their boards. */
  categories?: number | undefined
  /** Whether declared results hold together with the boards of all `categories` and of all votes. */
  together?: TogetherBy | null | undefined
  /** Whether votes were imported into the arena, so that some pairs were chosen elsewhere. */
  hasImportedVotes?: boolean | undefined
  /** Somebody says that no result decided who met whom. */
  pairing?: 'fixed' | undefined
  intervals?: 'comparison' | 'classic'
  /** Shifts the shown ratings so that `name` has `value`; strengths and ranks stay. */
  anchor?: { name: string; value: number } | null
  /** The contestant that all others' win rates are against. */
  baseline?: string | null
  /** How a judge's two orders were combined, if votes came from a file. */
  orders?: 'merge' | 'separate'
  excluded?: Board['excluded']
  /** Warnings from reading the votes; they come first. */
  warnings?: readonly Warning[]
  /** The time of computing, as ISO 8601. */
  computedAt: string
  /** The version of the code. */
  version: string
  /** Called from time to time with the finished share of the work, from 0 to 1. */
  onProgress?: (share: number) => void
  /** At most this many threads share the rounds if there is enough to do; 1 unless given. */
  threads?: number | undefined
}
