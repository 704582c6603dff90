import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { setQuarantine } from './set-quarantine.ts'

/**
 * Puts votes into quarantine: no board counts them. Votes in quarantine do not change.
 * @returns the votes that changed
 * @throws {ProblemError} vote_unknown naming the unknown votes; nothing changes then
 */
export const quarantineVotes = (
  deps: Deps,
  arena: Arena,
  votes: readonly number[],
  reason: string,
): Promise<number[]> => setQuarantine(deps, arena, votes, { released: false, reason })
