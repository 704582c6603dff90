/** Who is to be beaten: a fold of the log, so that it is nowhere written down twice. */
import type { Step } from './queries.ts'

export interface Incumbents {
  /** Null before the first attempt. */
  incumbentId: number | null
  /** The incumbent before this one; null: there was none. */
  predecessorId: number | null
}

/** After these attempts: whoever was challenged last, or has won against them. */
export function incumbentsAfter(steps: readonly Step[]): Incumbents {
  let now: Incumbents = { incumbentId: null, predecessorId: null }
  const become = (id: number) => {
    if (id !== now.incumbentId) now = { incumbentId: id, predecessorId: now.incumbentId }
  }
  for (const { kind, incumbentId, challengerId, promoted } of steps) {
    if (kind === 'again') continue
    become(incumbentId)
    if (promoted) become(challengerId)
  }
  return now
}
