/** Servers on one database with the demo, and what they say about themselves. */
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { openEmbeddedPostgres } from '../../../../server/platform/postgres/embedded/index.ts'
import { startServer } from '../processes.ts'
import type { Kept } from './report-kept.ts'

export const DEMO = 'support-replies'
const METRICS_TOKEN = 'token-of-the-benchmark'

export interface Servers {
  addresses: string[]
  databaseUrl: string
  /** A folder that goes when they close. */
  folder: string
  /** Resident memory of each server, in bytes. */
  memory(): Promise<number[]>
  /** What each server keeps after a collection of garbage; needs `reportsKept`. */
  kept(): Promise<Kept[]>
  close(): Promise<void>
}

export async function openServers(count: number, reportsKept = false): Promise<Servers> {
  const folder = mkdtempSync(join(tmpdir(), 'deadheat-bench-'))
  // the database's own user must enter it
  chmodSync(folder, 0o755)
  const dataDir = join(folder, 'data')
  const { connectionString: databaseUrl, close } = await openEmbeddedPostgres({ dataDir })
  const env = {
    DEADHEAT_DATA: dataDir,
    DATABASE_URL: databaseUrl,
    DEADHEAT_DEMO: '1',
    DEADHEAT_METRICS_TOKEN: METRICS_TOKEN,
  }
  const servers = [await startServer(env, reportsKept)]
  await demoBoard(servers[0]!.address)
  while (servers.length < count) servers.push(await startServer(env, reportsKept))
  return {
    addresses: servers.map(({ address }) => address),
    databaseUrl,
    folder,
    kept: () => Promise.all(servers.map((server) => server.kept!())),
    memory: () => Promise.all(servers.map(({ address }) => memoryOf(address))),
    async close() {
      await Promise.all(servers.map((server) => server.stop()))
      await close()
      rmSync(folder, { recursive: true, force: true, maxRetries: 10 })
    },
  }
}

async function memoryOf(address: string): Promise<number> {
  const response = await fetch(`${address}/metrics`, {
    headers: { authorization: `Bearer ${METRICS_TOKEN}` },
  })
  return Number(/^process_resident_memory_bytes (\S+)$/m.exec(await response.text())![1])
}

async function demoBoard(address: string): Promise<void> {
  for (;;) {
    const { ok } = await fetch(`${address}/api/arenas/${DEMO}/leaderboard`)
    if (ok) return
    await sleep(200)
  }
}

export const inMegabytes = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MB`
