/** A server in a process of its own, on a database of its own with the demo, and what it says about itself. */
import { join } from 'node:path'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { openThreadConnection } from '../../server/platform/postgres/database.ts'
import { openEmbeddedPostgres } from '../../server/platform/postgres/embedded/index.ts'
import { Processes } from '../chaos/processes.ts'
import { loadManyVotes, type ManyVotes } from './many-votes.ts'
import { waitForBoard, drawBattle, voteOn } from '../visits.ts'

/** Deadheat itself on a data folder, with as few areas of freed memory as `npm start` gives it. */
export async function startServer(dataDir: string, env: Record<string, string> = {}): Promise<Processes> {
  const processes = new Processes(dataDir, { env: { MALLOC_ARENA_MAX: '2', ...env } })
  await processes.ensureReady('server')
  return processes
}

export const DEMO = 'support-replies'
const METRICS_TOKEN = 'token-of-the-benchmark'

export interface Server {
  address: string
  /**
   * Adds an arena with so many votes and one more, and waits for the board of all.
   * @param most seconds after which the board is no longer waited for
   * @returns how many seconds the board took
   */
  load(arena: ManyVotes, most?: number): Promise<number>
  /** Resident memory in bytes. */
  memory(): Promise<number>
  databaseSize(): Promise<string>
  close(): Promise<void>
}

export async function openServer(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-'))
  // the database's own user must enter it
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const { connectionString: databaseUrl, close } = await openEmbeddedPostgres({ dataDir })
  const server = await startServer(dataDir, {
    DATABASE_URL: databaseUrl,
    DEADHEAT_DEMO: '1',
    DEADHEAT_METRICS_TOKEN: METRICS_TOKEN,
  })
  const { address } = server
  await waitForBoard(address, DEMO)
  const client = await openThreadConnection(databaseUrl, 'deadheat benchmark')
  return {
    address,
    async load(arena, most = Infinity) {
      await loadManyVotes(client, arena)
      const begun = performance.now()
      await voteOn(await drawBattle(address, arena.slug))
      await waitForBoard(address, arena.slug, arena.votes + 1, { most })
      return (performance.now() - begun) / 1000
    },
    memory: () => readFigure(address, 'process_resident_memory_bytes'),
    async databaseSize() {
      const { rows } = await client.query<{ size: string }>(
        'select pg_size_pretty(pg_database_size(current_database())) as size',
      )
      return rows[0]!.size
    },
    async close() {
      await client.end()
      await server.stop()
      await close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** The figures of a server with the token of the benchmark. */
export async function fetchMetrics(address: string): Promise<string> {
  const headers = { authorization: `Bearer ${METRICS_TOKEN}` }
  return (await fetch(`${address}/metrics`, { headers })).text()
}

const readFigure = async (address: string, name: string): Promise<number> =>
  Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await fetchMetrics(address))![1])

/** What its processors have done. */
const cpuSeconds = (address: string): Promise<number> => readFigure(address, 'process_cpu_seconds_total')

/** Idle means that all threads together used less than a tenth of a processor for this long. */
const IDLE_MS = 3000

/** Resolves when a server has nothing left to compute. */
export async function untilIdle(address: string): Promise<void> {
  for (;;) {
    const before = await cpuSeconds(address)
    await sleep(IDLE_MS)
    if ((await cpuSeconds(address)) - before < IDLE_MS / 10_000) return
  }
}

export const inMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`
