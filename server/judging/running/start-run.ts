import type { Transaction } from 'kysely'
import { forgetOutdated } from '../../answers/index.ts'
import type { Arena } from '../../arenas/index.ts'
import { msg } from '../../../shared/messages/index.ts'
import { putOnRecord } from '../../platform/audit.ts'
import type { Deps } from '../../platform/deps.ts'
import { addJob } from '../../platform/jobs.ts'
import { ProblemError } from '../../platform/problem.ts'
import type { Database } from '../../platform/schema.ts'
import { planJudgements } from '../plan/index.ts'
import type { PlanWish } from '../plan/index.ts'
import { atLeastUsd } from './at-least-usd.ts'
import { expectRun } from './expect-run.ts'
import { leaveChallenge } from './leave-challenge.ts'
import { selectOpenChallenge } from './open-challenge-queries.ts'
import { advanceJob } from './run-jobs.ts'
import { insertRun, lockRuns, reviveFailed, takeOverPlanned, updateRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'
import { requirePriced } from './require-priced.ts'

export interface RunWish {
  kind: 'run' | 'judge'
  wish: PlanWish
  /** The most the run may cost; null: no bound; undefined: as it was, where an earlier run goes on. */
  budgetUsd?: number | null | undefined
  /** Judges anew what failed for good. */
  retryFailed?: boolean
}

/** A run that is interrupted or out of money goes on; one that ended is followed by another. */
export const GOES_ON: ReadonlySet<Run['status']> = new Set(['running', 'paused', 'budget_reached'])

/**
 * Starts a run of the arena, or goes on with the one that is open: what was paid for stays paid for, and the budget holds
 * for all of it together.
 * @throws {ProblemError} when answers would have to be made anew that were voted on, or a model has no price by which the
 *   budget could be kept
 */
export async function startRun(
  deps: Deps,
  { id: arenaId, slug }: Pick<Arena, 'id' | 'slug'>,
  { kind, wish, budgetUsd, retryFailed = false }: RunWish,
): Promise<Run> {
  const { db, clock } = deps
  return db.transaction().execute(async (trx) => {
    const at = clock()
    const latest = await lockRuns(trx, arenaId)
    const left = latest && GOES_ON.has(latest.status) ? latest : undefined
    const open = left?.kind === 'challenge' ? undefined : left
    await makeRoom(deps, trx, { id: arenaId, slug }, left, at)
    const budget = budgetUsd === undefined ? (open?.budget_usd ?? null) : budgetUsd
    if (budget !== null) await requirePrices(deps, arenaId, budget, open)
    await forgetOutdated(trx, arenaId)
    // a judge or baseline that nobody knows is refused here, not by a job
    await planJudgements(trx, arenaId, wish)
    const plan = JSON.stringify(wish)
    const run = open
      ? await updateRun(trx, arenaId, open.id, [open.status], {
          status: 'running',
          ended_at: null,
          cause: null,
          plan,
          budget_usd: budget,
          planned_at: null,
        })
      : await insertRun(trx, {
          arena_id: arenaId,
          kind,
          status: 'running',
          plan,
          budget_usd: budget,
          started_at: at,
          ended_at: null,
        })
    if (!run) throw new ProblemError('invalid_request', msg('no_run_to_go_on', { arena: slug }))
    await takeOverPlanned(trx, arenaId, run.id, at)
    if (retryFailed) await reviveFailed(trx, arenaId, run.id, at)
    const expected = await expectRun(trx, run, wish, deps.prices, at)
    await addJob(trx, advanceJob(arenaId, run.id, at))
    await putOnRecord(trx, deps, arenaId, 'judging_started', {
      run: run.id,
      goesOn: open !== undefined,
      budgetUsd: budget,
      plan: wish.plan,
      ...(wish.judges && { judges: wish.judges }),
      ...((wish.repeats ?? 1) > 1 && { repeats: wish.repeats, sample: wish.sample ?? null }),
      ...(retryFailed && { retryFailed }),
    })
    const planned = { plan: JSON.stringify({ ...wish, expected }) }
    return (await updateRun(trx, arenaId, run.id, ['running'], planned))!
  })
}

/** A challenge that was left makes room. @throws {ProblemError} challenge_under_way where it goes on */
async function makeRoom(
  deps: Pick<Deps, 'actor' | 'clock'>,
  trx: Transaction<Database>,
  { id, slug }: Pick<Arena, 'id' | 'slug'>,
  left: Run | undefined,
  at: Date,
): Promise<void> {
  const run = left?.kind === 'challenge' ? left : undefined
  // between two of its runs none is open
  if ((await selectOpenChallenge(trx, id)) && (!run || run.status === 'running'))
    throw challengeUnderWay(slug)
  if (run) await leaveChallenge(deps, trx, id, run, at)
}

/** A challenge of the arena is being judged, and nothing else can be until it ends. */
export const challengeUnderWay = (slug: string): ProblemError =>
  new ProblemError('challenge_under_way', msg('challenge_under_way', { arena: slug }))

/** @throws {ProblemError} when the budget is spent already, or a model has no price by which it could be kept */
export async function requirePrices(
  { db, prices }: Pick<Deps, 'db' | 'prices'>,
  arenaId: number,
  budgetUsd: number,
  open: Run | undefined,
): Promise<void> {
  const spent = open?.spent_usd ?? 0
  if (budgetUsd <= spent)
    throw new ProblemError(
      'invalid_request',
      msg('budget_spent', { spent: atLeastUsd(spent), budget: budgetUsd }),
    )
  await requirePriced(db, prices, arenaId)
}
