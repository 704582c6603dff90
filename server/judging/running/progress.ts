import type { JudgingProgress } from '../../../shared/contracts/index.ts'
import type { Deps } from '../../platform/deps.ts'
import { stateOf } from './endpoints.ts'
import { countFailures, countRun, selectProviders } from './progress-queries.ts'
import type { RunCounts } from './progress-queries.ts'
import { selectLatestRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'
import { countMissingAnswers } from './work-queries.ts'

const CALLS_PER_JUDGEMENT = 2

/** How far the arena's latest run has come, seen from this process; null where there was none. */
export async function progressOf(
  { db, clock, providers }: Pick<Deps, 'db' | 'clock' | 'providers'>,
  arenaId: number,
): Promise<JudgingProgress | null> {
  const run = await selectLatestRun(db, arenaId)
  if (!run) return null
  const now = clock()
  const isOpen = run.status !== 'done' && run.status !== 'cancelled'
  const [counts, missing, failures, called] = await Promise.all([
    countRun(db, arenaId, run.id, now),
    isOpen ? countMissingAnswers(db, arenaId, run.id) : 0,
    countFailures(db, arenaId, run.id),
    isOpen ? selectProviders(db, arenaId) : [],
  ])
  const { planned, done, failed, callsDone, callsFailed, callsUnderWay } = counts
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
    checks: { done: counts.checksDone, failed: counts.checksFailed },
    calls: { done: callsDone, failed: callsFailed, underWay: callsUnderWay },
    failures,
    budgetUsd: run.budget_usd,
    spentUsd: run.spent_usd,
    reservedUsd: run.reserved_usd,
    estimatedUsd: estimateOf(run, counts, missing),
    ...paceOf(run, counts, missing, now),
    waitingFor: called.flatMap((provider) => {
      const { state, until } = stateOf(providers, provider)
      return state === 'open'
        ? []
        : [{ provider: provider.name, why: state, until: until?.toISOString() ?? null }]
    }),
  }
}

/** What was spent, and for what is left as much as its like has cost. */
function estimateOf(run: Run, counts: RunCounts, missing: number): number | null {
  const { planned, done, failed, judgementsUsd, answersMade, answersUsd } = counts
  if (run.status === 'done' || run.status === 'cancelled') return run.spent_usd
  if (run.planned_at === null) return null
  if (missing > 0 && answersMade === 0) return null
  if (planned > 0 && done + failed === 0) return null
  const answers = missing > 0 ? (missing * answersUsd) / answersMade : 0
  const judgements = planned > 0 ? (planned * judgementsUsd) / (done + failed) : 0
  return run.spent_usd + answers + judgements
}

function paceOf(
  run: Run,
  { recentCalls, recentSince, planned }: RunCounts,
  missing: number,
  now: Date,
): Pick<JudgingProgress, 'callsPerMinute' | 'etaSeconds'> {
  const seconds = recentSince ? (now.getTime() - recentSince.getTime()) / 1000 : 0
  if (run.status !== 'running' || seconds <= 0) return { callsPerMinute: null, etaSeconds: null }
  const perSecond = recentCalls / seconds
  const left = run.planned_at ? missing + CALLS_PER_JUDGEMENT * planned : null
  return { callsPerMinute: 60 * perSecond, etaSeconds: left === null ? null : left / perSecond }
}
