/** Judges the two contestants of an attempt on one side of the hold-out. */
import { type Transaction, type Kysely, sql } from 'kysely'
import { msg, type CodedMessage } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import type { ChallengeTrial } from './tables.ts'
import type { Database } from '../platform/schema.ts'
import {
  isOpen,
  type RunDeps,
  type Run,
  applyRunEvent,
  countMissingAnswers,
  insertRunning,
  isRunning,
  readSpec,
  requireBudget,
  selectLatestRun,
} from '../runs/index.ts'
import type { ChallengeRow } from './challenge-queries.ts'
import { challengeResults, type ChallengeResult } from './challenge-results.ts'
import { resultOf, stop, WAITING, type Step, type Stop } from './challenge-step.ts'
import { selectSpent } from './judged-prompt-queries.ts'
import { missingResultsCause } from './missing-results-cause.ts'
import { type AskedBy, type ChallengeJudging, ChallengeSpec } from './challenge-spec.ts'
import { forgetOutdated } from '../answers/index.ts'
import { ProblemError } from '../platform/http/http.ts'

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

/** How many finished runs judged these prompts for the attempt. */
async function countRunsDone(
  db: Kysely<Database>,
  arenaId: number,
  { key, promptIds }: Pick<ChallengeJudging, 'key' | 'promptIds'>,
): Promise<number> {
  const { rows } = await sql<{ runs: number }>`
    select count(*)::int as runs from runs
    where arena_id = ${arenaId} and kind = 'challenge' and status = 'done' and plan->'challenge'->>'key' = ${key}
      and plan->'challenge'->'promptIds' = ${JSON.stringify(promptIds)}::jsonb`.execute(db)
  return rows[0].runs
}

/** The latest run that judges these prompts for the attempt and was started for this request of the challenge. */
async function selectRunFor(
  db: Kysely<Database>,
  arenaId: number,
  { key, promptIds }: Pick<ChallengeJudging, 'key' | 'promptIds'>,
  request: AskedBy,
): Promise<Run | undefined> {
  return db
    .selectFrom('runs')
    .selectAll()
    .where('arena_id', '=', arenaId)
    .where('kind', '=', 'challenge')
    .where(sql<boolean>`plan @> ${JSON.stringify({ challenge: { key }, by: request })}::jsonb`)
    .where(sql<boolean>`plan->'challenge'->'promptIds' = ${JSON.stringify(promptIds)}::jsonb`)
    .orderBy('id', 'desc')
    .limit(1)
    .executeTakeFirst()
}

// Starts a run of a climb: one judge compares two contestants on the prompts of an epoch. It casts no votes.

/**
 * Starts the next run of a challenge, or continues the interrupted one. A stopped run of another challenge ends;
 * what it paid for stays. The caller must have locked the arena's runs.
 * @param budgetUsd  budget of all runs of the attempt together; null for no limit
 * @throws {ProblemError} if other judging is open, or the budget cannot be kept
 */
async function startNext(
  deps: RunDeps,
  trx: Transaction<Database>,
  { id: arenaId, slug }: Pick<Arena, 'id' | 'slug'>,
  { judging, request, budgetUsd }: { judging: ChallengeJudging; request: AskedBy; budgetUsd: number | null },
): Promise<Run> {
  const latest = await selectLatestRun(trx, arenaId)
  const open = latest && isOpen(latest.status) ? latest : undefined
  const stopped = open?.kind === 'challenge' ? open : undefined
  if (open && !stopped && open.status !== 'budget_reached') refuse(slug, open)
  // the run judges only these two contestants
  await forgetOutdated(trx, arenaId, judging.contestants)
  const interrupted =
    stopped && isSame(readSpec({ spec: ChallengeSpec }, stopped).spec, judging) ? stopped : undefined
  if (stopped && !interrupted) await applyRunEvent(deps, trx, stopped, 'supersede')
  const { spentUsd } = await selectSpent(trx, arenaId, judging.key)
  const spentBySame = interrupted?.spent_usd ?? 0
  const budget = budgetUsd === null ? null : budgetUsd - spentUsd + spentBySame
  if (budget !== null)
    await requireBudget(deps, trx, { arena_id: arenaId, kind: 'challenge' }, budget, spentBySame)
  const missing = await countMissingAnswers(trx, arenaId, interrupted?.id ?? 0, judging)
  const expected = { calls: missing + 2 * judging.promptIds.length, costUsd: null }
  const spec: ChallengeSpec = { challenge: judging, by: request, expected }
  const change = { plan: JSON.stringify(spec), budget_usd: budget }
  if (!interrupted) return insertRunning(deps, trx, { arena_id: arenaId, kind: 'challenge', ...change })
  const run = await applyRunEvent(deps, trx, interrupted, 'restart', change)
  if (!run) throw new ProblemError('invalid_request', msg('no_run_to_go_on', { arena: slug }))
  return run
}

const isSame = (spec: ChallengeSpec | null, { key, promptIds }: ChallengeJudging): boolean =>
  spec?.challenge.key === key && spec.challenge.promptIds.join() === promptIds.join()

function refuse(slug: string, { status, kind }: Run): never {
  const command = kind === 'run' ? 'deadheat run ARENA.yaml' : `deadheat judge ${slug}`
  throw new ProblemError(
    'invalid_request',
    isRunning(status)
      ? msg('judged_now', { arena: slug })
      : msg('judging_paused', { arena: slug, goOn: command }),
  )
}
