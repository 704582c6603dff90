/** A challenge that is requested over HTTP and finished by workers. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { expect, test } from 'vitest'
import type { Arena } from '../../../server/arenas/index.ts'
import { advanceChallenge } from '../../../server/challenges/index.ts'
import { ChallengeState, type ChallengeProgress } from '../../../shared/contracts/index.ts'
import { judgingTasks } from '../../../server/judging/index.ts'
import { startRunWorker } from '../../../server/runs/index.ts'
import { retirePrompts } from '../../../server/prompts/index.ts'
import { startWork } from '../../../server/start-work.ts'
import { alphabetically, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { JUDGE_MODEL } from '../judging/judge-pair/models-and-judges.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'
import { climbsOf } from './climbing.ts'

const { app, models, progressWhen } = withModels({
  works: false,
  price: { models: [JUDGE_MODEL, 'writer-1'], input: 0.1, output: 100 },
})
const { setUp, logOf } = climbsOf({ app, models })

const ask = (slug: string, json: object) => app.asAdmin(`/api/arenas/${slug}/challenges`, json)
const judging = (slug: string, verb: string, json: object = {}) =>
  app.asAdmin(`/api/admin/arenas/${slug}/judging/${verb}`, json)

async function progressIn(response: Response): Promise<ChallengeProgress> {
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return ChallengeState.parse(JSON.parse(text)).challenge!
}
const state = async (slug: string) => progressIn(await app.asAdmin(`/api/arenas/${slug}/challenges`))

// Challenges from which something is taken away while they go on, or between two of whose runs somebody steps in.

const TWO = { incumbent: 'birch', challenger: 'amber', alpha: 0.05 }
const putAway = (slug: string, verb: 'retire' | 'restore') =>
  app.asAdmin(`/api/admin/arenas/${slug}/contestants/amber/${verb}`, {})

/** Works until the arena's challenge has come to its end. */
async function worked(slug: string): Promise<ChallengeProgress> {
  const work = await startWork({ ...app.database, deps: app.deps }, { firstWaitMs: 10 })
  try {
    for (;;) {
      const now = await state(slug)
      if (now.endedAt !== null) return now
      await sleep(20)
    }
  } finally {
    await work.stop()
  }
}

/** Waits until its run has ended and no process evaluates the result. */
async function judged(arena: Arena): Promise<void> {
  const worker = startRunWorker(app.database, app.deps, judgingTasks, { firstWaitMs: 10 })
  await progressWhen(arena)
  await worker.stop()
}

const refused = (says: RegExp) => ({
  status: 'stopped',
  stopped: 'refused',
  cause: expect.stringMatching(says),
})

test('a challenger that was retired before it was called has not lost, and the challenge continues after it is restored', async () => {
  const arena = await setUp('unasked', { made: ['amber'] })
  await ask('unasked', TWO)
  await putAway('unasked', 'retire')
  expect(await worked('unasked')).toMatchObject(refused(/^amber is retired.* 6 answers/))
  expect([await logOf(arena), models.calls.length]).toEqual([[], 0])

  await putAway('unasked', 'restore')
  await ask('unasked', TWO)
  expect(await worked('unasked')).toMatchObject({ status: 'entered', attempt: 1, promoted: true })
  expect(await logOf(arena)).toMatchObject([{ wins: 6, losses: 0, unanswered: 0 }])

  // to references that came after it was retired it was not asked to say anything either
  await putAway('unasked', 'retire')
  await setUp('unasked', { made: ['amber'], references: 8 })
  await putAway('unasked', 'retire')
  const added = await ask('unasked', TWO)
  expect([added.status, await added.text()]).toEqual([
    400,
    expect.stringMatching(/amber is retired.* 2 answers/),
  ])
})

