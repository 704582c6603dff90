import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { VERSION } from '../config/installation.ts'
import { createMiddleware } from 'hono/factory'
import type { Context } from 'hono'
import { routePath } from 'hono/route'
import type { Env } from './http.ts'

/** The pattern of the route that answered, as a label. */
export function routeLabel(c: Context<Env>): string {
  const pattern = c.get('route') ?? routePath(c)
  return pattern.endsWith('*') && pattern !== '/assets/*' ? 'other' : pattern
}

const METHODS = new Set(['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS'])

/** Counts each request under the pattern of its route; requests without a route count as `other`. */
export const countRequests = ({ requests, requestSeconds }: Metrics) =>
  createMiddleware<Env>(async (c, next) => {
    const start = performance.now()
    await next()
    const route = routeLabel(c)
    const method = METHODS.has(c.req.method) ? c.req.method : 'other'
    const status = `${Math.floor(c.res.status / 100)}xx`
    requests.inc({ route, method, status })
    requestSeconds.observe({ route, method }, (performance.now() - start) / 1000)
  })

/** Seconds, from a cached row to the first bytes of a stream on a slow line. */
const REQUEST_SECONDS = [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 10]
/** Seconds, from a demo's board to one of millions of votes with its rounds. */
const BOARD_SECONDS = [0.01, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30, 120]
/** Seconds, up to the longest that a provider may take. */
const CALL_SECONDS = [0.25, 0.5, 1, 2, 5, 10, 30, 60, 180, 300]

/** The metrics of this process. No label names an arena, contestant, voter, provider or model. */
export type Metrics = ReturnType<typeof openMetrics>

/** Metrics at 0. Each process has its own, and so has each app of a test. */
export function openMetrics() {
  const registry = new Registry()
  const registers = [registry]
  /** @param initial sets of labels that start at 0, so that their first increase is visible */
  const counter = <Label extends string>(
    name: string,
    help: string,
    labelNames: readonly Label[] = [],
    initial: readonly Record<Label, string>[] = [],
  ) => {
    const metric = new Counter({ name, help, labelNames, registers })
    for (const labels of initial) metric.inc(labels, 0)
    return metric
  }
  const durations = <Label extends string>(
    name: string,
    help: string,
    buckets: number[],
    labelNames: readonly Label[] = [],
  ) => new Histogram({ name, help, buckets, labelNames, registers })
  const streams = new Gauge({
    name: 'deadheat_streams_open',
    help: 'Open Server-Sent Events streams: boards, judging, and answers to visitors.',
    labelNames: ['stream'],
    registers,
  })
  for (const stream of ['leaderboard', 'judging', 'live']) streams.set({ stream }, 0)
  collectMetric(registry, {
    name: 'deadheat_info',
    help: 'Version of Deadheat and of Node.',
    labelNames: ['version', 'node'],
    collect: () => [{ labels: { version: VERSION, node: process.versions.node }, value: 1 }],
  })
  return {
    registry,
    streams,
    requests: counter(
      'deadheat_http_requests_total',
      'Requests answered, by `route` pattern, `method` and class of `status`. Unknown routes are `other`.',
      ['route', 'method', 'status'],
    ),
    requestSeconds: durations(
      'deadheat_http_request_duration_seconds',
      'Seconds until an answer began. What a stream sends later is not included.',
      REQUEST_SECONDS,
      ['route', 'method'],
    ),
    readsFromMemory: counter(
      'deadheat_reads_from_memory_total',
      'Reads of boards, their pages and pictures that were answered from memory, without the database.',
    ),
    pagesDrawn: counter(
      'deadheat_pages_drawn_total',
      'Pages of boards that were drawn. Equal pages are drawn once and then come from the cache.',
    ),
    battles: counter(
      'deadheat_battles_issued_total',
      'Battles shown, on the voting page or for labelling.',
      ['origin'],
      [{ origin: 'page' }, { origin: 'calibration' }, { origin: 'live' }],
    ),
    votes: counter(
      'deadheat_votes_total',
      'Votes recorded here, by `source`. Imported votes are not included.',
      ['source'],
      [{ source: 'human' }, { source: 'judge' }, { source: 'live' }],
    ),
    votesRefused: counter(
      'deadheat_votes_refused_total',
      'Votes refused, by the `code` of the problem.',
      ['code'],
      ['battle_expired', 'battle_already_decided', 'ticket_invalid', 'proof_missing', 'proof_invalid'].map(
        (code) => ({ code }),
      ),
    ),
    calls: counter(
      'deadheat_calls_total',
      'Finished calls to models, by `purpose` and `outcome`: `ok`, or the first word of the cause.',
      ['purpose', 'outcome'],
      ['answer', 'judgement', 'check'].map((purpose) => ({ purpose, outcome: 'ok' })),
    ),
    callSeconds: durations(
      'deadheat_call_duration_seconds',
      'Seconds until a reply was complete.',
      CALL_SECONDS,
      ['purpose'],
    ),
    callUsd: counter(
      'deadheat_call_cost_usd_total',
      'Cost of calls in US dollars by the price list. If a call has no known cost, its reserved amount counts.',
    ),
    judgements: counter(
      'deadheat_judgements_total',
      'Judgements that ended, `done` or `failed`.',
      ['outcome'],
      [{ outcome: 'done' }, { outcome: 'failed' }],
    ),
    boardSeconds: durations(
      'deadheat_board_duration_seconds',
      'Seconds to compute and store a board.',
      BOARD_SECONDS,
    ),
  }
}

/** One line of `/metrics`. */
export interface Sample {
  labels?: Record<string, string>
  value: number
}

/** A metric that is read at each scrape. */
export interface CollectedMetric {
  name: string
  help: string
  labelNames?: string[]
  type?: 'gauge' | 'counter'
  collect: () => readonly Sample[] | Promise<readonly Sample[]>
}

/** Registers a metric that is read at each scrape. If reading fails, it has no sample. */
export function collectMetric(
  registry: Registry,
  { name, help, labelNames = [], type = 'gauge', collect }: CollectedMetric,
): void {
  const Type = type === 'gauge' ? Gauge : Counter
  new Type({
    name,
    help,
    labelNames,
    registers: [registry],
    async collect(this: Gauge | Counter) {
      // a rejection would leave the other metrics without an answer
      const samples = await Promise.resolve()
        .then(collect)
        .catch(() => [])
      this.reset()
      // without labels, a reset leaves a 0
      this.remove({})
      for (const { labels = {}, value } of samples) this.inc(labels, value)
    },
  })
}

/** Figures of the process itself, under the names that dashboards for Node expect. The event loop is measured from now on. */
export function measureProcess({ registry }: Metrics): void {
  collectDefaultMetrics({ register: registry })
}
