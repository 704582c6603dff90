import { boardOf } from '../boards/board-of.ts'
import { textOf } from '../boards/board-text.ts'
import type { BoardText } from '../boards/board-text.ts'
import type { CountedVotes } from '../boards/counted-votes.ts'
import type { BoardOptions } from '../boards/board-options.ts'
import type { StoredRows } from './stored-rows.ts'
import { VotesHash } from './votes-hash.ts'

/** Everything a board with all its rounds is computed from, ready to be sent to another thread. */
export interface FullTask {
  counted: CountedVotes
  votes: StoredRows
  options: BoardOptions
  /** The same for boards of one view of one arena. */
  key: string
  /** Equal where all names are as they were. */
  stamp: string
}

/** Hashes of so many views are remembered. */
const REMEMBERED = 8
const hashes = new Map<string, VotesHash>()

export function computeFull({ counted, votes, options, key, stamp }: FullTask): BoardText {
  const hash = hashes.get(key) ?? new VotesHash()
  hashes.delete(key)
  hashes.set(key, hash)
  if (hashes.size > REMEMBERED) hashes.delete(hashes.keys().next().value!)
  return textOf(boardOf(counted, hash.of(votes, counted.cluster, stamp), options))
}
