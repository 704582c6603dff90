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
import { runTasks } from './run-tasks.ts'
import { withAttempts } from './with-attempts.ts'
import { FIRST_WAIT_MS } from './call-failure.ts'
import { Mutex } from '../platform/mutex.ts'

const LOOK_EVERY_MS = 500
/** So long without a run, and those who made calls go home. */
const IDLE_MS = 10_000
/** Calls under way have so long to end when the process stops. */
const GRACE_MS = 3000
const MOST_JOBS = 256
/** Of its own, so that people who vote never wait behind calls to models. */
const CONNECTIONS = 8
/** For those that get ready meanwhile, for rules, and for jobs that find their provider's key missing. */
const SPARE_JOBS = 6

export interface RunWorkerOptions {
  /** Calls at once to each provider, instead of what arenas say. */
  atOnce?: number | null
  /** Before a call is tried again for the first time; doubles each time. */
  firstWaitMs?: number
}

export interface RunWorker {
  endpoints: Endpoints
  /** No further call goes out; those under way end within seconds or are given up. */
  stop(): Promise<void>
}

/**
 * Makes the calls of all runs that are running, beside every other process on the database; idle while there is none.
 * @param tasksOf  the jobs that kinds of run add to those of every run
 */
export function startRunWorker(
  database: Pick<OpenDatabase, 'connect' | 'beside'>,
  deps: RunDeps,
  tasksOf: (context: JobContext) => TaskList,
  { atOnce = null, firstWaitMs = FIRST_WAIT_MS }: RunWorkerOptions = {},
): RunWorker {
  const closing = new AbortController()
  const givingUp = new AbortController()
  const endpoints = openEndpoints(deps.providers, deps.log, atOnce)
  const own = database.beside(CONNECTIONS)
  const context: JobContext = {
    ...deps,
    db: own.db,
    endpoints,
    firstWaitMs,
    closing: closing.signal,
    givingUp: givingUp.signal,
  }
  const tasks = withAttempts(context, { ...runTasks(context), ...tasksOf(context) })
  let workers: Worker[] = []
  let jobs = 0
  let seen = 0
  const looking = new Mutex()

  async function look(): Promise<void> {
    const running = await selectRunning(own.db, DEFAULT_CONCURRENCY, atOnce)
    if (running) seen = performance.now()
    else if (performance.now() - seen > IDLE_MS) return stopWorkers()
    const wanted = running ? Math.min(MOST_JOBS, running.atOnce + SPARE_JOBS) + running.runs : 0
    if (wanted <= jobs) return
    workers.push(
      await startWorker({ pool: own.pool, connect: database.connect }, tasks, deps.log, {
        concurrency: wanted - jobs,
        forbiddenFlags: endpoints.forbidden,
      }),
    )
    jobs = wanted
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
      // the last look has ended
      await looking.run(() => {})
      await stopWorkers()
      clearTimeout(grace)
      await own.close()
    },
  }
}
