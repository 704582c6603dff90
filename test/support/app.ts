import { randomUUID } from 'node:crypto'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { pino } from 'pino'
import { beforeAll } from 'vitest'
import { sql } from 'kysely'
import { createApp } from '../../server/app.ts'
import { readWork } from '../../server/monitoring.ts'
import { arenaForOperator, type Arena } from '../../server/arenas/index.ts'
import type { OpenDatabase } from '../../server/platform/postgres/database.ts'
import type { RunDeps } from '../../server/runs/index.ts'
import type { Worker } from '../../server/platform/jobs/jobs.ts'
import { openMetrics } from '../../server/platform/http/metrics.ts'
import { FEATURES, RUN_KINDS } from '../../server/mounted.ts'
import { openReads } from '../../server/open-app.ts'
import { BoardMemory } from '../../server/ratings/index.ts'
import { openNotifications } from '../../server/platform/postgres/notifications.ts'
import type { BreakerOptions } from '../../server/platform/providers/limits.ts'
import { ModelSettings } from '../../server/models/index.ts'
import { openProviders, readPrices } from '../../server/platform/providers/index.ts'
import { beginPublishing } from '../../server/platform/postgres/publishing.ts'
import { requestBehind } from '../../server/platform/log.ts'
import { RateLimits, TokenGuesses } from '../../server/platform/http/rate-limits.ts'
import { sharedSecret } from '../../server/platform/config/secrets.ts'
import { openDatabaseCheck } from '../../server/platform/postgres/session-check.ts'
import { serve, type Serving } from '../../server/serve.ts'
import { startWork } from '../../server/start-work.ts'
import { importInto } from '../../server/transfer/index.ts'
import type { ArenaImport } from '../../server/transfer/import/arena-import.ts'
import { publishVotes, settleDueVotes } from '../../server/votes/index.ts'
import { Board, CHANGE_SECONDS } from '../../shared/contracts/index.ts'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { createTestDatabase, type Content } from './database.ts'
import { openForAll } from './later.ts'

export const ADMIN_TOKEN = 'token-of-the-test-run'
/** The header of requests by the operator. */
export const AS_ADMIN = { authorization: `Bearer ${ADMIN_TOKEN}` }
export const METRICS_TOKEN = 'token-of-the-test-that-reads-figures'

const START = '2024-05-01T12:00:00.000Z'

