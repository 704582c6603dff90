/** An attempt as planned: two contestants, a gate, and the prompts on both sides of the hold-out. */
import type { Kysely } from 'kysely'
import type { ClimbGate } from '../../shared/contracts/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ChallengeTrial, TrialSide } from './tables.ts'
import type { Database } from '../platform/schema.ts'
import { sha256 } from './measure.ts'
import type { ClimbMeasure } from './measure.ts'
import { selectShared } from './queries.ts'

/**
 * Plans one attempt. Its key is the same for the same contestants, gate and prompts in an epoch, so it can be
 * entered only once.
 * @param epoch  its number
 */
export async function plannedAttemptOf(
  db: Kysely<Database>,
  arena: Pick<Arena, 'id'>,
  measure: ClimbMeasure,
  {
    epoch,
    ...trial
  }: {
    kind: ChallengeTrial['kind']
    incumbentId: number
    challengerId: number
    gate: ClimbGate
    epoch: number
  },
): Promise<ChallengeTrial> {
  const { kind, incumbentId, challengerId, gate } = trial
  const contestants: [number, number] = [incumbentId, challengerId]
  const shared = new Set(await sharedPrompts(db, arena, measure, contestants))
  const side = (heldOut: boolean): TrialSide => {
    const references = measure.references.flatMap((one) => (one.heldOut === heldOut ? [one.id] : []))
    return { references, promptIds: references.filter((id) => shared.has(id)) }
  }
  const [open, heldOut] = [side(false), side(true)]
  const key = sha256({ kind, epoch, contestants, gate, open: open.promptIds, heldOut: heldOut.promptIds })
  return { ...trial, key, open, heldOut }
}

/** The prompts of a measure that both contestants have answered or can be asked to answer. */
export const sharedPrompts = (
  db: Kysely<Database>,
  { id }: Pick<Arena, 'id'>,
  { references }: ClimbMeasure,
  contestants: readonly [number, number],
): Promise<number[]> =>
  selectShared(
    db,
    id,
    contestants,
    references.map((reference) => reference.id),
  )
