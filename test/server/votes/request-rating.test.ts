/** When the job that follows a vote is due, whatever the server's clock says: workers go by the database's. */
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { requestRating } from '../../../server/votes/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

const HOURS = 3_600_000

let app: TestApp

beforeAll(async () => {
  app = await createTestApp()
})
afterAll(() => app.close())
beforeEach(() => app.database.pool.query('delete from graphile_worker._private_jobs'))

const request = (now: Date, publishEvery = 0, by?: 'people' | 'judges') =>
  app.deps.db.transaction().execute((trx) => requestRating(trx, 1, now, publishEvery, by))

/** Of each job that waits, whether it is due within so many seconds, by the database's clock. */
async function areDueWithin(seconds: number): Promise<boolean[]> {
  const { rows } = await app.database.pool.query(
    "select run_at <= now() + $1 * interval '1 second' as due from graphile_worker.jobs order by key",
    [seconds],
  )
  return rows.map(({ due }) => due)
}

test.each([
  ['ahead', 2],
  ['behind', -2],
])('a clock that is two hours %s changes nothing', async (_, hours) => {
  const wrong = new Date(Date.now() + hours * HOURS)
  await request(wrong)
  await request(wrong, 0, 'judges')
  expect(await areDueWithin(2)).toEqual([true, true])
  expect((await areDueWithin(-60)).includes(true)).toBe(false)
})

test('a vote moves a job forward that a clock jump had delayed', async () => {
  await request(new Date())
  await app.database.pool.query(
    `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + interval '2 hours') from graphile_worker.jobs`,
  )
  expect(await areDueWithin(60)).toEqual([false])
  await request(new Date())
  expect(await areDueWithin(0)).toEqual([true])
})

test('a vote does not delay a job that waits for the publication', async () => {
  const beforePublication = new Date('2024-05-01T12:09:00Z')
  await request(beforePublication, 600)
  await request(new Date('2024-05-01T12:09:30Z'), 600)
  expect(await areDueWithin(70.25)).toEqual([true])
  expect(await areDueWithin(-1)).toEqual([false])
})
