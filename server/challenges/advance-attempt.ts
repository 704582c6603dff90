/** Advances one attempt: judged, compared with the gate, and entered in the log. */
import type { Transaction } from 'kysely'
import type { Arena } from '../arenas/index.ts'
import type { Database } from '../platform/schema.ts'
import type { RunDeps } from '../runs/index.ts'
import type { ChallengeResult } from './challenge-results.ts'
import { resultOf } from './challenge-step.ts'
import type { Step } from './challenge-step.ts'
import { judgeSide } from './judge-side.ts'
import type { AttemptTerms } from './judge-side.ts'
import { selectSpent } from './judged-prompt-queries.ts'
import { insertAttempt, selectBegan } from './queries.ts'
import type { NewResult } from './queries.ts'
import { hasEnoughResults, passesGate } from './gate-results.ts'

/**
 * Advances an attempt. It is judged on the prompts of the gate, then on the held-out prompts if it passes. When both
 * are done, it is entered in the log.
 * @returns its number
 * @throws {ProblemError} as judgeSide
 */
export async function advanceAttempt(
  deps: RunDeps,
  trx: Transaction<Database>,
  arena: Arena,
  trying: AttemptTerms,
): Promise<Step<number>> {
  const { kind, key, gate, incumbentId, challengerId, open, heldOut } = trying.trial
  const openStep = await judgeSide(deps, trx, arena, trying, 'open')
  if (openStep.kind !== 'result') return openStep
  const results = openStep.result
  const isAgain = kind === 'again'
  const passes = passesGate(results, gate) && (isAgain || hasEnoughResults(results, open.references.length))
  const needsHoldOut = passes && !isAgain && heldOut.references.length > 0
  const heldOutStep = needsHoldOut ? await judgeSide(deps, trx, arena, trying, 'heldOut') : resultOf([])
  if (heldOutStep.kind !== 'result') return heldOutStep
  const heldOutResults = heldOutStep.result
  const holdsOnHoldOut =
    isAgain ||
    !gate.holdOut ||
    (passesGate(heldOutResults, { ...gate, alpha: 1 }) &&
      hasEnoughResults(heldOutResults, heldOut.references.length))
  const verdict = passes && holdsOnHoldOut ? 'promote' : 'do_not_promote'
  const { spentUsd, priced } = await selectSpent(trx, arena.id, key)
  const now = deps.clock()
  const row = {
    epoch: trying.challenge.epoch,
    kind,
    incumbent_id: incumbentId,
    challenger_id: challengerId,
    gate,
    verdict,
    promoted: verdict === 'promote' && !isAgain,
    sha256: key,
    cost_usd: priced ? spentUsd : null,
    started_at: (await selectBegan(trx, arena.id, key)) ?? now,
    ended_at: now,
  } as const
  const rows = [
    ...results.map((one) => entryOf(one, false)),
    ...heldOutResults.map((one) => entryOf(one, true)),
  ]
  return resultOf(await insertAttempt(trx, arena.id, row, rows))
}

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