export interface TestAppOptions {
  /** The initial time of the clock, ISO 8601; `runs`: the time of day. */
  clock?: string
  /** Uniform in [0, 1); default: a seeded stream. */
  random?: () => number
  /** Seconds between publications of the board; default: 0. */
  publishEvery?: number
  /** Votes that one network may cast in an hour; default: no limit. */
  votesPerHour?: number
  /** Whether arenas sent over HTTP may name private addresses; default: true, for the model server of tests. */
  privateProviders?: boolean
  /** The origin of links; default: that of each request. */
  publicUrl?: string
  /** The site that may frame public pages; default: none. */
  framedBy?: string
  /** Proxies in front of the server; default: 0. */
  trustProxy?: number
  /** The environment with the keys of providers; default: empty. Arenas that are sent may name all of them. */
  env?: Record<string, string>
  /** The folder with the key that seals keys; default: none that is there. */
  dataDir?: string
  /** DEADHEAT_SEALING_KEY; default: none. */
  sealingKey?: string
  /** Time limit for one reply of a provider; default: 10 s. */
  callTimeoutMs?: number
  /** A price file, with priority over the shipped prices. */
  prices?: string
  /** Wait before the first retry of a call; default: 10 ms. */
  firstWaitMs?: number
  /** How long votes wait for a database that is away; default: 0. */
  outageSeconds?: number
  /** When calls to a provider that is down are paused; default: as in production. */
  breaker?: BreakerOptions
  /** Where notices go; default: nowhere. */
  notices?: RunDeps['settings']['notices']
  /** Limits of time and memory for reading a file; default: as in production. */
  fileLimits?: RunDeps['settings']['fileLimits']
  importMegabytes?: number
  /** The Chromium that draws answers. */
  chromium?: string
  /** A database to share with another app; the app that made it closes it. */
  database?: OpenDatabase
  /** What the new database begins with; default: nothing. */
  content?: Content
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

/** `createApp` with a real database, real notifications and jobs, and a clock and random numbers of the test. */
export interface TestApp {
  deps: RunDeps
  database: OpenDatabase
  clock: TestClock
  /** Every line of the log, from debug up. */
  logged: string[]
  /** A request that needs no port; `json` is sent as the body of a POST. */
  request(path: string, init?: RequestInit & { json?: unknown }): Promise<Response>
  /** A request by the operator: GET, or POST with a form or with JSON. */
  asAdmin(path: string, body?: unknown): Promise<Response>
  /** What an address answers, whatever its status. */
  json<Body = unknown>(path: string, init?: RequestInit): Promise<Body>
  text(path: string, init?: RequestInit): Promise<string>
  /** What an address answers, which must be of this schema. */
  read<Body>(schema: { parse(json: unknown): Body }, path: string, init?: RequestInit): Promise<Body>
  /** The board of an arena, such as of the query `?source=all`. */
  board(slug: string, query?: string): Promise<Board>
  /** Brings an arena, or more of it. */
  import(incoming: ArenaImport, isDryRun?: boolean): ReturnType<typeof importInto>
  /** The rows of a statement. */
  sql<Row>(text: TemplateStringsArray, ...values: unknown[]): Promise<Row[]>
  /** The row of an arena. */
  arena(slug: string): Promise<Arena>
  /** Puts the app on a free port and returns its address. */
  serve(): Promise<string>
  /** Starts the background jobs, until the app closes. */
  work(): Promise<void>
  /** Lets time pass until all votes so far are public. Their boards follow with `settle`. */
  publish(): Promise<void>
  /** Runs every job that is due; with a stopped clock, also those that wait for a time. */
  settle(): Promise<void>
  /** Ends open streams, as a server does when it stops. */
  endStreams(): void
  close(): Promise<void>
}

/** Makes the app on a new database, migrated and empty; the caller closes it. */
export async function createTestApp(options: TestAppOptions = {}): Promise<TestApp> {
  const database = options.database ?? (await createTestDatabase(options.content))
  const clock = options.clock === 'runs' ? new RunningClock() : new TestClock(options.clock ?? START)
  const stream = new RandomStream(1, 0)
  const logged: string[] = []
  const log = pino(
    { level: 'debug', base: null, mixin: requestBehind },
    { write: (line: string) => void logged.push(line) },
  )
  const stopping = new AbortController()
  const models = new ModelSettings(database.db, options.env ?? {}, await readPrices(options.prices), {
    dataDir: options.dataDir ?? join(tmpdir(), 'no-data-folder'),
    configured: options.sealingKey ?? '',
  })
  await models.refresh()
  const metrics = openMetrics()
  readWork(metrics, database)
  const secret = await sharedSecret(database.db, 'tickets')
  const notifications = await openNotifications(database.connect, log)
  await beginPublishing(database.db, options.publishEvery ?? null)
  const deps: RunDeps = {
    db: database.db,
    postgres: {
      voting: database.votingDb,
      exports: database.exportDb,
      connectionString: database.connectionString,
      notifications,
      check: openDatabaseCheck(database),
    },
    services: {
      log,
      reads: openReads(notifications),
      metrics,
      providers: openProviders({
        environment: models.environment,
        prices: models.prices,
        timeoutMs: options.callTimeoutMs ?? 10_000,
        clock: clock.now,
        breaker: options.breaker,
      }),
      models,
      boards: new BoardMemory(database.connectionString),
      stopping: stopping.signal,
      hooks: FEATURES,
    },
    clock: clock.now,
    chance: { random: options.random ?? (() => stream.uniform()), newId: randomUUID },
    access: {
      secret,
      origins: [],
      publicUrl: options.publicUrl ?? null,
      framedBy: options.framedBy ?? null,
      isLocal: true,
      isPublic: (options.trustProxy ?? 0) > 0,
      adminToken: ADMIN_TOKEN,
      tokenGuesses: new TokenGuesses(),
      metricsToken: METRICS_TOKEN,
      limits: new RateLimits(database.votingDb, secret, options.votesPerHour ?? 0),
      trustProxy: options.trustProxy ?? 0,
    },
    actor: 'token',
    settings: {
      publishEvery: options.publishEvery ?? 0,
      providerKeys: Object.keys(options.env ?? {}),
      privateProviders: options.privateProviders ?? true,
      prices: models.prices,
      callSeconds: null,
      // a busy machine computes a board late
      boardSeconds: 120,
      outageSeconds: options.outageSeconds ?? 0,
      notices: options.notices ?? null,
      fonts: [],
      chromium: options.chromium ?? '',
      importMegabytes: options.importMegabytes ?? 1024,
      fileLimits: options.fileLimits ?? { seconds: 60, megabytes: 2048 },
    },
    kinds: RUN_KINDS,
  }
  const app = createApp(deps)
  const servings: Serving[] = []
  let worker: Promise<Worker> | null = null
  const work = async () =>
    void (await (worker ??= startWork({ ...database, deps }, { firstWaitMs: options.firstWaitMs ?? 10 })))
  const request: TestApp['request'] = async (path, init = {}) =>
    app.request(path, init.json === undefined ? init : withJson(init))
  const json = async <Body>(path: string, init?: RequestInit) =>
    (await (await request(path, init)).json()) as Body
  const read: TestApp['read'] = async (schema, path, init) => schema.parse(await json(path, init))
  return {
    deps,
    database,
    clock,
    logged,
    request,
    asAdmin: (path, body) =>
      request(path, {
        headers: AS_ADMIN,
        ...(body instanceof FormData ? { method: 'POST', body } : { json: body }),
      }),
    json,
    text: async (path, init) => (await request(path, init)).text(),
    read,
    board: (slug, query = '') => read(Board, `/api/arenas/${slug}/leaderboard${query}`),
    import: (...all) => importInto(deps, ...all),
    async sql<Row>(text: TemplateStringsArray, ...values: unknown[]) {
      return (await sql<Row>(text, ...values).execute(deps.db)).rows
    },
    arena: (slug) => arenaForOperator(deps.db, slug),
    async serve() {
      const serving = await serve({ host: '127.0.0.1', port: 0 }, deps)
      servings.push(serving)
      return serving.address
    },
    work,
    async publish() {
      const later = new Date(clock.now().getTime() + (CHANGE_SECONDS + 1) * 1000)
      await settleDueVotes({ ...deps, clock: () => later })
      clock.advance(deps.settings.publishEvery)
      await publishVotes(deps)
    },
    async settle() {
      await work()
      while (await anyJobDue(database, options.clock !== 'runs')) await sleep(20)
    },
    endStreams: () => stopping.abort(),
    async close() {
      stopping.abort()
      await Promise.all(servings.map((serving) => serving.stop(0)))
      await (await worker)?.stop()
      await deps.postgres.notifications.close()
      await deps.services.boards.close()
      if (options.database === undefined) await database.close()
    },
  }
}

/** The app of a file or of a group of tests: made before them, with what `fill` writes, and closed after them. */
export function appFor(options: TestAppOptions = {}, fill?: () => Promise<unknown>): TestApp {
  const app = openForAll(() => createTestApp(options))
  if (fill) beforeAll(fill)
  return app
}

/** Files as a page sends them. */
export function formOf(files: Readonly<Record<string, string | Uint8Array>>): FormData {
  const form = new FormData()
  for (const [name, content] of Object.entries(files))
    form.append(name, new Blob([content as Uint8Array<ArrayBuffer>]), name)
  return form
}

function withJson({ json, ...init }: RequestInit & { json?: unknown }): RequestInit {
  const headers = new Headers(init.headers)
  headers.set('content-type', 'application/json')
  return { method: 'POST', ...init, headers, body: JSON.stringify(json) }
}

async function anyJobDue({ db }: OpenDatabase, isTimePassed: boolean): Promise<boolean> {
  const { rows } = await sql<{ last_error: string | null; waits: boolean }>`
    select last_error, run_at > now() and locked_at is null as waits from graphile_worker.jobs
    where run_at <= now() or ${isTimePassed}`.execute(db)
  // workers are not notified of a job whose time changed
  if (rows.some(({ waits }) => waits))
    await sql`select graphile_worker.reschedule_jobs(array_agg(id), run_at => now()),
        pg_notify('jobs:insert', json_build_object('count', count(*))::text)
      from graphile_worker.jobs where run_at > now() and locked_at is null`.execute(db)
  const failed = rows.find(({ last_error }) => last_error !== null)
  if (failed) throw new Error(`A job failed: ${failed.last_error}`)
  return rows.length > 0
}
