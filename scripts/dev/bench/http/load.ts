import { connect } from 'node:net'
import type { Socket } from 'node:net'

/** What the connections saw in the time of a measurement. */
export interface Load {
  perSecond: number
  /** Milliseconds that 99 of 100 requests stayed below. */
  p99: number
}

/**
 * Sends one request again and again on every connection, each as soon as its answer is complete. It reads only as much of
 * an answer as it must: a client with more abilities takes longer than the server that is measured.
 * @param head the request, without its last empty line
 * @throws {Error} if an answer has another status than `status`, or no length
 */
export async function load(
  address: string,
  head: string,
  status: number,
  { connections = 16, seconds = 2 }: { connections?: number; seconds?: number } = {},
): Promise<Load> {
  const { hostname, port } = new URL(address)
  const request = Buffer.from(`${head}\r\nHost: ${hostname}:${port}\r\n\r\n`)
  const waits: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname)
      return oneByOne(socket, request, status, end, waits).finally(() => socket.destroy())
    }),
  )
  const sorted = waits.toSorted((a, b) => a - b)
  return {
    perSecond: (1000 * waits.length) / (performance.now() - start),
    p99: sorted[Math.floor(sorted.length * 0.99)] ?? NaN,
  }
}

function oneByOne(
  socket: Socket,
  request: Buffer,
  status: number,
  end: number,
  waits: number[],
): Promise<void> {
  return new Promise((resolve, reject) => {
    let sentAt = 0
    /** Bytes of the body that are still to come; null: the head is not complete. */
    let left: number | null = null
    let head = Buffer.alloc(0)
    const send = () => {
      if (performance.now() >= end) return resolve()
      sentAt = performance.now()
      left = null
      head = Buffer.alloc(0)
      socket.write(request)
    }
    socket.setNoDelay(true)
    socket.once('connect', send)
    socket.once('error', reject)
    socket.on('data', (part) => {
      let body = part.length
      if (left === null) {
        head = head.length > 0 ? Buffer.concat([head, part]) : part
        const stop = head.indexOf('\r\n\r\n')
        if (stop === -1) return
        const lines = head.subarray(0, stop).toString('latin1')
        if (!lines.startsWith(`HTTP/1.1 ${status} `))
          return reject(new Error(`Answered: ${lines.split('\r')[0]}`))
        const length = /^content-length: (\d+)/im.exec(lines)
        if (!length && status !== 304) return reject(new Error('An answer had no length.'))
        left = Number(length?.[1] ?? 0)
        body = head.length - stop - 4
      }
      left -= body
      if (left > 0) return
      waits.push(performance.now() - sentAt)
      send()
    })
  })
}
