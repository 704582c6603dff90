import { SetupError } from '../setup-error.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'

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
  if (!isOfPostgres(url)) throw new SetupError(msg('no_postgres_address', { shape: SHAPE, setting }))
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
export function explainConnectionError(error: Error, target: DatabaseTarget): CodedMessage {
  const { code = '' } = error as { code?: string }
  const { database, host, user, setting } = target
  const timedOut = /timeout/i.test(error.message)
  const remedy = REMEDIES[code]?.(user || 'that user') ?? (timedOut ? msg('remedy_no_answer') : null)
  return remedy
    ? msg('database_refused', { database, host, remedy, setting })
    : msg('database_unusable', { database, host, why: error.message || code, setting })
}

/** What to do, by the codes of Node and Postgres. */
const REMEDIES: Readonly<Record<string, (user: string) => CodedMessage>> = {
  ENOTFOUND: () => msg('remedy_no_host'),
  EAI_AGAIN: () => msg('remedy_no_lookup'),
  ENOENT: () => msg('remedy_no_socket'),
  ECONNREFUSED: () => msg('remedy_not_listening'),
  ECONNRESET: () => msg('remedy_connection_cut'),
  EHOSTUNREACH: () => msg('remedy_no_way'),
  ENETUNREACH: () => msg('remedy_no_way'),
  ETIMEDOUT: () => msg('remedy_no_answer'),
  '28P01': (user) => msg('remedy_password', { user }),
  '28000': (user) => msg('remedy_user', { user }),
  '3D000': () => msg('remedy_no_database'),
  '42501': (user) => msg('remedy_connect_right', { user }),
  '53300': () => msg('remedy_no_connection_left'),
  '57P03': () => msg('remedy_starting'),
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
