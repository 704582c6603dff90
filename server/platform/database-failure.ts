/** Finds out from an error of a query whether the database is unreachable, or cannot write. */
type Failure = Error & { code?: unknown }

/** The code of our own error if other hosts of an address answer than the one that is needed. */
export const NO_SUITABLE_HOST = 'NO_SUITABLE_HOST'

const CONNECTION_CODES = new Set([
  NO_SUITABLE_HOST,
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
