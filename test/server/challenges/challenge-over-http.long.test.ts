/** A challenge that is requested over HTTP and finished by workers. */
import { folderForAll } from '../../support/temporary-folder.ts'
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startModelServer, type ModelServer } from '../../../workshop/model-server/index.ts'
import type { Arena } from '../../../server/arenas/index.ts'
import { advanceChallenge, climbOf } from '../../../server/challenges/index.ts'
import { ChallengeState, type ChallengeProgress } from '../../../shared/contracts/index.ts'
import { startRun } from '../../../server/judging/index.ts'
import { ArenaBusyError } from '../../../server/runs/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { alphabetically, KEYS, modelsThat, progressWhen } from '../judging/judge-pair/judged-arena.ts'
import { JUDGE_MODEL } from '../judging/judge-pair/models-and-judges.ts'
import { problemOf } from '../visitor.ts'
import { setUpClimb } from './climbing.ts'

let models: ModelServer
let app: TestApp
const folder = folderForAll()
beforeAll(async () => {
  models = await startModelServer({ reply: modelsThat(alphabetically) })
  const prices = join(folder, 'prices.json')
  const row = { models: [JUDGE_MODEL], input: 0.1, output: 100 }
  await writeFile(prices, JSON.stringify({ asOf: '2026-01-01', prices: [row] }))
  app = await createTestApp({ clock: 'runs', env: KEYS, prices })
})
afterAll(async () => {
  await app?.close()
  await models?.close()
})
beforeEach(() => {
  models.clear()
  models.become({ reply: modelsThat(alphabetically), latencyMs: 0, models: undefined })
})

const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
const at = (slug: string) => ({ slug, baseUrl: models.openAiUrl })
const ask = (slug: string, json: object) => app.request(`/api/arenas/${slug}/challenges`, { json, headers })
const judging = (slug: string, verb: string, json: object = {}) =>
  app.request(`/api/admin/arenas/${slug}/judging/${verb}`, { json, headers })
const logOf = async (arena: Arena) =>
  (await climbOf(app.deps, arena, { withTexts: true, withHeldOut: true })).attempts

async function progressIn(response: Response): Promise<ChallengeProgress> {
  const text = await response.text()
  expect([response.status, text]).toEqual([200, expect.any(String)])
  return ChallengeState.parse(JSON.parse(text)).challenge!
}
const state = async (slug: string) =>
  progressIn(await app.request(`/api/arenas/${slug}/challenges`, { headers }))
async function stateWhen(slug: string, when: (challenge: ChallengeProgress) => boolean) {
  for (;;) {
    const now = await state(slug)
    if (when(now)) return now
    await sleep(20)
  }
}
const ended = (slug: string) => stateWhen(slug, ({ endedAt }) => endedAt !== null)

test('after a worker is killed another one continues: the attempt is entered once and no call is paid for twice', async () => {
  const arena = await setUpClimb(app.deps, { ...at('killed'), references: 20 })
  expect(
    ChallengeState.parse(await (await app.request('/api/arenas/killed/challenges', { headers })).json()),
  ).toEqual({
    arena: 'killed',
    challenge: null,
  })
  const started = await progressIn(
    await ask('killed', { incumbent: 'birch', challenger: 'amber', holdOut: { prompts: ['p19', 'p20'] } }),
  )
  expect(started).toMatchObject({ status: 'running', judging: 'challenge', epoch: 1, attempt: null })
  const second = sql`insert into challenges (arena_id, epoch, incumbent_id, challenger_id, trials, status, started_at)
    select arena_id, epoch, challenger_id, incumbent_id, trials, status, started_at from challenges
    where arena_id = ${arena.id}`
  await expect(second.execute(app.deps.db)).rejects.toThrow(/one_challenge_at_a_time/)
  models.become({ latencyMs: 60 })
  const worker = spawn(process.execPath, [join(import.meta.dirname, '../../../server/worker.ts')], {
    env: { ...process.env, ...KEYS, DATABASE_URL: app.database.connectionString },
    stdio: 'ignore',
  })
  while (models.calls.length < 12 && worker.exitCode === null) await sleep(5)
  worker.kill('SIGKILL')
  await once(worker, 'exit')
  expect(worker.signalCode).toBe('SIGKILL')
  models.become({ latencyMs: 0 })
  await app.work()
  expect(await ended('killed')).toMatchObject({ status: 'entered', attempt: 1, promoted: true, stood: false })
  // 20 prompts in both orders; calls under way at the kill are repeated, eight at most
  expect(models.calls.length).toBeGreaterThanOrEqual(40)
  expect(models.calls.length).toBeLessThanOrEqual(48)
  expect(await logOf(arena)).toMatchObject([{ challenger: 'amber', wins: 18, holdOut: { wins: 2 } }])
})

