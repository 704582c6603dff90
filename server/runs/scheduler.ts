import type { CodedMessage } from '../../shared/messages/index.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { addJob, addJobs } from '../platform/jobs.ts'
import { causeWith } from './call-failure.ts'
import type { StoredCause } from './call-failure.ts'
import { applyRunEvent } from './change-status.ts'
import type { JobContext } from './job-context.ts'
import { queueRoom } from './queue-room.ts'
import type { QueueRoom } from './queue-room.ts'
import { advanceJob, answerJob } from './run-jobs.ts'
import { readSpec } from './run-kind.ts'
import type { RunDeps, Scope } from './run-kind.ts'
import { isRunning } from './run-machine.ts'
import type { RunEvent } from './run-machine.ts'
import { lockRuns, selectRun } from './run-queries.ts'
import type { Run } from './run-queries.ts'
import {
  countMissingAnswers,
  countQueued,
  lastAnswerCallEnded,
  selectAnswerers,
  selectMissingAnswers,
} from './work-queries.ts'

const BEAT_MS = 200
const SLOW_BEAT_MS = 2000
/**
 * The longest time that one job drives a run before the next one takes over: the queue would treat a longer job as
 * abandoned.
 */
const SHIFT_MS = 600_000
/** If no answer arrives for this time, the existing ones are judged meanwhile. */
const STALL_MS = 15_000

/**
 * The job that drives a run while it is running. It queues what can be done next: answers and what they need, then
 * the work of the run's kind. It plans that work once all answers are made, and ends the run when nothing is left.
 * Two of these jobs at the same time do no harm.
 */
export async function advanceRun(context: JobContext, arenaId: number, runId: number): Promise<void> {
  const { db, closing } = context
  const until = performance.now() + SHIFT_MS
  while (!closing.aborted && performance.now() < until) {
    const pause = await advance(context, arenaId, runId)
    if (pause === null) return
    await sleep(pause, undefined, { signal: closing }).catch(() => undefined)
  }
  await addJob(db, advanceJob(arenaId, runId))
}

/** @returns ms until the next round; null if the run no longer runs */
async function advance(deps: RunDeps, arenaId: number, runId: number): Promise<number | null> {
  const { db, kinds } = deps
  const run = await selectRun(db, arenaId, runId)
  if (!run || !isRunning(run.status)) return null
  const kind = kinds.of(run)
  const { spec, problem } = readSpec(kind, run)
  if (problem !== null) return reject(deps, run, problem)
  const scope = kind.scope(spec)
  const room = queueRoom(await countQueued(db))
  await queueAnswers(deps, run, scope, room)
  const missing = await countMissingAnswers(db, arenaId, runId, scope)
  const isPrepared = await kind.prepare(deps, run, room)
  const isAllThere = missing === 0 && isPrepared
  if (isAllThere && run.planned_at === null) await kind.plan(deps, run, spec, true)
  const planned = await kind.queue(deps, run, spec, room)
  if (isAllThere && planned === 0 && (await kind.isFinished(deps, run)) && (await apply(deps, run, 'finish')))
    return null
  if (missing === 0 || planned > 0 || !(await isStalled(deps, run))) return BEAT_MS
  await kind.plan(deps, run, spec, false)
  return SLOW_BEAT_MS
}

/** @returns false if the run has been paused or cancelled meanwhile */
const apply = (deps: RunDeps, run: Run, event: RunEvent, cause?: StoredCause): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    await lockRuns(trx, run.arena_id)
    return (await applyRunEvent(deps, trx, run, event, cause ? { cause } : {})) !== null
  })

/** The spec alone decides what money is spent on, so a run whose spec cannot be read makes no calls. */
async function reject(deps: RunDeps, run: Run, problem: CodedMessage): Promise<null> {
  const cause = causeWith('unreadable_spec', problem)
  deps.log.error(
    { arenaId: run.arena_id, runId: run.id, cause: cause.cause },
    'a run ends: its spec cannot be read',
  )
  await apply(deps, run, 'reject', cause)
  return null
}

async function queueAnswers(
  { db }: RunDeps,
  { arena_id: arenaId, id: runId }: Run,
  scope: Scope | null,
  room: QueueRoom,
): Promise<void> {
  const answering = (await selectAnswerers(db, arenaId)).filter(
    ({ contestantId }) => scope?.contestants?.includes(contestantId) ?? true,
  )
  for (const { contestantId, provider } of answering) {
    const { left, take } = room(provider)
    // contestants of one provider advance together
    const share = Math.ceil(left / answering.length)
    const missing = left > 0 ? await selectMissingAnswers(db, arenaId, runId, contestantId, scope, share) : []
    const jobs = missing.map((one) => ({ arenaId, runId, contestantId, ...one }))
    await addJobs(
      db,
      jobs.map((one) => answerJob(one, provider)),
    )
    take(missing.length)
  }
}

async function isStalled({ db, clock }: RunDeps, { arena_id, id, started_at }: Run): Promise<boolean> {
  const last = (await lastAnswerCallEnded(db, arena_id, id)) ?? started_at
  return clock().getTime() - last.getTime() > STALL_MS
}
