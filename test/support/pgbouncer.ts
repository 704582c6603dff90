/** A PgBouncer in front of a Postgres, where this machine has the program. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openThreadConnection } from '../../server/platform/postgres/database.ts'
import { freePort } from './free-port.ts'

/** The program; undefined if this machine has none. */
export const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

interface PgBouncerOptions {
  /** The address of the database behind it. */
  target: string
  /** A folder for its settings. */
  folder: string
  mode: 'transaction' | 'session'
  /** The most connections to Postgres for one user and database. */
  servers: number
}

interface PgBouncer {
  /** The address of the database through it. */
  url: string
  kill(): Promise<void>
}

/** @throws {Error} if it ends before it answers */
export async function startPgBouncer({
  target,
  folder,
  mode,
  servers,
}: PgBouncerOptions): Promise<PgBouncer> {
  const port = await freePort()
  const there = new URL(target)
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
  ]
  const file = join(folder, 'pgbouncer.ini')
  await chmod(folder, 0o755)
  await writeFile(file, `${settings.join('\n')}\n`)
  // it refuses to run as root
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PGBOUNCER!, ['-q', ...user, file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  const url = `postgres://anyone@127.0.0.1:${port}${there.pathname}`
  for (;;) {
    const client = await openThreadConnection(url, 'first').catch(() => null)
    if (client) {
      await client.end()
      break
    }
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}`)
    await sleep(50)
  }
  return {
    url,
    async kill() {
      child.kill('SIGKILL')
      await ended
    },
  }
}
