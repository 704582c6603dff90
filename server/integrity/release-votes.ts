import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { setQuarantine } from './set-quarantine.ts'

/**
 * Lets votes out of quarantine: they count again, unless they were taken back. Those that are not in quarantine stay
 * as they are.
 * @returns the votes for which this was new
 * @throws {ProblemError} vote_unknown naming those that the arena does not have; nothing is done then
 */
export const releaseVotes = (
  deps: Deps,
  arena: Arena,
  votes: readonly number[],
  reason: string,
): Promise<number[]> => setQuarantine(deps, arena, votes, { released: true, reason })
