import { Registry } from './metrics-registry.ts'
import { measureThreads } from '../jobs/thread.ts'
import { monitorEventLoopDelay } from 'node:perf_hooks'
import { VERSION } from '../config/installation.ts'
import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { Env } from './http.ts'
import { countOnce } from '../postgres/outages.ts'

/** The pattern of the route that answered, as a label. */
export function routeOf(c: Context): string {
  const pattern = routePath(c)
  return pattern.endsWith('*') && pattern !== '/assets/*' ? 'other' : pattern
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts each request under the pattern of its route; requests without a route count as `other`. */
export const countRequests = ({ requests, requestSeconds }: Metrics) =>
  createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    await next()
    const route = routeOf(c)
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    const status = `${Math.floor(c.res.status / 100)}xx`
    countOnce(c.req.raw, () => {
      requests.add({ route, method, status })
      requestSeconds.add({ route, method }, (performance.now() - start) / 1000)
    })
  })

/** Seconds, from a cached row to the first bytes of a stream on a slow line. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Seconds, from a demo's board to one of millions of votes with its rounds. */
const BOARD_SECONDS = [0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 120]
/** Seconds, up to the longest that a provider may take. */
const CALL_SECONDS = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 180, 300]

type Purpose = 'answer' | 'judgement' | 'check'

/** The metrics of this process. No label names an arena, contestant, voter, provider or model. */
export type Metrics = ReturnType<typeof openMetrics>

/** Metrics at 0. Each process has its own, and so has each app of a test. */
export function openMetrics() {
  const registry = new Registry()
  readProcess(registry)
  return {
    registry,
    requests: registry.counter<{ route: string; method: string; status: string }>(
      'deadheat_http_requests_total',
      'Requests answered, by `route` pattern, `method` and class of `status`. Unknown routes are `other`.',
    ),
    requestSeconds: registry.durations<{ route: string; method: string }>(
      'deadheat_http_request_duration_seconds',
      'Seconds until an answer began. What a stream sends later is not included.',
      REQUEST_SECONDS,
    ),
    readsFromMemory: registry.counter(
      'deadheat_reads_from_memory_total',
      'Reads of boards, their pages and pictures that were answered from memory, without the database.',
      [{}],
    ),
    pagesDrawn: registry.counter(
      'deadheat_pages_drawn_total',
      'Pages of boards that were drawn. Equal pages are drawn once and then come from the cache.',
      [{}],
    ),
    streams: registry.level<{ stream: 'leaderboard' | 'judging' | 'live' }>(
      'deadheat_streams_open',
      'Open Server-Sent Events streams: boards, judging, and answers to visitors.',
      [{ stream: 'leaderboard' }, { stream: 'judging' }, { stream: 'live' }],
    ),
    battles: registry.counter<{ origin: 'page' | 'calibration' | 'live' }>(
      'deadheat_battles_issued_total',
      'Battles shown, on the voting page or for labelling.',
      [{ origin: 'page' }, { origin: 'calibration' }, { origin: 'live' }],
    ),
    votes: registry.counter<{ source: 'human' | 'judge' | 'live' }>(
      'deadheat_votes_total',
      'Votes recorded here, by `source`. Imported votes are not included.',
      [{ source: 'human' }, { source: 'judge' }, { source: 'live' }],
    ),
    votesRefused: registry.counter<{ code: string }>(
      'deadheat_votes_refused_total',
      'Votes refused, by the `code` of the problem.',
      ['battle_expired', 'battle_already_decided', 'ticket_invalid', 'proof_missing', 'proof_invalid'].map(
        (code) => ({ code }),
      ),
    ),
    puzzles: registry.counter<{ state: 'sent' | 'solved' }>(
      'deadheat_puzzles_total',
      'Puzzles for proof of work, `sent` with battles or `solved` with votes.',
      [{ state: 'sent' }, { state: 'solved' }],
    ),
    votesTakenBack: registry.counter('deadheat_votes_taken_back_total', 'Votes that their voters undid.', [
      {},
    ]),
    calls: registry.counter<{ purpose: Purpose; outcome: string }>(
      'deadheat_calls_total',
      'Finished calls to models, by `purpose` and `outcome`: `ok`, or the first word of the cause.',
      (['answer', 'judgement', 'check'] as const).map((purpose) => ({ purpose, outcome: 'ok' })),
    ),
    callSeconds: registry.durations<{ purpose: Purpose }>(
      'deadheat_call_duration_seconds',
      'Seconds until a reply was complete.',
      CALL_SECONDS,
    ),
    callTokens: registry.counter<{ kind: 'input' | 'cached_input' | 'output' }>(
      'deadheat_call_tokens_total',
      'Tokens as providers counted them. `cached_input` is the part of `input` that came from a cache.',
      [{ kind: 'input' }, { kind: 'cached_input' }, { kind: 'output' }],
    ),
    callUsd: registry.counter(
      'deadheat_call_cost_usd_total',
      'Cost of calls in US dollars by the price list. If a call has no known cost, its reserved amount counts.',
      [{}],
    ),
    judgements: registry.counter<{ outcome: 'done' | 'failed' }>(
      'deadheat_judgements_total',
      'Judgements that ended, `done` or `failed`.',
      [{ outcome: 'done' }, { outcome: 'failed' }],
    ),
    boardSeconds: registry.durations(
      'deadheat_board_duration_seconds',
      'Seconds to compute and store a board.',
      BOARD_SECONDS,
    ),
  }
}

