import { execFile } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { chmod, mkdir, mkdtemp, readdir, rm, stat, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import type { TestProject } from 'vitest/node'
import { openDatabase } from '../../server/platform/postgres/database.ts'
import { openEmbeddedPostgres } from '../../server/platform/postgres/embedded/index.ts'
import { runningPostmaster, stopPostmaster } from '../../server/platform/postgres/embedded/postmaster.ts'
import { migrateJobs } from '../../server/platform/jobs/jobs.ts'
import { openLog } from '../../server/platform/log.ts'
import { migrateToLatest } from '../../server/platform/postgres/migrate.ts'
import { processStartTime } from '../../server/platform/running-process.mjs'
import { fitsInMemory, IN_MEMORY } from './in-memory.ts'

declare module 'vitest' {
  interface ProvidedContext {
    /** Address of the test run's Postgres; its database is migrated, empty and only ever copied. */
    template: string
  }
}

const PREFIX = 'deadheat-test-'

/** A whole run writes half of it: no database goes before the run ends. */
const ROOM_BYTES = 14e9

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
  // where there is room: files are made there in half the time
  const isInMemory = await fitsInMemory(ROOM_BYTES)
  const dataDir = await mkdtemp(join(isInMemory ? IN_MEMORY : tmpdir(), `${PREFIX}${process.pid}-`))
  await chmod(dataDir, 0o711)
  const abandon = () => abandonServer(dataDir)
  process.once('exit', abandon)
  const remove = async () => {
    await rm(dataDir, { recursive: true, force: true })
    process.off('exit', abandon)
  }
  try {
    if (isInMemory) await keepTemporaryIn(dataDir)
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

/** Temporary folders of all tests go to memory too, unless no program may run there. */
async function keepTemporaryIn(dataDir: string): Promise<void> {
  const folder = join(dataDir, 'tmp')
  await mkdir(folder)
  await chmod(folder, 0o1777)
  const program = join(folder, 'program')
  await writeFile(program, '#!/bin/sh\n', { mode: 0o755 })
  const runs = await promisify(execFile)(program).then(
    () => true,
    () => false,
  )
  await rm(program)
  if (runs) process.env['TMPDIR'] = folder
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
    if (!owner || (await processStartTime(Number(owner))) !== null) continue
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
