/** A schedule of judge runs, driven by a clock that stands still. */
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../../workshop/model-server/index.ts'
import { advanceSchedules } from '../../../server/schedule/advance-schedules.ts'
import { lockSchedule, selectEntries } from '../../../server/schedule/schedule-entries.ts'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { duplicateArena } from '../../../server/transfer/index.ts'
import { pauseRun } from '../../../server/runs/index.ts'
import { resumeRun } from '../../../server/runs/operate-run.ts'
import type { Schedule, ScheduleState } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { alphabetically, KEYS, modelsThat, start, votesOf } from '../judging/judge-pair/judged-arena.ts'
import { comesTo, occurrencesOf, scheduled, workEnds } from './scheduled-arena.ts'

let app: TestApp
let models: ModelServer
beforeAll(async () => {
  models = await startModelServer({ reply: modelsThat(alphabetically) })
  app = await createTestApp({ clock: '2026-11-20T12:00:00Z', env: KEYS })
  await app.work()
})
afterAll(async () => {
  await app?.close()
  await models?.close()
})

const nightly = (more: object = {}): Schedule => ({
  timezone: 'Europe/Berlin',
  entries: [{ name: 'nightly', does: 'judge', cron: '0 3 * * *', ...more }],
})

/** How many votes of judges stand. */
const votes = async (arena: Parameters<typeof votesOf>[1]) =>
  (await votesOf(app.deps, arena)).reduce((sum, one) => sum + one.votes, 0)

test('judging starts at its time in the time zone, once each night, and one missed night of several is made up', async () => {
  app.clock.set('2026-11-20T12:00:00Z')
  const arena = await scheduled(app.deps, nightly({ votesPerPair: 2 }), {
    slug: 'nights',
    baseUrl: models.openAiUrl,
  })
  await comesTo(app, '2026-11-20T12:00:00Z')
  expect(await occurrencesOf(app.deps, arena)).toEqual([])
  await comesTo(app, '2026-11-21T01:59:59Z')
  expect(await occurrencesOf(app.deps, arena)).toEqual([])
  await comesTo(app, '2026-11-21T02:00:00Z')
  expect(await occurrencesOf(app.deps, arena)).toEqual(['11-21 02:00 nightly: done, 1 runs'])
  expect(await votes(arena)).toBe(6)
  await comesTo(app, '2026-11-21T02:01:00Z')
  await comesTo(app, '2026-11-22T02:05:00Z')
  expect(await occurrencesOf(app.deps, arena)).toHaveLength(2)
  // no server ran in the nights of 23, 24 and 25 November
  await comesTo(app, '2026-11-25T09:12:00Z')
  await comesTo(app, '2026-11-25T09:13:00Z')
  expect(await occurrencesOf(app.deps, arena)).toEqual([
    '11-21 02:00 nightly: done, 1 runs',
    '11-22 02:00 nightly: done, 1 runs',
    '11-25 02:00 nightly: done, 1 runs',
  ])
})

test('two servers start one run', async () => {
  app.clock.set('2026-11-26T12:00:00Z')
  const arena = await scheduled(app.deps, nightly(), { slug: 'two', baseUrl: models.openAiUrl })
  const other = await createTestApp({
    clock: '2026-11-26T12:00:00Z',
    env: KEYS,
    database: app.database,
  })
  try {
    await advanceSchedules(app.deps)
    app.clock.set('2026-11-27T02:00:00Z')
    other.clock.set('2026-11-27T02:00:00Z')
    await Promise.all([app, other, app, other].map(({ deps }) => advanceSchedules(deps)))
    await workEnds(app)
  } finally {
    await other.close()
  }
  expect(await occurrencesOf(app.deps, arena)).toEqual(['11-27 02:00 nightly: done, 1 runs'])
  const runs = await app.deps.db.selectFrom('runs').select('id').where('arena_id', '=', arena.id).execute()
  expect(runs).toHaveLength(1)
})

test('a server that comes while another one starts a run waits for it, and finds the run there', async () => {
  app.clock.set('2026-11-26T12:00:00Z')
  const arena = await scheduled(app.deps, nightly(), { slug: 'locked', baseUrl: models.openAiUrl })
  await advanceSchedules(app.deps)
  app.clock.set('2026-11-27T02:00:00Z')
  const { db } = app.deps
  const started = async () =>
    (await db.selectFrom('runs').select('id').where('arena_id', '=', arena.id).execute()).length
  const both: Promise<void>[] = []
  // the place of a server in the middle of its work
  await db.transaction().execute(async (trx) => {
    await lockSchedule(trx, arena.id)
    both.push(advanceSchedules(app.deps), advanceSchedules(app.deps))
    await expect.poll(() => waitingFor(arena.id)).toBe(2)
    expect(await started()).toBe(0)
    expect(await occurrencesOf(app.deps, arena)).toEqual([])
  })
  await Promise.all(both)
  await workEnds(app)
  expect(await started()).toBe(1)
  expect(await occurrencesOf(app.deps, arena)).toEqual(['11-27 02:00 nightly: done, 1 runs'])
})

