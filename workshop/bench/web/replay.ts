/**
 * Boards of a real server, recorded and sent to a page again at the same pace. The server has nothing to compute
 * meanwhile, so the measured time is the page's own.
 */
import { once } from 'node:events'
import { createServer, request } from 'node:http'
import type { ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import { castVote } from '../cast-vote.ts'

interface RecordedBoard {
  /** Milliseconds since the previous one. */
  afterMs: number
  /** As the stream sent it. */
  event: string
}

const streamOf = (slug: string) => `/api/arenas/${slug}/leaderboard/stream`

/** Casts this many votes, one every `everyMs`, and records the boards that follow. */
export async function recordBoards(
  address: string,
  slug: string,
  votes: number,
  everyMs: number,
): Promise<RecordedBoard[]> {
  const leaving = new AbortController()
  const boards: RecordedBoard[] = []
  const { body } = await fetch(`${address}${streamOf(slug)}`, { signal: leaving.signal })
  const listening = (async () => {
    let text = ''
    let previousAt = performance.now()
    for await (const piece of body!.pipeThrough(new TextDecoderStream())) {
      const events = (text + piece).split('\n\n')
      text = events.pop()!
      for (const event of events.filter((one) => one.startsWith('event: '))) {
        boards.push({ afterMs: performance.now() - previousAt, event: `${event}\n\n` })
        previousAt = performance.now()
      }
    }
  })().catch((error: Error) => {
    if (error.name !== 'AbortError') throw error
  })
  for (let n = 0; n < votes; n++) {
    await castVote(address, slug)
    await sleep(everyMs)
  }
  leaving.abort()
  await listening
  return boards.slice(1)
}

/**
 * A proxy before a server. It forwards everything except the stream of the board, on which it sends the recorded
 * boards when `play` is called.
 */
export async function replayServer(origin: string, slug: string, boards: readonly RecordedBoard[]) {
  const listeners = new Set<ServerResponse>()
  const server = createServer((incoming, answer) => {
    if (incoming.url!.startsWith(streamOf(slug))) {
      answer
        .writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-store' })
        .flushHeaders()
      listeners.add(answer.on('close', () => listeners.delete(answer)))
      return
    }
    const { method, headers } = incoming
    const onward = request(`${origin}${incoming.url}`, { method, headers }, (reply) => {
      answer.writeHead(reply.statusCode!, reply.headers)
      reply.pipe(answer)
    })
    onward.on('error', () => answer.destroy())
    incoming.pipe(onward)
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return {
    address: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    async play() {
      for (const { afterMs, event } of boards) {
        await sleep(afterMs)
        for (const listener of listeners) listener.write(event)
      }
    },
    close() {
      server.closeAllConnections()
      server.close()
    },
  }
}
