import type { Board, Cluster, Looks, TogetherBy, View, Warning } from '../../../shared/contracts/index.ts'
import type { KnownContestant } from './board-rows.ts'

export interface BoardOptions {
  arena: string | null
  view: View
  /** What is known about contestants beside their votes; those without a vote are listed as unrated. */
  contestants?: readonly KnownContestant[]
  /** Bootstrap rounds; 0: no intervals, no winner. */
  rounds: number
  seed: number
  /** Null: by what is known of the votes (`chooseCluster`). */
  cluster?: Cluster | null
  /** Where no cluster is asked for: prompts and voters do not count together, for methods that know one kind of unit. */
  oneKindOfUnit?: boolean
  ties?: 'half' | 'drop'
  /** Whether what is declared is to hold for this board alone ('one') or for all looks at the view ('any'). */
  looks?: Looks | undefined
  /** How many categories there are, if the board is of one or holds together with theirs. */
  categories?: number | undefined
  /** Whether what is declared is to hold together with the boards of all `categories` and of all votes. */
  together?: TogetherBy | null | undefined
  intervals?: 'comparison' | 'classic'
  /** Shifts what is shown so that `name` has `value`; strengths and ranks stay. */
  anchor?: { name: string; value: number } | null
  /** The contestant that all others' win rates are against. */
  baseline?: string | null
  /** How a judge's two orders were combined, if votes came from a file. */
  orders?: 'merge' | 'separate'
  excluded?: Board['excluded']
  /** Warnings from reading the votes; they come first. */
  warnings?: readonly Warning[]
  /** ISO 8601. */
  computedAt: string
  /** Of the code. */
  version: string
  /** Called from time to time with the share of the work that is done, 0 … 1. */
  onProgress?: (share: number) => void
  /** At most this many threads share the rounds if there is enough to do; 1 unless given. */
  threads?: number | undefined
}
