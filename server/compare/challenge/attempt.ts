/** One attempt: examined, held against the gate, and entered in the log. */
import type { ClimbGate } from '../../../shared/contracts/index.ts'
import { passChallenge } from '../../../shared/stats/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { selectSpent } from '../../judging/index.ts'
import type { ChallengeResult, ChallengeWish } from '../../judging/index.ts'
import type { Deps } from '../../platform/deps.ts'
import type { Named } from '../contestant-named.ts'
import { countsOf, examine } from './examine.ts'
import type { Work } from './examine.ts'
import { sha256 } from './measure.ts'
import type { Measure } from './measure.ts'
import { insertAttempt, selectBegan, selectEntered, selectShared } from './queries.ts'
import type { NewResult } from './queries.ts'

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
  const promptsThat = (held: boolean) =>
    measure.references.flatMap(({ id, heldOut }) => (heldOut === held && shared.has(id) ? [id] : []))
  const [open, heldOut] = [promptsThat(false), promptsThat(true)]
  const key = sha256({ kind, epoch, contestants, gate, open, heldOut })
  const entered = await selectEntered(deps.db, arena.id, key)
  if (entered !== undefined) return { number: entered, stood: true }

  const { criterion } = measure
  const wish: ChallengeWish = {
    key,
    epoch,
    versionId,
    criterion,
    contestants,
    promptIds: open,
  }
  const results = await examine(deps, arena, wish, work)
  const { passes } = passChallenge(countsOf(results), gate)
  const beyond =
    passes && kind === 'challenge' && heldOut.length > 0
      ? await examine(deps, arena, { ...wish, promptIds: heldOut }, work)
      : []
  const holds =
    kind === 'again' || !gate.holdOut || passChallenge(countsOf(beyond), { ...gate, alpha: 1 }).passes
  const verdict = passes && holds ? 'promote' : 'do_not_promote'
  const { spentUsd, priced } = await selectSpent(deps.db, arena.id, key)
  const at = deps.clock()
  const row = {
    epoch,
    kind,
    incumbent_id: incumbent.id,
    challenger_id: challenger.id,
    gate,
    verdict,
    promoted: verdict === 'promote' && kind === 'challenge',
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
  cause: result.cause,
  inconsistent: result.inconsistent,
  identical: result.identical,
  reason: result.reason,
  judgement_id: result.judgementId,
})
