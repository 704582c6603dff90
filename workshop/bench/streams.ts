/** Open streams of one board: how long until all have a new board, and what a stream costs in memory. */
import { connect, type Socket } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { connectTo } from '../../server/platform/postgres/database.ts'
import { castVote } from './visitors.ts'
import { at } from './load.ts'
import { machine, table } from './figures.ts'
import { inMegabytes, openServers } from './servers.ts'

interface StreamOptions {
  streams: number
  servers: number
  /** Votes, each followed by a new board or two. */
  votes: number
}

const ARENA = { slug: 'watched', votes: 5000, contestants: 20, prompts: 50 }
const BETWEEN_VOTES_MS = 1500
/** So many streams are opened at once. */
const AT_ONCE = 50
const BEGIN = Buffer.from('event: leaderboard')

export async function benchStreams({ streams, servers, votes }: StreamOptions): Promise<void> {
  console.log(machine())
  const fleet = await openServers(servers)
  const listener = await connectTo(fleet.databaseUrl, 'deadheat benchmark')
  const sockets: Socket[] = []
  try {
    await fleet.load(ARENA)
    const before = await fleet.memory()
    const seen = { notifiedAt: 0, waits: [] as number[], boards: 0 }
    listener.on('notification', () => {
      seen.notifiedAt = performance.now()
      seen.boards++
    })
    await listener.query('listen deadheat_board')
    while (sockets.length < streams) {
      const next = Array.from({ length: Math.min(AT_ONCE, streams - sockets.length) }, (_, n) =>
        openStream(fleet.addresses[(sockets.length + n) % servers]!, (arrivedAt) => {
          if (seen.notifiedAt > 0) seen.waits.push(arrivedAt - seen.notifiedAt)
        }),
      )
      sockets.push(...(await Promise.all(next)))
    }
    await sleep(1000)
    const open = await fleet.memory()
    for (let n = 0; n < votes; n++) {
      await castVote(fleet.addresses[n % servers]!, ARENA.slug)
      await sleep(BETWEEN_VOTES_MS)
    }
    const after = await fleet.memory()
    const sum = (values: number[]) => values.reduce((total, value) => total + value, 0)
    const each = (later: number[]) => `${((sum(later) - sum(before)) / streams / 1024).toFixed(0)} kB`
    console.log(`\n${streams} streams at ${servers} ${servers === 1 ? 'server' : 'servers'}, ${votes} votes`)
    console.log(
      table([
        ['notifications of the arena', String(seen.boards)],
        ['boards that arrived', String(seen.waits.length)],
        ['from the notification, median', `${at(seen.waits, 0.5).toFixed(0)} ms`],
        ['99 of 100', `${at(seen.waits, 0.99).toFixed(0)} ms`],
        ['memory before', before.map(inMegabytes).join(' · ')],
        ['with all streams', open.map(inMegabytes).join(' · ')],
        ['a stream', each(open)],
        ['after the votes', after.map(inMegabytes).join(' · ')],
        ['a stream', each(after)],
      ]),
    )
    console.log(`\n${machine()}`)
  } finally {
    for (const socket of sockets) socket.destroy()
    await listener.end()
    await fleet.close()
  }
}

/** A stream that has its first board. It reads no more than the beginnings of events. */
function openStream(address: string, onBoard: (arrivedAt: number) => void): Promise<Socket> {
  const { hostname, port } = new URL(address)
  return new Promise((resolve, reject) => {
    const socket = connect(Number(port), hostname)
    let isOpen = false
    socket.once('error', reject)
    socket.once('connect', () =>
      socket.write(
        `GET /api/arenas/${ARENA.slug}/leaderboard/stream HTTP/1.1\r\nhost: ${hostname}:${port}\r\n\r\n`,
      ),
    )
    socket.on('data', (part) => {
      if (!part.includes(BEGIN)) return
      if (isOpen) return onBoard(performance.now())
      isOpen = true
      resolve(socket)
    })
  })
}