const LAG_RESOLUTION_MS = 20

/** Memory, CPU and event loop of the process, under the names that dashboards for Node expect. */
function readProcess(registry: Registry): void {
  const one = (name: string, help: string, look: () => number, type?: 'counter') =>
    registry.read(name, help, () => [{ value: look() }], type)

  registry.read('deadheat_info', 'Version of Deadheat and of Node.', () => [
    { labels: { version: VERSION, node: process.versions.node }, value: 1 },
  ])
  one('process_start_time_seconds', 'Start time in seconds since 1970.', () => performance.timeOrigin / 1000)
  one('process_uptime_seconds', 'Seconds since the process began.', () => process.uptime())
  one('process_resident_memory_bytes', 'Resident memory of the process.', () => process.memoryUsage.rss())
  one(
    'process_cpu_seconds_total',
    'CPU seconds used, including threads.',
    () => {
      const { user, system } = process.cpuUsage()
      return (user + system) / 1e6
    },
    'counter',
  )
  one('nodejs_heap_size_used_bytes', 'Used part of the heap.', () => process.memoryUsage().heapUsed)
  one('nodejs_heap_size_total_bytes', 'Size of the heap.', () => process.memoryUsage().heapTotal)
  one(
    'nodejs_external_memory_bytes',
    'Memory of buffers beside the heap.',
    () => process.memoryUsage().external,
  )
  readThreads(registry)
  readLag(registry)
}

/** The threads of the process have heaps that the figures of its main thread leave out. */
function readThreads(registry: Registry): void {
  registry.read(
    'deadheat_thread_memory_bytes',
    'Memory of worker threads, by `thread` and `part`: `heap_used`, `heap_total`, and `external` for buffers beside the heap. A thread that is busy for half a second is left out.',
    async () =>
      (await measureThreads()).flatMap(({ thread, ...parts }) =>
        Object.entries(parts).map(([part, value]) => ({ labels: { thread, part }, value })),
      ),
  )
}

/**
 * The delay of the event loop. Measuring starts with the first read, so it costs nothing without a reader. Each read
 * resets it.
 */
function readLag(registry: Registry): void {
  let watched: ReturnType<typeof monitorEventLoopDelay> | undefined
  registry.read(
    'nodejs_eventloop_lag_seconds',
    'Event loop delay since the last scrape; from the second scrape on.',
    () => {
      if (!watched) {
        watched = monitorEventLoopDelay({ resolution: LAG_RESOLUTION_MS })
        watched.enable()
        return []
      }
      if (watched.count === 0) return []
      const late = (ns: number) => Math.max(0, ns / 1e9 - LAG_RESOLUTION_MS / 1000)
      const samples = [
        { labels: { at: 'median' }, value: late(watched.percentile(50)) },
        { labels: { at: 'p99' }, value: late(watched.percentile(99)) },
        { labels: { at: 'max' }, value: late(watched.max) },
      ]
      watched.reset()
      return samples
    },
  )
}

export type { Sample } from './metrics-registry.ts'
