import { type Kysely, type Transaction, sql } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import { forgetOutdated } from '../../answers/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import { ProblemError } from '../../platform/http/http.ts'
import type { PriceTable } from '../../platform/providers/index.ts'
import type { Database } from '../../platform/schema.ts'
import {
  applyRunEvent,
  changeRuns,
  countCalls,
  insertRunning,
  isOpen,
  lockRuns,
  makeRoom,
  requireBudget,
  supersedeOpen,
  updateRun,
  type Expected,
  type Run,
  type RunDeps,
} from '../../runs/index.ts'
import { estimateArena } from '../plan/estimate/index.ts'
import { checkPlan, type PlanSpec } from '../plan/index.ts'
import { countJudgements } from './progress-queries.ts'
import { SUPERSEDED } from './planned-queries.ts'

export interface JudgingRequestSpec {
  kind: 'run' | 'judge'
  spec: PlanSpec
  /** The budget of the run in US dollars; null for no limit; undefined keeps the budget of an open run. */
  budgetUsd?: number | null | undefined
  /** Plans failed judgements again. */
  retryFailed?: boolean
  /** Starts a new run, and only if nothing else is judged in the arena. A run that stopped at its budget ends. */
  isAlone?: boolean
}

/**
 * Starts a run of the arena, or continues the open one: nothing is paid for twice, and the budget holds for the
 * whole run.
 * @throws {ProblemError} if an outdated answer already has votes, or a model lacks the price that a budget needs;
 *   also for an unknown judge or baseline, and while a challenge is under way
 * @throws {ArenaBusyError} if it must be alone and is not
 */
export async function startRun(
  deps: RunDeps,
  arena: Pick<Arena, 'id' | 'slug'>,
  { kind, spec, budgetUsd, retryFailed = false, isAlone = false }: JudgingRequestSpec,
): Promise<Run> {
  const { db, clock, prices } = deps
  const { id: arenaId } = arena
  return changeRuns(db, arenaId, async (trx, before) => {
    if (isAlone) await makeRoom(deps, trx, arenaId)
    const latest = isAlone ? await lockRuns(trx, arenaId) : before
    await supersedeOpen(deps, trx, arena, latest)
    const open = latest && isOpen(latest.status) && latest.kind !== 'challenge' ? latest : undefined
    const budget = budgetUsd === undefined ? (open?.budget_usd ?? null) : budgetUsd
    if (budget !== null)
      await requireBudget(deps, trx, { arena_id: arenaId, kind }, budget, open?.spent_usd ?? 0)
    await forgetOutdated(trx, arenaId)
    // refuses an unknown judge or baseline here rather than in a job
    await checkPlan(trx, arenaId, spec)
    const stored = { plan: JSON.stringify(spec), budget_usd: budget }
    const run = open
      ? await applyRunEvent(deps, trx, open, 'restart', stored)
      : await insertRunning(deps, trx, { arena_id: arenaId, kind, ...stored })
    if (!run) throw new ProblemError('invalid_request', msg('no_run_to_go_on', { arena: arena.slug }))
    const at = clock()
    await takeOverPlanned(trx, arenaId, run.id, at)
    if (retryFailed) await reviveFailed(trx, arenaId, run.id, at)
    const expected = await expectRun(trx, run, spec, prices, at)
    await putOnRecord(trx, deps, arenaId, 'judging_started', {
      run: run.id,
      goesOn: open !== undefined,
      budgetUsd: budget,
      plan: spec.plan,
      ...(spec.judges && { judges: spec.judges }),
      ...(spec.focus && { focus: true }),
      ...(spec.rejudge && { rejudge: true }),
      ...((spec.repeats ?? 1) > 1 && { repeats: spec.repeats, sample: spec.sample ?? null }),
      ...(retryFailed && { retryFailed }),
    })
    return updateRun(trx, run, { plan: JSON.stringify({ ...spec, expected }) })
  })
}

/** The calls and the cost that the run is expected to need, as far as they are known before its answers are made. */
async function expectRun(
  db: Kysely<Database>,
  { arena_id: arenaId, id, spent_usd: spentUsd }: Run,
  spec: PlanSpec,
  prices: PriceTable,
  now: Date,
): Promise<Expected> {
  const estimate = await estimateArena(db, { id: arenaId }, spec, prices)
  const { calls, costUsd, answers, answersUsd, judgements, judgementsUsd, checksUsd, callsFor } = estimate
  const counts = await countCalls(db, arenaId, id, now)
  const total = { calls: counts.callsDone + calls, costUsd: costUsd === null ? null : spentUsd + costUsd }
  if (answersUsd === null || judgementsUsd === null || checksUsd === null) return total
  const { done, failed } = await countJudgements(db, arenaId, id)
  const workOf = (made: number, left: number, usd: number) => ({
    total: made + left,
    usdEach: left > 0 ? usd / left : 0,
  })
  return {
    ...total,
    work: {
      answers: workOf(counts.answersMade, answers, answersUsd),
      judgements: workOf(done + failed, judgements, judgementsUsd),
      checks: workOf(counts.checkCalls, callsFor.checks, checksUsd),
    },
  }
}

/**
 * Moves planned judgements of earlier runs to this run if a call was made for them, and deletes the others, which
 * are planned again. Judgements of a judge version that is no longer active end as superseded. Skipped pairs that
 * were not counted are deleted too.
 */
async function takeOverPlanned(
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  now: Date,
): Promise<void> {
  await sql`
    delete from judgements j where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null
      and not exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id)`.execute(
    trx,
  )
  await sql`delete from left_out_pairs where arena_id = ${arenaId} and counted_at is null`.execute(trx)
  await sql`
    update judgements j set run_id = ${runId}
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null`.execute(trx)
  await sql`
    update judgements j set status = 'failed', cause = ${SUPERSEDED}, finished_at = ${now}::timestamptz,
      txid = pg_current_xact_id()
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'planned' and j.climb_epoch is null and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and not (g.active and g.version_sha256 = v.sha256)`.execute(trx)
}

/**
 * Plans failed judgements again, in this run. Their earlier attempts no longer count.
 * @returns how many
 */
async function reviveFailed(
  trx: Transaction<Database>,
  arenaId: number,
  runId: number,
  now: Date,
): Promise<number> {
  const { numAffectedRows } = await sql`
    update judgements j set status = 'planned', cause = null, finished_at = null, attempts = 0, run_id = ${runId},
      planned_at = ${now}::timestamptz
    from judge_versions v join judges g on g.arena_id = v.arena_id and g.name = v.judge
    where j.arena_id = ${arenaId} and j.status = 'failed' and j.climb_epoch is null and v.arena_id = j.arena_id and v.id = j.judge_version_id
      and g.active and g.version_sha256 = v.sha256`.execute(trx)
  return Number(numAffectedRows ?? 0n)
}
