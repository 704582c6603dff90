/** A schedule of judge runs, driven by a clock that stands still. */
import { beforeAll, expect, test, describe } from 'vitest'
import type { ReceivedCall } from '../../../workshop/model-server/wires.ts'
import { advanceSchedules } from '../../../server/schedule/advance-schedules.ts'
import { lockSchedule } from '../../../server/schedule/schedule-entries.ts'
import type { Arena } from '../../../server/arenas/index.ts'
import { pauseRun, type RunDeps } from '../../../server/runs/index.ts'
import { resumeRun } from '../../../server/runs/operate-run.ts'
import type {
  Schedule,
  ScheduleState,
  ScheduledComparison,
  RecheckResult,
  RotationResult,
  ArenaSettings,
} from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp, AS_ADMIN } from '../../support/app.ts'
import {
  alphabetically,
  KEYS,
  modelsThat,
  start,
  votesOf,
  shownIn,
  setUpJudged,
} from '../judging/judge-pair/judged-arena.ts'
import { findNotices } from '../../../server/notices/find-notices.ts'
import { inEnglish, type CodedMessage } from '../../../shared/messages/index.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { JUDGE_MODEL } from '../judging/judge-pair/models-and-judges.ts'
import { setTimeout as sleep } from 'node:timers/promises'

/** Arenas with a schedule, whose clock stands still until the test moves it. */
type Options = Parameters<typeof setUpJudged>[1]

/** Sets the arena up with these settings, as one arena.yaml would: between two steps a job would forget the schedule. */
const scheduled = (
  deps: RunDeps,
  schedule: Schedule,
  { settings, ...options }: Options & { settings?: ArenaSettings },
): Promise<Arena> => setUpJudged(deps, { answered: true, ...options, settings: { ...settings, schedule } })

/** Moves the clock, follows all schedules, and waits until their runs have ended. */
async function comesTo(app: TestApp, moment: string): Promise<void> {
  app.clock.set(moment)
  await advanceSchedules(app.deps)
  await workEnds(app)
}

/** Follows the schedules until nothing works. What waits for an open run stays. */
async function workEnds({ deps }: TestApp): Promise<void> {
  for (;;) {
    const occurrences = deps.db.selectFrom('schedule_occurrences').select('id')
    const working = await occurrences.where('state', '=', 'working').execute()
    const paused = await deps.db.selectFrom('runs').select('id').where('status', '=', 'paused').execute()
    if (working.length === 0 || paused.length > 0) return
    await sleep(20)
    await advanceSchedules(deps)
  }
}

/** The occurrences of an arena: entry, due, state, and how many runs each had. */
async function occurrencesOf(app: TestApp, { id }: Arena): Promise<string[]> {
  const rows = await app.sql<{ said: string }>`
    select to_char(due_at at time zone 'UTC', 'MM-DD HH24:MI ')
      || format('%s: %s, %s runs', entry, state, cardinality(run_ids)) as said
    from schedule_occurrences where arena_id = ${id} order by due_at, id`
  return rows.map(({ said }) => said)
}

/** The results of an arena's occurrences, in the order of their times. */
async function resultsOf<Result>(app: TestApp, { id }: Arena): Promise<Result[]> {
  const rows = await app.sql<{ result: Result }>`
    select result from schedule_occurrences where arena_id = ${id} order by due_at, id`
  return rows.map(({ result }) => result)
}

const { app, models } = withModels({ clock: '2026-11-20T12:00:00Z' })

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
  expect(await occurrencesOf(app, arena)).toEqual([])
  await comesTo(app, '2026-11-21T01:59:59Z')
  expect(await occurrencesOf(app, arena)).toEqual([])
  await comesTo(app, '2026-11-21T02:00:00Z')
  expect(await occurrencesOf(app, arena)).toEqual(['11-21 02:00 nightly: done, 1 runs'])
  expect(await votes(arena)).toBe(6)
  await comesTo(app, '2026-11-21T02:01:00Z')
  await comesTo(app, '2026-11-22T02:05:00Z')
  expect(await occurrencesOf(app, arena)).toHaveLength(2)
  // no server ran in the nights of 23, 24 and 25 November
  await comesTo(app, '2026-11-25T09:12:00Z')
  await comesTo(app, '2026-11-25T09:13:00Z')
  expect(await occurrencesOf(app, arena)).toEqual([
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
  expect(await occurrencesOf(app, arena)).toEqual(['11-27 02:00 nightly: done, 1 runs'])
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
    expect(await occurrencesOf(app, arena)).toEqual([])
  })
  await Promise.all(both)
  await workEnds(app)
  expect(await started()).toBe(1)
  expect(await occurrencesOf(app, arena)).toEqual(['11-27 02:00 nightly: done, 1 runs'])
})

