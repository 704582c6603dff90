/**
 * Checks that a connection keeps its session. Behind PgBouncer in transaction mode it does not, and no error reports
 * it.
 */
import { randomInt, randomUUID } from 'node:crypto'
import type { Client, Pool } from 'pg'
import { msg } from '../../shared/messages/index.ts'
import type { DatabaseSetting } from './database-url.ts'
import { SetupError } from './setup-error.ts'

/** Connections that hold a transaction each, so that a pooler has to give the next one a server of its own. */
const OTHERS = 3
const PATIENCE_MS = 3000

const LOOK = `select current_setting('deadheat.session', true) as session`

/**
 * Marks a session and looks for the mark on the same connection, while other connections hold transactions, and on
 * those connections.
 * @param connect opens a connection
 * @param setting the setting that names its address
 * @throws {SetupError} if the mark is lost or on another connection. LISTEN, advisory locks and prepared statements
 *   would be lost in the same way
 */
export async function mustKeepSessions(
  connect: () => Promise<Client>,
  setting: DatabaseSetting,
): Promise<void> {
  const clients: Client[] = []
  const open = async () => {
    const client = await connect()
    client.on('error', () => {})
    clients.push(client)
    return client
  }
  const mark = randomUUID()
  try {
    const marked = await open()
    await marked.query(`set deadheat.session = '${mark}'`)
    const others = await Promise.all(Array.from({ length: OTHERS }, open))
    const seen = await Promise.all(
      others.map((other) => inTime(other.query('begin').then(() => sessionOf(other)))),
    )
    const own = await inTime(sessionOf(marked))
    if (own !== mark || seen.includes(mark)) throw new SetupError(msg('sessions_not_kept', { setting }))
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => {})))
  }
}

/**
 * Takes a lock by one connection and looks for it through the pool: locks are those of one database.
 * @throws {SetupError} if the pool leads to another database
 */
export async function mustBeSameDatabase(direct: Pool, pool: Pool): Promise<void> {
  const key = randomInt(2 ** 47)
  const client = await direct.connect()
  try {
    await client.query('begin')
    await client.query('select pg_advisory_xact_lock($1)', [key])
    const { rows } = await pool.query<{ free: boolean }>('select pg_try_advisory_xact_lock($1) as free', [
      key,
    ])
    if (rows[0].free) throw new SetupError(msg('direct_elsewhere'))
  } finally {
    await client.query('rollback')
    client.release()
  }
}

const sessionOf = async (client: Client): Promise<string | null> =>
  (await client.query<{ session: string | null }>(LOOK)).rows[0].session

/** Null if the answer does not come in time, as from a pooler whose servers are all taken. */
function inTime<T>(answer: Promise<T>): Promise<T | null> {
  answer.catch(() => {})
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => resolve(null), PATIENCE_MS)
    answer.then(resolve, reject).finally(() => clearTimeout(timer))
  })
}
