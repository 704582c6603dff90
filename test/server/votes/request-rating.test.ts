/** When the job that follows a vote is due. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { runWaitingJobs } from '../../../server/platform/jobs/jobs.ts'
import { RATE_TASK, requestRating } from '../../../server/votes/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.database.pool.query('delete from graphile_worker._private_jobs'))

const request = (publishEvery = 0, by?: 'people' | 'judges') =>
  app.deps.db.transaction().execute((trx) => requestRating(trx, 1, publishEvery, by))

/** Of each job that waits, whether it is due within so many seconds, by the database's clock. */
async function areDueWithin(seconds: number): Promise<boolean[]> {
  const { rows } = await app.database.pool.query(
    "select run_at <= now() + $1 * interval '1 second' as due from graphile_worker.jobs order by key",
    [seconds],
  )
  return rows.map(({ due }) => due)
}

test('a vote is rated at once, a judgement after two seconds', async () => {
  await request()
  await request(0, 'judges')
  expect(await areDueWithin(2)).toEqual([true, true])
  expect((await areDueWithin(-60)).includes(true)).toBe(false)
})

test('a vote moves a job forward that a clock jump had delayed', async () => {
  await request()
  await app.database.pool.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + interval '2 hours') from graphile_worker.jobs`,
  )
  expect(await areDueWithin(60)).toEqual([false])
  await request()
  expect(await areDueWithin(0)).toEqual([true])
})

test('a publication makes a job due that waits for it, and a vote does not delay it', async () => {
  await request(600)
  await request(900)
  expect([await areDueWithin(600), await areDueWithin(610)]).toEqual([[false], [true]])
  await runWaitingJobs(app.deps.db, RATE_TASK)
  await request(600)
  expect(await areDueWithin(0)).toEqual([true])
})