/** How many connections wait for the lock of the arena's schedule. */
async function waitingFor(arenaId: number): Promise<number> {
  const rows = await app.sql<{ waiting: number }>`
    select count(*)::int as waiting from pg_locks
    where locktype = 'advisory' and not granted and objid = ${arenaId}
      and database = (select oid from pg_database where datname = current_database())`
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
  expect(await occurrencesOf(app, arena)).toEqual(['11-29 02:00 nightly: waiting, 0 runs'])
  await comesTo(app, '2026-11-30T02:00:00Z')
  expect(await occurrencesOf(app, arena)).toEqual([
    '11-29 02:00 nightly: skipped, 0 runs',
    '11-30 02:00 nightly: waiting, 0 runs',
  ])
  await resumeRun(app.deps, arena)
  models.become({ reply: modelsThat(alphabetically) })
  await expect
    .poll(async () => {
      await advanceSchedules(app.deps)
      return (await occurrencesOf(app, arena)).at(-1)
    })
    .toBe('11-30 02:00 nightly: done, 1 runs')
})

const stateIn = async (on: TestApp, slug: string) =>
  (await (
    await on.request(`/api/admin/arenas/${slug}/schedule`, { headers: AS_ADMIN })
  ).json()) as ScheduleState

test('an operator pauses an entry, also for a server that starts later; times of the pause are not made up', async () => {
  app.clock.set('2026-12-01T12:00:00Z')
  const arena = await scheduled(app.deps, nightly(), { slug: 'pause', baseUrl: models.openAiUrl })
  const change = async (verb: string, entry: string) =>
    app.asAdmin(`/api/admin/arenas/pause/schedule/${verb}`, { entry })
  expect((await change('pause', 'nightly')).status).toBe(200)
  await comesTo(app, '2026-12-02T02:00:00Z')
  await comesTo(app, '2026-12-03T02:00:00Z')
  expect(await occurrencesOf(app, arena)).toEqual([])
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
  expect(await occurrencesOf(app, arena)).toEqual([])
  await comesTo(app, '2026-12-04T02:00:00Z')
  expect((await stateIn(app, 'pause')).entries).toMatchObject([
    { last: { state: 'done', dueAt: '2026-12-04T02:00:00.000Z', judged: 12 } },
  ])
  const unknown = await change('pause', 'weekly')
  expect([unknown.status, ((await unknown.json()) as { detail: string }).detail]).toEqual([
    400,
    'The schedule has no entry "weekly"; there is "nightly".',
  ])
  const log = await app.asAdmin('/api/admin/arenas/pause/audit')
  expect(await log.json()).toMatchObject({
    entries: expect.arrayContaining([
      expect.objectContaining({ act: 'schedule_paused', details: { entry: 'nightly' } }),
      expect.objectContaining({ act: 'schedule_resumed', details: { entry: 'nightly' } }),
      expect.objectContaining({ act: 'judging_started', actor: 'server' }),
    ]),
  })
})

