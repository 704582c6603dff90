import { expect, test } from 'vitest'
import { addJobs, startWorker } from '../../../server/platform/jobs.ts'
import { createTestApp } from '../../support/app.ts'

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
