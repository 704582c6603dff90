/** The processes that the benchmark starts: a server, as `npm start` runs it, and a local provider. */
import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '../../server/platform/postgres/database.ts'
import { openEmbeddedPostgres } from '../../server/platform/postgres/embedded/index.ts'
import { loadManyVotes, type ManyVotes } from './many-votes.ts'
import { drawBattle, voteOn } from './visitors.ts'

export interface Running {
  address: string
  pid: number
  stop(): Promise<void>
}

const ROOT = join(import.meta.dirname, '../..')

/** Deadheat itself, with its own data folder and port, and with as few areas of freed memory as `npm start` gives it. */
export const startServer = (env: Record<string, string>): Promise<Running> =>
  started(join(ROOT, 'server/main.ts'), [], { MALLOC_ARENA_MAX: '2', ...env, HOST: '127.0.0.1', PORT: '0' })

/** A provider with a fixed delay. */
export const startProvider = (latencyMs: number): Promise<Running> =>
  started(join(import.meta.dirname, 'provider.ts'), [String(latencyMs)], {})

/** A program of its own that prints its address. */
export async function started(file: string, args: string[], env: Record<string, string>): Promise<Running> {
  const { DATABASE_URL: _, ...inherited } = process.env
  const child = spawn(process.execPath, [file, ...args], {
    env: { ...inherited, ...env },
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const end = () => void child.kill('SIGKILL')
  process.once('exit', end)
  return {
    address: await addressFrom(child, file),
    pid: child.pid!,
    async stop() {
      process.off('exit', end)
      if (child.exitCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function addressFrom(child: ChildProcess, file: string): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = ''
    const read = (chunk: Buffer) => {
      output += String(chunk)
      const match = /http:\/\/127\.0\.0\.1:\d+/.exec(output)
      if (!match) return
      // what follows is the log, which nobody reads
      child.stdout!.off('data', read).resume()
      resolve(match[0])
    }
    child.stdout!.on('data', read)
    child.once('exit', (code) => reject(new Error(`${file} ended with ${code} and printed: ${output}`)))
  })
}

// A server with the demo on a database of its own, and what it says about itself.

export const DEMO = 'support-replies'
export const METRICS_TOKEN = 'token-of-the-benchmark'

interface Server {
  address: string
  /** Adds an arena with so many votes and one more, and waits for the board of all. */
  load(arena: ManyVotes): Promise<void>
  close(): Promise<void>
}

export async function openServer(): Promise<Server> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-'))
  // the database's own user must enter it
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const { connectionString: databaseUrl, close } = await openEmbeddedPostgres({ dataDir })
  const server = await startServer({
    DEADHEAT_DATA: dataDir,
    DATABASE_URL: databaseUrl,
    DEADHEAT_DEMO: '1',
    DEADHEAT_METRICS_TOKEN: METRICS_TOKEN,
  })
  const { address } = server
  await boardOf(address, DEMO)
  return {
    address,
    async load(arena) {
      const client = await connectTo(databaseUrl, 'deadheat benchmark')
      await loadManyVotes(client, arena)
      await client.end()
      await voteOn(address, await drawBattle(address, arena.slug))
      await boardOf(address, arena.slug, arena.votes + 1)
    },
    async close() {
      await server.stop()
      await close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

/** A figure of a server with the token of the benchmark. */
async function figureOf(address: string, name: string): Promise<number> {
  const response = await fetch(`${address}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  return Number(new RegExp(`^${name} (\\S+)$`, 'm').exec(await response.text())![1])
}

/** Resident memory in bytes. */
export const memoryOf = (address: string): Promise<number> =>
  figureOf(address, 'process_resident_memory_bytes')

/** What its processors have done. */
const cpuSecondsOf = (address: string): Promise<number> => figureOf(address, 'process_cpu_seconds_total')

/** Idle means that all threads together used less than a tenth of a processor for this long. */
const IDLE_MS = 3000

/** Resolves when a server has nothing left to compute. */
export async function untilIdle(address: string): Promise<void> {
  for (;;) {
    const before = await cpuSecondsOf(address)
    await sleep(IDLE_MS)
    if ((await cpuSecondsOf(address)) - before < IDLE_MS / 10_000) return
  }
}

/** Waits for a board; of so many votes, if they are given. */
async function boardOf(address: string, slug: string, votes?: number): Promise<void> {
  for (;;) {
    const response = await fetch(`${address}/api/arenas/${slug}/leaderboard`)
    const board = (await response.json()) as { votes?: number }
    if (response.ok && (votes === undefined || board.votes === votes)) return
    await sleep(200)
  }
}

export const inMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`
