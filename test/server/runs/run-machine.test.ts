import { readFile } from 'node:fs/promises'
import { expect, test } from 'vitest'
import { diagramOf } from '../../support/diagram.ts'
import {
  lockRuns,
  RUN_STATUSES,
  RUN_TRANSITIONS,
  selectLatestRun,
  type RunEvent,
} from '../../../server/runs/run-machine.ts'
import type { RunStatus } from '../../../shared/contracts/index.ts'
import { sql } from 'kysely'
import { applyRunEvent } from '../../../server/runs/change-status.ts'
import { callModel, callModels } from '../../../server/runs/call-model.ts'
import { appFor } from '../../support/app.ts'
import type { CompletionRequest } from '../../../server/platform/providers/index.ts'
import { openEndpoints } from '../../../server/calls/index.ts'
import { RunStops } from '../../../server/runs/run-job.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import type { Run } from '../../../server/runs/index.ts'

test('the diagram in the README shows the table of transitions', async () => {
  const readme = await readFile(new URL('../../../server/runs/README.md', import.meta.url), 'utf8')
  const drawn = /```mermaid\n([^]*?)\n```/.exec(readme)?.[1]
  expect(drawn).toBe(diagramOf(RUN_TRANSITIONS, { running: 'start' }))
})

let arenaId: number
const app = appFor({}, async () => {
  const rows = await app.sql<{ id: number }>`
    insert into arenas (slug, title, description, visibility, criteria, created_at)
    values ('racing', 'Racing', '', 'public', array['overall'], now()) returning id`
  arenaId = rows[0].id
})

/** A run of the arena with this status, after any others were taken away. */
async function runThatIs(status: RunStatus): Promise<Run> {
  const { db } = app.deps
  await app.sql`delete from runs where arena_id = ${arenaId}`
  await app.sql`delete from graphile_worker._private_jobs`
  await app.sql`
    insert into runs (arena_id, kind, status, plan, started_at, ended_at)
    values (${arenaId}, 'judge', ${status}, '{"plan": {}, "seed": 1}', now(), null)`
  return (await selectLatestRun(db, arenaId))!
}

const apply = (run: Run, event: RunEvent) =>
  app.deps.db.transaction().execute(async (trx) => {
    await lockRuns(trx, arenaId)
    return applyRunEvent(app.deps, trx, run, event)
  })

async function audited(): Promise<string[]> {
  const rows = await app.sql<{ act: string }>`
    select act from audit_entries where arena_id = ${arenaId} order by id`
  return rows.map(({ act }) => act)
}

