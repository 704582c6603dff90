import { sql } from 'kysely'
import { messagesOfIssue, msg, type CodedMessage } from '../../shared/messages/index.ts'
import { arenaById, type Arena } from '../arenas/index.ts'
import { spentBudget } from '../ledger/index.ts'
import { ProblemError } from '../platform/problem.ts'
import type { Db, Trx } from '../platform/schema.ts'
import {
  lockRuns,
  type RunDeps,
  isOpen,
  applyRunEvent,
  beginRun,
  countMissingAnswers,
  isRunning,
  readSpec,
  selectLatestRun,
  type Run,
} from '../runs/index.ts'
import {
  applyChallengeEvent,
  selectOpenChallenge,
  type ChallengeRow,
  resultStep,
  stop,
  type Step,
  WAITING,
  type Stop,
} from './challenge-machine.ts'
import {
  type ChallengeResult,
  selectSpent,
  hasEnoughResults,
  passesGate,
  challengeResults,
  missingResultsCause,
  type RequestingChallenge,
  type ChallengeJudging,
  ChallengeSpec,
} from './challenge-results.ts'
import { selectEntered } from './climb-log.ts'
import { PlannedAttempt } from '../../shared/contracts/index.ts'
import { z } from 'zod'
import { forgetOutdated } from '../answers/index.ts'
import { queryRow, requireRow, requireValue } from '../platform/postgres/query.ts'

/**
 * The job that follows each run of a challenge. It reads the results, enters attempts in the log, starts the next
 * run, and ends the challenge when nothing is left. It reads only the database, so any process can run it, and
 * running it twice does no harm.
 */
export async function advanceChallenge(deps: RunDeps, { arenaId }: { arenaId: number }): Promise<void> {
  const arena = await arenaById(deps.db, arenaId)
  while (arena && (await advance(deps, arena)));
}

/** @returns whether more can be done now */
async function advance(deps: RunDeps, arena: Arena): Promise<boolean> {
  const { db } = deps
  let openChallenge: ChallengeRow | undefined
  try {
    return await db.transaction().execute(async (trx) => {
      await lockRuns(trx, arena.id)
      openChallenge = await selectOpenChallenge(trx, arena.id)
      return openChallenge ? await advanceOpen(deps, trx, arena, openChallenge) : false
    })
  } catch (error) {
    if (!(error instanceof ProblemError) || !openChallenge) throw error
    const challenge = openChallenge
    const cause = error.finding
    // its writes were rolled back; a challenge that was requested again meanwhile has changed, so this does nothing
    await db.transaction().execute(async (trx) => {
      await lockRuns(trx, arena.id)
      await applyChallengeEvent(deps, trx, challenge, 'refuse', { cause })
    })
    return false
  }
}

async function advanceOpen(deps: RunDeps, trx: Trx, arena: Arena, challenge: ChallengeRow): Promise<boolean> {
  const step = await takeStep(deps, trx, arena, challenge)
  if (step.kind === 'stop') await applyChallengeEvent(deps, trx, challenge, step.event, { cause: step.cause })
  return step.kind === 'result' && step.result === 'more'
}

/**
 * Advances a challenge by one step: starts a run, enters an attempt, or ends the challenge. The caller must have
 * locked the arena's runs.
 * @returns `more` if more can be done now, `entered` if the challenge has ended
 * @throws {ProblemError} if it cannot continue as it was started
 */
export async function takeStep(
  deps: RunDeps,
  trx: Trx,
  arena: Arena,
  challenge: ChallengeRow,
): Promise<Step<'more' | 'entered'>> {
  const attempts = z.array(PlannedAttempt).min(1).safeParse(challenge.trials, { reportInput: true })
  if (!attempts.success) {
    const [{ path, message }] = messagesOfIssue(attempts.error.issues[0])
    const problem = msg('at_place', { place: path.join('.') || 'trials', wrong: message })
    return stop('refuse', msg('challenge_unreadable', { problem }))
  }
  let latest: number | null = null
  for (const attempt of attempts.data) {
    latest = (await selectEntered(trx, arena.id, attempt.key)) ?? null
    if (latest !== null) continue
    const terms = await requireRow<Pick<AttemptTerms, 'versionId' | 'criterion'>>(trx)`
      select judge_version_id as "versionId", criterion from climb_epochs
      where arena_id = ${arena.id} and number = ${challenge.epoch}`
    const step = await advanceAttempt(deps, trx, arena, { ...terms, challenge, attempt })
    return step.kind === 'result' ? resultStep('more') : step
  }
  await applyChallengeEvent(deps, trx, challenge, 'enter', { attempt: latest })
  return resultStep('entered')
}

// Advances one attempt: judged, compared with the gate, and entered in the log.

/**
 * Advances an attempt. It is judged on the prompts of the gate, then on the held-out prompts if it passes. When both
 * are done, it is entered in the log.
 * @returns its number
 * @throws {ProblemError} as judgeSide
 */
