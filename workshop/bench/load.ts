import { connect, type Socket } from 'node:net'

/** How two servers are compared. */
export interface Turns {
  /** Both take turns this often, so that a slow minute meets both. */
  turns: number
  /** Of each turn. */
  seconds: number
}

/** What the connections saw in the time of a measurement. */
export interface Load {
  perSecond: number
  /** Milliseconds that 99 of 100 requests stayed below. */
  p99: number
}

/** Requests, and what to do with their answers. */
export interface Requests {
  /** The head of the next request without its last empty line, and its body; null: no more. */
  next(): { head: string; body?: string } | null
  status: number
  /** Called with each whole answer, head and body. Without it, answers are read only as far as they must be. */
  answered?: (answer: Buffer) => void
}

/** The same request again and again. */
export const same = (head: string, status: number): Requests => ({ next: () => ({ head }), status })

/**
 * Sends requests on every connection, each as soon as the last answer is complete. It reads only as much of an answer as
 * it must: a client with more abilities takes longer than the server that is measured.
 * @throws {Error} if an answer has another status, or no length
 */
export async function load(
  address: string,
  requests: Requests,
  { connections = 16, seconds = 2 }: { connections?: number; seconds?: number } = {},
): Promise<Load> {
  const { hostname, port } = new URL(address)
  const waits: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(
    Array.from({ length: connections }, () => {
      const socket = connect(Number(port), hostname)
      const connection = { host: `${hostname}:${port}`, requests, end, waits }
      return oneByOne(socket, connection).finally(() => socket.destroy())
    }),
  )
  return { perSecond: (1000 * waits.length) / (performance.now() - start), p99: at(waits, 0.99) }
}

/** The value that this share of values stays below. */
export const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN

interface Sending {
  host: string
  requests: Requests
  end: number
  waits: number[]
}

function oneByOne(socket: Socket, { host, requests, end, waits }: Sending): Promise<void> {
  const { status, answered } = requests
  return new Promise((resolve, reject) => {
    let sentAt = 0
    /** Bytes of the body that are still to come; null: the head is not complete. */
    let left: number | null = null
    let head = Buffer.alloc(0)
    let parts: Buffer[] = []
    const send = () => {
      const request = performance.now() >= end ? null : requests.next()
      if (request === null) return resolve()
      left = null
      head = Buffer.alloc(0)
      parts = []
      sentAt = performance.now()
      socket.write(bytesOf(request, host))
    }
    socket.setNoDelay(true)
    socket.once('connect', send)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server closed a connection.')))
    socket.on('data', (part) => {
      if (answered) parts.push(part)
      let body = part.length
      if (left === null) {
        head = head.length > 0 ? Buffer.concat([head, part]) : part
        const stop = head.indexOf('\r\n\r\n')
        if (stop === -1) return
        const lines = head.subarray(0, stop).toString('latin1')
        if (!lines.startsWith(`HTTP/1.1 ${status} `))
          return reject(new Error(`Answered: ${head.toString('utf8', 0, 2000)}`))
        const length = /^content-length: (\d+)/im.exec(lines)
        if (!length && status !== 304) return reject(new Error(`An answer had no length: ${lines}`))
        left = Number(length?.[1] ?? 0)
        body = head.length - stop - 4
      }
      left -= body
      if (left > 0) return
      waits.push(performance.now() - sentAt)
      answered?.(Buffer.concat(parts))
      send()
    })
  })
}

let last = { head: '', host: '', bytes: Buffer.alloc(0) }

/** The request as it is sent. One that is sent again and again is made once. */
function bytesOf({ head, body }: { head: string; body?: string }, host: string): Buffer {
  if (body !== undefined)
    return Buffer.from(
      `${head}\r\nhost: ${host}\r\ncontent-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n\r\n${body}`,
    )
  if (last.head !== head || last.host !== host)
    last = { head, host, bytes: Buffer.from(`${head}\r\nHost: ${host}\r\n\r\n`) }
  return last.bytes
}
