import type { Kysely } from 'kysely'
import type { Database } from '../../../platform/schema.ts'
import { hasGatingChecks, selectUnpassed } from './queries.ts'

/** How answers stand with the checks that they must pass. One that could not be checked is taken to pass. */
export interface GatingState {
  /** By answer, the required checks that it failed when last held against them. */
  failing: ReadonlyMap<number, string[]>
  /** Answers that were not held against all of them yet. */
  open: ReadonlySet<number>
}

export async function gatingStateOf(db: Kysely<Database>, arenaId: number): Promise<GatingState> {
  const failing = new Map<number, string[]>()
  const open = new Set<number>()
  if (!(await hasGatingChecks(db, arenaId))) return { failing, open }
  for (const { answerId, check, isOpen } of await selectUnpassed(db, arenaId)) {
    if (isOpen) open.add(answerId)
    else failing.set(answerId, [...(failing.get(answerId) ?? []), check])
  }
  return { failing, open }
}
