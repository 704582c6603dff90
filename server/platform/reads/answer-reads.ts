import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/index.ts'
import { hasTag } from './has-tag.ts'
import { readKey } from './read-key.ts'
import type { Reads, StoredRead } from './reads.ts'

interface Answering {
  reads: Reads
  log: Log
  metrics: Metrics
}

/**
 * Answers a read from memory before the app sees the request. Requests for the same bytes at the same time wait for one
 * of them, so that a new board is read from the database once.
 */
export function answerReads(deps: Answering, listener: RequestListener): RequestListener {
  const { reads } = deps
  return (request, response) => {
    const key = request.method === 'GET' ? keyOf(request, reads.parameters) : null
    if (key === null) return listener(request, response)
    const stored = reads.get(key)
    if (stored) return send(deps, request, response, stored)
    const end = new Promise<void>((resolve) => response.once('close', resolve))
    void reads.waitOrLead(key, end).then((waited) => {
      const now = waited ? reads.get(key) : undefined
      if (now) send(deps, request, response, now)
      else listener(request, response)
    })
  }
}

const keyOf = ({ url = '', headers }: IncomingMessage, parameters: ReadonlySet<string>) =>
  readKey(url, (name) => headers[name] as string | undefined, parameters)

function send(
  { log, metrics }: Answering,
  { headers, method, url = '' }: IncomingMessage,
  response: ServerResponse,
  read: StoredRead,
): void {
  const { route, headers: own, body } = read
  const isKnown = hasTag(headers['if-none-match'], own['etag']!)
  const status = isKnown ? 304 : 200
  const requestId = requestIdIn(headers['x-request-id'])
  const { whole, known } = headsOf(read)
  response.writeHead(status, [...(isKnown ? known : whole), 'x-request-id', requestId])
  response.end(isKnown ? undefined : body)
  metrics.requests.add({ route, method: 'GET', status: isKnown ? '3xx' : '2xx' })
  metrics.requestSeconds.add({ route, method: 'GET' }, 0)
  metrics.readsFromMemory.add({})
  log.info({ requestId, method, path: url.split('?', 1)[0], status, ms: 0 }, 'request')
}

/** Names and values of headers in turn, as Node writes them fastest. */
interface Heads {
  whole: string[]
  /** Of a 304: without the headers about a body. */
  known: string[]
}

const HEADS = new WeakMap<StoredRead, Heads>()
const OF_A_BODY = new Set(['content-type', 'content-encoding'])

function headsOf(read: StoredRead): Heads {
  const there = HEADS.get(read)
  if (there) return there
  const lines = Object.entries(read.headers)
  const heads = {
    whole: [...lines, ['content-length', String(read.body.length)]].flat(),
    known: lines.filter(([name]) => !OF_A_BODY.has(name)).flat(),
  }
  HEADS.set(read, heads)
  return heads
}

/** The id that a client sends with its request, if it is a short plain one; otherwise a new one. */
const requestIdIn = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && /^[\w\-=]{1,255}$/.test(sent) ? sent : randomUUID()