async function advanceAttempt(
  deps: RunDeps,
  trx: Trx,
  arena: Arena,
  terms: AttemptTerms,
): Promise<Step<number>> {
  const { kind, key, gate, incumbentId, challengerId, open, heldOut } = terms.attempt
  const openStep = await judgeSide(deps, trx, arena, terms, 'open')
  if (openStep.kind !== 'result') return openStep
  const results = openStep.result
  const isAgain = kind === 'again'
  const passes = passesGate(results, gate) && (isAgain || hasEnoughResults(results, open.references.length))
  const needsHoldOut = passes && !isAgain && heldOut.references.length > 0
  const heldOutStep = needsHoldOut ? await judgeSide(deps, trx, arena, terms, 'heldOut') : resultStep([])
  if (heldOutStep.kind !== 'result') return heldOutStep
  const heldOutResults = heldOutStep.result
  const holdsOnHoldOut =
    isAgain ||
    !gate.holdOut ||
    // held-out prompts: the win rate alone, without a test
    (passesGate(heldOutResults, { ...gate, alpha: 1 }) &&
      hasEnoughResults(heldOutResults, heldOut.references.length))
  const verdict = passes && holdsOnHoldOut ? 'promote' : 'do_not_promote'
  const { spentUsd, priced, began } = await selectSpent(trx, arena.id, key)
  const now = deps.clock()
  const number = await requireValue<number>(trx)`
    insert into climb_attempts (arena_id, number, epoch, kind, incumbent_id, challenger_id, gate, verdict, promoted, sha256,
      cost_usd, started_at, ended_at)
    values (${arena.id}, (select coalesce(max(number), 0) + 1 from climb_attempts where arena_id = ${arena.id}),
      ${terms.challenge.epoch}, ${kind}, ${incumbentId}, ${challengerId}, ${JSON.stringify(gate)}, ${verdict},
      ${verdict === 'promote' && !isAgain}, ${key}, ${priced ? spentUsd : null}, ${began ?? now}, ${now})
    returning number`
  const rows = [results, heldOutResults].flatMap((side, i) =>
    side.map(({ promptId, judgementId, ...result }) => ({
      ...result,
      arena_id: arena.id,
      attempt: number,
      prompt_id: promptId,
      held_out: i === 1,
      judgement_id: judgementId,
    })),
  )
  await sql`
    insert into climb_results
    select r.* from jsonb_populate_recordset(null::climb_results, ${JSON.stringify(rows)}::jsonb) r`.execute(
    trx,
  )
  return resultStep(number)
}

// Judges the two contestants of an attempt on one side of the hold-out.

/** An attempt of a challenge, with the judge and criterion of its epoch. */
interface AttemptTerms {
  challenge: ChallengeRow
  attempt: PlannedAttempt
  versionId: number
  criterion: string
}

/** The most runs for results that fail for transient reasons. After these runs the results count as failed. */
const MAX_RUNS = 3

/**
 * Judges an attempt on one side of the hold-out, in a run of its own: makes missing answers and judges both orders.
 * Starts the run if there is none.
 * @returns the result of every reference of the side that has one. The challenge stops if the run was cancelled, the
 *   budget is spent, or there is no result at all. It also stops if failed results may succeed in another run, or if
 *   a changed judge, contestant or prompt leaves results missing.
 * @throws {ProblemError} as startNext
 */
