/** Has the two contestants of an attempt examined on one side of the hold-out, and says what came of it. */
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

/** An attempt of a challenge, and by whom and by what it is judged. */
export interface AttemptTerms {
  challenge: ChallengeRow
  trial: ChallengeTrial
  versionId: number
  criterion: string
}

/** In so many runs is asked for what fails for troubles that pass; then it has failed for good. */
const MOST_RUNS = 3

/**
 * Makes what answers are missing and has both orders judged, in a run of its own, which is started where there is none.
 * @returns what came of every reference of the side, but those without a result for want of an answer to ask for. The
 *   challenge stops when the run was cancelled, what failed may come yet, nothing came, the budget is spent, or the judge,
 *   a contestant or a prompt was changed meanwhile so that something could not come.
 * @throws {ProblemError} as startNext
 */
export async function judgeSide(
  deps: RunDeps,
  trx: Transaction<Database>,
  arena: Arena,
  { challenge, trial, versionId, criterion }: AttemptTerms,
  which: 'open' | 'heldOut',
): Promise<Step<ChallengeResult[]>> {
  const { promptIds, references } = trial[which]
  const { key, incumbentId, challengerId } = trial
  const contestants: [number, number] = [incumbentId, challengerId]
  const examination = { key, epoch: challenge.epoch, versionId, criterion, contestants, promptIds }
  const by = { challenge: challenge.id, asked: challenge.asked }
  const run = await selectRunFor(trx, arena.id, examination, by)
  if (!run) {
    const budgetUsd = challenge.budget_usd
    const spent = await stopIfSpent(trx, arena.id, key, budgetUsd)
    if (spent) return spent
    await startNext(deps, trx, arena, { examination, by, budgetUsd })
    return WAITING
  }
  if (run.status === 'cancelled') return stop('cancel', msg('was_cancelled'))
  if (isOpen(run.status)) return WAITING
  const results = await challengeResults({ db: trx }, arena.id, { ...examination, promptIds: references })
  const asked = new Set(promptIds)
  const kept = results.filter(
    ({ promptId, unasked, cause }) => cause === 'superseded' || (unasked.length > 0 && asked.has(promptId)),
  )
  if (kept.length > 0) return stop('refuse', await missingResultsCause(trx, arena, versionId, kept))
  const isHeldOut = which === 'heldOut'
  const passing = results.filter((one) => one.mayPass && asked.has(one.promptId))
  const nothing = !isHeldOut && results.every(({ outcome }) => outcome === null)
  if (passing.length === 0 && !nothing) return resultOf(results)
  const judged = results.some(({ outcome, absent }) => outcome !== null && absent === null)
  const left = MOST_RUNS - (await countRunsDone(trx, arena.id, examination))
  if (left <= 0 && !nothing && (judged || isHeldOut)) return resultOf(results)
  return stop('fail', whatFailed(results, passing, judged ? left : null))
}

/** Where what the attempt cost so far leaves nothing for the next run. */
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

/** @param runsLeft  in which the missing may come yet; null: no verdict came at all */
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
