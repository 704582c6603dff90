import type { JudgingProgress } from '../../../shared/contracts/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { leftOutPairs } from '../required/index.ts'
import { stateOf } from './endpoints.ts'
import { expectedOf } from './expect-run.ts'
import { countChecks, countFailures, countRun, selectProviders } from './progress-queries.ts'
import type { RunCounts } from './progress-queries.ts'
import { selectLatestRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'
import { scopeOf } from './scope.ts'
import { countMissingAnswers } from './work-queries.ts'

const CALLS_PER_JUDGEMENT = 2
const NO_CHECKS = { done: 0, failed: 0, left: 0, callsLeft: 0 }

/** How far the arena's latest run has come, seen from this process; null where there was none. */
export async function progressOf(
  { db, clock, providers }: Pick<Deps, 'db' | 'clock' | 'providers'>,
  arenaId: number,
): Promise<JudgingProgress | null> {
  const run = await selectLatestRun(db, arenaId)
  if (!run) return null
  const now = clock()
  const isOpen = !isOver(run)
  const [counts, missing, checks, failures, leftOut, called] = await Promise.all([
    countRun(db, arenaId, run.id, now),
    isOpen ? countMissingAnswers(db, arenaId, run.id, scopeOf(run)) : 0,
    run.kind === 'challenge' ? NO_CHECKS : countChecks(db, arenaId, run.id),
    countFailures(db, arenaId, run.id),
    leftOutPairs(db, arenaId),
    isOpen ? selectProviders(db, arenaId) : [],
  ])
  const { planned, done, failed, callsDone, callsFailed, callsUnderWay } = counts
  const left = { answers: missing, checkCalls: checks.callsLeft }
  const calls = callsLeft(run, counts, left)
  return {
    run: run.id,
    status: run.status,
    cause: run.cause,
    startedAt: run.started_at.toISOString(),
    endedAt: run.ended_at?.toISOString() ?? null,
    answers: {
      total: counts.answersMade + counts.answersFailed + missing,
      done: counts.answersMade,
      failed: counts.answersFailed,
    },
    judgements: { total: run.planned_at ? planned + done + failed : null, done, failed },
    leftOut,
    checks: {
      total: missing > 0 ? null : checks.done + checks.failed + (isOpen ? checks.left : 0),
      done: checks.done,
      failed: checks.failed,
    },
    calls: { done: callsDone, failed: callsFailed, underWay: callsUnderWay, left: calls },
    failures,
    budgetUsd: run.budget_usd,
    spentUsd: run.spent_usd,
    reservedUsd: run.reserved_usd,
    estimatedUsd: estimateOf(run, counts, left),
    ...paceOf(run, counts, calls, now),
    waitingFor: called.flatMap((provider) => {
      const { state, until } = stateOf(providers, provider)
      return state === 'open'
        ? []
        : [{ provider: provider.name, why: state, until: until?.toISOString() ?? null }]
    }),
  }
}

interface Left {
  answers: number
  checkCalls: number
}

const isOver = ({ status }: Run): boolean => status === 'done' || status === 'cancelled'

/** Before all judgements are put down, what the run was expected to take; then what is there to be done. */
function callsLeft(run: Run, { planned, callsDone }: RunCounts, left: Left): number | null {
  if (isOver(run)) return 0
  const known = left.answers + CALLS_PER_JUDGEMENT * planned + left.checkCalls
  if (run.planned_at !== null) return known
  const expected = expectedOf(run)
  return expected && Math.max(known, expected.calls - callsDone)
}

/** What was spent, and for what is left as much as its like has cost; where nothing has yet, what was expected. */
function estimateOf(run: Run, counts: RunCounts, left: Left): number | null {
  if (isOver(run)) return run.spent_usd
  const expected = expectedOf(run)
  if (expected?.costUsd === null) return null
  const { planned, done, failed, judgementsUsd, answersMade, answersUsd, checkCalls, checksUsd } = counts
  const parts = [
    { left: left.answers, ended: answersMade, usd: answersUsd },
    { left: planned, ended: done + failed, usd: judgementsUsd },
    { left: left.checkCalls, ended: checkCalls, usd: checksUsd },
  ].filter((part) => part.left > 0)
  if (run.planned_at === null || parts.some(({ ended }) => ended === 0))
    return expected && Math.max(run.spent_usd, expected.costUsd)
  return parts.reduce((sum, part) => sum + (part.left * part.usd) / part.ended, run.spent_usd)
}

function paceOf(
  run: Run,
  { recentCalls, recentSince }: RunCounts,
  left: number | null,
  now: Date,
): Pick<JudgingProgress, 'callsPerMinute' | 'etaSeconds'> {
  const seconds = recentSince ? (now.getTime() - recentSince.getTime()) / 1000 : 0
  if (run.status !== 'running' || seconds <= 0) return { callsPerMinute: null, etaSeconds: null }
  const perSecond = recentCalls / seconds
  return { callsPerMinute: 60 * perSecond, etaSeconds: left === null ? null : left / perSecond }
}
