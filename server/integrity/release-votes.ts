import type { Arena } from '../arenas/index.ts'
import type { Deps } from '../platform/deps.ts'
import { setQuarantine } from './set-quarantine.ts'

/**
 * Releases votes from quarantine: they count again unless they are retracted. Other votes do not change.
 * @returns the votes that changed
 * @throws {ProblemError} vote_unknown naming the unknown votes; nothing changes then
 */
export const releaseVotes = (
  deps: Deps,
  arena: Arena,
  votes: readonly number[],
  reason: string,
): Promise<number[]> => setQuarantine(deps, arena, votes, { released: true, reason })
