import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { sql } from 'kysely'
import { createApp } from '../../server/app.ts'
import { readWork } from '../../server/metrics.ts'
import type { OpenDatabase } from '../../server/platform/database.ts'
import type { RunDeps } from '../../server/runs/index.ts'
import type { Worker } from '../../server/platform/jobs.ts'
import { openMetrics } from '../../server/platform/metrics/index.ts'
import { openNotifications } from '../../server/platform/notifications.ts'
import type { BreakerOptions } from '../../server/platform/providers/breaker.ts'
import { openProviders, readPrices } from '../../server/platform/providers/index.ts'
import { RateLimits } from '../../server/platform/rate-limits.ts'
import { sharedSecret } from '../../server/platform/secrets.ts'
import { TokenGuesses } from '../../server/platform/token-guesses.ts'
import { openWriteCheck } from '../../server/platform/write-check.ts'
import { RUN_KINDS } from '../../server/run-kinds.ts'
import { serve, type Serving } from '../../server/serve.ts'
import { startWork } from '../../server/start-work.ts'
import { RandomStream } from '../../shared/stats/internal.ts'
import { createTestDatabase } from './database.ts'

export const ADMIN_TOKEN = 'token-of-the-test-run'
export const METRICS_TOKEN = 'token-of-the-test-that-reads-figures'

const START = '2024-05-01T12:00:00.000Z'

export interface TestAppOptions {
  /** What the clock shows at first, ISO 8601; or `runs`: the time of day. */
  clock?: string
  /** Uniform in [0, 1); a seeded stream unless told. */
  random?: () => number
  /** Seconds between publications of the board; 0 unless told. */
  publishEvery?: number
  /** Votes that one network may cast in an hour; without a limit unless told. */
  votesPerHour?: number
  /** Whether arenas sent over HTTP may name private addresses; true by default, where the model server of tests is. */
  privateProviders?: boolean
  /** Proxies in front of the server; 0 unless told. */
  trustProxy?: number
  /** Where providers' keys are found; empty unless told. Arenas that are sent may name all of them. */
  env?: Record<string, string>
  /** How long a provider has for one reply; 10 s unless told. */
  callTimeoutMs?: number
  /** A price file, before the prices that are shipped. */
  prices?: string
  /** Before a call to a model is tried again for the first time; 10 ms unless told. */
  firstWaitMs?: number
  /** When a provider that is down is left alone; as in use unless told. */
  breaker?: BreakerOptions
  /** How long and in how much memory files are read; as in use unless told. */
  fileLimits?: RunDeps['fileLimits']
  /** A database to share with another app; the app that made it closes it. */
  database?: OpenDatabase
}

/** A clock that stands still until it is set. */
export class TestClock {
  private time: number

  constructor(start: string) {
    this.time = Date.parse(start)
  }

  now = () => new Date(this.time)

  set(moment: string): void {
    this.time = Date.parse(moment)
  }

  advance(seconds: number): void {
    this.time += seconds * 1000
  }
}

/** The time of day. */
class RunningClock extends TestClock {
  constructor() {
    super(START)
  }

  override now = () => new Date()
}

/** `createApp` with a real database, real notifications and jobs, a clock and draws of its own. */
export interface TestApp {
  deps: RunDeps
  database: OpenDatabase
  clock: TestClock
  /** Every line of the log, from debug up. */
  logged: string[]
  /** A request that needs no port; `json` is sent as the body of a POST. */
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  /** Puts the app on a free port and returns its address. */
  serve(): Promise<string>
  /** Starts doing background jobs; they go on until the app closes. */
  work(): Promise<void>
  /** Lets the worker do every job that is due; where the clock stands still, also those that would wait for a time. */
  settle(): Promise<void>
  /** Tells open streams to end, as a server does that shuts down. */
  endStreams(): void
  close(): Promise<void>
}

/** The server on a migrated, empty database of its own; the caller closes it. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase())
  const clock = options.clock === 'runs' ? new RunningClock() : new TestClock(options.clock ?? START)
  const stream = new RandomStream(1, 0)
  const logged: string[] = []
  const log = pino({ level: 'debug', base: null }, { write: (line: string) => void logged.push(line) })
  const stopping = new AbortController()
  const prices = await readPrices(options.prices)
  const metrics = openMetrics()
  readWork(metrics, database)
  const secret = await sharedSecret(database.db, 'tickets')
  const deps: RunDeps = {
    db: database.db,
    votingDb: database.votingDb,
    exportDb: database.exportDb,
    connectionString: database.connectionString,
    log,
    clock: clock.now,
    random: options.random ?? (() => stream.uniform()),
    newId: randomUUID,
    secret,
    origins: [],
    isLocal: true,
    adminToken: ADMIN_TOKEN,
    tokenGuesses: new TokenGuesses(),
    actor: 'token',
    notifications: await openNotifications(database.connect, log),
    metrics,
    metricsToken: METRICS_TOKEN,
    publishEvery: options.publishEvery ?? 0,
    limits: new RateLimits(database.votingDb, secret, options.votesPerHour ?? 0),
    trustProxy: options.trustProxy ?? 0,
    providers: openProviders({
      env: options.env ?? {},
      prices,
      timeoutMs: options.callTimeoutMs ?? 10_000,
      clock: clock.now,
      breaker: options.breaker,
    }),
    providerKeys: Object.keys(options.env ?? {}),
    privateProviders: options.privateProviders ?? true,
    prices,
    fileLimits: options.fileLimits ?? { seconds: 60, megabytes: 2048 },
    checkWrites: openWriteCheck(database.pool),
    kinds: RUN_KINDS,
    stopping: stopping.signal,
  }
  const app = createApp(deps)
  const servings: Serving[] = []
  let worker: Promise<Worker> | null = null
  const work = async () =>
    void (await (worker ??= startWork({ ...database, deps }, { firstWaitMs: options.firstWaitMs ?? 10 })))
  return {
    deps,
    database,
    clock,
    logged,
    async request(path, init = {}) {
      return app.request(path, init.json === undefined ? init : withJson(init))
    },
    async serve() {
      const serving = await serve({ host: '127.0.0.1', port: 0 }, deps)
      servings.push(serving)
      return serving.address
    },
    work,
    async settle() {
      await work()
      while (await anyJobDue(database, options.clock !== 'runs')) await sleep(20)
    },
    endStreams: () => stopping.abort(),
    async close() {
      stopping.abort()
      await Promise.all(servings.map((serving) => serving.stop(0)))
      await (await worker)?.stop()
      await deps.notifications.close()
      if (options.database === undefined) await database.close()
    },
  }
}

function withJson({ json, ...init }: RequestInit & { json?: unknown }): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('content-type', 'application/json')
  return { method: 'POST', ...init, headers, body: JSON.stringify(json) }
}

async function anyJobDue({ db }: OpenDatabase, isTimePassed: boolean): Promise<boolean> {
  if (isTimePassed)
    await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()) from graphile_worker.jobs
      where run_at > now() and locked_at is null`.execute(db)
  const { rows } = await sql<{ last_error: string | null }>`
    select last_error from graphile_worker.jobs where run_at <= now() or ${isTimePassed}`.execute(db)
  const failed = rows.find(({ last_error }) => last_error !== null)
  if (failed) throw new Error(`A job failed: ${failed.last_error}`)
  return rows.length > 0
}
