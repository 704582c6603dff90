import { spawn, type ChildProcess } from 'node:child_process'
import { open, readFile, stat } from 'node:fs/promises'
import { basename, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { type Places, PORT } from './cluster-folders.ts'
import { processCommand, processStartTime } from '../../running-process.mjs'

/** The parts of the file postmaster.pid that a running Postgres writes. */
export type Postmaster = { pid: number; socketFolder: string }

/** A starting server. `exited` resolves when Postgres ends, with its last error line. */
export type Start = { exited: Promise<string> }

const LARGEST_LOG = 10_000_000
const NO_PROCESS = 2 ** 31 - 1
/** How long a server may take to cancel its statements and end. */
const PATIENCE_MS = 30_000

/** The server of this data folder, even if the process that started it is gone; null if none runs. */
export async function runningPostmaster(cluster: string): Promise<Postmaster | null> {
  const lines = (await readFile(pidFilePath(cluster), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  return pid && (await isPostgres(pid)) ? { pid, socketFolder: lines[4] ?? '' } : null
}

/**
 * Lets Postgres start after a crash if another program now has the server's process id. Postgres would take that
 * program for its server. An impossible id in the file makes it use its real check, that of shared memory. Call only
 * while nobody else can be starting.
 */
export async function forgetForeignNumber(cluster: string): Promise<void> {
  const lines = (await readFile(pidFilePath(cluster), 'utf8').catch(() => '')).split('\n')
  const pid = Number(lines[0])
  if (!pid || (await processStartTime(pid)) === null || (await isPostgres(pid))) return
  const file = await open(pidFilePath(cluster), 'r+').catch(() => null)
  await file?.truncate()
  await file?.write([NO_PROCESS, ...lines.slice(1)].join('\n'), 0)
  await file?.close()
}

/** Starts Postgres in a process group of its own, so that the terminal's Ctrl-C does not reach it before we do. */
export async function startPostmaster(places: Places, socketFolder: string, fsync: boolean): Promise<Start> {
  const { binaries, cluster, account } = places
  const log = await openLog(places.log)
  const from = (await log.stat()).size
  const settings = {
    listen_addresses: '',
    port: PORT,
    unix_socket_directories: `"${socketFolder}"`,
    unix_socket_permissions: '0700',
    log_min_messages: 'log',
    log_checkpoints: 'off',
    timezone: 'UTC',
    log_timezone: 'UTC',
    ...(fsync ? {} : { fsync: 'off', full_page_writes: 'off' }),
  }
  const options = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`])
  const child = spawn(join(binaries.directory, 'bin', 'postgres'), ['-D', cluster, ...options], {
    ...account,
    cwd: '/',
    env: { PATH: '/usr/bin:/bin', LC_ALL: 'C' },
    detached: true,
    stdio: ['ignore', log.fd, log.fd],
  })
  child.unref()
  const exited = whenExited(child).then((reason) =>
    lastComplaint(places.log, from).then((line) => line || reason),
  )
  await log.close()
  return { exited }
}

/** Stops the server after its running statements were cancelled; resolves when its data folder is free. */
export async function stopPostmaster(cluster: string): Promise<void> {
  const running = await runningPostmaster(cluster)
  if (!running) return
  signal(running.pid, 'SIGINT')
  const deadline = performance.now() + PATIENCE_MS
  while ((await runningPostmaster(cluster))?.pid === running.pid) {
    if (performance.now() > deadline) return signal(running.pid, 'SIGQUIT')
    await sleep(10)
  }
}

function pidFilePath(cluster: string): string {
  return join(cluster, 'postmaster.pid')
}

async function isPostgres(pid: number): Promise<boolean> {
  return (await processStartTime(pid)) !== null && basename(await processCommand(pid)) === 'postgres'
}

function signal(pid: number, name: NodeJS.Signals): void {
  try {
    process.kill(pid, name)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
  }
}

function whenExited(child: ChildProcess): Promise<string> {
  return new Promise((resolve) => {
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signalName) => resolve(`it ended with ${signalName ?? `exit code ${code}`}`))
  })
}

async function openLog(path: string) {
  const size = (await stat(path).catch(() => null))?.size ?? 0
  return open(path, size > LARGEST_LOG ? 'w' : 'a', 0o600)
}

/** Empty if the log went with its folder. */
async function lastComplaint(path: string, from: number): Promise<string> {
  const log = await readFile(path).catch(() => Buffer.alloc(0))
  return failureLine(log.subarray(from).toString())
}

/** The line of a Postgres program's output that names its failure, without the prefix of a log. */
export function failureLine(output: string): string {
  const lines = output.split('\n').filter((line) => line.trim() !== '')
  const line =
    lines.find((candidate) => candidate.includes('No space left on device')) ??
    lines.find((candidate) => /\b(FATAL|PANIC|ERROR|error):/.test(candidate)) ??
    lines.at(-1)
  return (line ?? '').replace(/^.*?\b(FATAL|PANIC|ERROR|LOG|error):\s*/, '').trim()
}
