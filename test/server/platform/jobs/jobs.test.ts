import pg from 'pg'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, it, vi } from 'vitest'
import {
  addJob,
  addJobs,
  countJobs,
  migrateJobs,
  startWorker,
} from '../../../../server/platform/jobs/jobs.ts'
import { openWorkerPresence } from '../../../../server/platform/jobs/worker-presence.ts'
import { type TestApp, createTestApp } from '../../../support/app.ts'
import { NAMES, arenaOf, voteOf } from '../../arena-import.ts'
import { Visitor } from '../../visitor.ts'
import { setTimeout as sleep } from 'node:timers/promises'
import { Thread, TookTooLong } from '../../../../server/platform/jobs/thread.ts'
import { Mutex } from '../../../../server/platform/mutex.ts'

let app: TestApp

describe('jobs', () => {
  beforeEach(async () => {
    app = await createTestApp()
  })
  afterEach(() => app.close())

  test('tables of the queue that are the newest take one query, and its package is not loaded', async () => {
    const { database, deps } = app
    const query = vi.spyOn(pg.Client.prototype, 'query')
    await migrateJobs(database.pool, deps.services.log)
    expect(query.mock.calls.map(([text]) => text)).toEqual([
      'select max(id) as id from graphile_worker.migrations',
    ])
    query.mockRestore()
  })

  test('jobs of the same time run in the order in which they were queued', async () => {
    const { database, deps } = app
    const taken: number[] = []
    const task = 'note'
    const tasks = { [task]: (payload: unknown) => void taken.push((payload as { place: number }).place) }
    const jobs = Array.from({ length: 60 }, (_, place) => ({
      task,
      payload: { place },
      key: `${task} ${place}`,
    }))
    await addJobs(deps.db, jobs)
    // as rows come to lie elsewhere when workers have had them in hand
    await database.pool.query('update graphile_worker._private_jobs set attempts = 0 where id % 3 = 0')
    const worker = await startWorker(database, tasks, deps.services.log, { concurrency: 1 })
    await expect.poll(() => taken.length).toBe(60)
    await worker.stop()
    expect(taken).toEqual(jobs.map(({ payload }) => payload.place))
  })

  test('a worker that could not report a failed job takes no more jobs, and another one takes its place while its jobs go on', async () => {
    const { database, deps } = app
    const pool = new pg.Pool({
      connectionString: database.connectionString,
      max: 4,
      connectionTimeoutMillis: 1000,
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
    const worker = await startWorker({ pool, connect: database.connect }, tasks, deps.services.log, {
      concurrency: 3,
    })
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
    }
    expect(isEnded).toBe(true)
  })

  test('the next job of a queue starts as soon as the one before has ended, without waiting for the next look for jobs', async () => {
    const { database, deps } = app
    const done: number[] = []
    const tasks = { note: (payload: unknown) => void done.push((payload as { place: number }).place) }
    const worker = await startWorker(database, tasks, deps.services.log, { pollMs: 2 ** 31 - 1 })
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
    }
  })

  test('a job that is requested again at the moment when a worker takes the waiting one runs once more', async () => {
    const { pool } = app.database
    const job = { task: 'note', payload: {}, queue: 'notes', key: 'note' }
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
  })

  test('jobs and their lines in the log belong to the request that queued them', async () => {
    await app.import(arenaOf('traced', { prompts: 5 }))
    await app.settle()
    const visitor = new Visitor(app)
    const { battle, ticket } = await visitor.battle('traced')
    app.logged.length = 0
    await app.request(`/api/battles/${battle.id}/vote`, { json: { ticket, outcome: 'left' } })
    const response = await app.request(`/api/battles/${battle.id}/reveal`, {
      headers: { 'x-request-id': 'of-the-vote' },
      json: { ticket },
    })
    expect(response.status).toBe(200)
    await app.settle()
    const lines = app.logged.map((line) => JSON.parse(line) as Record<string, unknown>)
    for (const task of ['rate-arena', 'find-attacks'])
      expect(lines).toContainEqual(
        expect.objectContaining({ msg: 'job', task, requestId: 'of-the-vote', ms: expect.any(Number) }),
      )
  })

  test('a job that fails names its request, and its payload is what was queued', async () => {
    const seen: unknown[] = []
    const task = (payload: unknown) => {
      seen.push(payload)
      throw new Error('not today')
    }
    await addJob(app.deps.db, { task: 'fail', payload: { place: 1, requestId: 'r-1' }, key: 'fail' })
    const worker = await startWorker(app.database, { fail: task }, app.deps.services.log)
    await expect.poll(() => app.logged.some((line) => line.includes('"a job failed"'))).toBe(true)
    await worker.stop()
    expect(seen).toEqual([{ place: 1 }])
    expect(app.logged.find((line) => line.includes('"a job failed"'))).toContain('"requestId":"r-1"')
  })
})