test('it ends as in the terminal: promoted or not, with the incumbent judged again first, and the same attempt only once', async () => {
  const { deps } = app
  const arena = await setUpClimb(deps, at('ends'))
  await ask('ends', { incumbent: 'birch', challenger: 'cedar' })
  expect(await ended('ends')).toMatchObject({ status: 'entered', attempt: 1, promoted: false, epoch: 1 })
  await ask('ends', { challenger: 'amber', alpha: 0.05 })
  expect(await ended('ends')).toMatchObject({ incumbent: 'birch', attempt: 2, promoted: true })

  await setUpClimb(deps, { ...at('ends'), references: 7 })
  models.become({ latencyMs: 20 })
  const again = await progressIn(await ask('ends', { challenger: 'cedar', minWinRate: 0.6, alpha: 0.1 }))
  expect(again).toMatchObject({
    judging: 'again',
    epoch: 2,
    gate: { minWinRate: 0.6, alpha: 0.1, holdOut: false },
  })
  await stateWhen('ends', (now) => now.judging !== 'again')
  // a job may be done twice, and at any time
  await Promise.all([1, 2, 3].map(() => advanceChallenge(deps, { arenaId: arena.id })))
  expect(await ended('ends')).toMatchObject({ attempt: 4, promoted: false })
  await advanceChallenge(deps, { arenaId: arena.id })
  const { rows } = await sql`select from runs where arena_id = ${arena.id}`.execute(deps.db)
  expect(rows).toHaveLength(4)
  expect((await logOf(arena)).map(({ kind, challenger }) => [kind, challenger])).toEqual([
    ['challenge', 'cedar'],
    ['challenge', 'amber'],
    ['again', 'amber'],
    ['challenge', 'cedar'],
  ])
  const calls = models.calls.length
  const stood = await progressIn(await ask('ends', { challenger: 'cedar', minWinRate: 0.6, alpha: 0.1 }))
  expect([stood, models.calls.length]).toMatchObject([{ status: 'entered', attempt: 4, stood: true }, calls])
  const audit = await app.request('/api/admin/arenas/ends/audit', { headers })
  const { entries } = (await audit.json()) as { entries: { act: string; details: object }[] }
  const started = entries.filter(({ act }) => act === 'challenge_started')
  expect(started).toHaveLength(3)
  expect(started[0].details).toMatchObject({ incumbent: 'amber', challenger: 'cedar', epoch: 2 })
})

test('it can be paused, resumed, given a budget and cancelled like other judging, which waits for its end', async () => {
  const judges = [{ params: { max_tokens: 100 } }]
  const arena = await setUpClimb(app.deps, { ...at('handled'), judges, references: 40 })
  models.become({ latencyMs: 300 })
  await ask('handled', { incumbent: 'birch', challenger: 'amber' })
  await progressWhen(app.deps, arena, ({ judgements }) => judgements.done >= 1)
  for (const refused of [
    await judging('handled', 'start'),
    await ask('handled', { incumbent: 'birch', challenger: 'cedar' }),
  ])
    expect(await problemOf(refused)).toEqual([409, 'challenge_under_way'])
  await judging('handled', 'pause')
  expect(await state('handled')).toMatchObject({ status: 'paused', challenger: 'amber', endedAt: null })
  models.become({ latencyMs: 0 })
  await judging('handled', 'resume')
  expect(await ended('handled')).toMatchObject({ status: 'entered', attempt: 1, promoted: true })

  const bounded = { challenger: 'cedar', alpha: 0.2, budgetUsd: 0.012 }
  await ask('handled', bounded)
  await stateWhen('handled', ({ status }) => status === 'budget_reached')
  await judging('handled', 'budget', { budgetUsd: 5 })
  expect(await ended('handled')).toMatchObject({ status: 'entered', attempt: 2, budgetUsd: 5 })

  await setUpClimb(app.deps, { ...at('handled'), judges: [{ model: 'judge-2' }], references: 40 })
  models.become({ latencyMs: 300 })
  await ask('handled', { challenger: 'cedar' })
  await judging('handled', 'cancel')
  expect(await state('handled')).toMatchObject({ status: 'stopped', stopped: 'cancelled', epoch: 2 })
  // what was left makes room for another
  await ask('handled', { challenger: 'cedar' })
  await judging('handled', 'pause')
  models.become({ latencyMs: 0 })
  await ask('handled', { incumbent: 'cedar', challenger: 'birch' })
  expect(await ended('handled')).toMatchObject({ incumbent: 'cedar', challenger: 'birch', promoted: true })
  expect(await logOf(arena)).toHaveLength(4)
})

test('scheduled judging waits for a challenge that is paused, and takes the place of one that stopped at its budget', async () => {
  await app.work()
  const judges = [{ params: { max_tokens: 100 } }]
  const arena = await setUpClimb(app.deps, { ...at('scheduled'), judges, references: 40 })
  const alone = () =>
    startRun(app.deps, arena, { kind: 'judge', spec: { plan: {}, seed: 1 }, budgetUsd: 0.1, isAlone: true })
  models.become({ latencyMs: 300 })
  expect((await ask('scheduled', { incumbent: 'birch', challenger: 'amber' })).status).toBe(200)
  expect((await judging('scheduled', 'pause')).status).toBe(200)
  await expect(alone()).rejects.toThrow(ArenaBusyError)
  models.become({ latencyMs: 0 })
  // less than two calls may cost
  const bounded = { incumbent: 'birch', challenger: 'amber', budgetUsd: 0.012 }
  expect((await ask('scheduled', bounded)).status).toBe(200)
  await stateWhen('scheduled', ({ status }) => status === 'budget_reached')
  expect(await alone()).toMatchObject({ kind: 'judge', status: 'running' })
  expect(await state('scheduled')).toMatchObject({ status: 'stopped', stopped: 'cancelled' })
  await judging('scheduled', 'cancel')
})
