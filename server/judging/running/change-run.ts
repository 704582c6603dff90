/** What an operator does with a run: pause, resume, cancel, another budget. Each may be done twice. */
import type { Transaction } from 'kysely'
import type { Arena } from '../../arenas/index.ts'
import type { AuditAct } from '../../../shared/contracts/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { addJob } from '../../platform/jobs.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Database } from '../../platform/schema.ts'
import { atLeastUsd } from './at-least-usd.ts'
import { selectSpent } from './challenge-queries.ts'
import { challengeOf } from './challenge-wish.ts'
import { leaveRun } from './leave-run.ts'
import { selectOpenChallenge, setChallengeBudget, stopChallenge } from './open-challenge-queries.ts'
import { requirePriced } from './require-priced.ts'
import { advanceJob } from './run-jobs.ts'
import { lockRuns, updateRun } from './run-queries.ts'
import type { Run, RunStatus } from './run-queries.ts'
import { msg } from '../../../shared/messages/index.ts'

type ArenaRef = Pick<Arena, 'id' | 'slug'>

/**
 * No further call goes out; those under way come to their end and count.
 * @throws {ProblemError} run_unknown; challenge_under_way between two runs of a challenge
 */
export const pauseRun = (deps: Deps, arena: ArenaRef): Promise<Run> =>
  change(deps, arena, 'judging_paused', ['running'], { status: 'paused' })

/** @throws {ProblemError} run_unknown where nothing is open; challenge_under_way as pauseRun */
export const resumeRun = (deps: Deps, arena: ArenaRef): Promise<Run> =>
  change(deps, arena, 'judging_resumed', ['paused'], { status: 'running', cause: null })

/**
 * Ends the run for good, and the challenge it belongs to, between whose runs there is none; what was judged stays.
 * @throws {ProblemError} run_unknown where nothing is open
 */
export async function cancelRun(deps: Deps, arena: ArenaRef): Promise<void> {
  await deps.db.transaction().execute(async (trx) => {
    const at = deps.clock()
    const run = await lockRuns(trx, arena.id)
    const challenged = await stopChallenge(trx, arena.id, 'cancelled', null, at)
    if (!challenged && run?.status === 'cancelled') return
    const open = run && STILL_OPEN.find((status) => status === run.status)
    if (!run || (!challenged && !open)) throw await none(trx, arena)
    if (open) {
      await updateRun(trx, arena.id, run.id, [open], { status: 'cancelled', ended_at: at })
      await leaveRun(deps, trx, arena.id, run.id)
    }
    await putOnRecord(trx, deps, arena.id, 'judging_cancelled', { run: run.id, spentUsd: run.spent_usd })
  })
}

const STILL_OPEN: readonly RunStatus[] = ['running', 'paused', 'budget_reached']

/**
 * Sets the most the run may cost, all that it cost already counted; null: no bound. A run that had reached its budget
 * goes on.
 * @throws {ProblemError} run_unknown; challenge_under_way as pauseRun; invalid_request when more than that is spent already, or a model has no price by
 *   which it could be kept
 */
export async function setBudget(deps: Deps, arena: ArenaRef, budgetUsd: number | null): Promise<Run> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, arena.id)
    if (!run || run.status === 'done' || run.status === 'cancelled') throw await none(trx, arena)
    const held = run.spent_usd + run.reserved_usd
    if (budgetUsd !== null && budgetUsd < held)
      throw new ProblemError('invalid_request', msg('budget_below', { held: atLeastUsd(held) }))
    if (budgetUsd !== null) await requirePriced(trx, deps.prices, arena.id)
    const goesOn = run.status === 'budget_reached'
    const changed = await updateRun(trx, arena.id, run.id, [run.status], {
      budget_usd: budgetUsd,
      ...(goesOn && { status: 'running', ended_at: null }),
    })
    if (goesOn) await addJob(trx, advanceJob(arena.id, run.id, deps.clock()))
    const challenge = challengeOf(run)
    if (challenge) {
      const { spentUsd } = await selectSpent(trx, arena.id, challenge.key)
      const before = spentUsd - run.spent_usd
      await setChallengeBudget(trx, arena.id, budgetUsd === null ? null : budgetUsd + before)
    }
    await putOnRecord(trx, deps, arena.id, 'budget_changed', {
      run: run.id,
      budgetUsd,
      budgetUsdBefore: run.budget_usd,
    })
    return changed!
  })
}

async function change(
  deps: Deps,
  arena: ArenaRef,
  act: AuditAct,
  from: readonly RunStatus[],
  to: { status: RunStatus; cause?: null },
): Promise<Run> {
  return deps.db.transaction().execute(async (trx) => {
    const run = await lockRuns(trx, arena.id)
    if (run?.status === to.status) return run
    if (!run || !from.includes(run.status)) throw await none(trx, arena)
    const changed = await updateRun(trx, arena.id, run.id, [run.status], to)
    if (to.status === 'running') await addJob(trx, advanceJob(arena.id, run.id, deps.clock()))
    else await leaveRun(deps, trx, arena.id, run.id)
    await putOnRecord(trx, deps, arena.id, act, { run: run.id, spentUsd: run.spent_usd })
    return changed!
  })
}

async function none(trx: Transaction<Database>, { id, slug }: ArenaRef): Promise<ProblemError> {
  if (await selectOpenChallenge(trx, id))
    return new ProblemError('challenge_under_way', msg('challenge_between_runs', { arena: slug }))
  return new ProblemError(
    'run_unknown',
    `Arena "${slug}" has no judging that is open. Start it: deadheat run arena.yaml, or deadheat judge ${slug}.`,
  )
}
