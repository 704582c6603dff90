import { Lru } from '../../platform/lru.ts'
import { boardOf } from '../boards/board-of.ts'
import { textOf } from '../boards/board-text.ts'
import type { BoardText } from '../boards/board-text.ts'
import type { CountedVotes } from '../boards/counted-votes.ts'
import type { BoardOptions } from '../boards/board-options.ts'
import type { StoredRows } from './stored-rows.ts'
import { VotesHash } from './votes-hash.ts'

/** The input of a board with all its rounds, ready to be sent to another thread. */
export interface FullTask {
  counted: CountedVotes
  votes: StoredRows
  options: BoardOptions
  /** The votes with those in quarantine, to say how first place would stand; null: there are none. */
  withQuarantined: CountedVotes | null
  /** Identifies the view and the arena. */
  key: string
  /** Equal while no name changes. */
  namesVersion: string
}

/** The cache holds the hashes of this many views. */
const CACHED_HASHES = 8
const hashes = new Lru<VotesHash>(CACHED_HASHES)

export function computeFull({
  counted,
  votes,
  options,
  withQuarantined,
  key,
  namesVersion,
}: FullTask): BoardText {
  const hash = hashes.get(key) ?? new VotesHash()
  hashes.set(key, hash)
  const board = boardOf(counted, hash.of(votes, counted.cluster, namesVersion), options)
  if (!withQuarantined) return textOf(board)
  const { winner, deadHeatForFirst } = boardOf(withQuarantined, '', options)
  return textOf({ ...board, withQuarantined: { winner, deadHeatForFirst } })
}
