import type { PlanPart, PlanWish } from '../plan/index.ts'
import { challengeOf } from './challenge-wish.ts'
import type { Run } from './run-queries.ts'

/** The contestants and prompts that a run is about. */
export interface Scope {
  contestants: readonly number[]
  promptIds: readonly number[]
}

/** The part of its arena that a run was restricted to; null: it was not. */
export const partOf = ({ plan }: Pick<Run, 'plan'>): PlanPart | null =>
  (plan as unknown as Partial<PlanWish>).only ?? null

/** Null: all of the arena. */
export function scopeOf(run: Pick<Run, 'plan'>): Scope | null {
  const part = partOf(run)
  return challengeOf(run) ?? (part && { contestants: part.contestants, promptIds: part.prompts })
}
