/** One attempt: examined, held against the gate, and entered in the log. */
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
 * Brings an attempt forward: on the prompts that the gate goes by, then, where it passes there, on those held out; and
 * enters it once both are judged.
 * @returns its number
 * @throws {ProblemError} as examine
 */
export async function advanceAttempt(
  deps: RunDeps,
  trx: Transaction<Database>,
  arena: Arena,
  trying: AttemptTerms,
): Promise<Step<number>> {
  const { kind, key, gate, incumbentId, challengerId, open, heldOut } = trying.trial
  const examined = await judgeSide(deps, trx, arena, trying, 'open')
  if (examined.is !== 'result') return examined
  const results = examined.result
  const isAgain = kind === 'again'
  const wins = passesGate(results, gate) && (isAgain || hasEnoughResults(results, open.references.length))
  const looks = wins && !isAgain && heldOut.references.length > 0
  const looked = looks ? await judgeSide(deps, trx, arena, trying, 'heldOut') : resultOf([])
  if (looked.is !== 'result') return looked
  const beyond = looked.result
  const holds =
    isAgain ||
    !gate.holdOut ||
    (passesGate(beyond, { ...gate, alpha: 1 }) && hasEnoughResults(beyond, heldOut.references.length))
  const verdict = wins && holds ? 'promote' : 'do_not_promote'
  const { spentUsd, priced } = await selectSpent(trx, arena.id, key)
  const at = deps.clock()
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
    started_at: (await selectBegan(trx, arena.id, key)) ?? at,
    ended_at: at,
  } as const
  const rows = [...results.map((one) => entryOf(one, false)), ...beyond.map((one) => entryOf(one, true))]
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
