/** Imported votes wait for the next publication like any vote, whatever their time and importer. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { rateArena } from '../../../server/ratings/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const [first, second] = NAMES as [string, string]
const castAt = new Date('2020-01-01T00:00:00Z')
const votes = (count: number) =>
  Array.from({ length: count }, () => voteOf(first, second, 'left', { castAt, source: 'simulated' }))

let app: TestApp
beforeAll(async () => {
  app = await createTestApp({ publishEvery: 600, clock: '2024-05-01T12:00:00.000Z' })
  await importInto(app.deps, arenaOf('past', { votes: votes(2) }))
  await app.publish()
  // as a command in a shell that knows nothing of the period
  await importInto(
    { ...app.deps, settings: { ...app.deps.settings, publishEvery: 0 } },
    arenaOf('past', { votes: votes(3) }),
  )
  await app.database.pool.query('delete from graphile_worker._private_jobs')
  await rateArena(app.deps, 1)
})
afterAll(() => app?.close())

const json = async (path: string) => (await (await app.request(path)).json()) as Record<string, unknown>
const board = (query = '') => json(`/api/arenas/past/leaderboard${query}`)

it('until the next publication board, dates, list and detail stay as at the last one', async () => {
  expect(await board()).toMatchObject({ votes: 2, view: { source: 'simulated' } })
  expect(await board('?from=2019-01-01')).toMatchObject({ votes: 2 })
  expect(await json('/api/arenas')).toMatchObject({
    arenas: [{ arena: 'past', votes: 0, simulatedVotes: 2 }],
  })
  expect(await json('/api/arenas/past')).toMatchObject({ sources: [{ source: 'simulated', votes: 2 }] })
})

it('a vote that is not published yet changes no board', async () => {
  const visitor = new Visitor(app)
  await visitor.vote(await visitor.battle('past'), 'left')
  expect(await board()).toMatchObject({ votes: 2, view: { source: 'simulated' } })
})

it('a job that comes too early queues another one, which publishes everything', async () => {
  const { rows } = await app.database.pool.query(
    `select run_at < created_at + interval '605 seconds' as early, run_at > now() + interval '610 seconds' as late
    from graphile_worker.jobs where task_identifier = 'rate-arena'`,
  )
  expect(rows).toEqual([{ early: false, late: false }])
  await app.publish()
  await app.settle()
  expect(await board('?source=humans')).toMatchObject({ votes: 1 })
  expect(await board('?source=simulated')).toMatchObject({ votes: 5 })
})