async function judgeSide(
  deps: RunDeps,
  trx: Trx,
  arena: Arena,
  { challenge, attempt, versionId, criterion }: AttemptTerms,
  side: 'open' | 'heldOut',
): Promise<Step<ChallengeResult[]>> {
  const { promptIds, references } = attempt[side]
  const { key, incumbentId, challengerId } = attempt
  const contestants: [number, number] = [incumbentId, challengerId]
  const judging = { key, epoch: challenge.epoch, versionId, criterion, contestants, promptIds }
  const request = { challenge: challenge.id, asked: challenge.asked }
  const run = await selectRunFor(trx, arena.id, judging, request)
  if (!run) {
    const budgetUsd = challenge.budget_usd
    const spent = await stopIfSpent(trx, arena.id, key, budgetUsd)
    if (spent) return spent
    const ofArena = await spentBudget(trx, arena, deps.clock())
    if (ofArena) return stop('exhaust', ofArena)
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
  const retryable = results.filter((result) => result.isRetryable && sidePromptIds.has(result.promptId))
  const hasNoResult = !isHeldOut && results.every(({ winner }) => winner === null)
  if (retryable.length === 0 && !hasNoResult) return resultStep(results)
  const judged = results.some(({ winner, absent }) => winner !== null && absent === null)
  const runsLeft = MAX_RUNS - (await countRunsDone(trx, arena.id, judging))
  if (runsLeft <= 0 && !hasNoResult && (judged || isHeldOut)) return resultStep(results)
  return stop('fail', whatFailed(results, retryable, judged ? runsLeft : null))
}

/** Stops the challenge if the attempt has no budget left for another run. */
async function stopIfSpent(
  trx: Trx,
  arenaId: number,
  key: string,
  budgetUsd: number | null,
): Promise<Stop | null> {
  if (budgetUsd === null) return null
  const { spentUsd } = await selectSpent(trx, arenaId, key)
  if (spentUsd < budgetUsd) return null
  return stop(
    'exhaust',
    msg('budget_spent', { what: 'the attempt', spent: spentUsd.toFixed(4), budget: budgetUsd }),
  )
}

/** @param runsLeft  runs that may still give the missing results; null if there was no verdict at all */
function whatFailed(
  results: readonly ChallengeResult[],
  retryable: readonly ChallengeResult[],
  runsLeft: number | null,
): CodedMessage {
  const failed = retryable.length > 0 ? retryable : results.filter(({ cause }) => cause !== null)
  const words = Object.groupBy(failed, ({ cause }) => cause!.split(':', 1)[0])
  const why = Object.entries(words)
    .map(([word, ofWord]) => `${word} ${ofWord!.length}`)
    .join(', ')
  if (runsLeft === null) return msg('no_verdict', { why })
  return msg('results_missing', { missing: failed.length, all: results.length, why, runsLeft })
}

/** How many finished runs judged these prompts for the attempt. */
const countRunsDone = (
  db: Db,
  arenaId: number,
  { key, promptIds }: Pick<ChallengeJudging, 'key' | 'promptIds'>,
): Promise<number> =>
  requireValue<number>(db)`
    select count(*)::int as runs from runs
    where arena_id = ${arenaId} and kind = 'challenge' and status = 'done' and plan->'challenge'->>'key' = ${key}
      and plan->'challenge'->'promptIds' = ${JSON.stringify(promptIds)}::jsonb`

/** The latest run that judges these prompts for the attempt and was started for this request of the challenge. */
const selectRunFor = (
  db: Db,
  arenaId: number,
  { key, promptIds }: Pick<ChallengeJudging, 'key' | 'promptIds'>,
  request: RequestingChallenge,
): Promise<Run | undefined> =>
  queryRow<Run>(db)`
    select * from runs
    where arena_id = ${arenaId} and kind = 'challenge'
      and plan @> ${JSON.stringify({ challenge: { key }, by: request })}::jsonb
      and plan->'challenge'->'promptIds' = ${JSON.stringify(promptIds)}::jsonb
    order by id desc limit 1`

// Starts a run of a climb: one judge compares two contestants on the prompts of an epoch. It casts no votes.

/**
 * Starts the next run of a challenge, or continues the interrupted one. A stopped run of another challenge ends;
 * what it paid for stays. The caller must have locked the arena's runs.
 * @param budgetUsd  budget of all runs of the attempt together; null for no limit
 * @throws {ProblemError} if other judging is open, or the budget cannot be kept
 */
async function startNext(
  deps: RunDeps,
  trx: Trx,
  arena: Pick<Arena, 'id' | 'slug'>,
  {
    judging,
    request,
    budgetUsd,
  }: { judging: ChallengeJudging; request: RequestingChallenge; budgetUsd: number | null },
): Promise<Run> {
  const { id: arenaId, slug } = arena
  const latest = await selectLatestRun(trx, arenaId)
  const openRun = latest && isOpen(latest.status) ? latest : undefined
  const openChallengeRun = openRun?.kind === 'challenge' ? openRun : undefined
  if (openRun && !openChallengeRun && openRun.status !== 'budget_reached') refuseOtherJudging(slug, openRun)
  // the run judges only these two contestants
  await forgetOutdated(trx, arenaId, judging.contestants)
  const interrupted =
    openChallengeRun && isSame(readSpec({ spec: ChallengeSpec }, openChallengeRun).spec, judging)
      ? openChallengeRun
      : undefined
  if (openChallengeRun && !interrupted) await applyRunEvent(deps, trx, openChallengeRun, 'supersede')
  const { spentUsd } = await selectSpent(trx, arenaId, judging.key)
  const spentBySame = interrupted?.spent_usd ?? 0
  const budget = budgetUsd === null ? null : budgetUsd - spentUsd + spentBySame
  const missing = await countMissingAnswers(trx, arenaId, interrupted?.id ?? 0, judging)
  const expected = { calls: missing + 2 * judging.promptIds.length, costUsd: null }
  const { callSeconds } = deps.settings
  const spec: ChallengeSpec = {
    challenge: judging,
    by: request,
    expected,
    ...(callSeconds && { callSeconds }),
  }
  const kind = 'challenge'
  return beginRun(deps, trx, arena, { kind, plan: spec, budgetUsd: budget, open: interrupted })
}

const isSame = (spec: ChallengeSpec | null, { key, promptIds }: ChallengeJudging): boolean =>
  spec?.challenge.key === key && spec.challenge.promptIds.join() === promptIds.join()

function refuseOtherJudging(slug: string, { status, kind }: Run): never {
  const command = kind === 'run' ? 'deadheat run ARENA.yaml' : `deadheat judge ${slug}`
  throw new ProblemError(
    'invalid_request',
    isRunning(status)
      ? msg('run_open', { arena: slug, next: 'challenge' })
      : msg('judging_paused', { arena: slug, goOn: command }),
  )
}
