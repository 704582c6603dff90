import { SetupError } from './setup-error.ts'

/** What of a DATABASE_URL may be shown. */
export type DatabaseTarget = { host: string; database: string; user: string }

const SHAPE = 'postgresql://user:password@host:5432/database'

/**
 * Reads host, database and user from a DATABASE_URL.
 *
 * @throws SetupError where it is no URL of a Postgres; the text itself, which may hold a password, is not repeated
 */
export function readDatabaseUrl(text: string): DatabaseTarget {
  const url = parse(text)
  if (!url || !['postgres:', 'postgresql:'].includes(url.protocol)) {
    throw new SetupError(`DATABASE_URL is not the address of a Postgres: it has the form ${SHAPE}.`)
  }
  const host = url.searchParams.get('host') ?? decode(url.hostname)
  const port = url.searchParams.get('port') ?? url.port
  return {
    host: host.startsWith('/') ? host : `${host || 'localhost'}:${port || '5432'}`,
    database: decode(url.pathname.slice(1)) || decode(url.username) || 'postgres',
    user: decode(url.username),
  }
}

/** One line on why a Postgres cannot be used and what to do about it. */
export function explainConnectionError(error: Error, target: DatabaseTarget): string {
  const { code = '' } = error as { code?: string }
  const where = `The database "${target.database}" on ${target.host} (DATABASE_URL)`
  const timedOut = /timeout/i.test(error.message)
  const remedy = REMEDIES[code] ?? (timedOut ? REMEDIES['ETIMEDOUT'] : undefined)
  if (!remedy) return `${where} cannot be used: ${error.message || code}.`
  return `${where} ${remedy.replace('USER', target.user || 'that user')}`
}

const REMEDIES: Record<string, string> = {
  ENOTFOUND: 'cannot be reached: there is no such host. Check the host name.',
  EAI_AGAIN: 'cannot be reached: its host name cannot be looked up now. Check the name and the network.',
  ENOENT: 'cannot be reached: there is no socket in that folder. Check that Postgres runs.',
  ECONNREFUSED: 'cannot be reached: nothing listens there. Check that Postgres runs, and the port.',
  ECONNRESET: 'cannot be reached: the connection was cut. Check that the port is that of a Postgres.',
  EHOSTUNREACH: 'cannot be reached: there is no way to that host. Check the host and the network.',
  ENETUNREACH: 'cannot be reached: there is no way to that network. Check the host and the network.',
  ETIMEDOUT: 'does not answer within 5 seconds. Check the host, the port and the firewall.',
  '28P01': 'refuses the password of USER. Check user and password.',
  '28000': 'does not let USER in. Check the user, and pg_hba.conf on the server.',
  '3D000': 'does not exist. Create it, or check the name.',
  '42501': 'does not let USER connect. Grant the right to connect.',
  '53300': 'has no connection left. Raise max_connections, or stop another client.',
  '57P03': 'is starting or stopping. Try again in a moment.',
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