/** How many connections wait for the lock of the arena's schedule. */
async function waitingFor(arenaId: number): Promise<number> {
  const { rows } = await sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted and objid = ${arenaId}
      and database = (select oid from pg_database where datname = current_database())`.execute(app.deps.db)
  return rows[0].waiting
}

test('an entry waits while a run of the operator is open, and its next time takes the place of the one that waits', async () => {
  app.clock.set('2026-11-28T12:00:00Z')
  const arena = await scheduled(app.deps, nightly(), { slug: 'waits', baseUrl: models.openAiUrl })
  await comesTo(app, '2026-11-28T12:00:00Z')
  models.become({ reply: modelsThat(alphabetically), latencyMs: 200 })
  await start(app.deps, arena)
  await pauseRun(app.deps, arena)
  await comesTo(app, '2026-11-29T02:00:00Z')
  expect(await occurrencesOf(app.deps, arena)).toEqual(['11-29 02:00 nightly: waiting, 0 runs'])
  await comesTo(app, '2026-11-30T02:00:00Z')
  expect(await occurrencesOf(app.deps, arena)).toEqual([
    '11-29 02:00 nightly: skipped, 0 runs',
    '11-30 02:00 nightly: waiting, 0 runs',
  ])
  await resumeRun(app.deps, arena)
  models.become({ reply: modelsThat(alphabetically) })
  await expect
    .poll(async () => {
      await advanceSchedules(app.deps)
      return (await occurrencesOf(app.deps, arena)).at(-1)
    })
    .toBe('11-30 02:00 nightly: done, 1 runs')
})

const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
const stateIn = async (on: TestApp, slug: string) =>
  (await (await on.request(`/api/admin/arenas/${slug}/schedule`, { headers })).json()) as ScheduleState

test('an operator pauses an entry, also for a server that starts later; times of the pause are not made up', async () => {
  app.clock.set('2026-12-01T12:00:00Z')
  const arena = await scheduled(app.deps, nightly(), { slug: 'pause', baseUrl: models.openAiUrl })
  const change = async (verb: string, entry: string) =>
    app.request(`/api/admin/arenas/pause/schedule/${verb}`, { headers, json: { entry } })
  expect((await change('pause', 'nightly')).status).toBe(200)
  await comesTo(app, '2026-12-02T02:00:00Z')
  await comesTo(app, '2026-12-03T02:00:00Z')
  expect(await occurrencesOf(app.deps, arena)).toEqual([])
  const later = await createTestApp({ clock: '2026-12-03T12:00:00Z', database: app.database })
  try {
    expect(await stateIn(later, 'pause')).toEqual({
      arena: 'pause',
      timezone: 'Europe/Berlin',
      entries: [
        {
          entry: 'nightly',
          does: 'judge',
          cron: '0 3 * * *',
          budgetUsd: null,
          pausedAt: '2026-12-01T12:00:00.000Z',
          next: null,
          last: null,
        },
      ],
      courses: [],
    })
  } finally {
    await later.close()
  }
  app.clock.set('2026-12-03T12:00:00Z')
  const resumed = (await (await change('resume', 'nightly')).json()) as ScheduleState
  expect(resumed.entries).toMatchObject([{ pausedAt: null, next: '2026-12-04T02:00:00.000Z' }])
  await comesTo(app, '2026-12-03T12:01:00Z')
  expect(await occurrencesOf(app.deps, arena)).toEqual([])
  await comesTo(app, '2026-12-04T02:00:00Z')
  expect((await stateIn(app, 'pause')).entries).toMatchObject([
    { last: { state: 'done', dueAt: '2026-12-04T02:00:00.000Z', judged: 12 } },
  ])
  const unknown = await change('pause', 'weekly')
  expect([unknown.status, ((await unknown.json()) as { detail: string }).detail]).toEqual([
    400,
    'The schedule has no entry "weekly"; there is "nightly".',
  ])
  const log = await app.request('/api/admin/arenas/pause/audit', { headers })
  expect(await log.json()).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({ act: 'schedule_paused', details: { entry: 'nightly' } }),
      expect.objectContaining({ act: 'schedule_resumed', details: { entry: 'nightly' } }),
      expect.objectContaining({ act: 'judging_started', actor: 'server' }),
    ]),
  })
})

test('the schedule of a duplicate is paused', async () => {
  const arena = await scheduled(app.deps, nightly(), { slug: 'model', baseUrl: models.openAiUrl })
  await duplicateArena(app.deps, arena, { as: 'copy' })
  const { id } = await arenaNamed(app.deps.db, 'copy')
  expect(await selectEntries(app.deps.db, id)).toMatchObject([{ paused_at: app.clock.now() }])
})
