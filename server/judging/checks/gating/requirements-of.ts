import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/schema.ts'
import { hasRequiredChecks, selectUnmet } from './queries.ts'

/** How answers stand with the checks that they must pass. One that could not be checked is taken to pass. */
export interface Requirements {
  /** By answer, the required checks that it failed when last held against them. */
  failing: ReadonlyMap<number, string[]>
  /** Answers that were not held against all of them yet. */
  open: ReadonlySet<number>
}

export async function requirementsOf(db: Kysely<Database>, arenaId: number): Promise<Requirements> {
  const failing = new Map<number, string[]>()
  const open = new Set<number>()
  if (!(await hasRequiredChecks(db, arenaId))) return { failing, open }
  for (const { answerId, check, isOpen } of await selectUnmet(db, arenaId)) {
    if (isOpen) open.add(answerId)
    else failing.set(answerId, [...(failing.get(answerId) ?? []), check])
  }
  return { failing, open }
}
