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
export function rawRequest(address: string, head: string, body?: string): Buffer {
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

function oneByOne(address: string, requests: Requests, end: number, waits: number[]): Promise<void> {
  const { hostname, port } = new URL(address)
  const socket = connect(Number(port), hostname).setNoDelay(true)
  const sent = new Promise<void>((resolve, reject) => {
    let sentAt = 0
    let parts: Buffer[] = []
    /** Bytes of the answer that are still to come; infinite: its head is not complete. */
    let missing = Infinity
    const send = () => {
      const request = performance.now() < end ? requests.next() : null
      if (!request) return resolve()
      ;[parts, missing, sentAt] = [[], Infinity, performance.now()]
      socket.write(request)
    }
    socket.once('connect', send)
    socket.once('error', reject)
    socket.once('close', () => reject(new Error('The server closed a connection.')))
    socket.on('data', (part) => {
      parts.push(part)
      try {
        missing =
          missing === Infinity ? missingFrom(Buffer.concat(parts), requests.status) : missing - part.length
      } catch (error) {
        return reject(error as Error)
      }
      if (missing > 0) return
      waits.push(performance.now() - sentAt)
      requests.answered?.(Buffer.concat(parts))
      send()
    })
  })
  return sent.finally(() => socket.destroy())
}

/** How many bytes an answer lacks; infinite: its head is not complete. */
function missingFrom(answer: Buffer, status: number): number {
  const stop = answer.indexOf('\r\n\r\n')
  if (stop === -1) return Infinity
  const head = answer.toString('latin1', 0, stop)
  if (!head.startsWith(`HTTP/1.1 ${status} `))
    throw new Error(`Answered: ${answer.toString('utf8', 0, 2000)}`)
  const length = /^content-length: (\d+)/im.exec(head)
  if (!length && status !== 304) throw new Error(`An answer had no length: ${head}`)
  return stop + 4 + Number(length?.[1] ?? 0) - answer.length
}
