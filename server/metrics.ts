/** `/metrics`: what this process has counted and what the database has to do, as Prometheus reads it. */
import { Hono } from 'hono'
import { countOpenRuns } from './judging/index.ts'
import { metricsOnly } from './platform/admin.ts'
import type { OpenDatabase } from './platform/database.ts'
import type { Deps } from './platform/deps.ts'
import type { Env } from './platform/http.ts'
import { countJobs } from './platform/jobs.ts'
import type { Metrics } from './platform/metrics/index.ts'

const FORMAT = 'text/plain; version=0.0.4; charset=utf-8'

export const metricsRoutes = (deps: Deps) =>
  new Hono<Env>().get('/metrics', metricsOnly(deps), async (c) => {
    c.header('cache-control', 'no-store')
    return c.body(await deps.metrics.registry.expose(), 200, { 'content-type': FORMAT })
  })

/** Figures that are looked up at each scrape: this process's connections, and what all processes have to do together. */
export function readWork({ registry }: Metrics, { db, pool }: Pick<OpenDatabase, 'db' | 'pool'>): void {
  // read before the looks below take connections themselves
  registry.read('deadheat_database_connections', 'Connections of the pool that serves requests.', () => [
    { labels: { state: 'in_use' }, value: pool.totalCount - pool.idleCount },
    { labels: { state: 'idle' }, value: pool.idleCount },
  ])
  registry.read('deadheat_database_waiting', 'Who waits for a connection of that pool.', () => [
    { value: pool.waitingCount },
  ])
  registry.read('deadheat_database_up', 'Whether the database answers.', async () => [
    {
      value: await pool.query('select 1').then(
        () => 1,
        () => 0,
      ),
    },
  ])
  registry.read('deadheat_jobs', 'Background jobs by task and state; of all processes together.', async () =>
    (await countJobs(db)).map(({ task, state, count }) => ({ labels: { task, state }, value: count })),
  )
  registry.read('deadheat_runs', 'Open runs of judging by status; of all processes together.', async () => {
    const { running, paused } = await countOpenRuns(db)
    return [
      { labels: { status: 'running' }, value: running },
      { labels: { status: 'paused' }, value: paused },
    ]
  })
  registry.read(
    'deadheat_judgements_planned',
    'Judgements that running runs still have to make; of all processes together.',
    async () => [{ value: (await countOpenRuns(db)).planned }],
  )
}
