import type { TaskList, Task } from 'graphile-worker'
import type { OpenDatabase } from '../platform/postgres/database.ts'
import { startWorker, type Worker, addJob, addJobs } from '../platform/jobs/jobs.ts'
import { DEFAULT_CONCURRENCY } from '../platform/providers/index.ts'
import { openEndpoints, FIRST_WAIT_MS, INTERNAL, MAX_ATTEMPTS, storedCause } from '../calls/index.ts'
import { type JobContext, RunStops, pauseForCause, causeOfStop } from './run-job.ts'
import { type RunDeps, readSpec, type Scope, queueRoom, type QueueRoom } from './run-kind.ts'
import { Mutex } from '../platform/mutex.ts'
import { sqlStatuses, selectLatestRun, lockRuns, selectRun, isRunning, type Run } from './run-machine.ts'
import { queryRows } from '../platform/postgres/query.ts'
import type { Db } from '../platform/schema.ts'
import { makeAnswer } from './make-answer.ts'
import {
  ADVANCE_TASK,
  ANSWER_TASK,
  type AnswerJob,
  advanceJob,
  answerJob,
  countMissingAnswers,
  countQueued,
  lastAnswerCallEndedAt,
  selectAnswerers,
  selectMissingAnswers,
} from './run-work.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { settleOrphaned } from './call-model.ts'
import { applyRunEvent } from './change-status.ts'

const POLL_EVERY_MS = 500

/** How often calls are settled that a killed process left under way in runs that do not run any more. */
const ORPHANS_EVERY_MS = 5000

/** The workers stop after this time without a running run. */
const IDLE_MS = 10_000

/** Time for calls under way to end when the process stops. */
const GRACE_MS = 3000

const MAX_JOBS = 256

/** Connections for queries, so that voters never wait behind calls to models. */
const CONNECTIONS = 8

/** Additional jobs that make no call: jobs that prepare, rules, and jobs whose provider's key is missing. */
const SPARE_JOBS = 6

interface RunWorkerOptions {
  /** Concurrent calls to each provider, in place of the arenas' settings. */
  atOnce?: number | null
  /** The wait before the second attempt at a call, in ms; doubles each time. */
  firstWaitMs?: number
  /** Connections for queries, beside one that each worker keeps; 8 by default. */
  connections?: number
}

interface RunWorker {
  /** Starts no more calls. Calls under way end within seconds, or are ended. */
  stop(): Promise<void>
}

/**
 * Makes the calls of all running runs, together with other processes on the same database. Idle while no run is
 * running.
 * @param makeTasks  the jobs of all kinds of run
 */
export function startRunWorker(
  database: Pick<OpenDatabase, 'connect' | 'openSecondPool'>,
  deps: RunDeps,
  makeTasks: (context: JobContext) => TaskList,
  { atOnce = null, firstWaitMs = FIRST_WAIT_MS, connections: most = CONNECTIONS }: RunWorkerOptions = {},
): RunWorker {
  const closing = new AbortController()
  const givingUp = new AbortController()
  const endpoints = openEndpoints(deps.services.providers, deps.services.log, atOnce)
  const connections = database.openSecondPool(most)
  const stops = new RunStops(connections.db)
  const context: JobContext = {
    ...deps,
    db: connections.db,
    endpoints,
    stops,
    firstWaitMs,
    closing: closing.signal,
    abortSignal: givingUp.signal,
  }
  const tasks = withAttempts(context, { ...runTasks(context), ...makeTasks(context) })
  let workers: Worker[] = []
  let jobs = 0
  let lastRunningAt = 0
  let orphansAt = -Infinity
  const adjusting = new Mutex()

  async function adjustWorkers(): Promise<void> {
    await stops.stopEnded()
    if (performance.now() - orphansAt > ORPHANS_EVERY_MS) {
      orphansAt = performance.now()
      await settleOrphaned(connections.db, deps.clock())
    }
    const running = await selectRunning(connections.db, DEFAULT_CONCURRENCY, atOnce)
    if (running) lastRunningAt = performance.now()
    else if (performance.now() - lastRunningAt > IDLE_MS) return stopWorkers()
    const jobsNeeded = running ? Math.min(MAX_JOBS, running.atOnce + SPARE_JOBS) + running.runs : 0
    if (jobsNeeded <= jobs) return
    // each worker keeps one to hear of new jobs
    connections.pool.options.max = most + workers.length + 1
    workers.push(
      await startWorker({ pool: connections.pool, connect: database.connect }, tasks, deps.services.log, {
        concurrency: jobsNeeded - jobs,
        forbiddenFlags: endpoints.forbidden,
      }),
    )
    jobs = jobsNeeded
  }

  async function stopWorkers(): Promise<void> {
    const all = workers
    workers = []
    jobs = 0
    await Promise.all(all.map((worker) => worker.stop()))
  }

  const poll = () => {
    adjusting.run(adjustWorkers).catch((error: Error) => {
      deps.services.log.warn({ err: error }, 'could not look for judging to do')
    })
  }
  poll()
  const timer = setInterval(poll, POLL_EVERY_MS)
  // keys and prices may have been set or withdrawn by another process
  let isReading = false
  const reading = setInterval(() => {
    if (isReading) return
    isReading = true
    deps.services.models
      .refresh()
      .catch((error: Error) => {
        deps.services.log.debug({ err: error }, 'could not read the keys and prices that are set on the page')
      })
      .finally(() => (isReading = false))
  }, POLL_EVERY_MS)
  return {
    async stop() {
      clearInterval(timer)
      clearInterval(reading)
      closing.abort()
      const grace = setTimeout(() => givingUp.abort(), GRACE_MS)
      // wait until workers are adjusted
      await adjusting.run(() => {})
      await stopWorkers()
      clearTimeout(grace)
      await connections.close()
    },
  }
}

