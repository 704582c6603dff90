import { SetupError } from './setup-error.ts'
import { msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'

/** The parts of a DATABASE_URL that may be shown. */
export type DatabaseTarget = { host: string; database: string; user: string; setting: DatabaseSetting }

/** The settings that name a database. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL'

const SHAPE = 'postgresql://user:password@host:5432/database'

/**
 * Reads host, database and user from the address of a Postgres.
 *
 * @throws SetupError if it is no URL of a Postgres. The message does not repeat the text, which may contain a
 *   password
 */
export function readDatabaseUrl(text: string, setting: DatabaseSetting = 'DATABASE_URL'): DatabaseTarget {
  const url = parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new SetupError(msg('no_postgres_address', { shape: SHAPE, setting }))
  }
  const host = url.searchParams.get('host') ?? decode(url.hostname)
  const port = url.searchParams.get('port') ?? url.port
  return {
    host: host.startsWith('/') ? host : `${host || 'localhost'}:${port || '5432'}`,
    database: decode(url.pathname.slice(1)) || decode(url.username) || 'postgres',
    user: decode(url.username),
    setting,
  }
}

/** One line that says why a Postgres cannot be used and what to do. */
export function explainConnectionError(error: Error, target: DatabaseTarget): CodedMessage {
  const { code = '' } = error as { code?: string }
  const { database, host, user, setting } = target
  const timedOut = /timeout/i.test(error.message)
  const remedy = remedyFor(code, user || 'that user') ?? (timedOut ? msg('remedy_no_answer') : null)
  return remedy
    ? msg('database_refused', { database, host, remedy, setting })
    : msg('database_unusable', { database, host, why: error.message || code, setting })
}

function remedyFor(code: string, user: string): CodedMessage | null {
  switch (code) {
    case 'ENOTFOUND':
      return msg('remedy_no_host')
    case 'EAI_AGAIN':
      return msg('remedy_no_lookup')
    case 'ENOENT':
      return msg('remedy_no_socket')
    case 'ECONNREFUSED':
      return msg('remedy_not_listening')
    case 'ECONNRESET':
      return msg('remedy_connection_cut')
    case 'EHOSTUNREACH':
      return msg('remedy_no_way_to_host')
    case 'ENETUNREACH':
      return msg('remedy_no_way_to_network')
    case 'ETIMEDOUT':
      return msg('remedy_no_answer')
    case '28P01':
      return msg('remedy_password', { user })
    case '28000':
      return msg('remedy_user', { user })
    case '3D000':
      return msg('remedy_no_database')
    case '42501':
      return msg('remedy_connect_right', { user })
    case '53300':
      return msg('remedy_no_connection_left')
    case '57P03':
      return msg('remedy_starting')
    default:
      return null
  }
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
