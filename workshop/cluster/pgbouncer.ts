/** The programs of the cluster, from the packages of the system, and a PgBouncer in front of a Postgres. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, globSync } from 'node:fs'
import { chmod, mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '../../server/platform/postgres/database.ts'
import { freePort } from './piece.ts'

/** The program; undefined if this machine has none. */
export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

interface PgBouncerOptions {
  /** The address of the database behind it. */
  target: string
  /** A folder for its settings, which is made. */
  folder: string
  mode: 'transaction' | 'session'
  /** The most connections to Postgres for one user and database. */
  servers: number
  /** Default: a free one. */
  port?: number
}

interface PgBouncer {
  /** The address of the database through it. */
  url: string
  port: number
  kill(): Promise<void>
}

/**
 * Writes its settings.
 * @returns how it is started
 */
export async function writePgBouncerSettings(
  options: PgBouncerOptions & { port: number },
): Promise<{ program: string; args: string[] }> {
  const { target, folder, mode, servers, port } = options
  const there = new URL(target)
  await mkdir(folder, { recursive: true })
  await chmod(folder, 0o755)
  const server = `host=${decodeURIComponent(there.hostname)} port=${there.port || 5432} user=${there.username} password=${there.password}`
  const settings = [
    '[databases]',
    `* = ${server}`,
    '[pgbouncer]',
    'listen_addr = 127.0.0.1',
    `listen_port = ${port}`,
    'unix_socket_dir =',
    'auth_type = any',
    `pool_mode = ${mode}`,
    `default_pool_size = ${servers}`,
    'max_client_conn = 1000',
    // while Postgres is away, clients hear so after seconds; they try again by themselves
    'server_login_retry = 1',
    'query_wait_timeout = 5',
  ]
  const file = join(folder, 'pgbouncer.ini')
  await writeFile(file, `${settings.join('\n')}\n`)
  // it refuses to run as root
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  return { program: PGBOUNCER!, args: ['-q', ...user, file] }
}

/** @throws {Error} if it ends before it answers */
export async function startPgBouncer(options: PgBouncerOptions): Promise<PgBouncer> {
  const { target, port = await freePort() } = options
  const { program, args } = await writePgBouncerSettings({ ...options, port })
  const child = spawn(program, args, { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = `postgres://anyone@127.0.0.1:${port}${new URL(target).pathname}`
  for (;;) {
    const client = await connectTo(url, 'first').catch(() => null)
    if (client) {
      await client.end()
      break
    }
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}`)
    await sleep(50)
  }
  return {
    url,
    port,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}

export interface Programs {
  /** The folder of `postgres`, `initdb` and `pg_basebackup`. */
  postgres: string
  pgbouncer: string
  caddy: string
}

const POSTGRES_FOLDERS = ['/usr/lib/postgresql/*/bin', '/opt/homebrew/opt/postgresql@*/bin']

/** The programs of this machine, and the packages that are missing. */
export function findPrograms(): { [K in keyof Programs]: Programs[K] | undefined } & { missing: string[] } {
  const postgres = globSync(POSTGRES_FOLDERS)
    .filter((folder) => existsSync(join(folder, 'pg_basebackup')) && existsSync(join(folder, 'postgres')))
    .sort((a, b) => a.localeCompare(b, 'en', { numeric: true }))
    .at(-1)
  const caddy = ['/usr/bin/caddy', '/usr/local/bin/caddy', '/opt/homebrew/bin/caddy'].find((path) =>
    existsSync(path),
  )
  const found = { postgresql: postgres, pgbouncer: PGBOUNCER, caddy }
  const missing = Object.entries(found).flatMap(([name, path]) => (path === undefined ? [name] : []))
  return { postgres, pgbouncer: PGBOUNCER, caddy, missing }
}

/** @throws {Error} with the command that installs what is missing */
export function allPrograms(): Programs {
  const { postgres, pgbouncer, caddy, missing } = findPrograms()
  if (!postgres || !pgbouncer || !caddy)
    throw new Error(`The cluster needs ${missing.join(', ')}: apt-get install ${missing.join(' ')}`)
  return { postgres, pgbouncer, caddy }
}