async function queued(): Promise<string[]> {
  const rows = await app.sql<{ task: string }>`
    select task_identifier as task from graphile_worker.jobs order by 1`
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

const there = withModels()
const MODEL = 'gpt-4.1-mini-2025-04-14'
const { signal } = new AbortController()

/** A running run whose provider takes one call at a time, with a function that describes its calls. */
async function runWithBudget(slug: string, budgetUsd: number) {
  const { deps } = there.app
  const arena = await there.setUpJudged({ slug, concurrency: 1 })
  const run = await deps.db
    .insertInto('runs')
    .values({
      arena_id: arena.id,
      kind: 'judge',
      status: 'running',
      budget_usd: budgetUsd,
      plan: '{}',
      started_at: deps.clock(),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  const providers = deps.db.selectFrom('providers').selectAll().where('arena_id', '=', arena.id)
  const provider = await providers.executeTakeFirstOrThrow()
  const endpoints = openEndpoints(deps.services.providers, deps.services.log)
  const endpoint = endpoints.acquire(provider)!
  const context = {
    ...deps,
    endpoints,
    stops: new RunStops(deps.db),
    firstWaitMs: 10,
    closing: signal,
    abortSignal: signal,
  }
  const request: CompletionRequest = {
    model: MODEL,
    // at 1.60 USD a million, a call costs at most 0.016 USD
    params: { max_tokens: 10_000 },
    system: 'You are amber.',
    messages: [{ role: 'user', content: 'Who?' }],
  }
  const modelCall = (i: number, read: () => void = () => undefined) => {
    const which = { promptId: (i % 4) + 1, contestantId: Math.floor(i / 4) + 1, turn: 0 }
    const about = { arenaId: arena.id, runId: run.id, inputsSha256: 'a'.repeat(64), ...which }
    const call = { ...about, purpose: 'answer', provider: provider.name, model: MODEL } as const
    const reader = ({ text }: { text: string }) => {
      read()
      return { value: text }
    }
    return { call, request, read: reader }
  }
  const money = async () => {
    const { spent_usd: spent, reserved_usd: reserved } = await deps.db
      .selectFrom('runs')
      .select(['spent_usd', 'reserved_usd'])
      .where('id', '=', run.id)
      .where('arena_id', '=', arena.id)
      .executeTakeFirstOrThrow()
    const calls = await deps.db
      .selectFrom('calls')
      .select(['status', 'cost_usd'])
      .where('arena_id', '=', arena.id)
      .execute()
    return { spent, reserved, calls }
  }
  return { context, endpoint, modelCall, money }
}

test('a call ends in the budget before the provider starts the next one, which needs what is left', async () => {
  const { context, endpoint, modelCall } = await runWithBudget('narrow', 0.025)
  const results = await Promise.all(
    Array.from({ length: 12 }, (_, i) => callModel(context, endpoint, modelCall(i))),
  )
  expect(results.map(({ outcome }) => outcome)).toEqual(results.map(() => 'ok'))
})

test('of calls that are reserved together, none is made if the budget does not cover all', async () => {
  const { context, endpoint, modelCall, money } = await runWithBudget('halved', 0.025)
  const before = there.models.calls.length
  const results = await callModels(context, endpoint, [modelCall(0), modelCall(1)])
  expect(results).toEqual([
    { outcome: 'not_made', mostUsd: expect.closeTo(0.032, 3) },
    { outcome: 'not_made', mostUsd: expect.closeTo(0.032, 3) },
  ])
  expect(there.models.calls.length).toBe(before)
  expect(await money()).toEqual({ spent: 0, reserved: 0, calls: [] })
})

test('if the run stops after the first of two calls, the second is not made and its amount is given back', async () => {
  const { context, endpoint, modelCall, money } = await runWithBudget('stopped', 1)
  await sql`create function pause_run() returns trigger language plpgsql as $$
    begin update runs set status = 'paused' where id = new.run_id; return null; end $$`.execute(context.db)
  await sql`create trigger pause_run after update on calls for each row when (new.status = 'ok')
    execute function pause_run()`.execute(context.db)
  const before = there.models.calls.length
  const results = await callModels(context, endpoint, [modelCall(0), modelCall(1)])
  await sql`drop trigger pause_run on calls`.execute(context.db)
  expect(results.map(({ outcome }) => outcome)).toEqual(['ok', 'not_made'])
  expect(there.models.calls.length).toBe(before + 1)
  const { spent, reserved, calls } = await money()
  expect(calls).toEqual([{ status: 'ok', cost_usd: spent }])
  expect(reserved).toBeCloseTo(0, 12)
})

test('if the process stops while the second call waits, its amount is given back', async () => {
  const { context, endpoint, modelCall, money } = await runWithBudget('closing', 1)
  const closing = new AbortController()
  const first = modelCall(0, () => closing.abort())
  const results = await callModels({ ...context, closing: closing.signal }, endpoint, [first, modelCall(1)])
  expect(results.map(({ outcome }) => outcome)).toEqual(['ok', 'not_made'])
  const { reserved, calls } = await money()
  expect(calls).toMatchObject([{ status: 'ok' }])
  expect(reserved).toBeCloseTo(0, 12)
})