/** Nightly comparisons of builds, driven by a clock that stands still. */
describe('builds that are compared', () => {
  /** From worst to best: what is not named is as good as the shipped build. */
  let order: string[] = []
  const byOrder = (call: ReceivedCall) => {
    const [one, other] = shownIn(call).map((name) => order.indexOf(name))
    return one! > other! ? 'first' : 'second'
  }

  const { app, models } = withModels({
    clock: '2026-11-20T12:00:00Z',
    price: { models: [JUDGE_MODEL], input: 0.1, output: 100 },
    reply: modelsThat(byOrder),
  })
  beforeAll(() => findNotices(app.deps))

  const nightly = (more: object = {}) => ({
    entries: [{ name: 'builds', does: 'compare' as const, cron: '0 2 * * *', shipped: 'amber', ...more }],
  })
  const builds = { prompts: 24, judges: [{ params: { max_tokens: 100 } }] }

  async function notices({ id }: Arena): Promise<string[]> {
    await findNotices(app.deps)
    const rows = await app.sql<{ finding: CodedMessage }>`select finding from notices
      where arena_id = ${id} and kind = 'gate_fell' order by happened_at`
    return rows.map(({ finding }) => inEnglish(finding))
  }

  test('the newest build is compared each night, and a build that falls has one notice, until another one falls', async () => {
    app.clock.set('2026-11-20T12:00:00Z')
    order = ['amber', 'birch']
    const options = { slug: 'builds', baseUrl: models.openAiUrl, ...builds }
    const arena = await scheduled(app.deps, nightly(), { ...options, contestants: ['amber', 'birch'] })
    await comesTo(app, '2026-11-20T12:00:00Z')
    await comesTo(app, '2026-11-21T02:00:00Z')
    expect(await resultsOf<ScheduledComparison>(app, arena)).toMatchObject([
      {
        current: 'birch',
        shipped: 'amber',
        verdict: 'ship',
        criteria: [{ criterion: 'overall', winRate: 1 }],
      },
    ])
    expect(await notices(arena)).toEqual([])

    order = ['cedar', 'amber', 'birch']
    await scheduled(app.deps, nightly(), { ...options, contestants: ['amber', 'birch', 'cedar'] })
    await comesTo(app, '2026-11-22T02:00:00Z')
    const [, fallen] = await resultsOf<ScheduledComparison>(app, arena)
    expect(fallen).toMatchObject({ current: 'cedar', verdict: 'do_not_ship', criteria: [{ winRate: 0 }] })
    const { votes, interval } = fallen.criteria[0]
    expect(interval![1]).toBeLessThan(0.5)
    // it stops once the gate is decided, and so before all prompts are judged
    expect(votes).toBe(20)
    const notice = `Arena builds: the ship gate fell. By the scheduled comparison “builds”, cedar should not replace amber. By “overall” it wins 0 % after 20 votes.`
    expect(await notices(arena)).toEqual([notice.replace('Arena builds', 'builds')])
    await comesTo(app, '2026-11-23T02:00:00Z')
    await comesTo(app, '2026-11-24T02:00:00Z')
    expect(await notices(arena)).toHaveLength(1)

    order = ['dogwood', 'cedar', 'amber', 'birch']
    await scheduled(app.deps, nightly(), {
      ...options,
      contestants: ['amber', 'birch', 'cedar', 'dogwood'],
    })
    await comesTo(app, '2026-11-25T02:00:00Z')
    expect(await notices(arena)).toEqual([
      expect.stringContaining('cedar'),
      expect.stringContaining('dogwood'),
    ])
  })

  test('a night costs no more than its budget, and the next night goes on with a budget of its own', async () => {
    app.clock.set('2026-11-26T12:00:00Z')
    order = ['amber', 'birch']
    const budgetUsd = 0.035
    const arena = await scheduled(app.deps, nightly({ current: 'birch', budgetUsd }), {
      slug: 'budget',
      baseUrl: models.openAiUrl,
      contestants: ['amber', 'birch'],
      ...builds,
    })
    for (const day of ['26T12', '27T02', '28T02']) await comesTo(app, `2026-11-${day}:00:00Z`)
    expect(await occurrencesOf(app, arena)).toEqual([
      '11-27 02:00 builds: stopped, 1 runs',
      '11-28 02:00 builds: stopped, 1 runs',
    ])
    const runs = await app.sql<{ status: string; spent_usd: number }>`
      select status, spent_usd from runs where arena_id = ${arena.id} order by id`
    expect(runs.map(({ status }) => status)).toEqual(['cancelled', 'budget_reached'])
    for (const { spent_usd: spent } of runs) {
      expect(spent).toBeGreaterThan(0)
      expect(spent).toBeLessThanOrEqual(budgetUsd)
    }
    const [first, second] = await resultsOf<ScheduledComparison>(app, arena)
    expect(second.criteria[0].votes).toBeGreaterThan(first.criteria[0].votes)
  })

  test('an arena with one contestant says what is missing, and has a notice', async () => {
    app.clock.set('2026-12-01T12:00:00Z')
    const arena = await scheduled(app.deps, nightly(), {
      slug: 'alone',
      baseUrl: models.openAiUrl,
      contestants: ['amber'],
    })
    for (const day of ['01T12', '02T02']) await comesTo(app, `2026-12-${day}:00:00Z`)
    expect(await occurrencesOf(app, arena)).toEqual(['12-02 02:00 builds: failed, 0 runs'])
    await findNotices(app.deps)
    const [{ finding }] = await app.sql<{ finding: CodedMessage }>`
      select finding from notices where arena_id = ${arena.id} and kind = 'schedule_failed'`
    expect(inEnglish(finding)).toBe(
      'alone: the scheduled entry “builds” could not do its work. There is no contestant besides "amber" to compare with it. Enter the current build, or name it as `current` of the entry.',
    )
  })
})

