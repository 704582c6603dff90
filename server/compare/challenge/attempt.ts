/** One attempt: examined, held against the gate, and entered in the log. */
import type { ClimbGate } from '../../../shared/contracts/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { selectSpent } from '../../judging/index.ts'
import type { ChallengeResult } from '../../judging/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Named } from '../contestant-named.ts'
import { examine } from './examine.ts'
import type { Side, Work } from './examine.ts'
import { sha256 } from './measure.ts'
import type { Measure } from './measure.ts'
import { insertAttempt, selectBegan, selectEntered, selectShared } from './queries.ts'
import type { NewResult } from './queries.ts'
import { areEnough, passes } from './weigh.ts'

export interface Epoch {
  number: number
  /** Of the judge that judges in it. */
  versionId: number
}

export interface Trial {
  kind: 'challenge' | 'again'
  epoch: Epoch
  incumbent: Named
  challenger: Named
  gate: ClimbGate
}

/**
 * Has one attempt made, unless it stands in the log already: two contestants meet with the same gate on the same prompts
 * once in an epoch. One that was interrupted goes on where it was.
 * @returns its number, and whether it stood there before
 */
export async function attempt(
  deps: Deps,
  arena: Arena,
  measure: Measure,
  trial: Trial,
  work: Work,
): Promise<{ number: number; stood: boolean }> {
  const { kind, incumbent, challenger, gate } = trial
  const { number: epoch, versionId } = trial.epoch
  const contestants: [number, number] = [incumbent.id, challenger.id]
  const shared = new Set(await sharedPrompts(deps, arena, measure, contestants))
  const side = (heldOut: boolean): Side => {
    const references = measure.references.flatMap((one) => (one.heldOut === heldOut ? [one.id] : []))
    return { references, promptIds: references.filter((id) => shared.has(id)), heldOut }
  }
  const [open, heldOut] = [side(false), side(true)]
  const key = sha256({ kind, epoch, contestants, gate, open: open.promptIds, heldOut: heldOut.promptIds })
  const entered = await selectEntered(deps.db, arena.id, key)
  if (entered !== undefined) return { number: entered, stood: true }

  const { criterion } = measure
  const wish = { key, epoch, versionId, criterion, contestants }
  const results = await examine(deps, arena, { ...wish, ...open }, work)
  const isAgain = kind === 'again'
  const wins = passes(results, gate) && (isAgain || areEnough(results, open.references.length))
  const beyond =
    wins && !isAgain && heldOut.references.length > 0
      ? await examine(deps, arena, { ...wish, ...heldOut }, work)
      : []
  const holds =
    isAgain ||
    !gate.holdOut ||
    (passes(beyond, { ...gate, alpha: 1 }) && areEnough(beyond, heldOut.references.length))
  const verdict = wins && holds ? 'promote' : 'do_not_promote'
  const { spentUsd, priced } = await selectSpent(deps.db, arena.id, key)
  const at = deps.clock()
  const row = {
    epoch,
    kind,
    incumbent_id: incumbent.id,
    challenger_id: challenger.id,
    gate,
    verdict,
    promoted: verdict === 'promote' && !isAgain,
    sha256: key,
    cost_usd: priced ? spentUsd : null,
    started_at: (await selectBegan(deps.db, arena.id, key)) ?? at,
    ended_at: at,
  } as const
  const rows = [...results.map((one) => entryOf(one, false)), ...beyond.map((one) => entryOf(one, true))]
  const number = await deps.db.transaction().execute((trx) => insertAttempt(trx, arena.id, row, rows))
  return { number, stood: false }
}

/** The prompts of a measure that both answer, or can be asked to. */
export const sharedPrompts = (
  { db }: Pick<Deps, 'db'>,
  arena: Arena,
  { references }: Measure,
  contestants: readonly [number, number],
): Promise<number[]> =>
  selectShared(
    db,
    arena.id,
    contestants,
    references.map(({ id }) => id),
  )

const WINNERS = { won: 'challenger', lost: 'incumbent', tie: 'tie' } as const

const entryOf = (result: ChallengeResult, heldOut: boolean): NewResult => ({
  prompt_id: result.promptId,
  held_out: heldOut,
  winner: result.outcome && WINNERS[result.outcome],
  absent: result.absent,
  cause: result.cause,
  inconsistent: result.inconsistent,
  identical: result.identical,
  reason: result.reason,
  judgement_id: result.judgementId,
})
