import { NO_SUITABLE_HOST } from './database-failure.ts'
import { SetupError } from './setup-error.ts'
import { msg } from '../../shared/messages/index.ts'
import type { CodedMessage } from '../../shared/messages/index.ts'

/** The parts of a DATABASE_URL that may be shown. */
export type DatabaseTarget = { host: string; database: string; user: string; setting: DatabaseSetting }

/** The settings that name a database. */
export type DatabaseSetting = 'DATABASE_URL' | 'DATABASE_DIRECT_URL' | 'DATABASE_READ_URL'

const SHAPE = 'postgresql://user:password@host:5432/database'

/** What libpq calls the hosts that suit: those that take writes, or those that follow them. */
const SESSION_ATTRS = {
  DATABASE_URL: ['read-write', 'primary'],
  DATABASE_DIRECT_URL: ['read-write', 'primary'],
  DATABASE_READ_URL: ['standby', 'prefer-standby', 'read-only'],
} as const satisfies Record<DatabaseSetting, readonly string[]>

/**
 * Reads hosts, database and user from the address of a Postgres.
 *
 * @throws SetupError if it is no URL of a Postgres, or asks for a host that does not suit. The message does not
 *   repeat the text, which may contain a password
 */
export function readDatabaseUrl(text: string, setting: DatabaseSetting = 'DATABASE_URL'): DatabaseTarget {
  const urls = hostsOf(text).map(parse)
  if (!urls.every(isOfPostgres)) {
    throw new SetupError(msg('no_postgres_address', { shape: SHAPE, setting }))
  }
  const [first] = urls
  const attrs = first.searchParams.get(ATTRS)
  const allowed: readonly string[] = SESSION_ATTRS[setting]
  if (urls.length > 1 && attrs !== null && !allowed.includes(attrs))
    throw new SetupError(msg('wrong_session_attrs', { setting, allowed: allowed.join(', ') }))
  return {
    host: urls.map(placeOf).join(', '),
    database: decode(first.pathname.slice(1)) || decode(first.username) || 'postgres',
    user: decode(first.username),
    setting,
  }
}

const isOfPostgres = (url: URL | null): url is URL =>
  url !== null && ['postgres:', 'postgresql:'].includes(url.protocol)

const ATTRS = 'target_session_attrs'
/** All before the hosts, the hosts, and all behind them. */
const PARTS = /^([a-z]+:\/\/(?:[^/?#]*@)?)([^/?#]*)(.*)$/is

/**
 * The addresses of each host alone, in their order. As in libpq, commas separate hosts, and the ports of `port=`: one
 * of these holds for all hosts.
 * @param text an address of a Postgres, or anything else, which is its only address
 */
export function hostsOf(text: string): string[] {
  const [, before, hosts = '', after] = PARTS.exec(text) ?? []
  if (hosts.includes(',')) return hosts.split(',').map((host) => `${before}${host}${after}`)
  const url = parse(text)
  const named = url?.searchParams.get('host')?.split(',') ?? []
  if (!url || named.length < 2) return [text]
  const ports = url.searchParams.get('port')?.split(',')
  return named.map((host, n) => {
    const one = new URL(url)
    one.searchParams.set('host', host)
    if (ports) one.searchParams.set('port', ports[ports.length === 1 ? 0 : n] ?? '')
    return one.href
  })
}

function placeOf(url: URL): string {
  const host = url.searchParams.get('host') ?? decode(url.hostname)
  const port = url.searchParams.get('port') ?? url.port
  return host.startsWith('/') ? host : `${host || 'localhost'}:${port || '5432'}`
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
    case NO_SUITABLE_HOST:
      return msg('remedy_no_primary')
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
