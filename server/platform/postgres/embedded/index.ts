/**
 * A real Postgres without an installation. It is started from npm's binaries on a unix socket of its own. All
 * processes that open the same data folder share it, and the last one that leaves stops it. Invariants: one server
 * per data folder, without a TCP port. No access without the password in the data folder. A server that outlived its
 * owner is taken over. A data folder is complete or missing. Others may call `openEmbeddedPostgres` alone.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import { resolve } from 'node:path'
import type pg from 'pg'
import { leaveBeforeExit } from '../../process.ts'
import { SetupError } from '../../setup-error.ts'
import { SUPERUSER, ensureCluster, readPassword } from './cluster.ts'
import {
  choosePlaces,
  type Places,
  enter,
  leaveCluster,
  makeSocketFolder,
  PORT,
  removeSocketFolder,
} from './cluster-folders.ts'
import {
  forgetForeignNumber,
  runningPostmaster,
  startPostmaster,
  stopPostmaster,
  type Postmaster,
  type Start,
} from './postmaster.ts'
import { claim } from '../../claim.mjs'

type EmbeddedPostgresOptions = {
  /** The data folder; Postgres gets `postgres/` in it. Created if missing. */
  dataDir: string
  /** Called with each line that a user should read. */
  log?: (line: string) => void
  /** False is faster and survives killed processes, but no power failure: for tests. */
  fsync?: boolean
}

export type EmbeddedPostgres = {
  /** The address of the database `deadheat`, with the password. */
  connectionString: string
  /** The cluster's folder: `<dataDir>/postgres`, or its place below /var/lib/deadheat. */
  cluster: string
  /** Leaves the server; the last process to do so stops it. Close the connections made with it first. */
  close(): Promise<void>
}

type Visit = { presence: pg.Client; socketFolder: string; connectionString: string }

const DATABASE = 'deadheat'
const PATIENCE_MS = 120_000
const STILL_BUSY = /shared memory block .* in use|lock file .* already exists|is another postmaster/i

/**
 * Opens the embedded Postgres of a data folder: makes the data, starts the server or joins the one that runs. While
 * open, a crashed server is started again; callers must reconnect.
 *
 * @throws SetupError with one line on what to do, if that is impossible
 */
export function openEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const opening = openServer(options)
  const stays = leaveBeforeExit(() => opening.then((server) => server.close()))
  opening.catch(stays)
  return opening.then((server) => ({ ...server, close: () => server.close().finally(stays) }))
}

async function openServer(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const { log = () => {}, fsync = true } = options
  const places = await choosePlaces(resolve(options.dataDir), log)
  let closing: Promise<void> | null = null
  let visit = await stay()
  let returning: Promise<void> = Promise.resolve()

  async function stay(): Promise<Visit> {
    const currentVisit = await visitServer(places, fsync)
    currentVisit.presence.once('end', () => {
      if (!closing) returning = comeBack()
    })
    return currentVisit
  }

  async function comeBack(): Promise<void> {
    log('The connection to the embedded Postgres broke; opening it again.')
    while (!closing) {
      try {
        visit = await stay()
        return
      } catch (error) {
        log(`The embedded Postgres cannot be opened again: ${(error as Error).message}`)
        await sleep(1_000)
      }
    }
  }

  return {
    connectionString: visit.connectionString,
    cluster: places.cluster,
    close() {
      closing ??= (async () => {
        await returning
        await leaveServer(places, visit)
      })()
      return closing
    },
  }
}

async function visitServer(places: Places, fsync: boolean): Promise<Visit> {
  const deadline = performance.now() + PATIENCE_MS
  let refusal = 'it does not answer'
  while (performance.now() < deadline) {
    const running = await runningPostmaster(places.cluster)
    const visited = running ? await joinServer(places, running) : await startServer(places, fsync)
    if (typeof visited === 'object') return visited
    refusal = visited
    await sleep(25)
  }
  throw new SetupError(
    `The embedded Postgres of ${places.cluster} cannot be opened: ${refusal}. See ${places.log}; if a Postgres process hangs there, end it and start again.`,
  )
}

/** A visit, or the reason why there is none yet. */
async function joinServer(places: Places, { pid, socketFolder }: Postmaster): Promise<Visit | string> {
  if (!socketFolder) return 'it is just starting'
  const password = await readPassword(places.cluster)
  const address = (database: string) =>
    `postgresql://${SUPERUSER}:${password}@${encodeURIComponent(socketFolder)}:${PORT}/${database}`
  try {
    const presence = await enter(address('postgres'), DATABASE)
    return { presence, socketFolder, connectionString: address(DATABASE) }
  } catch (error) {
    const { code, message } = error as { code?: string; message: string }
    if (code !== '28P01') return `process ${pid} says "${message}"`
    throw new SetupError(
      `The embedded Postgres of ${places.cluster} refuses the password that lies beside its data: restore the folder as a whole.`,
    )
  }
}

async function startServer(places: Places, fsync: boolean): Promise<Visit | string> {
  const release = await claim(places.lock)
  if (!release) return 'another process is starting it'
  try {
    if (await runningPostmaster(places.cluster)) return 'another process has started it'
    await ensureCluster(places, fsync)
    await forgetForeignNumber(places.cluster)
    const socketFolder = await makeSocketFolder(places.cluster, places.account)
    try {
      return await firstVisit(places, await startPostmaster(places, socketFolder, fsync))
    } catch (error) {
      await stopPostmaster(places.cluster)
      await removeSocketFolder(socketFolder)
      throw error
    }
  } finally {
    await release()
  }
}

async function firstVisit(places: Places, { exited }: Start): Promise<Visit | string> {
  let complaint: string | null = null
  const ended = exited.then((line) => {
    complaint = line
  })
  while (complaint === null) {
    const running = await runningPostmaster(places.cluster)
    const visit = running ? await joinServer(places, running) : null
    if (visit && typeof visit === 'object') return visit
    await Promise.race([sleep(10), ended])
  }
  if (STILL_BUSY.test(complaint)) return complaint
  throw new SetupError(`Postgres does not start on ${places.cluster}: ${complaint} (see ${places.log})`)
}

async function leaveServer(places: Places, { presence, socketFolder }: Visit): Promise<void> {
  const last = await leaveCluster(presence).catch(() => false)
  if (last) await stopPostmaster(places.cluster)
  await presence.end().catch(() => {})
  if (!last) return
  const release = await claim(places.lock)
  if (!release) return
  if (!(await runningPostmaster(places.cluster))) await removeSocketFolder(socketFolder)
  await release()
}
