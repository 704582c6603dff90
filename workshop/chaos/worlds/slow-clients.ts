/** Clients that abort their uploads, and clients that read one byte a second, beside people who vote. */
import { once } from 'node:events'
import { readFile } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { checkArena, Voters } from '../voters.ts'
import { Processes } from '../processes.ts'
import { inFolder, votesOf, type Outcome, type World, type WorldOptions } from '../world.ts'

const ARENA = 'support-replies'
const PEOPLE = 4
const VOTES_BESIDE = 40
const READ_EVERY_MS = 1000
/** A health check that takes longer is a server that does not respond. */
const HEALTH_TIMEOUT_MS = 5000
/** Far above what a server needs with a thousand clients, far below one that keeps what nobody reads. */
const MOST_MEMORY_MB = 400

export const slowClients: World = {
  name: 'slow-clients',
  about: 'aborted uploads, and readers of one byte a second',
  times: { long: 500, short: 60 },
  run: (options) =>
    inFolder(async (folder) => {
      const processes = new Processes(folder, { env: options.settings })
      const sockets: Socket[] = []
      try {
        return await surround(processes, sockets, options)
      } finally {
        for (const socket of sockets) socket.destroy()
        await processes.clear()
      }
    }),
}

async function surround(processes: Processes, sockets: Socket[], { times }: WorldOptions): Promise<Outcome> {
  await processes.ensureReady('server')
  const voters = new Voters(PEOPLE, ARENA, () => processes.address)
  await voters.cast(10)
  const before = await memoryOf(processes)
  const reading = new AbortController()
  const health: number[] = []
  const watching = watchHealth(processes.address, health, reading.signal)
  for (let client = 0; client < times; client++) {
    sockets.push(await readSlowly(processes.address, client, reading.signal))
    await abortUpload(processes.address)
    if (client % 10 === 0) await voters.cast(1)
  }
  await voters.cast(VOTES_BESIDE)
  const grown = (await memoryOf(processes)) - before
  const open = sockets.filter((socket) => !socket.destroyed).length
  reading.abort()
  await watching
  for (const socket of sockets) socket.destroy()
  await voters.stop()
  const check = await checkArena(processes, voters, ARENA)
  const slowest = Math.max(...health)
  return {
    did: `${times} aborted uploads and ${times} readers of one byte a second (${open} still open at the end)`,
    votes: votesOf(voters, check),
    figures: [
      `/healthz after at most ${slowest.toFixed(1)} s in ${health.length} checks`,
      `${Math.max(0, grown).toFixed(0)} MB more memory`,
    ],
    problems: [
      ...check.problems,
      ...(slowest >= HEALTH_TIMEOUT_MS / 1000 ? ['/healthz did not answer in time'] : []),
      ...(grown > MOST_MEMORY_MB ? [`the server took ${grown.toFixed(0)} MB more`] : []),
      ...(voters.failures.size > 0 ? [`votes were refused: ${[...voters.failures.keys()].join(', ')}`] : []),
    ],
  }
}

const READ_PATHS = [
  `/api/arenas/${ARENA}/leaderboard/stream`,
  `/api/arenas/${ARENA}/export/votes.json`,
  `/api/arenas/${ARENA}/leaderboard`,
  '/openapi.json',
]

/** Sends a request and reads one byte of the answer each second. */
async function readSlowly(address: string, client: number, signal: AbortSignal): Promise<Socket> {
  const socket = await open(address)
  const path = READ_PATHS[client % READ_PATHS.length]!
  socket.write(`GET ${path} HTTP/1.1\r\nHost: ${new URL(address).host}\r\n\r\n`)
  const timer = setInterval(() => socket.resume(), READ_EVERY_MS)
  const stop = () => clearInterval(timer)
  socket.once('close', stop)
  signal.addEventListener('abort', stop, { once: true })
  return socket
}

/** Announces a body, sends a part of it and closes the connection. */
async function abortUpload(address: string): Promise<void> {
  const socket = await open(address)
  const head = `POST /api/arenas/${ARENA}/battles HTTP/1.1\r\nHost: ${new URL(address).host}\r\n`
  socket.write(`${head}Content-Type: application/json\r\nContent-Length: 60000\r\n\r\n{"voter":"`)
  await sleep(2)
  socket.destroy()
}

/** A connection that reads one byte and pauses, at first and whenever it is resumed. */
async function open(address: string): Promise<Socket> {
  const { hostname, port } = new URL(address)
  const socket = connect({
    host: hostname,
    port: Number(port),
    onread: { buffer: Buffer.alloc(1), callback: () => false },
  })
  socket.on('error', () => {})
  await once(socket, 'connect')
  return socket
}

async function watchHealth(address: string, seconds: number[], signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    const start = performance.now()
    const limit = AbortSignal.timeout(HEALTH_TIMEOUT_MS)
    await fetch(`${address}/healthz`, { signal: limit }).then(
      (response) => response.text(),
      () => null,
    )
    seconds.push((performance.now() - start) / 1000)
    await sleep(100)
  }
}

/** Memory of the server in MB; 0 where the system has no /proc. */
async function memoryOf(processes: Processes): Promise<number> {
  const status = await readFile(`/proc/${processes.pidOf('server')}/status`, 'utf8').catch(() => '')
  return Number(/VmRSS:\s+(\d+) kB/.exec(status)?.[1] ?? 0) / 1024
}
