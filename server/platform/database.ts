import { resolve } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { explainConnectionError, readDatabaseUrl } from './database-url.ts'
import { openEmbeddedPostgres } from './embedded-postgres/index.ts'
import type { Database } from './schema.ts'
import { SetupError } from './setup-error.ts'

export type DatabaseConfig = {
  /** A Postgres of the user's own; without it the embedded one is opened. */
  databaseUrl?: string | undefined
  /** Folder of the embedded Postgres. */
  dataDir: string
  /** Hears what a user or operator should know, a line each; never a secret. */
  log?: (line: string) => void
  /** Connections in the pool, 10 unless told. */
  poolSize?: number
  /** False for tests on an embedded Postgres alone. */
  fsync?: boolean
}

export type OpenDatabase = {
  db: Kysely<Database>
  pool: pg.Pool
  /** Holds the password: not for logs. */
  connectionString: string
  /** A connection of its own, for LISTEN; the caller hears its `error` and `end` and ends it. */
  connect(): Promise<pg.Client>
  /** A pool of its own beside the first, for work that is not to keep others waiting; the caller closes it. */
  beside(poolSize: number): BesideDatabase
  /** Ends the pool, then leaves the embedded Postgres. */
  close(): Promise<void>
}

export type BesideDatabase = Pick<OpenDatabase, 'db' | 'pool' | 'close'>

const CONNECT_TIMEOUT_MS = 5_000

/**
 * Opens the database that the settings name, or the embedded Postgres where they name none, and makes sure it answers.
 * bigint columns are numbers while they are exact, BigInt beyond.
 *
 * @throws SetupError with one line that names host and database, never the password
 */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  const { databaseUrl, log = () => {}, fsync = true } = config
  if (databaseUrl !== undefined) {
    const target = readDatabaseUrl(databaseUrl)
    return openPool(config, databaseUrl, async () => {}).catch((error: Error) => {
      throw new SetupError(explainConnectionError(error, target))
    })
  }
  const embedded = await openEmbeddedPostgres({ dataDir: resolve(config.dataDir), log, fsync })
  return openPool(config, embedded.connectionString, () => embedded.close())
}

async function openPool(
  { log = () => {}, poolSize = 10 }: DatabaseConfig,
  connectionString: string,
  leave: () => Promise<void>,
): Promise<OpenDatabase> {
  const settings = { connectionString, connectionTimeoutMillis: CONNECT_TIMEOUT_MS, types: exactNumbers }
  const hearError = (error: Error) => log(`A database connection broke: ${error.message}`)
  const newPool = (max: number) => {
    const fresh = new pg.Pool({ ...settings, max, application_name: 'deadheat' })
    // Each connection is heard alone, in use or idle; the pool would repeat what an idle one says.
    fresh.on('connect', (client) =>
      client.on('error', (error) => {
        // a server that stops may be quicker than the end of what we close
        if (!fresh.ending) hearError(error)
      }),
    )
    fresh.on('error', () => {})
    return fresh
  }
  const pool = newPool(poolSize)
  let closing: Promise<void> | undefined
  const close = () => (closing ??= pool.end().then(leave))
  try {
    await pool.query('select 1')
  } catch (error) {
    await close()
    throw error
  }
  const over = (one: pg.Pool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool: one }) })
  return {
    db: over(pool),
    pool,
    beside(size) {
      const other = newPool(size)
      return { db: over(other), pool: other, close: () => other.end() }
    },
    connectionString,
    close,
    async connect() {
      const client = await connectTo(connectionString, 'deadheat listener')
      client.on('error', hearError)
      return client
    },
  }
}

/** A connection of its own, which its caller hears and ends: for threads, which can share none. */
export async function connectTo(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: exactNumbers,
    application_name: name,
  })
  await client.connect()
  return client
}

const exactNumbers: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: 'text' | 'binary') {
    if (oid === pg.types.builtins.INT8 && format !== 'binary') return readInt8
    return pg.types.getTypeParser(oid, format)
  },
}

function readInt8(text: string): number | bigint {
  const number = Number(text)
  return Number.isSafeInteger(number) ? number : BigInt(text)
}
