import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { setQuarantine } from './set-quarantine.ts'

/**
 * From now on no board counts these votes. Those that are in quarantine already stay as they are.
 * @returns the votes for which this was new
 * @throws {ProblemError} vote_unknown naming those that the arena does not have; nothing is done then
 */
export const quarantineVotes = (
  deps: Deps,
  arena: Arena,
  votes: readonly number[],
  reason: string,
): Promise<number[]> => setQuarantine(deps, arena, votes, { released: false, reason })
