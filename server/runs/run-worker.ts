import type { TaskList } from 'graphile-worker'
import type { OpenDatabase } from '../platform/database.ts'
import { startWorker } from '../platform/jobs.ts'
import type { Worker } from '../platform/jobs.ts'
import { DEFAULT_CONCURRENCY } from '../platform/providers/index.ts'
import { openEndpoints } from './endpoints.ts'
import type { Endpoints } from './endpoints.ts'
import type { JobContext } from './job-context.ts'
import type { RunDeps } from './run-kind.ts'
import { selectRunning } from './run-queries.ts'
import { runTasks, withAttempts } from './run-tasks.ts'
import { FIRST_WAIT_MS } from './call-failure.ts'
import { RunStops } from './run-stops.ts'
import { Mutex } from '../platform/mutex.ts'

const LOOK_EVERY_MS = 500
/** The workers stop after this time without a running run. */
const IDLE_MS = 10_000
/** Time for calls under way to end when the process stops. */
const GRACE_MS = 3000
const MOST_JOBS = 256
/** Connections of their own, so that voters never wait behind calls to models. */
const CONNECTIONS = 8
/** Additional jobs that make no call: jobs that prepare, rules, and jobs whose provider's key is missing. */
const SPARE_JOBS = 6

export interface RunWorkerOptions {
  /** Concurrent calls to each provider, in place of the arenas' settings. */
  atOnce?: number | null
  /** The wait before the second attempt at a call, in ms; doubles each time. */
  firstWaitMs?: number
}

export interface RunWorker {
  endpoints: Endpoints
  /** Starts no more calls. Calls under way end within seconds, or are ended. */
  stop(): Promise<void>
}

/**
 * Makes the calls of all running runs, together with other processes on the same database. Idle while no run is
 * running.
 * @param tasksOf  the jobs of all kinds of run
 */
export function startRunWorker(
  database: Pick<OpenDatabase, 'connect' | 'openSecondPool'>,
  deps: RunDeps,
  tasksOf: (context: JobContext) => TaskList,
  { atOnce = null, firstWaitMs = FIRST_WAIT_MS }: RunWorkerOptions = {},
): RunWorker {
  const closing = new AbortController()
  const givingUp = new AbortController()
  const endpoints = openEndpoints(deps.providers, deps.log, atOnce)
  const connections = database.openSecondPool(CONNECTIONS)
  const stops = new RunStops(connections.db)
  const context: JobContext = {
    ...deps,
    db: connections.db,
    endpoints,
    stops,
    firstWaitMs,
    closing: closing.signal,
    givingUp: givingUp.signal,
  }
  const tasks = withAttempts(context, { ...runTasks(context), ...tasksOf(context) })
  let workers: Worker[] = []
  let jobs = 0
  let lastRunningAt = 0
  const looking = new Mutex()

  async function look(): Promise<void> {
    await stops.look()
    const running = await selectRunning(connections.db, DEFAULT_CONCURRENCY, atOnce)
    if (running) lastRunningAt = performance.now()
    else if (performance.now() - lastRunningAt > IDLE_MS) return stopWorkers()
    const jobsNeeded = running ? Math.min(MOST_JOBS, running.atOnce + SPARE_JOBS) + running.runs : 0
    if (jobsNeeded <= jobs) return
    workers.push(
      await startWorker({ pool: connections.pool, connect: database.connect }, tasks, deps.log, {
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

  const lookAgain = () => {
    looking.run(look).catch((error: Error) => {
      deps.log.warn({ err: error }, 'could not look for judging to do')
    })
  }
  lookAgain()
  const timer = setInterval(lookAgain, LOOK_EVERY_MS)
  return {
    endpoints,
    async stop() {
      clearInterval(timer)
      closing.abort()
      const grace = setTimeout(() => givingUp.abort(), GRACE_MS)
      // wait until the last `look` has ended
      await looking.run(() => {})
      await stopWorkers()
      clearTimeout(grace)
      await connections.close()
    },
  }
}