/** Judges that take turns, and re-checks of judges, driven by a clock that stands still. */
describe('judges that take turns', () => {
  /** `judge-1` prefers the first in the alphabet, `judge-2` does not on one pair of the three. */
  const contrary = (call: ReceivedCall) => {
    const isContrary = call.model === 'judge-2' && !shownIn(call).includes('amber')
    const pick = alphabetically(call)
    return isContrary ? (pick === 'first' ? 'second' : 'first') : pick
  }

  const { app, models } = withModels({ clock: '2026-11-20T12:00:00Z', reply: modelsThat(contrary) })

  const JUDGES = [
    { name: 'ann', model: 'judge-1' },
    { name: 'bea', model: 'judge-2' },
  ]

  test('each judge judges new prompts and a part of those of the judge before it, and their agreement is counted', async () => {
    app.clock.set('2026-11-20T12:00:00Z')
    const arena = await scheduled(
      app.deps,
      {
        entries: [
          {
            name: 'turns',
            does: 'rotate',
            cron: '0 3 * * 1',
            judges: ['ann', 'bea'],
            prompts: 4,
            overlap: 0.5,
          },
        ],
      },
      { slug: 'turns', baseUrl: models.openAiUrl, prompts: 12, judges: JUDGES },
    )
    for (const day of ['2026-11-20T12:00', '2026-11-23T03:00', '2026-11-30T03:00', '2026-12-07T03:00'])
      await comesTo(app, `${day}:00Z`)
    const [first, second, third] = await resultsOf<RotationResult>(app, arena)
    expect(first).toEqual({ judge: 'ann', before: null, prompts: 4, overlap: 0, agreement: [] })
    expect(second).toMatchObject({ judge: 'bea', before: 'ann', prompts: 4, overlap: 2 })
    // three pairs of contestants on two prompts: the judges agree on two pairs of three
    expect(second.agreement).toMatchObject([{ criterion: 'overall', agreement: { hits: 4, n: 6 } }])
    expect(third).toMatchObject({ judge: 'ann', before: 'bea', prompts: 4, overlap: 2 })
    expect(third.agreement).toMatchObject([{ criterion: 'overall', agreement: { hits: 4, n: 6 } }])
    const judged = await app.sql`select count(distinct prompt_id)::int as prompts, count(*)::int as all
      from judgements where arena_id = ${arena.id}`
    // 4 + 2 + 2 prompts are new, and each judge judged three pairs on each of its four
    expect(judged).toEqual([{ prompts: 8, all: 36 }])
  })

  test('a re-check asks each judge once more about the same answers, and evaluates it', async () => {
    app.clock.set('2026-12-08T12:00:00Z')
    const arena = await scheduled(
      app.deps,
      {
        entries: [
          { name: 'work', does: 'judge', cron: '0 1 * * *' },
          { name: 'again', does: 'recheck', cron: '0 4 * * *', prompts: 2 },
        ],
      },
      { slug: 'again', baseUrl: models.openAiUrl, prompts: 3, judges: JUDGES },
    )
    for (const day of ['08T12', '09T01', '09T04', '10T04']) await comesTo(app, `2026-12-${day}:00:00Z`)
    const repeats = await app.sql<{ all: number }>`select repeat, count(*)::int as all from judgements
      where arena_id = ${arena.id} group by 1 order by 1`
    // 2 judges × 3 pairs on 3 prompts, then twice on 2 of them
    expect(repeats.map(({ all }) => all)).toEqual([18, 12, 12])
    const rechecks = (await resultsOf<RecheckResult>(app, arena)).filter((one) => one !== null)
    expect(rechecks.at(-1)).toMatchObject({
      judges: [
        { judge: 'ann', state: 'not_measured', withItself: 1 },
        { judge: 'bea', state: 'not_measured', withItself: 1 },
      ],
    })
  })
})
