/** Requests on many connections at once, by a client that does so little that the server is what is measured. */
import { connect } from 'node:net'
import { at } from './figures.ts'

/** What the connections saw in the time of a measurement. */
export interface Load {
  perSecond: number
  /** Milliseconds that 99 of 100 requests stayed below. */
  p99: number
}

/** Requests, and what to do with their answers. */
export interface Requests {
  /** The bytes of the next request; null: no more. */
  next(): Buffer | null
  status: number
  /** Called with each whole answer, head and body. Without it, answers are read only as far as they must be. */
  answered?: (answer: Buffer) => void
}

/** @param head the line of the request and its headers, but for the host and what the body needs */
export function requestOf(address: string, head: string, body?: string): Buffer {
  const ofBody =
    body === undefined
      ? ''
      : `content-type: application/json\r\ncontent-length: ${Buffer.byteLength(body)}\r\n`
  return Buffer.from(`${head}\r\nhost: ${new URL(address).host}\r\n${ofBody}\r\n${body ?? ''}`)
}

const CONNECTIONS = 16

/**
 * Sends requests on every connection, each as soon as the last answer is complete.
 * @throws {Error} if an answer has another status, or no length
 */
export async function load(address: string, requests: Requests, seconds: number): Promise<Load> {
  const waits: number[] = []
  const start = performance.now()
  const end = start + seconds * 1000
  await Promise.all(Array.from({ length: CONNECTIONS }, () => oneByOne(address, requests, end, waits)))
  return { perSecond: (1000 * waits.length) / (performance.now() - start), p99: at(waits, 0.99) }
}

async function oneByOne(address: string, requests: Requests, end: number, waits: number[]): Promise<void> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  const parts = socket.iterator() as AsyncIterator<Buffer>
  try {
    for (let request = requests.next(); request && performance.now() < end; request = requests.next()) {
      const sentAt = performance.now()
      socket.write(request)
      const answer = await wholeAnswer(parts, requests)
      waits.push(performance.now() - sentAt)
      requests.answered?.(answer)
    }
  } finally {
    socket.destroy()
  }
}

/** The head of an answer, with its body if somebody reads it. */
async function wholeAnswer(parts: AsyncIterator<Buffer>, { status, answered }: Requests): Promise<Buffer> {
  let answer = Buffer.alloc(0)
  let stop = -1
  const more = async () => {
    const { value, done } = await parts.next()
    if (done) throw new Error('The server closed a connection.')
    return value
  }
  while (stop === -1) {
    answer = Buffer.concat([answer, await more()])
    stop = answer.indexOf('\r\n\r\n')
  }
  const head = answer.toString('latin1', 0, stop)
  if (!head.startsWith(`HTTP/1.1 ${status} `))
    throw new Error(`Answered: ${answer.toString('utf8', 0, 2000)}`)
  const length = /^content-length: (\d+)/im.exec(head)
  if (!length && status !== 304) throw new Error(`An answer had no length: ${head}`)
  for (let left = Number(length?.[1] ?? 0) - (answer.length - stop - 4); left > 0;) {
    const part = await more()
    left -= part.length
    if (answered) answer = Buffer.concat([answer, part])
  }
  return answer
}
