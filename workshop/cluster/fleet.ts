/** A fleet on this machine: Postgres with a standby, PgBouncer, servers, workers, and Caddy in front. */
import { randomBytes } from 'node:crypto'
import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { connectTo } from '../../server/platform/postgres/database.ts'
import { freePort, Piece } from './piece.ts'
import { writePgBouncerSettings, type Programs } from './pgbouncer.ts'
import { PostgresPair } from './postgres-pair.ts'

// Caddy in front of the servers: it sends requests to those that say that they are ready.

/**
 * The Caddyfile of a front on this machine.
 * @param site the address that readers use
 * @param servers host and port of each server
 */
const caddyfile = (site: string, servers: readonly string[]): string => `{
	admin off
	auto_https off
	default_bind 127.0.0.1
}
${site} {
	reverse_proxy ${servers.join(' ')} {
		# a server that stops, or has no database, gets no requests
		health_uri /readyz
		health_interval 1s
		health_timeout 5s
		# a server that does not accept a connection is left alone for a moment, and another one is asked
		fail_duration 2s
		lb_policy round_robin
		lb_try_duration 5s
		lb_try_interval 100ms
		# live boards are not held back
		flush_interval -1
	}
}
`

const SERVER_FOLDER = join(import.meta.dirname, '../../server')
const POOLED_CONNECTIONS = 20

interface FleetOptions {
  programs: Programs
  /** An empty folder that other users may enter. */
  folder: string
  servers: number
  workers: number
  /** The port of the front; 0: a free one. */
  port: number
  fsync: boolean
}

export interface Fleet {
  /** The address of the front. */
  address: string
  adminToken: string
  postgres: PostgresPair
  pooler: Piece
  servers: readonly Piece[]
  workers: readonly Piece[]
  front: Piece
  /** All processes, in the order in which they were started. */
  pieces: readonly Piece[]
  /** Ends every process by its id, the front first. */
  stop(): Promise<void>
}

/** Starts everything, and starts again what dies. If the primary dies, the standby takes its place. */
export async function startFleet(options: FleetOptions): Promise<Fleet> {
  const { programs, folder, fsync } = options
  const logs = join(folder, 'logs')
  await mkdir(logs)
  const pieces: Piece[] = []
  const killAll = () => pieces.forEach(({ pid }) => pid !== null && process.kill(pid, 'SIGKILL'))
  // before the folder is removed
  process.prependOnceListener('exit', killAll)
  const begin = async (piece: Piece) => {
    pieces.push(piece)
    await piece.start()
    return piece
  }
  const postgres = new PostgresPair({ programs: programs.postgres, folder, logs, fsync })
  await postgres.start((piece) => pieces.push(piece))
  const pooler = await begin(await poolerOf(options, logs, postgres))
  const adminToken = randomBytes(16).toString('hex')
  const env = {
    DATABASE_URL: `postgres://anyone@${pooler.options.where}/deadheat`,
    DATABASE_DIRECT_URL: postgres.url,
    DATABASE_READ_URL: postgres.url,
    DEADHEAT_ADMIN_TOKEN: adminToken,
    DEADHEAT_TRUST_PROXY: '1',
    DEADHEAT_DRAIN: '3',
    DEADHEAT_PUBLISH_EVERY: '0',
    DEADHEAT_VOTE_LIMIT: '0',
    INIT_CWD: '/',
  }
  // the first server makes the tables and the demo
  const start = (role: 'server' | 'worker', n: number) =>
    processOf(role, n, folder, logs, { ...env, DEADHEAT_DEMO: '1' }).then(begin)
  const first = await start('server', 1)
  const others = Array.from({ length: options.servers - 1 }, (_, n) => start('server', n + 2))
  const working = Array.from({ length: options.workers }, (_, n) => start('worker', n + 1))
  const [servers, workers] = await Promise.all([
    Promise.all(others).then((rest) => [first, ...rest]),
    Promise.all(working),
  ])
  const front = await begin(await frontOf(options, logs, servers))
  return {
    address: `http://${front.options.where}`,
    adminToken,
    postgres,
    pooler,
    servers,
    workers,
    front,
    pieces,
    async stop() {
      await front.stop()
      await Promise.all([...servers, ...workers].map((piece) => piece.stop()))
      await pooler.stop()
      await postgres.stop()
      process.off('exit', killAll)
    },
  }
}

async function poolerOf({ folder: parent }: FleetOptions, logs: string, postgres: PostgresPair) {
  const port = await freePort()
  const folder = join(parent, 'pgbouncer')
  const lead = (target: string) =>
    writePgBouncerSettings({ target, folder, mode: 'transaction', servers: POOLED_CONNECTIONS, port })
  const where = `127.0.0.1:${port}`
  const piece = new Piece({
    name: 'pgbouncer',
    where,
    ...(await lead(postgres.primary.url)),
    log: join(logs, 'pgbouncer.log'),
    signal: 'SIGINT',
    async isReady() {
      const client = await connectTo(`postgres://anyone@${where}/deadheat`, 'deadheat cluster')
      await client.end()
      return true
    },
  })
  postgres.whenPromoted = async (url) => {
    await lead(url)
    piece.signal('SIGHUP')
  }
  return piece
}

async function processOf(
  role: 'server' | 'worker',
  n: number,
  folder: string,
  logs: string,
  env: Record<string, string>,
): Promise<Piece> {
  const name = `${role}-${n}`
  const where = `127.0.0.1:${await freePort()}`
  const [, port] = where.split(':')
  return new Piece({
    name,
    where,
    program: process.execPath,
    args: [join(SERVER_FOLDER, role === 'server' ? 'main.ts' : 'worker.ts')],
    env: {
      ...env,
      HOST: '127.0.0.1',
      [role === 'server' ? 'PORT' : 'DEADHEAT_WORKER_PORT']: port!,
      DEADHEAT_DATA: join(folder, name),
    },
    log: join(logs, `${name}.log`),
    isReady: () => answers(`http://${where}/${role === 'server' ? 'readyz' : 'healthz'}`),
  })
}

async function frontOf({ programs, folder, port: asked }: FleetOptions, logs: string, servers: Piece[]) {
  const port = asked || (await freePort())
  const file = join(folder, 'Caddyfile')
  const where = `127.0.0.1:${port}`
  const places = servers.map(({ options }) => options.where)
  await writeFile(file, caddyfile(`http://${where}`, places))
  return new Piece({
    name: 'front',
    where,
    program: programs.caddy,
    args: ['run', '--config', file, '--adapter', 'caddyfile'],
    env: { HOME: folder },
    log: join(logs, 'front.log'),
    isReady: () => answers(`http://${where}/readyz`),
  })
}

const answers = async (url: string): Promise<boolean> =>
  (await fetch(url, { signal: AbortSignal.timeout(5000) })).status === 200
