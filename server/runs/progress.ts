import type { JudgingProgress, JudgingState } from '../../shared/contracts/index.ts'
import { englishText } from '../../shared/messages/index.ts'
import { selectProviders, type Arena } from '../arenas/index.ts'
import { selectLedger } from '../ledger/index.ts'
import { countCalls, endpointState, type CallCounts } from '../calls/index.ts'
import { readSpec, type Expected, type RunDeps, type WorkCounts } from './run-kind.ts'
import { isOpen, isRunning, selectLatestRun, type Run } from './run-machine.ts'
import { countMissingAnswers } from './run-work.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'

const CALLS_PER_JUDGEMENT = 2

/** The progress of the arena's latest run, as this process sees it; null if there was none. */
export async function runProgress(
  { db, clock, services: { providers }, kinds }: Pick<RunDeps, 'db' | 'clock' | 'services' | 'kinds'>,
  arenaId: number,
): Promise<JudgingProgress | null> {
  const run = await selectLatestRun(db, arenaId)
  if (!run) return null
  const now = clock()
  const isLive = isOpen(run.status)
  const kind = kinds.of(run)
  const { spec } = readSpec(kind, run)
  const scope = spec && kind.scope(spec)
  const [counts, misses, missing, work, called, ledger] = await Promise.all([
    countCalls(db, arenaId, run.id, now),
    selectFailedCalls(db, run),
    isLive ? countMissingAnswers(db, arenaId, run.id, scope) : 0,
    kind.count(db, run),
    isLive ? selectProviders(db, arenaId) : [],
    selectLedger(db, arenaId, now),
  ])
  const { checks, failures, skippedPairs } = work
  const { planned, setAside, done, failed } = work.judgements
  const { callsDone, callsUnderWay } = counts
  // a paused run, once it continues, has those again
  const judgementsLeft = isRunning(run.status) ? planned - setAside : planned
  const remaining = { answers: missing, judgements: judgementsLeft, checkCalls: checks.callsLeft }
  const expected = spec?.expected ?? null
  const calls = callsLeft(run, counts, remaining, expected)
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
    judgements: { total: run.planned_at ? planned + done + failed : null, done, failed, setAside },
    skippedPairs,
    injected: work.judgements.injected,
    checks: {
      total: missing > 0 ? null : checks.done + checks.failed + (isLive ? checks.left : 0),
      done: checks.done,
      failed: checks.failed,
    },
    calls: {
      done: callsDone,
      // the causes are another statement: both figures from one
      failed: misses.causes.reduce((sum, { count }) => sum + count, 0),
      underWay: callsUnderWay,
      left: calls,
      causes: misses.causes,
      secondsEach: counts.secondsEach,
    },
    unreadable: misses.unreadable,
    trials: work.trials,
    pair: work.pair,
    failures,
    budgetUsd: run.budget_usd,
    spentUsd: run.spent_usd,
    reservedUsd: run.reserved_usd,
    cutOff: { calls: counts.cutOffCalls, usd: counts.cutOffUsd },
    ledger,
    estimatedUsd: estimateUsd(run, counts, work, remaining, expected),
    ...callPace(run, counts, calls, now),
    waitingFor: called.flatMap((provider) => {
      const { state, until, cause } = endpointState(providers, provider)
      return state === 'open'
        ? []
        : [
            {
              provider: provider.name,
              why: state,
              until: until?.toISOString() ?? null,
              cause: cause && englishText(cause),
              ...(cause && { finding: cause }),
            },
          ]
    }),
  }
}

interface RemainingWork {
  answers: number
  judgements: number
  checkCalls: number
}

/** Calls left: the expected ones until the plan is complete, then those of the planned work. */
function callsLeft(
  run: Run,
  { callsDone }: CallCounts,
  remaining: RemainingWork,
  expected: Expected | null,
): number | null {
  if (!isOpen(run.status)) return 0
  const known = remaining.answers + CALLS_PER_JUDGEMENT * remaining.judgements + remaining.checkCalls
  if (run.planned_at !== null) return known
  return expected && Math.max(known, expected.calls - callsDone)
}

/**
 * Estimates the total cost: what is spent, plus the remaining work of each kind. A piece of work costs what finished
 * work of its kind cost on average, or what was expected before any is finished.
 */
function estimateUsd(
  run: Run,
  { judgementsUsd, answersMade, answersUsd, checkCalls, checksUsd, hasUnknownPrice }: CallCounts,
  { judgements: { done, failed } }: WorkCounts,
  remaining: RemainingWork,
  expected: Expected | null,
): number | null {
  if (hasUnknownPrice) return null
  if (!isOpen(run.status)) return run.spent_usd
  if (expected?.costUsd === null) return null
  const work = expected?.work
  const judged = done + failed
  // until all answers are made, not all judgements and checks are planned
  const isPlanned = run.planned_at !== null || !work
  const parts = [
    { left: remaining.answers, ended: answersMade, usd: answersUsd, usdEach: work?.answers.usdEach },
    {
      left: isPlanned ? remaining.judgements : Math.max(remaining.judgements, work.judgements.total - judged),
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

function callPace(
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
  judging: await runProgress(deps, arena.id),
})

/** Why calls of a run failed, and by judge a reply that could not be read. */
async function selectFailedCalls(
  db: Db,
  { arena_id: arenaId, id: runId, stopped_judges: stopped }: Run,
): Promise<{ causes: JudgingProgress['failures']; unreadable: JudgingProgress['unreadable'] }> {
  const causes = await queryRows<JudgingProgress['failures'][number]>(db)`
    select split_part(cause, ':', 1) as cause, count(*)::int as count from calls
    where arena_id = ${arenaId} and run_id = ${runId} and status = 'failed' group by 1 order by 2 desc, 1`
  const judges = Object.values(stopped ?? {})
  const telling = judges.flatMap(({ call }) => call ?? [])
  if (telling.length === 0 && !causes.some(({ cause }) => cause === 'unreadable' || cause === 'cut_off'))
    return { causes, unreadable: [] }
  const rows = await queryRows<{ judge: string; cause: string; reply: string; at: Date }>(db)`
    select distinct on (v.judge) v.judge, c.cause, left(coalesce(c.reply, ''), 200) as reply,
      c.finished_at as at
    from calls c
    join judgements j on j.arena_id = c.arena_id and j.id = c.judgement_id
    join judge_versions v on v.arena_id = j.arena_id and v.id = j.judge_version_id
    where c.arena_id = ${arenaId} and c.run_id = ${runId} and c.status = 'failed' and (c.id = any (${telling}::bigint[])
      or c.reply is not null and split_part(c.cause, ':', 1) in ('unreadable', 'cut_off'))
    order by v.judge, c.id = any (${telling}::bigint[]) desc, c.id desc`
  return { causes, unreadable: rows.map(({ at, ...row }) => ({ ...row, at: at.toISOString() })) }
}
