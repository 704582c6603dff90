/** Judges the two contestants of an attempt on one side of the hold-out. */
import type { Transaction } from 'kysely'
import { msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ChallengeTrial } from './tables.ts'
import type { Database } from '../platform/schema.ts'
import { isOpen } from '../runs/index.ts'
import type { RunDeps } from '../runs/index.ts'
import type { ChallengeRow } from './challenge-queries.ts'
import { challengeResults } from './challenge-results.ts'
import type { ChallengeResult } from './challenge-results.ts'
import { resultOf, stop, WAITING } from './challenge-step.ts'
import type { Step, Stop } from './challenge-step.ts'
import { countRunsDone, selectRunFor, selectSpent } from './judged-prompt-queries.ts'
import { startNext } from './start-next.ts'
import { missingResultsCause } from './missing-results-cause.ts'

/** An attempt of a challenge, with the judge and criterion of its epoch. */
export interface AttemptTerms {
  challenge: ChallengeRow
  trial: ChallengeTrial
  versionId: number
  criterion: string
}

/** The most runs for results that fail for passing reasons. After these runs the results count as failed. */
const MOST_RUNS = 3

/**
 * Judges an attempt on one side of the hold-out, in a run of its own: makes missing answers and judges both orders.
 * Starts the run if there is none.
 * @returns the result of every reference of the side that has one. The challenge stops if the run was cancelled, the
 *   budget is spent, or there is no result at all. It also stops if failed results may succeed in another run, or if
 *   a changed judge, contestant or prompt leaves results missing.
 * @throws {ProblemError} as startNext
 */
export async function judgeSide(
  deps: RunDeps,
  trx: Transaction<Database>,
  arena: Arena,
  { challenge, trial, versionId, criterion }: AttemptTerms,
  side: 'open' | 'heldOut',
): Promise<Step<ChallengeResult[]>> {
  const { promptIds, references } = trial[side]
  const { key, incumbentId, challengerId } = trial
  const contestants: [number, number] = [incumbentId, challengerId]
  const judging = { key, epoch: challenge.epoch, versionId, criterion, contestants, promptIds }
  const request = { challenge: challenge.id, asked: challenge.asked }
  const run = await selectRunFor(trx, arena.id, judging, request)
  if (!run) {
    const budgetUsd = challenge.budget_usd
    const spent = await stopIfSpent(trx, arena.id, key, budgetUsd)
    if (spent) return spent
    await startNext(deps, trx, arena, { judging, request, budgetUsd })
    return WAITING
  }
  if (run.status === 'cancelled') return stop('cancel', msg('was_cancelled'))
  if (isOpen(run.status)) return WAITING
  const results = await challengeResults({ db: trx }, arena.id, { ...judging, promptIds: references })
  const sidePromptIds = new Set(promptIds)
  const blocked = results.filter(
    ({ promptId, unasked, cause }) =>
      cause === 'superseded' || (unasked.length > 0 && sidePromptIds.has(promptId)),
  )
  if (blocked.length > 0) return stop('refuse', await missingResultsCause(trx, arena, versionId, blocked))
  const isHeldOut = side === 'heldOut'
  const retryable = results.filter((one) => one.mayPass && sidePromptIds.has(one.promptId))
  const hasNoResult = !isHeldOut && results.every(({ outcome }) => outcome === null)
  if (retryable.length === 0 && !hasNoResult) return resultOf(results)
  const judged = results.some(({ outcome, absent }) => outcome !== null && absent === null)
  const runsLeft = MOST_RUNS - (await countRunsDone(trx, arena.id, judging))
  if (runsLeft <= 0 && !hasNoResult && (judged || isHeldOut)) return resultOf(results)
  return stop('fail', whatFailed(results, retryable, judged ? runsLeft : null))
}

/** Stops the challenge if the attempt has no budget left for another run. */
async function stopIfSpent(
  trx: Transaction<Database>,
  arenaId: number,
  key: string,
  budgetUsd: number | null,
): Promise<Stop | null> {
  if (budgetUsd === null) return null
  const { spentUsd } = await selectSpent(trx, arenaId, key)
  if (spentUsd < budgetUsd) return null
  return stop('exhaust', msg('attempt_spent', { spent: spentUsd.toFixed(4), budget: budgetUsd }))
}

/** @param runsLeft  runs that may still give the missing results; null if there was no verdict at all */
function whatFailed(
  results: readonly ChallengeResult[],
  passing: readonly ChallengeResult[],
  runsLeft: number | null,
): CodedMessage {
  const failed = passing.length > 0 ? passing : results.filter(({ cause }) => cause !== null)
  const words = Object.groupBy(failed, ({ cause }) => cause!.split(':', 1)[0])
  const why = Object.entries(words)
    .map(([word, of]) => `${word} ${of!.length}`)
    .join(', ')
  if (runsLeft === null) return msg('no_verdict', { why })
  return msg('results_missing', { missing: failed.length, all: results.length, why, runsLeft })
}
