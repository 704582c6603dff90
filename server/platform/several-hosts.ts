/**
 * Connections to a database that several hosts may have: a primary and its standbys, of which a failover makes another
 * one the primary. The driver knows one host, so each new connection first asks all of them.
 */
import pg from 'pg'
import { isConnectionError, NO_SUITABLE_HOST } from './database-failure.ts'
import { hostsOf } from './database-url.ts'

/** Which host a connection needs: the one that takes writes, or one that follows it. */
export type HostRole = 'primary' | 'standby'

type Place = Pick<pg.Client, 'host' | 'port'>
type Answer = Place & { role: HostRole; timeline: string }

const ASK_TIMEOUT_MS = 3000
/** How long others may answer after the first that suits: an old primary that came back must not win by speed. */
const GRACE_MS = 200

/** A promoted standby starts a new timeline, so the newest one is that of the latest failover. */
const ROLE = `
  select case when current_setting('transaction_read_only') = 'on' then 'standby' else 'primary' end as role,
    case when pg_is_in_recovery() then '' else left(pg_walfile_name(pg_current_wal_lsn()), 8) end as timeline`

/**
 * The class of client for the hosts of an address; the driver's own if it names one host.
 * @param url as `DATABASE_URL` has it; several hosts are separated by commas
 */
export function clientFor(url: string, role: HostRole): typeof pg.Client {
  const urls = hostsOf(url)
  if (urls.length < 2) return pg.Client
  let asking: Promise<Place> | null = null
  const find = () =>
    (asking ??= hostWith(urls, role).finally(() => {
      asking = null
    }))
  return class extends pg.Client {
    constructor(config: pg.ClientConfig) {
      super({ ...config, connectionString: urls[0]! })
    }

    override connect(): Promise<this>
    override connect(report: (error: Error) => void): void
    override connect(report?: (error: Error) => void): Promise<this> | void {
      const placed = find().then(({ host, port }) => Object.assign(this, { host, port }))
      if (!report) return placed.then(() => super.connect()).then(() => this)
      placed.then(() => super.connect(report), report)
    }
  }
}

/**
 * Asks all hosts at once.
 * @returns of those with this role, the one on the newest timeline, then the first
 * @throws {Error} with the code NO_SUITABLE_HOST if others answer, else what the first host said
 */
async function hostWith(urls: readonly string[], role: HostRole): Promise<Place> {
  const answers: (Answer | Error)[] = []
  const asked = urls.map(async (url, n) => {
    const answer = await ask(url).catch((error: Error) => error)
    answers[n] = answer
    if (answer instanceof Error || answer.role !== role) throw answer
  })
  await Promise.any(asked).then(
    () => Promise.race([Promise.allSettled(asked), new Promise((resolve) => setTimeout(resolve, GRACE_MS))]),
    () => {},
  )
  const suitable = answers.filter((answer) => !(answer instanceof Error) && answer.role === role) as Answer[]
  const newest = suitable
    .map(({ timeline }) => timeline)
    .sort()
    .at(-1)
  const chosen = suitable.find(({ timeline }) => timeline === newest)
  if (chosen) return chosen
  const errors = answers.filter((answer) => answer instanceof Error)
  const refused = errors.find((error) => !isConnectionError(error))
  if (refused) throw refused
  if (errors.length === urls.length) throw errors[0]!
  throw Object.assign(new Error(`no host of the database is a ${role} now`), { code: NO_SUITABLE_HOST })
}

async function ask(url: string): Promise<Answer> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: ASK_TIMEOUT_MS,
    query_timeout: ASK_TIMEOUT_MS,
    application_name: 'deadheat host check',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    const { rows } = await client.query<Pick<Answer, 'role' | 'timeline'>>(ROLE)
    return { ...rows[0]!, host: client.host, port: client.port }
  } finally {
    // a client whose connection was refused has nothing to end
    client.end().catch(() => {})
  }
}
