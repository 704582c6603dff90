import { afterAll, beforeAll, expect, test } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { addJob, countJobs, openWorkerPresence } from '../../../server/platform/jobs/jobs.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app?.close())

const query = (text: string, values: unknown[] = []) => app.database.pool.query(text, values)

/** As a worker leaves its jobs that is killed in the middle of them. */
async function lockAllJobs(worker: string): Promise<void> {
  await query('update graphile_worker._private_jobs set locked_at = now(), locked_by = $1', [worker])
  await query('update graphile_worker._private_job_queues set locked_at = now(), locked_by = $1', [worker])
}

const lockers = async () => {
  const { rows } = await query(
    'select distinct locked_by from graphile_worker._private_jobs where locked_by is not null',
  )
  return rows.map((row) => row.locked_by)
}

const locksHeld = async () => {
  const { rows } = await query(
    `select count(*)::int as n from pg_locks where locktype = 'advisory' and classid = 4747 and database = (select oid from pg_database where datname = current_database())`,
  )
  return rows[0].n
}

test('jobs of a running worker stay with it; once it is gone they are released', async () => {
  await importInto(app.deps, arenaOf('left', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
  const living = await openWorkerPresence(app.database.connect, app.deps.log)
  living.enter('worker-one')
  await expect.poll(locksHeld).toBe(1)
  await lockAllJobs('worker-one')
  const look = async () => (await openWorkerPresence(app.database.connect, app.deps.log)).close()
  await look()
  expect(await lockers()).toEqual(['worker-one'])
  await living.close()
  await look()
  expect(await lockers()).toEqual([])
})

test('a job that was requested again before its worker was killed is done once, and none counts as failed', async () => {
  await query('delete from graphile_worker._private_jobs')
  const job = { task: 'rate-arena', payload: { arenaId: 1 }, queue: 'arena-1', key: 'rate-arena-1' }
  await addJob(app.deps.db, job)
  await lockAllJobs('worker-killed')
  await addJob(app.deps.db, job)
  expect(await countJobs(app.deps.db)).toMatchObject([
    { state: 'running', count: 1 },
    { state: 'waiting', count: 1 },
  ])
  await (await openWorkerPresence(app.database.connect, app.deps.log)).close()
  expect(await countJobs(app.deps.db)).toEqual([{ task: 'rate-arena', state: 'waiting', count: 1 }])
})

test('a new worker at once continues the jobs of a killed one', async () => {
  await lockAllJobs('worker-killed')
  await app.settle()
  const { rows } = await query('select count(*)::int as n from snapshots')
  expect(rows[0].n).toBeGreaterThan(0)
})