test('an answer that was never requested is no loss: the provider or the prompts were removed, held-out prompts included', async () => {
  const { deps } = app
  const gone = await setUp('gone', { made: ['amber'] })
  await ask('gone', TWO)
  await app.sql`update contestants set provider = null, model = null where arena_id = ${gone.id}`
  expect(await worked('gone')).toMatchObject(refused(/^amber no longer has a provider, .* 6 answers/))
  expect(await logOf(gone)).toEqual([])

  const cut = await setUp('cut', { made: ['amber'] })
  await ask('cut', TWO)
  await retirePrompts(deps, cut, { keys: ['p1', 'p2'] }, new Date())
  expect(await worked('cut')).toMatchObject(refused(/^"p1", "p2": retired before judging.* new epoch/))
  expect(await logOf(cut)).toEqual([])
  await ask('cut', TWO)
  expect(await worked('cut')).toMatchObject({ status: 'entered', epoch: 2 })
  expect(await logOf(cut)).toMatchObject([{ losses: 0, total: 4 }])

  const climb = await setUp('held', { references: 8, made: ['amber'] })
  models.become({
    reply: async (call) => {
      if (call.schema) await retirePrompts(deps, climb, { keys: ['p8'] }, new Date())
      return modelsThat(alphabetically)(call)
    },
  })
  await ask('held', { ...TWO, holdOut: { prompts: ['p7', 'p8'] } })
  expect(await worked('held')).toMatchObject(refused(/^"p8": retired before judging/))
  expect(await logOf(climb)).toEqual([])
})

test('the error names what stopped judging: a retired prompt, a removed judge or a changed judge', async () => {
  const { deps } = app
  const arena = await setUp('named')
  await ask('named', TWO)
  await retirePrompts(deps, arena, { keys: ['p1'] }, new Date())
  expect(await worked('named')).toMatchObject(refused(/^"p1": retired before judging/))
  await ask('named', TWO)
  await setUp('named', { judges: [] })
  expect(await worked('named')).toMatchObject(refused(/^Judge "gold 1" was removed before judging/))
  await setUp('named')
  await ask('named', TWO)
  await setUp('named', { judges: [{ model: 'judge-2' }] })
  expect(await worked('named')).toMatchObject(refused(/^The judge of arena "named" was changed/))
  await setUp('named')
  await ask('named', TWO)
  expect(await worked('named')).toMatchObject({ status: 'entered', attempt: 1, promoted: true })
})

test('a challenge that is requested again while it stops continues and is not stopped', async () => {
  const { deps } = app
  const arena = await setUp('meanwhile')
  await ask('meanwhile', TWO)
  models.become({ reply: () => 'no word' })
  await judged(arena)
  models.become({ reply: modelsThat(alphabetically) })

  /** Until so many wait for the arena, in the order in which they came. */
  const waiting = async (count: number) => {
    for (;;) {
      const rows = await app.sql`select from pg_stat_activity
        where datname = current_database() and wait_event_type = 'Lock'`
      if (rows.length >= count) return
      await sleep(10)
    }
  }
  let weighing: Promise<void> | undefined
  let request: ReturnType<typeof ask> | undefined
  await deps.db.transaction().execute(async (trx) => {
    await sql`select from arenas where id = ${arena.id} for update`.execute(trx)
    weighing = advanceChallenge(deps, { arenaId: arena.id })
    await waiting(1)
    request = ask('meanwhile', { ...TWO, budgetUsd: 5 })
    await waiting(2)
  })
  await weighing
  expect(await progressIn(await request!)).toMatchObject({ status: 'running', budgetUsd: 5 })
  expect(await state('meanwhile')).toMatchObject({ status: 'running', budgetUsd: 5 })
  expect(await worked('meanwhile')).toMatchObject({ status: 'entered', attempt: 1 })
})

test('changes of other contestants do not stop a challenge', async () => {
  const both = ['amber', 'cedar']
  const arena = await setUp('third', { made: both, references: 8 })
  await ask('third', { incumbent: 'birch', challenger: 'cedar' })
  expect(await worked('third')).toMatchObject({ status: 'entered', attempt: 1 })
  models.become({
    reply: async (call) => {
      if (call.schema)
        await app.sql`update contestants set system = 'Otherwise.' where arena_id = ${arena.id} and name = 'cedar'`
      return modelsThat(alphabetically)(call)
    },
  })
  await ask('third', { ...TWO, holdOut: { prompts: ['p7', 'p8'] } })
  expect(await worked('third')).toMatchObject({ status: 'entered', promoted: true })
})

