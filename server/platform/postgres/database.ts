import { resolve } from 'node:path'
import { Kysely, PostgresDialect } from 'kysely'
import pg from 'pg'
import { explainConnectionError, readDatabaseUrl, type DatabaseSetting } from './database-url.ts'
import { openEmbeddedPostgres } from './embedded/index.ts'
import { isLeaving } from '../process.ts'
import type { Database, Db } from '../schema.ts'
import { SetupError } from '../setup-error.ts'
import { msg } from '../../../shared/messages/index.ts'

type DatabaseConfig = {
  /** The user's own Postgres; without it the embedded one is opened. */
  databaseUrl?: string | undefined
  /** The same database without a pooler in between; default: `databaseUrl`. */
  directUrl?: string | undefined
  /** Folder of the embedded Postgres. */
  dataDir: string
  /** Called with each line that a user or operator should read; never with a secret. */
  log?: (line: string) => void
  /** Connections in the pool, besides those of voting and exports; 10 by default. */
  poolSize?: number
  /** False only for tests on an embedded Postgres. */
  fsync?: boolean
}

export type OpenDatabase = {
  db: Db
  /** Uses connections of its own, so that no other request delays battles and votes. */
  votingDb: Db
  /** Uses connections of its own, so that exports delay no other request. */
  exportDb: Db
  pool: pg.Pool
  /** All pools that serve requests. */
  pools: readonly pg.Pool[]
  /** Connections that keep their session, for jobs and migrations; the pool above unless a pooler is in between. */
  direct: { db: Db; pool: pg.Pool }
  /** Leads to sessions. Contains the password: never log it. */
  connectionString: string
  /** Opens a separate connection, for LISTEN. The caller handles its `error` and `end` events and closes it. */
  connect(): Promise<pg.Client>
  /** Opens a second pool that keeps sessions, for work that must not delay other queries. The caller closes it. */
  openSecondPool(poolSize: number): SecondPool
  /** Closes the pool, then the embedded Postgres. */
  close(): Promise<void>
}

export type SecondPool = Pick<OpenDatabase, 'db' | 'pool' | 'close'>

const VOTING_CONNECTIONS = 8
const EXPORT_CONNECTIONS = 2
/** Jobs at once, the connection that hears of new ones, and one to spare. */
const DIRECT_CONNECTIONS = 6

const CONNECT_TIMEOUT_MS = 5_000
/** A new connection costs as much as ten queries, so a pause between visitors need not end those that are open. */
const IDLE_CONNECTION_MS = 60_000

/** The longest time of one statement. Whoever needs more asks for it in the transaction. */
export const LONGEST_STATEMENT_MS = 600_000

/**
 * Ends statements that take too long, unless the operator has set a limit, and those whose process has gone: Postgres would
 * work on for a process that was killed. A Postgres that cannot see this refuses the second setting.
 */
async function limitStatements(client: pg.ClientBase): Promise<void> {
  await client.query(
    `select set_config('statement_timeout', '${LONGEST_STATEMENT_MS}', false) where current_setting('statement_timeout') = '0'`,
  )
  await client.query(`set client_connection_check_interval = '1s'`).catch(() => {})
}

/**
 * Opens the database that the settings name, by default the embedded Postgres, and checks that it responds. bigint
 * columns are numbers as long as these are exact, else BigInt.
 *
 * @throws SetupError with one line that names host and database, but never the password
 */
export async function openDatabase(config: DatabaseConfig): Promise<OpenDatabase> {
  const { databaseUrl, directUrl, log = () => {}, fsync = true } = config
  if (databaseUrl !== undefined) {
    readDatabaseUrl(databaseUrl)
    if (directUrl !== undefined) readDatabaseUrl(directUrl, 'DATABASE_DIRECT_URL')
    return openPool(config, databaseUrl, async () => {})
  }
  if (directUrl !== undefined)
    throw new SetupError(msg('option_alone', { option: 'DATABASE_DIRECT_URL', others: 'DATABASE_URL' }))
  const embedded = await openEmbeddedPostgres({ dataDir: resolve(config.dataDir), log, fsync })
  return openPool(config, embedded.connectionString, () => embedded.close())
}

