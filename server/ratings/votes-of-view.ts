import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { publishedUntil } from '../platform/publication.ts'
import type { RatedVote } from './compute-board.ts'
import { selectVotes } from './queries.ts'
import type { ArenaView } from './view.ts'

/** The votes that the view's published board counts. */
export const votesOfView = (
  { db, clock, publishEvery }: Pick<Deps, 'db' | 'clock' | 'publishEvery'>,
  arena: Arena,
  view: ArenaView,
): Promise<RatedVote[]> => selectVotes(db, arena.id, view, publishedUntil(clock(), publishEvery))
