/** Kills servers in the middle of their migrations; the next start must complete them. */
import { setTimeout as sleep } from 'node:timers/promises'
import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo } from '../../../server/platform/postgres/database.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { Processes } from '../processes.ts'
import { type Outcome, type WorldOptions, inFolder, type World } from '../world.ts'
import { openEmbeddedPostgres } from '../../../server/platform/postgres/embedded/index.ts'

const MIGRATIONS = join(import.meta.dirname, '../../../migrations')
const PARTIAL = `select count(*)::int as n from pg_tables where schemaname = 'public' and tablename not like 'kysely%'`
const POLL_MS = 2
const KILL_TIMEOUT_MS = 60_000

/** Starts a server on a new database, kills it while it migrates, and starts it again; `times` times. */
async function killMigrations(
  folder: string,
  address: string,
  { seed, times, settings }: WorldOptions,
): Promise<Outcome> {
  const random = new RandomStream(seed, 0)
  const expected = (await readdir(MIGRATIONS)).filter((name) => /^\d{4}_.+\.ts$/.test(name)).length
  const problems: string[] = []
  let inside = 0
  for (let time = 0; time < times; time++) {
    const name = `chaos_${time}`
    await query(address, `create database ${name}`)
    const url = new URL(address)
    url.pathname = `/${name}`
    const processes = new Processes(folder, {
      env: { ...settings, DATABASE_URL: url.href, DEADHEAT_DEMO: '1' },
    })
    try {
      processes.start('server')
      if (await untilMigrating(url.href)) inside++
      await sleep(random.uniform() * 250)
      await processes.kill('server')
      const done = await applied(url.href)
      if (done !== 0 && done !== expected) problems.push(`${done} of ${expected} migrations after a kill`)
      const tables = (await query(url.href, PARTIAL))[0]!['n']
      if (tables !== 0 && done === 0) problems.push(`${String(tables)} tables stood without a migration`)
      await processes.ensureReady('server')
      const after = await applied(url.href)
      if (after !== expected) problems.push(`${after} of ${expected} migrations after the next start`)
      const readiness = await fetch(`${processes.address}/readyz`)
      if (!readiness.ok || !((await readiness.json()) as { votable: boolean }).votable)
        problems.push('the next start could not be voted on')
    } finally {
      await processes.stop()
    }
    await query(address, `drop database ${name} with (force)`)
  }
  return {
    did: `${times} × kill -9 during the start, ${inside} while it migrated, seed ${seed}`,
    votes: null,
    figures: [`each next start had all ${expected} migrations`],
    problems,
  }
}

/** Waits until a session of the database is in a transaction that has created tables. @returns false after a minute */
async function untilMigrating(address: string): Promise<boolean> {
  const client = await connectTo(address, 'deadheat chaos')
  try {
    const deadline = performance.now() + KILL_TIMEOUT_MS
    while (performance.now() < deadline) {
      const { rowCount } = await client.query(
        `select from pg_locks where mode = 'AccessExclusiveLock' and granted and relation is not null
           and database = (select oid from pg_database where datname = current_database())`,
      )
      if (rowCount) return true
      await sleep(POLL_MS)
    }
    return false
  } finally {
    await client.end()
  }
}

/** How many migrations a database has. */
async function applied(address: string): Promise<number> {
  const [table] = await query(address, `select to_regclass('kysely_migration') is not null as found`)
  if (!table!['found']) return 0
  return (await query(address, 'select count(*)::int as n from kysely_migration'))[0]!['n'] as number
}

/** The rows of one statement on a connection of its own. */
async function query(address: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = await connectTo(address, 'deadheat chaos')
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

export const migrations: World = {
  name: 'migrations',
  about: 'kill -9 in the middle of the migrations',
  times: { long: 12, short: 1 },
  run: (options) =>
    inFolder(async (folder) => {
      const postgres = await openEmbeddedPostgres({ dataDir: folder, fsync: false })
      try {
        return await killMigrations(folder, postgres.connectionString, options)
      } finally {
        await postgres.close()
      }
    }),
}
