import { SetupError } from '../setup-error.ts'

/** The parts of a DATABASE_URL that may be shown. */
type DatabaseTarget = { host: string; database: string; user: string; setting: DatabaseSetting }

/** The settings that name a database. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

const SHAPE = 'postgresql://user:password@host:5432/database'

/**
 * Reads host, database and user from the address of a Postgres.
 *
 * @throws SetupError if it is no URL of a Postgres. The message does not repeat the text, which may contain a password
 */
export function readDatabaseUrl(text: string, setting: DatabaseSetting = 'DATABASE_URL'): DatabaseTarget {
  const url = parse(text)
  if (!isOfPostgres(url))
    throw new SetupError(`${setting} is not the address of a Postgres: it has the form ${SHAPE}.`)
  return {
    host: hostAndPort(url),
    database: decode(url.pathname.slice(1)) || decode(url.username) || 'postgres',
    user: decode(url.username),
    setting,
  }
}

const isOfPostgres = (url: URL | null): url is URL =>
  url !== null && ['postgres:', 'postgresql:'].includes(url.protocol)

function hostAndPort(url: URL): string {
  const host = url.searchParams.get('host') ?? decode(url.hostname)
  const port = url.searchParams.get('port') ?? url.port
  return host.startsWith('/') ? host : `${host || 'localhost'}:${port || '5432'}`
}

/** One line that says why a Postgres cannot be used and what to do. */
export function explainConnectionError(error: Error, target: DatabaseTarget): string {
  const { code = '' } = error as { code?: string }
  const { database, host, user, setting } = target
  const timedOut = /timeout/i.test(error.message)
  const remedy =
    REMEDIES[code]?.(user || 'that user') ??
    (timedOut ? NO_ANSWER : `cannot be used: ${error.message || code}.`)
  return `The database "${database}" on ${host} (${setting}) ${remedy}`
}

const NO_ROUTE = 'cannot be reached: there is no route to it. Check the host and the network.'
const NO_ANSWER = 'does not answer within 5 seconds. Check the host, the port and the firewall.'

/** What is wrong and what to do, by the codes of Node and Postgres. */
const REMEDIES: Readonly<Record<string, (user: string) => string>> = {
  ENOTFOUND: () => 'cannot be reached: there is no such host. Check the host name.',
  EAI_AGAIN: () =>
    'cannot be reached: its host name cannot be looked up now. Check the name and the network.',
  ENOENT: () => 'cannot be reached: there is no socket in that folder. Check that Postgres runs.',
  ECONNREFUSED: () => 'cannot be reached: nothing listens there. Check that Postgres runs, and the port.',
  ECONNRESET: () => 'cannot be reached: the connection was cut. Check that a Postgres uses this port.',
  EHOSTUNREACH: () => NO_ROUTE,
  ENETUNREACH: () => NO_ROUTE,
  ETIMEDOUT: () => NO_ANSWER,
  '28P01': (user) => `refuses the password of ${user}. Check user and password.`,
  '28000': (user) => `does not let ${user} in. Check the user, and pg_hba.conf on the server.`,
  '3D000': () => 'does not exist. Create it, or check the name.',
  '42501': (user) => `does not let ${user} connect. Grant the right to connect.`,
  '53300': () => 'has no connection left. Raise max_connections, or stop another client.',
  '57P03': () => 'is starting or stopping. Try again in a moment.',
}

function parse(text: string): URL | null {
  // Postgres allows an empty host after a user, the URL standard does not.
  for (const candidate of [text, text.replace('@/', '@localhost/')]) {
    if (URL.canParse(candidate)) return new URL(candidate)
  }
  return null
}

function decode(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}

// Finds out from an error of a query whether the database is unreachable, or cannot write.

type Failure = Error & { code?: unknown }

const CONNECTION_CODES = new Set([
  'ECONNREFUSED',
  'ECONNRESET',
  'ECONNABORTED',
  'EHOSTUNREACH',
  'ENETUNREACH',
  'ENOENT',
  'ENOTFOUND',
  'EPIPE',
  'ETIMEDOUT',
  // too many connections
  '53300',
  // a query that was stopped because it took too long
  '57014',
  // shut down, crashed, starting, dropped, idle for too long
  '57P01',
  '57P02',
  '57P03',
  '57P04',
  '57P05',
])

/** Postgres: class 08, connection exceptions. */
const CONNECTION_CLASS = /^08[0-9A-Z]{3}$/

/** Messages of the driver that come without a code. */
const CONNECTION_LOST =
  /Connection terminated|timeout exceeded when trying to connect|not queryable|Connection ended|Client (has already been|was) (closed|ended)/i

/** Whether an error means that the database is unreachable or that its connection broke. */
export function isConnectionError({ code, message }: Failure): boolean {
  const text = String(code)
  return CONNECTION_CODES.has(text) || CONNECTION_CLASS.test(text) || CONNECTION_LOST.test(message)
}

/** Too many connections, a query that took too long, and a pool whose connections are all in use. */
const OVERLOAD_CODES = new Set(['53300', '57014'])
const OVERLOAD = /timeout exceeded when trying to connect/i

/** Whether the database went away, rather than being busy: the same work may succeed on another connection. */
export const isOutage = (error: Failure): boolean =>
  isConnectionError(error) && !OVERLOAD_CODES.has(String(error.code)) && !OVERLOAD.test(error.message)

/** Codes of Postgres (disk_full, io_error, read_only_sql_transaction) and of file systems. */
const NOT_WRITABLE = new Set(['53100', '58030', '25006', 'ENOSPC', 'EDQUOT', 'EROFS'])

/** Whether an error means that the database cannot write: a full or broken disk, or a read-only standby. */
export const isWriteError = ({ code }: Failure): boolean => NOT_WRITABLE.has(String(code))

/** Whether an error means that the arena of a new row was removed meanwhile. @returns false for every other missing row */
export const isOfRemovedArena = ({ code, constraint }: Failure & { constraint?: unknown }): boolean =>
  code === '23503' && String(constraint).endsWith('_arena_id_fkey')
