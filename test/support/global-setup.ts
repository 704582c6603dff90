import { readFileSync, rmSync } from 'node:fs'
import { chmod, mkdtemp, readdir, rm, stat, statfs } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../server/platform/database.ts'
import { openEmbeddedPostgres } from '../../server/platform/embedded-postgres/index.ts'
import { runningPostmaster, stopPostmaster } from '../../server/platform/embedded-postgres/postmaster.ts'
import { migrateJobs } from '../../server/platform/jobs.ts'
import { openLog } from '../../server/platform/log.ts'
import { migrateToLatest } from '../../server/platform/migrate.ts'
import { startOf } from '../../server/platform/running-process.mjs'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test run's Postgres; its database is migrated, empty and only ever copied. */
    template: string
  }
}

const PREFIX = 'deadheat-test-'

/** Where Linux keeps files in memory: a database is made there in half the time. */
const IN_MEMORY = '/dev/shm'
const TMPFS = 0x01021994
/** A whole run writes half of it: no database goes before the run ends. */
const ROOM_BYTES = 12e9

/** Settings of a server whose data need not survive it. */
const SETTINGS = {
  // no database is dropped before the run ends, and a background process would visit each of them
  autovacuum: 'off',
  max_connections: 400,
  // nobody reads its log
  wal_level: 'minimal',
  max_wal_senders: 0,
  wal_init_zero: 'off',
  max_wal_size: '4GB',
  checkpoint_timeout: '1h',
  bgwriter_lru_maxpages: 0,
}

/** Starts one Postgres for the whole run, with a migrated database for the test files to copy. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  await removeAbandoned()
  const dataDir = await mkdtemp(join(await folderOfData(), `${PREFIX}${process.pid}-`))
  await chmod(dataDir, 0o711)
  const abandon = () => abandonServer(dataDir)
  process.once('exit', abandon)
  const remove = async () => {
    await rm(dataDir, { recursive: true, force: true })
    process.off('exit', abandon)
  }
  try {
    const unset = await openEmbeddedPostgres({ dataDir, fsync: false })
    await migrateTemplate(unset.connectionString, dataDir).finally(() => unset.close())
    const postgres = await openEmbeddedPostgres({ dataDir, fsync: false })
    project.provide('template', postgres.connectionString)
    return () => postgres.close().finally(remove)
  } catch (error) {
    await remove()
    throw error
  }
}

/** In memory if there is much of it, else on disk. */
async function folderOfData(): Promise<string> {
  const { type, bavail, bsize } = await statfs(IN_MEMORY).catch(() => ({ type: 0, bavail: 0, bsize: 0 }))
  const room = Math.min(bavail * bsize, process.availableMemory())
  return type === TMPFS && room > ROOM_BYTES ? IN_MEMORY : tmpdir()
}

async function migrateTemplate(databaseUrl: string, dataDir: string): Promise<void> {
  const template = await openDatabase({ databaseUrl, dataDir })
  try {
    await migrateToLatest(template.db)
    await migrateJobs(template.pool, openLog('silent'))
    for (const [name, value] of Object.entries(SETTINGS))
      await template.pool.query(`alter system set ${name} = '${value}'`)
  } finally {
    await template.close()
  }
}

/** Ends what earlier runs of this user left behind that were killed. */
async function removeAbandoned(): Promise<void> {
  const folders = [tmpdir(), IN_MEMORY].map(async (parent) =>
    (await readdir(parent).catch(() => [])).map((name) => ({ name, folder: join(parent, name) })),
  )
  for (const { name, folder } of (await Promise.all(folders)).flat()) {
    const owner = new RegExp(`^${PREFIX}(\\d+)-`).exec(name)?.[1]
    if (!owner || (await startOf(Number(owner))) !== null) continue
    if ((await stat(folder)).uid !== process.getuid?.()) continue
    const running = await runningPostmaster(join(folder, 'postgres'))
    await stopPostmaster(join(folder, 'postgres'))
    if (running) await rm(running.socketFolder, { recursive: true, force: true })
    await rm(folder, { recursive: true, force: true })
  }
}

/** The end of a run that was interrupted: no time for promises. */
function abandonServer(dataDir: string): void {
  try {
    const lines = readFileSync(join(dataDir, 'postgres', 'postmaster.pid'), 'utf8').split('\n')
    process.kill(Number(lines[0]), 'SIGKILL')
    rmSync(lines[4], { recursive: true, force: true })
  } catch {
    // It was not running.
  }
  rmSync(dataDir, { recursive: true, force: true, maxRetries: 10, retryDelay: 50 })
}
