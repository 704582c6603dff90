import { randomUUID } from 'node:crypto'
import type { IncomingMessage, RequestListener, ServerResponse } from 'node:http'
import type { Log } from '../log.ts'
import type { Metrics } from '../metrics/index.ts'
import { hasTag } from './has-tag.ts'
import { OF_A_BODY } from './of-a-body.ts'
import { readKey, requestAgain } from './read-key.ts'
import type { HeaderOf } from './read-key.ts'
import type { Reads, StoredRead } from './reads.ts'

interface Answering {
  reads: Reads
  log: Log
  metrics: Metrics
}

/**
 * Answers a read from memory before the app sees the request. Requests for the same bytes at the same time wait for one
 * of them, so that a new board is read from the database once. While boards come one after another, requests are answered
 * with the board before, and `renew` reads the new one meanwhile.
 * @param renew lets the app answer a request that no client waits for
 */
export function answerReads(
  deps: Answering,
  listener: RequestListener,
  renew: (request: Request) => Promise<unknown>,
): RequestListener {
  const { reads, log } = deps
  const send = sender(deps)
  const answer = (request: IncomingMessage, response: ServerResponse, read: StoredRead): void => {
    const requestId = requestIdIn(request.headers['x-request-id'])
    const status = send(request, response, read, requestId)
    if (!log.isLevelEnabled('info')) return
    const { method, url = '' } = request
    log.info({ requestId, method, path: url.split('?', 1)[0], status, ms: 0 }, 'request')
  }
  return (request, response) => {
    const { method } = request
    const key = method === 'GET' || method === 'HEAD' ? keyOf(request, reads.parameters) : null
    if (key === null) return listener(request, response)
    const stored = reads.get(key)
    if (stored) return answer(request, response, stored)
    const lastOf = () => (wantsNewest(request) ? undefined : reads.getLast(key))
    const last = lastOf()
    if (last) {
      reads.renew(key, async () => renew(requestAgain(request.url!, headersIn(request))))
      return answer(request, response, last)
    }
    // what a HEAD is answered is not stored, so nobody waits for one
    if (method === 'HEAD') return listener(request, response)
    const end = new Promise<void>((resolve) => response.once('close', resolve))
    void reads.waitOrLead(key, end).then((waited) => {
      const now = waited ? (reads.get(key) ?? lastOf()) : undefined
      if (now) answer(request, response, now)
      else listener(request, response)
    })
  }
}

const keyOf = ({ url = '', headers }: IncomingMessage, parameters: ReadonlySet<string>) =>
  readKey(url, headersIn({ headers }), parameters)

const headersIn =
  ({ headers }: Pick<IncomingMessage, 'headers'>): HeaderOf =>
  (name) =>
    headers[name] as string | undefined

/** A reload, and the requests of a page that has seen a newer board, say so. */
const wantsNewest = ({ headers }: IncomingMessage): boolean => headers['cache-control'] !== undefined

/** What is made of a stored response once: its headers as Node writes them fastest, and the functions that count it. */
interface Ready {
  etag: string
  /** Names and values in turn. */
  whole: string[]
  /** Of a 304: without the headers about a body. */
  known: string[]
  /** By method and status, each from its first use. */
  counts: Record<Method, Partial<Record<200 | 304, () => void>>>
}

type Method = 'GET' | 'HEAD'

/** A function that sends a stored response, counts it and returns its status. */
function sender({ metrics }: Answering) {
  const readies = new WeakMap<StoredRead, Ready>()
  return (request: IncomingMessage, response: ServerResponse, read: StoredRead, id: string): 200 | 304 => {
    let ready = readies.get(read)
    if (!ready) readies.set(read, (ready = readyOf(read)))
    const method = request.method as Method
    const status = hasTag(request.headers['if-none-match'], ready.etag) ? 304 : 200
    response.writeHead(status, [...(status === 304 ? ready.known : ready.whole), 'x-request-id', id])
    response.end(status === 304 ? undefined : read.body)
    const count = (ready.counts[method][status] ??= counter(metrics, read.route, method, status))
    count()
    return status
  }
}

function readyOf({ headers, body }: StoredRead): Ready {
  const lines = Object.entries(headers)
  return {
    etag: headers['etag']!,
    whole: [...lines, ['content-length', String(body.length)]].flat(),
    known: lines.filter(([name]) => !OF_A_BODY.has(name)).flat(),
    counts: { GET: {}, HEAD: {} },
  }
}

function counter(
  { requests, requestSeconds, readsFromMemory }: Metrics,
  route: string,
  method: Method,
  status: 200 | 304,
) {
  const countRequest = requests.adder({ route, method, status: status === 304 ? '3xx' : '2xx' })
  const addSeconds = requestSeconds.adder({ route, method })
  const countRead = readsFromMemory.adder({})
  return () => {
    countRequest()
    addSeconds(0)
    countRead()
  }
}

/** The id that a client sends with its request, if it is a short plain one; otherwise a new one. */
const requestIdIn = (sent: string | string[] | undefined): string =>
  typeof sent === 'string' && /^[\w\-=]{1,255}$/.test(sent) ? sent : randomUUID()
