/** A pooler between server and Postgres, where this machine has PgBouncer. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { chmod, writeFile } from 'node:fs/promises'
import { createServer } from 'node:net'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { afterAll, beforeAll, expect, it, onTestFinished } from 'vitest'
import { connectTo } from '../../../server/platform/database.ts'
import type { OpenDatabase } from '../../../server/platform/database.ts'
import { mustKeepSessions } from '../../../server/platform/session-check.ts'
import { createTestDatabase } from '../../support/database.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const PGBOUNCER = ['/usr/sbin/pgbouncer', '/usr/bin/pgbouncer'].find((path) => existsSync(path))

let database: OpenDatabase
beforeAll(async () => {
  database = await createTestDatabase()
})
afterAll(() => database?.close())

const check = (url: string) => mustKeepSessions(() => connectTo(url, 'check'))

it('Postgres itself keeps sessions', async () => {
  await expect(check(database.connectionString)).resolves.toBeUndefined()
})

it.skipIf(!PGBOUNCER).each([
  ['transaction', 20, false],
  ['transaction', 1, false],
  ['session', 20, true],
  ['session', 2, true],
] as const)('PgBouncer in %s mode with %i servers: accepted %s', async (mode, servers, isAccepted) => {
  const url = await pgbouncer(mode, servers)
  const checked = check(url).then(
    () => 'accepted',
    (error: Error) => error.message,
  )
  expect(await checked).toMatch(isAccepted ? /^accepted$/ : /PgBouncer in transaction mode/)
})

async function pgbouncer(mode: string, servers: number): Promise<string> {
  const there = new URL(database.connectionString)
  const folder = await temporaryFolder()
  await chmod(folder, 0o755)
  const port = await freePort()
  const server = `host=${decodeURIComponent(there.hostname)} port=${there.port} user=${there.username} password=${there.password}`
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
  ]
  await writeFile(join(folder, 'pgbouncer.ini'), `${settings.join('\n')}\n`)
  const user = process.getuid?.() === 0 ? ['-u', 'nobody'] : []
  const child = spawn(PGBOUNCER!, ['-q', ...user, join(folder, 'pgbouncer.ini')], { stdio: 'ignore' })
  onTestFinished(async () => {
    const ended = once(child, 'exit')
    child.kill('SIGKILL')
    await ended
  })
  const url = `postgres://anyone@127.0.0.1:${port}${there.pathname}`
  for (;;) {
    const client = await connectTo(url, 'first').catch(() => null)
    if (client) {
      await client.end()
      return url
    }
    if (child.exitCode !== null) throw new Error(`PgBouncer ended with code ${child.exitCode}`)
    await sleep(50)
  }
}

async function freePort(): Promise<number> {
  const server = createServer().listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  server.close()
  await once(server, 'close')
  return port
}
