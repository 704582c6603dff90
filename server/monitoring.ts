/** For monitoring: `/healthz` says that the process is alive, `/readyz` that it can serve visitors. */
import { Hono, type Context } from 'hono'
import { z } from 'zod'
import { anyVotable } from './arenas/index.ts'
import type { Deps } from './platform/deps.ts'
import type { Env } from './platform/http/http.ts'
import { VERSION } from './platform/config/installation.ts'
import { describeRoute, jsonBody, textBody } from './platform/http/route-description.ts'
import { countJudgementsAhead } from './judging/index.ts'
import { metricsOnly } from './platform/http/admin.ts'
import type { OpenDatabase } from './platform/postgres/database.ts'
import { ageJobs, countJobs } from './platform/jobs/jobs.ts'
import { collectMetric, type Metrics, type CollectedMetric } from './platform/http/metrics.ts'
import { countOpenRuns } from './runs/index.ts'
import { RATE_TASK } from './votes/index.ts'

const Alive = z.object({ alive: z.literal(true), version: z.string() })
const Readiness = z.object({
  ready: z.literal(true),
  /** Whether an arena has two different answers to one prompt. */
  votable: z.boolean(),
})

const alive = (c: Context<Env>) => c.json({ alive: true, version: VERSION })

export const healthRoutes = (deps: Deps) =>
  new Hono<Env>()
    .get(
      '/healthz',
      describeRoute({
        summary: 'Whether the process is alive.',
        responses: { 200: jsonBody('It is alive, with its version.', Alive) },
      }),
      alive,
    )
    .get(
      '/readyz',
      describeRoute({
        summary:
          'Whether this server should get requests: the database answers, stores data and has every migration. `votable` says whether an arena can be voted on. Migrations and storing are looked at every five seconds at most.',
        responses: { 200: jsonBody('It should.', Readiness) },
        problems: ['database_unreachable', 'database_not_writable', 'database_outdated'],
      }),
      async (c) => {
        c.header('cache-control', 'no-store')
        await deps.postgres.check()
        return c.json({ ready: true, votable: await anyVotable(deps.db) })
      },
    )

// `/metrics`: the counters of this process and the work waiting in the database, in the format of Prometheus.

export const metricsRoutes = (deps: Deps) =>
  new Hono<Env>().get(
    '/metrics',
    describeRoute({
      summary:
        'The figures of this process in the text format of Prometheus. Send the admin token or the token of DEADHEAT_METRICS_TOKEN.',
      responses: { 200: textBody('The figures.', 'text/plain') },
    }),
    metricsOnly(deps),
    async (c) => {
      const { registry } = deps.services.metrics
      return c.body(await registry.metrics(), 200, { 'content-type': registry.contentType })
    },
  )

type Work = Pick<OpenDatabase, 'db' | 'pool' | 'pools'>

interface WorkFigure extends Omit<CollectedMetric, 'collect'> {
  collect: (work: Work) => ReturnType<CollectedMetric['collect']>
}

const sumOver = (pools: Work['pools'], count: (pool: Work['pool']) => number): number =>
  pools.reduce((sum, pool) => sum + count(pool), 0)

/** Read at each scrape: the connections of this process, and the work of all processes together. */
const WORK_METRICS: WorkFigure[] = [
  {
    // read first, because the queries below take connections too
    name: 'deadheat_database_connections',
    help: 'Connections in the pools that serve requests, voting and exports, by `state`.',
    labelNames: ['state'],
    collect: ({ pools }) => [
      { labels: { state: 'in_use' }, value: sumOver(pools, (pool) => pool.totalCount - pool.idleCount) },
      { labels: { state: 'idle' }, value: sumOver(pools, (pool) => pool.idleCount) },
    ],
  },
  {
    name: 'deadheat_database_waiting',
    help: 'Requests that wait for a connection of these pools.',
    collect: ({ pools }) => [{ value: sumOver(pools, (pool) => pool.waitingCount) }],
  },
  {
    name: 'deadheat_database_up',
    help: '1 if the database answers, else 0.',
    collect: ({ pool }) =>
      pool.query('select 1').then(
        () => [{ value: 1 }],
        () => [{ value: 0 }],
      ),
  },
  {
    name: 'deadheat_jobs',
    help: 'Background jobs of all processes, by `task` and `state`.',
    labelNames: ['task', 'state'],
    collect: async ({ db }) =>
      (await countJobs(db)).map(({ task, state, count }) => ({ labels: { task, state }, value: count })),
  },
  {
    name: 'deadheat_job_age_seconds',
    help: 'Seconds since the oldest background job that is due or running should have begun, by `task`, over all processes. That of `rate-arena` is how far boards are behind their votes.',
    labelNames: ['task'],
    collect: async ({ db }) =>
      Object.entries({
        [RATE_TASK]: 0,
        ...Object.fromEntries((await ageJobs(db)).map(({ task, seconds }) => [task, seconds])),
      }).map(([task, value]) => ({ labels: { task }, value })),
  },
  {
    name: 'deadheat_runs',
    help: 'Open judging runs of all processes, by `status`.',
    labelNames: ['status'],
    collect: async ({ db }) => {
      const { running, paused } = await countOpenRuns(db)
      return [
        { labels: { status: 'running' }, value: running },
        { labels: { status: 'paused' }, value: paused },
      ]
    },
  },
  {
    name: 'deadheat_judgements_planned',
    help: 'Judgements that running runs still have to make, over all processes.',
    collect: async ({ db }) => [{ value: await countJudgementsAhead(db) }],
  },
]

/** Registers the figures that are read from the database and its pool. */
export function readWork({ registry }: Metrics, work: Work): void {
  for (const { collect, ...described } of WORK_METRICS)
    collectMetric(registry, { ...described, collect: () => collect(work) })
}
