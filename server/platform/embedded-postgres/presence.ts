import pg from 'pg'

// Advisory locks belong to one database; the application's own are in another, so any number will do.
const PRESENCE = 1

/**
 * Connects to the server's maintenance database and holds the lock that says somebody is there; then makes sure that
 * the named database exists.
 *
 * @throws the driver's error if the server is missing, not ready or stopping
 */
export async function enter(connectionString: string, database: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString,
    connectionTimeoutMillis: 5_000,
    application_name: 'deadheat presence',
  })
  client.on('error', () => {})
  try {
    await client.connect()
    await client.query('select pg_advisory_lock_shared($1)', [PRESENCE])
    await ensureDatabase(client, database)
    return client
  } catch (error) {
    await client.end().catch(() => {})
    throw error
  }
}

/**
 * Ends the presence of this process.
 *
 * @returns whether nobody else is present; nobody can then enter until this client's connection ends
 */
export async function isLastToLeave(client: pg.Client): Promise<boolean> {
  await client.query('select pg_advisory_unlock_shared($1)', [PRESENCE])
  const { rows } = await client.query<{ alone: boolean }>('select pg_try_advisory_lock($1) as alone', [
    PRESENCE,
  ])
  return rows[0].alone
}

async function ensureDatabase(client: pg.Client, name: string): Promise<void> {
  const { rowCount } = await client.query('select from pg_database where datname = $1', [name])
  if (rowCount) return
  await client.query(`create database ${client.escapeIdentifier(name)}`).catch((error: { code?: string }) => {
    const alreadyThere = ['42P04', '23505']
    if (!alreadyThere.includes(error.code ?? '')) throw error
  })
}
