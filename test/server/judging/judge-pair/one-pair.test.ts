/** One pair before a run: what it does and costs is said first, then judges say what they say of two answers. */
import { expect, it, onTestFinished } from 'vitest'
import { DecidedBattle, JudgingState, RunEstimate } from '../../../../shared/contracts/index.ts'
import { startModelServer } from '../../../../workshop/model-server/model-server.ts'
import { createTestApp, type TestApp } from '../../../support/app.ts'
import { alphabetically, KEYS, modelsThat, progressWhen, setUpJudged } from './judged-arena.ts'

async function open(judges: { name: string }[] = [{ name: 'judge-1' }, { name: 'judge-2' }]) {
  const models = await startModelServer({ reply: modelsThat(alphabetically) })
  const app = await createTestApp({ env: KEYS })
  onTestFinished(async () => {
    await app.close()
    await models.close()
  })
  const arena = await setUpJudged(app.deps, { baseUrl: models.openAiUrl, judges })
  return { app, models, arena }
}

const PATH = '/api/admin/arenas/judged/judging'

async function estimated(app: TestApp, request: object): Promise<RunEstimate> {
  return RunEstimate.parse(await (await app.asAdmin(`${PATH}/estimate`, request)).json())
}

it('is estimated, makes its two answers, is judged in both orders by each judge, and leads to what was said', async () => {
  const { app, models, arena } = await open()
  const estimate = await estimated(app, { onePair: true })
  expect(estimate).toMatchObject({ answers: 2, judgements: 2, calls: 6 })
  const whole = await estimated(app, {})
  expect(whole).toMatchObject({ answers: 12, judgements: 24, calls: 60 })
  expect(models.calls).toEqual([])

  await app.work()
  const started = await app.asAdmin(`${PATH}/start`, { onePair: true })
  expect(started.status).toBe(200)
  const { status, pair, calls } = await progressWhen(app.deps, arena)
  expect(status).toBe('done')
  expect(calls.done).toBe(6)
  expect(pair).toMatchObject({ prompt: 'p1', contestants: ['amber', 'cedar'] })
  expect(pair!.battles.map(({ judge }) => judge)).toEqual(['judge-1', 'judge-2'])
  for (const { battle, judge } of pair!.battles) {
    const said = DecidedBattle.parse(await (await app.asAdmin(`/api/battles/${battle}`)).json())
    expect(said.judge).toBe(judge)
    expect(said.requests.map(({ reason }) => reason)).toEqual(['It is.', 'It is.'])
    expect(said[said.outcome === 'left' ? 'left' : 'right'].name).toBe('amber')
  }

  // the next one is another; then the whole repeats neither
  await app.asAdmin(`${PATH}/start`, { onePair: true })
  const second = await progressWhen(app.deps, arena)
  expect([second.pair!.prompt, second.pair!.contestants]).not.toEqual([pair!.prompt, pair!.contestants])
  const left = await estimated(app, {})
  expect(left.judgementsThere).toBe(4)
  await app.asAdmin(`${PATH}/start`, {})
  const all = JudgingState.parse({ arena: 'judged', judging: await progressWhen(app.deps, arena) }).judging!
  expect(all.pair).toBeNull()
  expect(await app.sql`select from judgements where status = 'done'`).toHaveLength(24)
})

it('goes to the contestant that was judged least, so to a new one', async () => {
  const { app, arena, models } = await open([{ name: 'judge-1' }])
  await app.work()
  await app.asAdmin(`${PATH}/start`, {})
  expect((await progressWhen(app.deps, arena)).status).toBe('done')
  await setUpJudged(app.deps, {
    baseUrl: models.openAiUrl,
    judges: [{ name: 'judge-1' }],
    contestants: ['amber', 'birch', 'cedar', 'dogwood'],
  })
  await app.asAdmin(`${PATH}/start`, { onePair: true })
  expect((await progressWhen(app.deps, arena)).pair!.contestants).toContain('dogwood')
})