test('a budget below the cost of the attempt so far is refused with that reason', async () => {
  const { deps } = app
  const arena = await setUp('spent', { judges: [{ params: { max_tokens: 100 } }] })
  await ask('spent', { ...TWO, budgetUsd: 0.03 })
  const reached = startWork({ ...app.database, deps }, { firstWaitMs: 10 })
  await progressWhen(arena, ({ status }) => status !== 'running')
  await (await reached).stop()
  expect(await state('spent')).toMatchObject({ status: 'budget_reached' })
  await judging('spent', 'cancel')
  const less = await ask('spent', { ...TWO, budgetUsd: 0.0001 })
  expect([less.status, await less.text()]).toEqual([
    400,
    expect.stringMatching(/budget: .*0\.0\d+ USD.* 0\.0001 USD/),
  ])
  expect(await state('spent')).toMatchObject({ status: 'stopped', stopped: 'cancelled' })
})

test('between two runs a challenge can be cancelled, other acts are refused with the reason, and a lost job is queued again at the next start', async () => {
  const arena = await setUp('between')
  await ask('between', TWO)
  await judged(arena)
  await app.sql`select graphile_worker.complete_jobs(array(select id from graphile_worker.jobs))`
  for (const refused of [
    await judging('between', 'pause'),
    await judging('between', 'resume'),
    await judging('between', 'budget', { budgetUsd: 3 }),
  ])
    expect([refused.status, await refused.text()]).toEqual([
      409,
      expect.stringMatching(/"challenge_under_way".*between two of its runs.* or cancel it/),
    ])
  expect(await worked('between')).toMatchObject({ status: 'entered', attempt: 1, promoted: true })

  await ask('between', { challenger: 'birch', alpha: 0.2 })
  await judged(arena)
  expect((await judging('between', 'cancel')).status).toBe(200)
  expect(await state('between')).toMatchObject({ status: 'stopped', stopped: 'cancelled' })
})

test('an attempt in the log is returned while another challenge is open, and a superseded challenge is recorded as cancelled', async () => {
  await setUp('room')
  await ask('room', TWO)
  expect(await worked('room')).toMatchObject({ attempt: 1 })
  const other = { incumbent: 'birch', challenger: 'cedar' }
  await ask('room', other)
  const stood = { challenger: 'amber', status: 'entered', attempt: 1, stood: true }
  expect(await progressIn(await ask('room', TWO))).toMatchObject(stood)
  await judging('room', 'pause')
  expect(await progressIn(await ask('room', TWO))).toMatchObject(stood)
  expect(await state('room')).toMatchObject({ challenger: 'cedar', status: 'paused' })

  const cancelled = async () => {
    const response = await app.asAdmin('/api/admin/arenas/room/audit')
    const { entries } = (await response.json()) as { entries: { act: string; details: { run: number } }[] }
    return entries.flatMap(({ act, details }) => (act === 'judging_cancelled' ? [details.run] : []))
  }
  await ask('room', { ...other, alpha: 0.2 })
  expect(await cancelled()).toHaveLength(1)
  await judging('room', 'pause')
  expect((await judging('room', 'start')).status).toBe(200)
  expect(new Set(await cancelled()).size).toBe(2)
  expect(await state('room')).toMatchObject({ status: 'stopped', stopped: 'cancelled' })
  await judging('room', 'cancel')
})

test('an attempt is entered once, with its hold-out, and only one challenge is open at a time', async () => {
  const arena = await setUp('single', { references: 20 })
  expect(ChallengeState.parse(await (await app.asAdmin('/api/arenas/single/challenges')).json())).toEqual({
    arena: 'single',
    challenge: null,
  })
  const started = await progressIn(
    await ask('single', { incumbent: 'birch', challenger: 'amber', holdOut: { prompts: ['p19', 'p20'] } }),
  )
  expect(started).toMatchObject({ status: 'running', judging: 'challenge', epoch: 1, attempt: null })
  const second = sql`insert into challenges (arena_id, epoch, incumbent_id, challenger_id, trials, status, started_at)
    select arena_id, epoch, challenger_id, incumbent_id, trials, status, started_at from challenges
    where arena_id = ${arena.id}`
  await expect(second.execute(app.deps.db)).rejects.toThrow(/one_challenge_at_a_time/)
  expect(await worked('single')).toMatchObject({
    status: 'entered',
    attempt: 1,
    promoted: true,
    stood: false,
  })
  // 20 prompts in both orders
  expect(models.calls).toHaveLength(40)
  expect(await logOf(arena)).toMatchObject([{ challenger: 'amber', wins: 18, holdOut: { wins: 2 } }])
})
