/** The incumbent of each epoch, derived from the log of attempts. */
import type { Step } from './queries.ts'

export interface Incumbents {
  /** Null before the first attempt. */
  incumbentId: number | null
  /** The incumbent before this one; null if there was none. */
  predecessorId: number | null
}

/** Computes the incumbent from the log: the last one that was challenged, or that won against it. */
export function incumbentsAfter(steps: readonly Step[]): Incumbents {
  let state: Incumbents = { incumbentId: null, predecessorId: null }
  const become = (id: number) => {
    if (id !== state.incumbentId) state = { incumbentId: id, predecessorId: state.incumbentId }
  }
  for (const { kind, incumbentId, challengerId, promoted } of steps) {
    if (kind === 'again') continue
    become(incumbentId)
    if (promoted) become(challengerId)
  }
  return state
}