it('is there for another judge in an arena that one has judged to the end', async () => {
  const { app, arena, models } = await open([{ name: 'judge-1' }])
  await app.work()
  await app.asAdmin(`${PATH}/start`, {})
  expect((await progressWhen(app.deps, arena)).status).toBe('done')
  expect((await app.asAdmin(`${PATH}/estimate`, { onePair: true })).status).toBe(400)
  await setUpJudged(app.deps, {
    baseUrl: models.openAiUrl,
    judges: [{ name: 'judge-1' }, { name: 'judge-2', model: 'other-1' }],
  })
  await app.asAdmin(`${PATH}/start`, { onePair: true })
  const { status, pair } = await progressWhen(app.deps, arena)
  expect([status, pair!.battles.map(({ judge }) => judge)]).toEqual(['done', ['judge-2']])
})

it('takes the place of no open run, and leaves what a cancelled one has planned', async () => {
  const { app, arena, models } = await open([{ name: 'judge-1' }])
  models.become({ latencyMs: 60 })
  await app.work()
  await app.asAdmin(`${PATH}/start`, {})
  await progressWhen(app.deps, arena, ({ judgements }) => judgements.total !== null)
  const refused = await app.asAdmin(`${PATH}/start`, { onePair: true })
  expect([refused.status, await refused.text()]).toEqual([400, expect.stringContaining('has an open run')])
  await app.asAdmin(`${PATH}/cancel`, {})
  await progressWhen(app.deps, arena, ({ calls }) => calls.underWay === 0)
  const before = await app.sql`select from judgements where status = 'done'`
  await app.asAdmin(`${PATH}/start`, { onePair: true })
  expect((await progressWhen(app.deps, arena)).status).toBe('done')
  const after = await app.sql`select from judgements where status = 'done'`
  expect(after.length - before.length).toBeLessThanOrEqual(1)
})

it('is no trial: the next run goes on with that', async () => {
  const { app, arena, models } = await open([{ name: 'judge-1' }])
  models.become({ reply: modelsThat(() => 'first') })
  await app.work()
  await app.asAdmin(`${PATH}/start`, { onePair: true })
  expect(await progressWhen(app.deps, arena)).toMatchObject({ status: 'done', trials: [{ pairs: 1 }] })
  await app.asAdmin(`${PATH}/start`, {})
  expect(await progressWhen(app.deps, arena)).toMatchObject({
    status: 'paused',
    trials: [{ state: 'failed', pairs: 6, stop: { code: 'position' } }],
  })
  // mended, it is asked again: six pairs are no reason to stop it for good
  models.become({ reply: modelsThat(alphabetically) })
  await app.asAdmin(`${PATH}/resume`, {})
  expect((await progressWhen(app.deps, arena)).status).toBe('done')
})

it.each([
  [{ onePair: true, retryFailed: true }, 'onePair goes without'],
  [{ onePair: true, plan: 'everything' }, 'onePair goes without'],
  [{ onePair: true, repeats: 2 }, 'onePair goes without'],
  [{ onePair: true, judges: ['nobody'] }, 'nobody'],
])('%j is refused, by the estimate and by the start', async (request, why) => {
  const { app } = await open()
  for (const verb of ['estimate', 'start']) {
    const response = await app.asAdmin(`${PATH}/${verb}`, request)
    expect([response.status, await response.text()]).toEqual([400, expect.stringContaining(why)])
  }
})

it('is refused where no pair is left, with what to do', async () => {
  const { app } = await open([{ name: 'judge-1' }])
  await app.sql`update contestants set retired_at = now() where name <> 'amber'`
  const response = await app.asAdmin(`${PATH}/start`, { onePair: true })
  expect([response.status, await response.text()]).toEqual([
    400,
    expect.stringContaining('has no pair to try'),
  ])
})
