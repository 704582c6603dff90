import type { RunStatus } from '../../../shared/contracts/index.ts'
import type { Run } from '../../../server/runs/tables.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { applyRunEvent } from '../../../server/runs/change-status.ts'
import { lockRuns, selectLatestRun } from '../../../server/runs/index.ts'
import { type RunEvent, RUN_STATUSES, RUN_TRANSITIONS } from '../../../server/runs/run-machine.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'

let app: TestApp
let arenaId: number

beforeAll(async () => {
  app = await createTestApp()
  const { rows } = await sql<{ id: number }>`
    insert into arenas (slug, title, description, visibility, criteria, created_at)
    values ('racing', 'Racing', '', 'public', array['overall'], now()) returning id`.execute(app.deps.db)
  arenaId = rows[0].id
})
afterAll(() => app?.close())

/** A run of the arena with this status, after any others were taken away. */
async function runThatIs(status: RunStatus): Promise<Run> {
  const { db } = app.deps
  await sql`delete from runs where arena_id = ${arenaId}`.execute(db)
  await sql`delete from graphile_worker._private_jobs`.execute(db)
  await sql`
    insert into runs (arena_id, kind, status, plan, started_at, ended_at)
    values (${arenaId}, 'judge', ${status}, '{"plan": {}, "seed": 1}', now(), null)`.execute(db)
  return (await selectLatestRun(db, arenaId))!
}

const apply = (run: Run, event: RunEvent) =>
  app.deps.db.transaction().execute(async (trx) => {
    await lockRuns(trx, arenaId)
    return applyRunEvent(app.deps, trx, run, event)
  })

async function audited(): Promise<string[]> {
  const { rows } = await sql<{ act: string }>`
    select act from audit_entries where arena_id = ${arenaId} order by id`.execute(app.deps.db)
  return rows.map(({ act }) => act)
}

async function queued(): Promise<string[]> {
  const { rows } = await sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs order by 1`.execute(app.deps.db)
  return rows.map(({ task }) => task)
}

const events = [...new Set(Object.values(RUN_TRANSITIONS).flatMap((to) => Object.keys(to)))] as RunEvent[]

test.each(RUN_STATUSES)(
  'the database takes every event of a run that is %s, and no other',
  async (status) => {
    for (const event of events) {
      const to = RUN_TRANSITIONS[status][event]
      const after = await apply(await runThatIs(status), event)
      const stored = (await selectLatestRun(app.deps.db, arenaId))!
      expect([event, after?.status ?? null, stored.status]).toEqual([event, to ?? null, to ?? status])
      expect(await queued()).toEqual(to === 'running' ? ['advance-run'] : to ? ['rate-arena'] : [])
      if (to) expect(stored.ended_at !== null).toBe(to !== 'running' && to !== 'paused')
    }
  },
)

test('one of two simultaneous events wins, and only its changes are recorded', async () => {
  for (const [one, other] of [
    ['pause', 'cancel'],
    ['finish', 'pause'],
    ['exhaust', 'cancel'],
    ['finish', 'block'],
  ] as const) {
    const run = await runThatIs('running')
    const before = (await audited()).length
    const outcomes = await Promise.all([apply(run, one), apply(run, other)])
    const won = outcomes.filter((outcome) => outcome !== null)
    expect(won).toHaveLength(1)
    expect((await selectLatestRun(app.deps.db, arenaId))!.status).toBe(won[0].status)
    const acts: Partial<Record<RunEvent, string>> = { pause: 'judging_paused', cancel: 'judging_cancelled' }
    const act = acts[outcomes[0] ? one : other]
    expect((await audited()).slice(before)).toEqual(act ? [act] : [])
  }
})
