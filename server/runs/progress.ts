import type { JudgingProgress, JudgingState } from '../../shared/contracts/index.ts'
import { inEnglish } from '../../shared/messages/index.ts'
import type { Arena } from '../arenas/index.ts'
import { endpointState } from './endpoints.ts'
import { countCalls, selectProviders } from './progress-queries.ts'
import type { CallCounts } from './progress-queries.ts'
import { readSpec } from './run-kind.ts'
import type { Expected, RunDeps, WorkCounts } from './run-kind.ts'
import { isOpen, isRunning } from './run-machine.ts'
import { selectLatestRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'
import { countMissingAnswers } from './work-queries.ts'

const CALLS_PER_JUDGEMENT = 2

/** The progress of the arena's latest run, as this process sees it; null if there was none. */
export async function progressOf(
  { db, clock, providers, kinds }: Pick<RunDeps, 'db' | 'clock' | 'providers' | 'kinds'>,
  arenaId: number,
): Promise<JudgingProgress | null> {
  const run = await selectLatestRun(db, arenaId)
  if (!run) return null
  const now = clock()
  const isLive = isOpen(run.status)
  const kind = kinds.of(run)
  const { spec } = readSpec(kind, run)
  const scope = spec && kind.scope(spec)
  const [counts, missing, work, called] = await Promise.all([
    countCalls(db, arenaId, run.id, now),
    isLive ? countMissingAnswers(db, arenaId, run.id, scope) : 0,
    kind.count(db, run),
    isLive ? selectProviders(db, arenaId) : [],
  ])
  const { checks, failures, skippedPairs } = work
  const { planned, done, failed } = work.judgements
  const { callsDone, callsFailed, callsUnderWay } = counts
  const remaining = { answers: missing, checkCalls: checks.callsLeft }
  const expected = spec?.expected ?? null
  const calls = callsLeft(run, counts, work, remaining, expected)
  return {
    run: run.id,
    status: run.status,
    cause: run.cause,
    ...(run.finding && { finding: run.finding }),
    startedAt: run.started_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
    answers: {
      total: counts.answersMade + counts.answersFailed + missing,
      done: counts.answersMade,
      failed: counts.answersFailed,
    },
    judgements: { total: run.planned_at ? planned + done + failed : null, done, failed },
    leftOut: skippedPairs,
    injected: work.judgements.injected,
    checks: {
      total: missing > 0 ? null : checks.done + checks.failed + (isLive ? checks.left : 0),
      done: checks.done,
      failed: checks.failed,
    },
    calls: { done: callsDone, failed: callsFailed, underWay: callsUnderWay, left: calls },
    failures,
    budgetUsd: run.budget_usd,
    spentUsd: run.spent_usd,
    reservedUsd: run.reserved_usd,
    estimatedUsd: estimateOf(run, counts, work, remaining, expected),
    ...paceOf(run, counts, calls, now),
    waitingFor: called.flatMap((provider) => {
      const { state, until, cause } = endpointState(providers, provider)
      return state === 'open'
        ? []
        : [
            {
              provider: provider.name,
              why: state,
              until: until?.toISOString() ?? null,
              cause: cause && inEnglish(cause),
              ...(cause && { finding: cause }),
            },
          ]
    }),
  }
}

interface RemainingWork {
  answers: number
  checkCalls: number
}

/** Calls left: the expected ones until the plan is complete, then those of the planned work. */
function callsLeft(
  run: Run,
  { callsDone }: CallCounts,
  { judgements }: WorkCounts,
  remaining: RemainingWork,
  expected: Expected | null,
): number | null {
  if (!isOpen(run.status)) return 0
  const known = remaining.answers + CALLS_PER_JUDGEMENT * judgements.planned + remaining.checkCalls
  if (run.planned_at !== null) return known
  return expected && Math.max(known, expected.calls - callsDone)
}

/**
 * Estimates the total cost: what is spent, plus the remaining work of each kind. A piece of work costs what finished
 * work of its kind cost on average, or what was expected before any is finished.
 */
function estimateOf(
  run: Run,
  { judgementsUsd, answersMade, answersUsd, checkCalls, checksUsd }: CallCounts,
  { judgements: { planned, done, failed } }: WorkCounts,
  remaining: RemainingWork,
  expected: Expected | null,
): number | null {
  if (!isOpen(run.status)) return run.spent_usd
  if (expected?.costUsd === null) return null
  const work = expected?.work
  const judged = done + failed
  // until all answers are made, not all judgements and checks are planned
  const isPlanned = run.planned_at !== null || !work
  const parts = [
    { left: remaining.answers, ended: answersMade, usd: answersUsd, usdEach: work?.answers.usdEach },
    {
      left: isPlanned ? planned : Math.max(planned, work.judgements.total - judged),
      ended: judged,
      usd: judgementsUsd,
      usdEach: work?.judgements.usdEach,
    },
    {
      left: isPlanned ? remaining.checkCalls : Math.max(remaining.checkCalls, work.checks.total - checkCalls),
      ended: checkCalls,
      usd: checksUsd,
      usdEach: work?.checks.usdEach,
    },
  ].filter((part) => part.left > 0)
  const isUnknown = parts.some(({ ended, usdEach }) => ended === 0 && usdEach === undefined)
  if (isUnknown || (run.planned_at === null && !work))
    return expected && Math.max(run.spent_usd, expected.costUsd)
  return parts.reduce(
    (sum, { left, ended, usd, usdEach }) => sum + left * (ended > 0 ? usd / ended : usdEach!),
    run.spent_usd,
  )
}

function paceOf(
  run: Run,
  { recentCalls, recentSince }: CallCounts,
  remainingCalls: number | null,
  now: Date,
): Pick<JudgingProgress, 'callsPerMinute' | 'etaSeconds'> {
  const seconds = recentSince ? (now.getTime() - recentSince.getTime()) / 1000 : 0
  if (!isRunning(run.status) || seconds <= 0) return { callsPerMinute: null, etaSeconds: null }
  const perSecond = recentCalls / seconds
  return {
    callsPerMinute: 60 * perSecond,
    etaSeconds: remainingCalls === null ? null : remainingCalls / perSecond,
  }
}

/** The progress with the arena's name, as HTTP returns it. */
export const judgingState = async (
  deps: RunDeps,
  arena: Pick<Arena, 'id' | 'slug'>,
): Promise<JudgingState> => ({
  arena: arena.slug,
  judging: await progressOf(deps, arena.id),
})