/**
 * How many runs are running, and the sum of concurrent calls that their providers allow; null if none is running.
 * @param usual  concurrent calls of a provider without a setting
 * @param atOnce  concurrent calls of each provider, in place of the arenas' settings
 */
async function selectRunning(
  db: Db,
  usual: number,
  atOnce: number | null,
): Promise<{ runs: number; atOnce: number } | null> {
  const rows = await queryRows<{ runs: number; atOnce: number }>(db)`
    select (select count(*)::int from runs where status in (${sqlStatuses(isRunning)})) as runs,
      coalesce(sum(at_once), 0)::int as "atOnce"
    from (select max(coalesce(${atOnce}::integer, p.concurrency, ${usual}::integer)) as at_once
      from runs r join providers p on p.arena_id = r.arena_id
      where r.status in (${sqlStatuses(isRunning)}) group by p.type, p.base_url, p.api_key_env, p.options) as endpoints`
  return rows[0].runs === 0 ? null : rows[0]
}

/** The jobs that runs of all kinds have. */
const runTasks = (context: JobContext): TaskList => ({
  [ADVANCE_TASK]: (payload) => {
    const { arenaId, runId } = payload as { arenaId: number; runId: number }
    return advanceRun(context, arenaId, runId)
  },
  [ANSWER_TASK]: (payload) => makeAnswer(context, payload as AnswerJob),
})

/**
 * Wraps jobs: a job that keeps failing, and cannot record why, pauses its run after as many attempts as a call has.
 */
const withAttempts = (context: JobContext, tasks: TaskList): TaskList =>
  Object.fromEntries(Object.entries(tasks).map(([name, task]) => [name, bounded(context, task!)]))

const bounded =
  (context: JobContext, task: Task): Task =>
  async (payload, helpers) => {
    try {
      await task(payload, helpers)
    } catch (error) {
      if (helpers.job.attempts < MAX_ATTEMPTS) throw error
      context.services.log.error({ err: error, payload }, 'a job of a run failed for good')
      const { arenaId } = payload as { arenaId: number }
      const run = await selectLatestRun(context.db, arenaId)
      if (run) await pauseForCause(context, arenaId, run.id, INTERNAL)
    }
  }

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
async function advanceRun(context: JobContext, arenaId: number, runId: number): Promise<void> {
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
  const isPlanned = isAllThere && (run.planned_at !== null || (await kind.plan(deps, run, spec, true)))
  const planned = await kind.queue(deps, run, spec, room)
  if (isPlanned && planned === 0 && (await kind.isFinished(deps, run)) && (await end(deps, run))) return null
  if (missing === 0 || planned > 0 || !(await isStalled(deps, run))) return BEAT_MS
  await kind.plan(deps, run, spec, false)
  return SLOW_BEAT_MS
}

/**
 * Ends a run that has nothing left to do. It is done, unless it has stopped judges: then it is paused, and says why.
 * @returns false if the run has been paused or cancelled meanwhile
 */
const end = (deps: RunDeps, run: Run): Promise<boolean> =>
  deps.db.transaction().execute(async (trx) => {
    await lockRuns(trx, run.arena_id)
    const current = await selectRun(trx, run.arena_id, run.id)
    const stopped = Object.values(current?.stopped_judges ?? {})
    const ended = await (stopped.length > 0
      ? applyRunEvent(deps, trx, run, 'block', { cause: causeOfStop(stopped) })
      : applyRunEvent(deps, trx, run, 'finish'))
    return ended !== null
  })

/** The spec alone decides what money is spent on, so a run whose spec cannot be read makes no calls. */
async function reject(deps: RunDeps, run: Run, problem: CodedMessage): Promise<null> {
  const cause = storedCause('unreadable_spec', problem)
  deps.services.log.error(
    { arenaId: run.arena_id, runId: run.id, cause: cause.cause },
    'a run ends: its spec cannot be read',
  )
  await deps.db.transaction().execute(async (trx) => {
    await lockRuns(trx, run.arena_id)
    await applyRunEvent(deps, trx, run, 'reject', { cause })
  })
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
    const jobs = missing.map((missingAnswer) => ({ arenaId, runId, contestantId, ...missingAnswer }))
    await addJobs(
      db,
      jobs.map((job) => answerJob(job, provider)),
    )
    take(missing.length)
  }
}

async function isStalled({ db, clock }: RunDeps, { arena_id, id, started_at }: Run): Promise<boolean> {
  const last = (await lastAnswerCallEndedAt(db, arena_id, id)) ?? started_at
  return clock().getTime() - last.getTime() > STALL_MS
}