async function openPool(
  { log = () => {}, poolSize = 10, databaseUrl, directUrl }: DatabaseConfig,
  pooledString: string,
  leave: () => Promise<void>,
): Promise<OpenDatabase> {
  const connectionString = directUrl ?? pooledString
  const settings = { connectionTimeoutMillis: CONNECT_TIMEOUT_MS, types: exactNumbers }
  const hearError = (error: Error) => {
    if (!isLeaving()) log(`A database connection broke: ${error.message}`)
  }
  const newPool = (max: number, to = pooledString, Client = pg.Client) => {
    const opened = new pg.Pool({
      ...settings,
      Client,
      connectionString: to,
      max,
      idleTimeoutMillis: IDLE_CONNECTION_MS,
      application_name: 'deadheat',
      // a pooler would hand the settings of a session to others
      ...(to === connectionString && { onConnect: limitStatements }),
    })
    // Errors are handled for each connection, in use or idle; the pool would repeat those of idle ones.
    opened.on('connect', (client) =>
      client.on('error', (error) => {
        // a stopping server may close the connection first
        if (!opened.ending) hearError(error)
      }),
    )
    opened.on('error', () => {})
    return opened
  }
  const pool = newPool(poolSize)
  // with an address of its own for sessions, the other one leads to a pooler
  const VotingClient = directUrl === undefined ? preparing(pg.Client) : pg.Client
  const voting = newPool(VOTING_CONNECTIONS, pooledString, VotingClient)
  const pools = [pool, voting, newPool(EXPORT_CONNECTIONS)] as const
  const sessions = directUrl === undefined ? pool : newPool(DIRECT_CONNECTIONS, directUrl)
  let closing: Promise<void> | undefined
  const close = () =>
    (closing ??= Promise.all(
      [...new Set([...pools, sessions])].map((connectionPool) => connectionPool.end()),
    ).then(leave))
  const requireAnswer = (connectionPool: pg.Pool, url: string | undefined, setting: DatabaseSetting) =>
    connectionPool.query('select 1').catch((error: Error) => {
      if (url === undefined) throw error
      throw new SetupError(explainConnectionError(error, readDatabaseUrl(url, setting)))
    })
  try {
    await requireAnswer(pool, databaseUrl, 'DATABASE_URL')
    if (sessions !== pool) await requireAnswer(sessions, directUrl, 'DATABASE_DIRECT_URL')
  } catch (error) {
    await close()
    throw error
  }
  const over = (connectionPool: pg.Pool) =>
    new Kysely<Database>({ dialect: new PostgresDialect({ pool: connectionPool }) })
  const db = over(pool)
  const second = (secondPool: pg.Pool): SecondPool => ({
    db: over(secondPool),
    pool: secondPool,
    close: () => secondPool.end(),
  })
  return {
    db,
    direct: { db: sessions === pool ? db : over(sessions), pool: sessions },
    votingDb: over(voting),
    exportDb: over(pools[2]),
    pool,
    pools,
    openSecondPool: (size) => second(newPool(size, connectionString)),
    connectionString,
    close,
    async connect() {
      const client = await openThreadConnection(connectionString, 'deadheat listener')
      client.on('error', hearError)
      return client
    },
  }
}

/** A small pool of a thread, since threads cannot share one. It ends with the thread. */
export function openThreadPool(connectionString: string, size: number): Db {
  const pool = new pg.Pool({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: exactNumbers,
    max: size,
    application_name: 'deadheat import',
    onConnect: limitStatements,
  })
  // the pool hears errors of idle connections alone
  pool.on('connect', (client) => client.on('error', () => {}))
  pool.on('error', () => {})
  return new Kysely<Database>({ dialect: new PostgresDialect({ pool }) })
}

/**
 * Opens a separate connection for a thread, since threads cannot share one. The caller handles its events and closes
 * it.
 */
export async function openThreadConnection(connectionString: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: CONNECT_TIMEOUT_MS,
    types: exactNumbers,
    application_name: name,
  })
  // a connection may be cut before its caller can listen, which would end the process
  client.on('error', () => {})
  await client.connect()
  await limitStatements(client)
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

// Statements that Postgres parses and plans once a connection instead of once a request.

/** Of a process. Lists of other lengths make other texts, and each costs memory on every connection. */
const MOST = 200

/** A table gets a column during a roll-out. A prepared statement that returns all columns would fail from then on. */
const ALL_COLUMNS = /(?<!\()\*/

type Query = (...call: unknown[]) => unknown

/**
 * The class of client that prepares its statements with values, if they name the columns that they return. Its
 * connections must keep their sessions: a pooler in between may lead to one that lacks the statement.
 * @param most texts that are prepared; others are sent as they are
 */
export function preparing(Client: typeof pg.Client, most = MOST): typeof pg.Client {
  const names = new Map<string, string>()
  function statementName(text: string): string | null {
    const known = names.get(text)
    if (known !== undefined) return known
    if (names.size >= most || ALL_COLUMNS.test(text)) return null
    const name = `deadheat_${names.size}`
    names.set(text, name)
    return name
  }
  const Preparing = class extends Client {}
  Preparing.prototype.query = function (this: pg.Client, ...call: unknown[]) {
    const [text, values, ...report] = call
    const name = typeof text === 'string' && Array.isArray(values) ? statementName(text) : null
    const query = Client.prototype.query as Query
    return name === null ? query.apply(this, call) : query.call(this, { name, text, values }, ...report)
  } as never
  return Preparing
}
