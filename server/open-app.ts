/** Opens what every process needs, be it a server, a worker or a command: database, migrations, secrets, notifications. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Client, Pool } from 'pg'
import { readWork } from './monitoring.ts'
import { type Config, noticeAddress } from './platform/config/config.ts'
import { openThreadConnection, openDatabase, type OpenDatabase } from './platform/postgres/database.ts'
import { migrateJobs } from './platform/jobs/jobs.ts'
import { requireReadable, requireRunnable } from './platform/pages/fonts.ts'
import { openLog } from './platform/log.ts'
import { openMetrics } from './platform/http/metrics.ts'
import { migrateToLatest } from './platform/postgres/migrate.ts'
import { NO_NOTIFICATIONS, openNotifications, type Notifications } from './platform/postgres/notifications.ts'
import { openPublication } from './platform/postgres/publishing.ts'
import { RateLimits, TokenGuesses } from './platform/http/rate-limits.ts'
import { openProviders, readPrices } from './platform/providers/index.ts'
import { isLoopback, isPublic } from './platform/http/client-address.ts'
import { adminToken, sharedSecret } from './platform/config/secrets.ts'
import { requireSameDatabase, requireSessions, openDatabaseCheck } from './platform/postgres/session-check.ts'
import { ModelSettings } from './models/index.ts'
import type { RunDeps } from './runs/index.ts'
import { Reads } from './platform/http/reads.ts'
import { BoardMemory } from './ratings/index.ts'
import { FEATURES, RUN_KINDS } from './mounted.ts'

/** An open application. Close it when the process ends. */
export interface AppContext {
  deps: RunDeps
  pool: Pool
  /** Connections that keep their session. */
  direct: OpenDatabase['direct']
  /** Opens a connection outside the pool. */
  connect(): Promise<Client>
  /** Opens a second pool. */
  openSecondPool: OpenDatabase['openSecondPool']
  /** Ends open streams, so that the HTTP server can close. */
  endStreams(): void
  /** Ends open streams, closes all connections, and leaves the embedded database. */
  close(): Promise<void>
}

/**
 * @param say receives progress lines for the person at the terminal
 * @param serves whether this process accepts requests; if so, the admin token is read or created
 * @param env the environment that holds the API keys of the providers
 * @throws {SetupError} with one line on what to do
 */
export async function openApp(
  config: Config,
  say: (line: string) => void,
  { serves = false, env = process.env }: { serves?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<AppContext> {
  const log = openLog(config.logLevel)
  const shippedPrices = await readPrices(config.prices)
  await requireReadable(config.fonts)
  await requireRunnable(config.chromium)
  const notices = noticeAddress(config)
  const token = serves ? await adminToken(config.dataDir, config.adminToken) : tokenWithoutVisitors(config)
  const databaseUrl = config.databaseUrl || undefined
  const database = await openDatabase({
    databaseUrl,
    directUrl: config.directUrl || undefined,
    dataDir: config.dataDir,
    log: say,
    poolSize: config.connections,
  })
  const stopping = new AbortController()
  try {
    if (databaseUrl !== undefined)
      await requireSessions(
        () => openThreadConnection(database.connectionString, 'deadheat check'),
        config.directUrl ? 'DATABASE_DIRECT_URL' : 'DATABASE_URL',
      )
    if (database.direct.pool !== database.pool) await requireSameDatabase(database.direct.pool, database.pool)
    await migrateToLatest(database.direct.db)
    await migrateJobs(database.direct.pool, log)
    const notifications = serves ? await openNotifications(database.connect, log) : NO_NOTIFICATIONS
    const clock = () => new Date()
    const metrics = openMetrics()
    readWork(metrics, database)
    const secret = await sharedSecret(database.db, 'tickets')
    const models = new ModelSettings(database.db, env, shippedPrices, {
      dataDir: config.dataDir,
      configured: config.sealingKey,
    })
    await models.refresh()
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
          timeoutMs: config.callTimeout * 1000,
          clock,
          allowPrivate: config.privateProviders === '1',
        }),
        models,
        boards: new BoardMemory(database.connectionString),
        stopping: stopping.signal,
        hooks: FEATURES,
      },
      clock,
      chance: { random: secureRandom, newId: randomUUID },
      access: {
        secret,
        origins: config.origins,
        publicUrl: config.publicUrl || null,
        // a Space of Hugging Face has this variable, and is shown in a frame there
        framedBy: env['SPACE_ID'] ? 'https://huggingface.co' : null,
        isLocal: isLoopback(config.host),
        isPublic: isPublic(config),
        adminToken: token,
        tokenGuesses: new TokenGuesses(),
        metricsToken: config.metricsToken,
        limits: new RateLimits(database.votingDb, secret, votesPerHour(config)),
        trustProxy: config.trustProxy,
      },
      actor: serves ? 'token' : 'terminal',
      settings: {
        publishEvery: await openPublication(database.db, config, serves),
        providerKeys: config.providerKeys,
        privateProviders: mayBePrivate(config),
        boardSeconds: BOARD_SECONDS,
        outageSeconds: OUTAGE_SECONDS,
        prices: models.prices,
        callSeconds: env['DEADHEAT_CALL_TIMEOUT'] ? config.callTimeout : null,
        notices,
        fonts: config.fonts,
        chromium: config.chromium,
        // the limit is for what comes over the network
        importMegabytes: serves ? config.importMegabytes : Infinity,
        fileLimits: FILE_LIMITS,
      },
      kinds: RUN_KINDS,
    }
    return {
      deps,
      pool: database.pool,
      direct: database.direct,
      connect: database.connect,
      openSecondPool: database.openSecondPool,
      endStreams: () => stopping.abort(),
      async close() {
        stopping.abort()
        await notifications.close()
        await deps.services.boards.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Shorter than the wait of the page for an answer. */
const BOARD_SECONDS = 15

/** Proxies and browsers wait longer. */
const OUTAGE_SECONDS = 10

/** Enough for half a million votes or two million short answers. */
const FILE_LIMITS = { seconds: 60, megabytes: 2048 }

/** Votes that one network may cast in an hour if the setting is missing. */
const PUBLIC_VOTES_PER_HOUR = 600

const votesPerHour = (config: Config): number =>
  config.voteLimit ?? (isPublic(config) ? PUBLIC_VOTES_PER_HOUR : 0)

/** Whether an arena that comes over HTTP may name private addresses. */
const mayBePrivate = ({ privateProviders, ...reach }: Config): boolean =>
  privateProviders === '1' || (privateProviders === '' && !isPublic(reach))

/** For a process without visitors: the configured token, or a random one that nobody knows. */
const tokenWithoutVisitors = ({ adminToken: token }: Config) => token || randomBytes(24).toString('hex')

/** Uniform in [0, 1), from 48 cryptographically random bits. */
const secureRandom = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48

/** Responses in memory that follow the notifications of this process. */
export function openReads(notifications: Pick<Notifications, 'onChange'>): Reads {
  const reads = new Reads()
  notifications.onChange(() => reads.forgetAll())
  return reads
}
