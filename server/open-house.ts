/** Opens everything a process needs before it serves, works or runs a command: database, schema, secrets, news. */
import { randomBytes, randomUUID } from 'node:crypto'
import type { Client, Pool } from 'pg'
import { readWork } from './metrics.ts'
import type { Config } from './platform/config.ts'
import { openDatabase } from './platform/database.ts'
import type { OpenDatabase } from './platform/database.ts'
import { migrateJobs } from './platform/jobs.ts'
import { openLog } from './platform/log.ts'
import { openMetrics } from './platform/metrics/index.ts'
import { migrateToLatest } from './platform/migrate.ts'
import { openNotifications } from './platform/notifications.ts'
import { openProviders, readPrices } from './platform/providers/index.ts'
import { adminToken, sharedSecret } from './platform/secrets.ts'
import { TokenGuesses } from './platform/token-guesses.ts'
import { RUN_KINDS } from './run-kinds.ts'
import type { RunDeps } from './runs/index.ts'

export interface House {
  deps: RunDeps
  pool: Pool
  /** A connection of its own. */
  connect(): Promise<Client>
  /** Another pool beside `pool`. */
  beside: OpenDatabase['beside']
  /** Tells open streams to end. */
  endStreams(): void
  /** Ends open streams, hands connections back, and leaves the embedded database. */
  close(): Promise<void>
}

/**
 * @param say hears what a person at the terminal should know, a line each
 * @param serves whether visitors are to be let in, for which the admin token is read or made
 * @param env where providers' keys are found
 * @throws {SetupError} with one line on what to do
 */
export async function openHouse(
  config: Config,
  say: (line: string) => void,
  { serves = false, env = process.env }: { serves?: boolean; env?: NodeJS.ProcessEnv } = {},
): Promise<House> {
  const log = openLog(config.logLevel)
  const prices = await readPrices(config.prices)
  const token = serves ? await adminToken(config.dataDir, config.adminToken) : ownToken(config)
  const databaseUrl = config.databaseUrl || undefined
  const database = await openDatabase({ databaseUrl, dataDir: config.dataDir, log: say })
  const stopping = new AbortController()
  try {
    await migrateToLatest(database.db)
    await migrateJobs(database.pool, log)
    const notifications = await openNotifications(database.connect, log)
    const clock = () => new Date()
    const metrics = openMetrics()
    readWork(metrics, database)
    const deps: RunDeps = {
      db: database.db,
      connectionString: database.connectionString,
      log,
      clock,
      random: secureRandom,
      newId: randomUUID,
      secret: await sharedSecret(database.db, 'tickets'),
      adminToken: token,
      tokenGuesses: new TokenGuesses(),
      actor: serves ? 'token' : 'terminal',
      notifications,
      metrics,
      metricsToken: config.metricsToken,
      publishEvery: config.publishEvery,
      providers: openProviders({ env, prices, timeoutMs: config.callTimeout * 1000, clock }),
      providerKeys: config.providerKeys,
      prices,
      kinds: RUN_KINDS,
      stopping: stopping.signal,
    }
    return {
      deps,
      pool: database.pool,
      connect: database.connect,
      beside: database.beside,
      endStreams: () => stopping.abort(),
      async close() {
        stopping.abort()
        await notifications.close()
        await database.close()
      },
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Of a process that lets nobody in but where a token is given. */
const ownToken = ({ adminToken: given }: Config) => given || randomBytes(24).toString('hex')

/** Uniform in [0, 1) with 48 random bits nobody can foresee. */
const secureRandom = () => randomBytes(6).readUIntBE(0, 6) / 2 ** 48
