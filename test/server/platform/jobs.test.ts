import pg from 'pg'
import { expect, test } from 'vitest'
import { addJob, addJobs, startWorker } from '../../../server/platform/jobs/jobs.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { createTestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

test('jobs of the same time run in the order in which they were queued', async () => {
  const app = await createTestApp()
  const { database, deps } = app
  const taken: number[] = []
  const task = 'note'
  const tasks = { [task]: (payload: unknown) => void taken.push((payload as { place: number }).place) }
  try {
    const jobs = Array.from({ length: 60 }, (_, place) => ({
      task,
      payload: { place },
      key: `${task} ${place}`,
    }))
    await addJobs(deps.db, jobs)
    // as rows come to lie elsewhere when workers have had them in hand
    await database.pool.query('update graphile_worker._private_jobs set attempts = 0 where id % 3 = 0')
    const worker = await startWorker(database, tasks, deps.log, { concurrency: 1 })
    await expect.poll(() => taken.length).toBe(60)
    await worker.stop()
    expect(taken).toEqual(jobs.map(({ payload }) => payload.place))
  } finally {
    await app.close()
  }
})

test('a worker that could not report a failed job takes no more jobs, and another one takes its place while its jobs go on', async () => {
  const app = await createTestApp()
  const { database, deps } = app
  const pool = new pg.Pool({
    connectionString: database.connectionString,
    max: 4,
    connectionTimeoutMillis: 200,
  })
  pool.on('error', () => {})
  pool.on('connect', (client) => client.on('error', () => {}))
  const held: pg.PoolClient[] = []
  let finish = () => {}
  let isEnded = false
  const long = new Promise<void>((resolve) => (finish = resolve))
  const done: string[] = []
  const tasks = {
    long: async () => {
      await long
      isEnded = true
    },
    // takes every connection, so that its failure cannot be reported
    fails: async () => {
      if (done.push('failed') > 1) return
      for (;;) held.push(await pool.connect())
    },
    short: () => void done.push('short'),
  }
  const queue = (task: string) =>
    deps.db.transaction().execute((trx) => addJob(trx, { task, payload: {}, key: task }))
  const worker = await startWorker({ pool, connect: database.connect }, tasks, deps.log, { concurrency: 3 })
  try {
    await queue('long')
    await queue('fails')
    await expect.poll(() => app.logged.join('')).toContain('another one begins')
    for (const client of held) client.release()
    await queue('short')
    await expect.poll(() => done).toContain('short')
    expect(isEnded).toBe(false)
  } finally {
    finish()
    await worker.stop()
    await pool.end()
    await app.close()
  }
  expect(isEnded).toBe(true)
})

test('the next job of a queue starts as soon as the one before has ended, without waiting for the next look for jobs', async () => {
  const app = await createTestApp()
  const { database, deps } = app
  const done: number[] = []
  const tasks = { note: (payload: unknown) => void done.push((payload as { place: number }).place) }
  const worker = await startWorker(database, tasks, deps.log, { pollMs: 2 ** 31 - 1 })
  try {
    const jobs = Array.from({ length: 20 }, (_, place) => ({
      task: 'note',
      payload: { place },
      queue: 'one after another',
      key: `note ${place}`,
    }))
    await addJobs(deps.db, jobs)
    await expect.poll(() => done.length).toBe(jobs.length)
    expect(done).toEqual(jobs.map(({ payload }) => payload.place))
  } finally {
    await worker.stop()
    await app.close()
  }
})

test('a job that is requested again at the moment when a worker takes the waiting one runs once more', async () => {
  const app = await createTestApp()
  const { pool } = app.database
  const job = { task: 'note', payload: {}, queue: 'notes', key: 'note' }
  try {
    await addJob(app.deps.db, job)
    // as if a worker took it between the two statements in which graphile-worker replaces a job
    await pool.query(`
      create function take_waiting() returns trigger language plpgsql as $$
      begin
        update graphile_worker._private_jobs set locked_at = now(), locked_by = 'a worker', attempts = 1
        where key = 'note' and not exists (select from graphile_worker._private_jobs where locked_at is not null);
        return null;
      end $$`)
    await pool.query(`create trigger take_waiting after update on graphile_worker._private_jobs
      for each statement when (pg_trigger_depth() = 0) execute function take_waiting()`)
    await addJob(app.deps.db, job)
    const { rows } = await pool.query('select key, locked_by as by from graphile_worker.jobs order by id')
    expect(rows).toEqual([
      { key: null, by: 'a worker' },
      { key: 'note', by: null },
    ])
  } finally {
    await app.close()
  }
})

test('jobs and their lines in the log belong to the request that queued them', async () => {
  const app = await createTestApp()
  try {
    await importInto(app.deps, arenaOf('traced', { prompts: 5 }))
    await app.settle()
    const visitor = new Visitor(app)
    const { battle, ticket } = await visitor.battle('traced')
    app.logged.length = 0
    const response = await app.request(`/api/battles/${battle.id}/vote`, {
      headers: { 'x-request-id': 'of-the-vote' },
      json: { ticket, outcome: 'left' },
    })
    expect(response.status).toBe(201)
    await app.settle()
    const lines = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const task of ['rate-arena', 'find-attacks'])
      expect(lines).toContainEqual(
        expect.objectContaining({ msg: 'job', task, requestId: 'of-the-vote', ms: expect.any(Number) }),
      )
  } finally {
    await app.close()
  }
})

test('a job that fails names its request, and its payload is what was queued', async () => {
  const app = await createTestApp()
  const seen: unknown[] = []
  const task = (payload: unknown) => {
    seen.push(payload)
    throw new Error('not today')
  }
  try {
    await addJob(app.deps.db, { task: 'fail', payload: { place: 1, requestId: 'r-1' }, key: 'fail' })
    const worker = await startWorker(app.database, { fail: task }, app.deps.log)
    await expect.poll(() => app.logged.some((line) => line.includes('"a job failed"'))).toBe(true)
    await worker.stop()
    expect(seen).toEqual([{ place: 1 }])
    expect(app.logged.find((line) => line.includes('"a job failed"'))).toContain('"requestId":"r-1"')
  } finally {
    await app.close()
  }
})