describe('workers that were killed', () => {
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

  /** Which of these workers are marked as alive. */
  const marked = async () => {
    const { rows } = await query(`
      select worker from unnest(array['a', 'b', 'c', 'd']) as worker
      where exists (select from pg_locks where locktype = 'advisory' and granted and classid = 4747
        and objid::bigint = hashtext(worker)::bigint & 4294967295
        and database = (select oid from pg_database where datname = current_database()))
      order by 1`)
    return rows.map(({ worker }: { worker: string }) => worker)
  }

  test('jobs of a running worker stay with it; once it is gone they are released', async () => {
    await app.import(arenaOf('left', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
    const living = await openWorkerPresence(app.database.connect, app.deps.services.log)
    living.markAlive('a')
    await expect.poll(marked).toEqual(['a'])
    await lockAllJobs('a')
    const look = async () => (await openWorkerPresence(app.database.connect, app.deps.services.log)).close()
    await look()
    expect(await lockers()).toEqual(['a'])
    await living.close()
    await look()
    expect(await lockers()).toEqual([])
  })

  test('a connection that was lost is opened once, however long that takes, and marks the worker again', async () => {
    const opened: pg.Client[] = []
    const connect = async () => {
      if (opened.length > 0) await sleep(500)
      const client = await app.database.connect()
      opened.push(client)
      return client
    }
    const living = await openWorkerPresence(connect, app.deps.services.log, 20)
    living.markAlive('a')
    await expect.poll(marked).toEqual(['a'])
    await opened[0].end()
    await expect.poll(marked).toEqual([])
    await expect.poll(marked).toEqual(['a'])
    expect(opened).toHaveLength(2)
    await living.close()
    await expect.poll(marked).toEqual([])
  })

  test('workers that come and go while the connection is opened again are marked as they are then', async () => {
    const opened: pg.Client[] = []
    const again = Promise.withResolvers<void>()
    const connect = async () => {
      if (opened.length > 0) await again.promise
      const client = await app.database.connect()
      opened.push(client)
      return client
    }
    const presence = await openWorkerPresence(connect, app.deps.services.log, 20)
    for (const worker of ['a', 'b', 'c']) presence.markAlive(worker)
    await expect.poll(marked).toEqual(['a', 'b', 'c'])
    await opened[0].end()
    await sleep(50)
    presence.markGone('a')
    presence.markAlive('d')
    again.resolve()
    await expect.poll(marked).toEqual(['b', 'c', 'd'])
    await presence.close()
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
    await (await openWorkerPresence(app.database.connect, app.deps.services.log)).close()
    expect(await countJobs(app.deps.db)).toEqual([{ task: 'rate-arena', state: 'waiting', count: 1 }])
  })

  test('a new worker at once continues the jobs of a killed one', async () => {
    await lockAllJobs('worker-killed')
    await app.settle()
    const { rows } = await query('select count(*)::int as n from snapshots')
    expect(rows[0].n).toBeGreaterThan(0)
  })
})

const FILE = new URL('./answer-about-thread.ts', import.meta.url)
type About = { threadId: number }
const idOf = async (thread: Thread, milliseconds = 0) => (await thread.ask<About>(milliseconds)).threadId

it('stays for the next task', async () => {
  const thread = new Thread(FILE)
  const first = await idOf(thread)
  await sleep(100)
  expect(await idOf(thread)).toBe(first)
  await thread.kill()
})

it('ends once it had no task for a while, and the next task starts another', async () => {
  const thread = new Thread(FILE, { idleMs: 20 })
  const first = await idOf(thread)
  await vi.waitFor(
    async () => {
      await sleep(100)
      expect(await idOf(thread)).not.toBe(first)
    },
    { timeout: 60_000 },
  )
  await thread.kill()
})

it('does not end while a task is under way, however short it may rest', async () => {
  const thread = new Thread(FILE, { idleMs: 20 })
  const [short, long] = await Promise.all([idOf(thread), idOf(thread, 300)])
  expect(long).toBe(short)
  const following = idOf(thread, 200)
  expect(await Promise.all([following, idOf(thread, 300)])).toEqual([short, short])
  await thread.kill()
})

it('fails its task with the reason for which it is ended, and the next task starts another', async () => {
  const thread = new Thread(FILE)
  const first = await idOf(thread)
  const fault = idOf(thread, 10_000).catch((error: Error) => error.message)
  await thread.kill(new Error('too slow'))
  expect(await fault).toBe('too slow')
  expect(await idOf(thread)).not.toBe(first)
  await thread.kill()
})

it('ends a task that takes longer than it may, before its reading or after it, and does the next', async () => {
  const thread = new Thread(FILE)
  const short = { seconds: 0.05, reason: new Error('too slow') }
  const long = { seconds: 60 }
  await expect(thread.askWithin(10_000, short)).rejects.toThrow('too slow')
  await expect(thread.askWithin(-1, long, short)).rejects.toThrow('too slow')
  await expect(thread.askWithin(-1, { seconds: 0.05 })).rejects.toThrow(TookTooLong)
  expect(await thread.askWithin<About>(0, long)).toHaveProperty('threadId')
  await thread.kill()
})

test('a task begins when the one before it has ended, even if that one failed', async () => {
  const mutex = new Mutex()
  const events: string[] = []
  const task = (name: string, gate: Promise<void>) => async () => {
    events.push(`${name} begins`)
    await gate
    events.push(`${name} ends`)
    return name
  }
  const first = Promise.withResolvers<void>()
  const second = Promise.withResolvers<void>()
  const a = mutex.run(task('a', first.promise))
  const b = mutex.run(task('b', second.promise))
  const c = mutex.run(() => {
    throw new Error('c at once')
  })
  const d = mutex.run(() => 'd')
  await new Promise(setImmediate)
  expect(events).toEqual(['a begins'])
  first.resolve()
  expect(await a).toBe('a')
  second.reject(new Error('b fails'))
  await expect(b).rejects.toThrow('b fails')
  await expect(c).rejects.toThrow('c at once')
  expect(await d).toBe('d')
  expect(events).toEqual(['a begins', 'a ends', 'b begins'])
})
