import type { Board, Cluster, View, Warning } from '../../shared/contracts/index.ts'
import { POWERED } from '../../shared/votes/judge-choice.ts'
import { tableOf } from '../../shared/votes/vote-table.ts'
import type { RatedVote, VoteTable } from '../../shared/votes/vote-table.ts'
import { boardOf } from './boards/board-of.ts'
import type { KnownContestant } from './boards/board-rows.ts'
import { inCanonicalOrder } from './boards/canonical-order.ts'
import { chooseCluster } from './boards/choose-cluster.ts'
import { byCodeUnits } from './boards/code-units.ts'
import { countVotes } from './boards/counted-votes.ts'
import { countPowered } from './boards/powered-votes.ts'
import { votesSha256 } from './boards/votes-sha256.ts'

export type { RatedVote } from '../../shared/votes/vote-table.ts'
export type { KnownContestant } from './boards/board-rows.ts'

export interface BoardOptions {
  arena: string | null
  view: View
  /** What is known of contestants beyond their votes; those without a vote are listed as unrated. */
  contestants?: readonly KnownContestant[]
  /** Bootstrap rounds; 0: no intervals, no winner. */
  rounds: number
  seed: number
  /** Null: by prompt, where votes name theirs. */
  cluster?: Cluster | null
  ties?: 'half' | 'drop'
  /** Whether what is declared is to hold for this board alone ('one') or for all looks at the view ('any'). */
  looks?: 'any' | 'one' | undefined
  intervals?: 'comparison' | 'classic'
  /** Shifts what is shown so that `name` has `value`; strengths and ranks stay. */
  anchor?: { name: string; value: number } | null
  /** The contestant against whom everybody's win rate is wanted. */
  baseline?: string | null
  /** What was made of a judge's two orders, where votes came from a file. */
  orders?: 'merge' | 'separate'
  excluded?: Board['excluded']
  /** Warnings of whoever read the votes; they come first. */
  warnings?: readonly Warning[]
  /** ISO 8601. */
  computedAt: string
  /** Of the code. */
  version: string
  /** Called now and then with the share of the work that is done, 0 … 1. */
  onProgress?: (share: number) => void
  /** At most so many threads share the rounds, where there is enough to do; 1 if not said. */
  threads?: number | undefined
}

/**
 * The board of a view: the one way from votes to ratings, ranks and what may be declared. Depends on nothing but its
 * arguments; the order of votes never matters.
 * @throws {RangeError} when anchor or baseline is no contestant, or of a powered board by another recipe than its own
 */
export function computeBoard(votes: readonly RatedVote[] | VoteTable, options: BoardOptions): Board {
  const table = 'contestants' in votes ? votes : tableOf(votes)
  const names = namesOf(table, options.contestants ?? [])
  if (options.view.source === POWERED) {
    const { cluster = null, ties = 'half' } = options
    if (cluster === 'both')
      throw new RangeError('a board powered by judges is resampled by prompt, not by prompts and voters')
    const counted = countPowered(table, names, cluster, ties)
    const sorted = inCanonicalOrder(table, counted.cluster)
    return boardOf(counted, votesSha256(table, sorted, counted.cluster), options)
  }
  const chosen = chooseCluster(table, options.cluster ?? null)
  const sorted = inCanonicalOrder(table, chosen.cluster)
  const counted = countVotes(table, sorted, names, chosen, options.ties ?? 'half')
  return boardOf(counted, votesSha256(table, sorted, chosen.cluster), options)
}

function namesOf({ contestants }: VoteTable, known: readonly KnownContestant[]): string[] {
  return [...new Set([...known.map(({ name }) => name), ...contestants])].sort(byCodeUnits)
}
