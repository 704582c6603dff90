/**
 * A primary and a synchronous standby, and what Patroni does with them: if the standby dies, the primary goes on alone;
 * if the primary dies, the standby takes its place, and the old primary is made anew as its standby.
 */
import { appendFile, chmod, chown, cp, mkdir, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { promisify } from 'node:util'
import { connectTo } from '../../server/platform/postgres/database.ts'
import { openEmbeddedPostgres, type EmbeddedPostgres } from '../../server/platform/postgres/embedded/index.ts'
import { accountFor, type Account } from '../../server/platform/postgres/embedded/places.ts'
import { freePort, Piece } from './piece.ts'

// A streaming standby of an embedded Postgres, made from the same binaries.

/**
 * Copies the running primary as `pg_basebackup` does, and starts the copy as a standby in `dataDir`.
 * @param primary must be quiet while its files are copied, because the copy skips no file that vanishes
 */
export async function openStandby(
  primary: Pick<EmbeddedPostgres, 'connectionString' | 'cluster'>,
  dataDir: string,
): Promise<EmbeddedPostgres> {
  const cluster = join(dataDir, 'postgres')
  await mkdir(dataDir, { recursive: true, mode: 0o711 })
  const client = await connectTo(primary.connectionString, 'deadheat base backup')
  try {
    await client.query(`select pg_backup_start('standby', true)`)
    await cp(primary.cluster, cluster, { recursive: true, preserveTimestamps: true })
    const { rows } = await client.query<{ label: string }>(
      'select labelfile as label from pg_backup_stop(false)',
    )
    await writeFile(join(cluster, 'backup_label'), rows[0].label)
  } finally {
    await client.end()
  }
  await rm(join(cluster, 'postmaster.pid'), { force: true })
  await rm(join(cluster, 'postmaster.opts'), { force: true })
  await writeFile(join(cluster, 'standby.signal'), '')
  const { username, password, hostname } = new URL(primary.connectionString)
  const from = `host=${decodeURIComponent(hostname)} port=5432 user=${username} password=${password}`
  await appendFile(join(cluster, 'postgresql.auto.conf'), `primary_conninfo = '${from}'\n`)
  await chmod(cluster, 0o700)
  await giveTo(await stat(primary.cluster), cluster)
  return openEmbeddedPostgres({ dataDir, fsync: false })
}

/** Gives a folder with its content to the owner of another, which only root can and must do. */
async function giveTo({ uid, gid }: { uid: number; gid: number }, folder: string): Promise<void> {
  if (process.getuid?.() !== 0) return
  for (const name of ['', ...(await readdir(folder, { recursive: true }))])
    await chown(join(folder, name), uid, gid)
}

const run = promisify(execFile)
const USER = 'deadheat'
const LOOK_EVERY_MS = 100

interface Node {
  piece: Piece
  name: string
  port: number
  folder: string
  url: string
}

interface PairOptions {
  programs: string
  /** A folder that the user of Postgres may enter. */
  folder: string
  logs: string
  /** False is faster and survives killed processes, but no power failure. */
  fsync: boolean
}

export class PostgresPair {
  readonly #options: PairOptions
  #account: Account | null = null
  readonly #password = randomBytes(12).toString('hex')
  #nodes: readonly Node[] = []
  #primary = 0
  #work: Promise<unknown> = Promise.resolve()
  /** Called with the address of the new primary. */
  whenPromoted: (url: string) => Promise<unknown> = async () => {}

  constructor(options: PairOptions) {
    this.#options = options
  }

  /**
   * Makes and starts both.
   * @param begun is called with each process before it starts
   */
  async start(begun: (piece: Piece) => void): Promise<void> {
    this.#account = await accountFor(join(this.#options.folder, 'none'))
    this.#nodes = [await this.#node('postgres-1', 0), await this.#node('postgres-2', 1)]
    this.pieces.forEach(begun)
    await this.#initialise(this.primary)
    await this.primary.piece.start()
    await this.#ask(this.primary.url.replace(/\w+$/, 'postgres'), `create database ${USER}`)
    await this.#makeStandby()
  }

  get primary(): Node {
    return this.#nodes[this.#primary]!
  }

  get standby(): Node {
    return this.#nodes[1 - this.#primary]!
  }

  /** The address of both, as `DATABASE_DIRECT_URL` takes it. */
  get url(): string {
    const [one, two] = this.#nodes
    return one!.url.replace(/@.*\//, `@127.0.0.1:${one!.port},127.0.0.1:${two!.port}/`)
  }

  get pieces(): Piece[] {
    return this.#nodes.map(({ piece }) => piece)
  }

  /** Resolves when the standby follows and commits wait for it. */
  async isWhole(): Promise<void> {
    for (;;) {
      await this.#work
      const [row] = await this.#ask(
        this.primary.url,
        `select count(*)::int as n from pg_stat_replication where sync_state = 'sync' and state = 'streaming'`,
      ).catch(() => [])
      if (row?.['n'] === 1) return
      await sleep(LOOK_EVERY_MS)
    }
  }

  /** Stops both, the primary first, so that the standby has everything. */
  async stop(): Promise<void> {
    await this.primary.piece.stop()
    await this.standby.piece.stop()
  }

  async #node(name: string, n: number): Promise<Node> {
    const { programs, folder: parent, logs, fsync } = this.#options
    const port = await freePort()
    const folder = join(parent, name)
    const url = `postgres://${USER}:${this.#password}@127.0.0.1:${port}/${USER}`
    const settings = {
      listen_addresses: '127.0.0.1',
      port,
      cluster_name: name,
      unix_socket_directories: '',
      max_connections: 200,
      shared_buffers: '64MB',
      hot_standby_feedback: 'on',
      ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
    }
    const piece = new Piece({
      name,
      where: `127.0.0.1:${port}`,
      program: join(programs, 'postgres'),
      args: ['-D', folder, ...Object.entries(settings).flatMap(([key, value]) => ['-c', `${key}=${value}`])],
      account: this.#account,
      log: join(logs, `${name}.log`),
      signal: 'SIGINT',
      isReady: async () => (await this.#ask(url.replace(/\w+$/, 'postgres'), 'select 1')).length === 1,
    })
    piece.whenDead = () => (this.#work = this.#work.then(() => this.#afterDeathOf(n)))
    return { piece, name, port, folder, url }
  }

  async #afterDeathOf(n: number): Promise<void> {
    if (n === this.#primary) {
      const next = this.standby
      // it would wait for a standby of its own
      await this.#ask(next.url, 'alter system reset synchronous_standby_names')
      await this.#ask(next.url, 'select pg_reload_conf()')
      await this.#ask(next.url, 'select pg_promote()')
      this.#primary = 1 - n
      await this.whenPromoted(next.url)
      await this.#makeStandby()
    } else {
      await this.#commitsWaitFor(null)
      await this.standby.piece.start()
      await this.#commitsWaitFor(this.standby.name)
    }
  }

  async #initialise({ folder }: Node): Promise<void> {
    const { programs, folder: parent } = this.#options
    await this.#makeFolder(folder)
    const passwordFile = join(parent, 'password')
    await writeFile(passwordFile, this.#password, { mode: 0o600 })
    if (this.#account) await chown(passwordFile, this.#account.uid, this.#account.gid)
    const args = ['-D', folder, '-U', USER, `--pwfile=${passwordFile}`, '--auth=scram-sha-256', '-E', 'UTF8']
    await run(join(programs, 'initdb'), [...args, '--locale=C.UTF-8', '--no-sync'], {
      ...this.#account,
      cwd: '/',
    })
  }

  /** Copies the primary to the other node, starts it there, and lets commits wait for it. */
  async #makeStandby(): Promise<void> {
    const { programs } = this.#options
    const { folder, piece, name } = this.standby
    // processes of a killed Postgres live a moment longer, and write
    await rm(folder, { recursive: true, force: true, maxRetries: 20 })
    await this.#makeFolder(folder)
    const from = this.primary.url.replace(/\w+$/, 'postgres')
    await run(join(programs, 'pg_basebackup'), ['-d', from, '-D', folder, '-R', '-c', 'fast', '--no-sync'], {
      ...this.#account,
      cwd: '/',
    })
    await piece.start()
    await this.#commitsWaitFor(name)
  }

  async #makeFolder(folder: string): Promise<void> {
    await mkdir(folder)
    await chmod(folder, 0o700)
    if (this.#account) await chown(folder, this.#account.uid, this.#account.gid)
  }

  async #commitsWaitFor(name: string | null): Promise<void> {
    const { url } = this.primary
    if (name === null) await this.#ask(url, 'alter system reset synchronous_standby_names')
    else await this.#ask(url, `alter system set synchronous_standby_names = '"${name}"'`)
    await this.#ask(url, 'select pg_reload_conf()')
  }

  async #ask(url: string, statement: string): Promise<Record<string, unknown>[]> {
    const client = await connectTo(url, 'deadheat cluster')
    client.on('error', () => {})
    try {
      return (await client.query<Record<string, unknown>>(statement)).rows
    } finally {
      await client.end()
    }
  }
}
