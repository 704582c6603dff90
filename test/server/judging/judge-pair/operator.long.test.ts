import { expect, test } from 'vitest'
import type { JudgingState } from '../../../../shared/contracts/index.ts'
import { createTestApp } from '../../../support/app.ts'
import '../../visitor.ts'
import { KEYS } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const { app, models, setUpJudged, start, progressWhen, votesOf } = withModels({ latencyMs: 40 })

const post = (slug: string, verb: string, json: object = {}) =>
  app.asAdmin(`/api/admin/arenas/${slug}/judging/${verb}`, json)

test('a cancelled run has ended; its judgements stay, and another run judges the rest', async () => {
  const arena = await setUpJudged({ slug: 'cancelled', answered: true, prompts: 10, concurrency: 4 })
  await start(arena)
  await progressWhen(arena, ({ judgements }) => judgements.done >= 3)
  const { judging } = (await (await post('cancelled', 'cancel')).json()) as JudgingState
  expect(judging).toMatchObject({ status: 'cancelled' })
  await expect(post('cancelled', 'resume')).toBeProblem(404, 'run_unknown')
  await expect(post('cancelled', 'budget', { budgetUsd: 3 })).toBeProblem(404, 'run_unknown')
  await progressWhen(arena, ({ calls }) => calls.underWay === 0)
  await start(arena)
  await progressWhen(arena)
  expect(models.calls.length).toBe(60)
  expect((await votesOf(arena)).reduce((sum, { votes }) => sum + votes, 0)).toBe(30)
})

test('progress is streamed to operators, from the start to the end', async () => {
  const arena = await setUpJudged({ slug: 'told', answered: true })
  const path = '/api/admin/arenas/told/judging'
  await expect(app.request(path)).toBeProblem(401, 'token_invalid')
  expect(await (await app.asAdmin(path)).json()).toEqual({
    arena: 'told',
    judging: null,
  })
  const stream = await app.asAdmin(`${path}/stream`)
  const events = eventsOf(stream)
  expect((await events.next()).value).toMatchObject({ judging: null })
  await start(arena)
  for await (const { judging } of events) if (judging?.status === 'done') break
  const state = (await (await app.asAdmin(path)).json()) as JudgingState
  expect(state.judging).toMatchObject({
    judgements: { total: 12, done: 12, failed: 0 },
    spentUsd: 0,
    // the model has no price
    estimatedUsd: null,
    etaSeconds: null,
    waitingFor: [],
  })
})

async function* eventsOf(response: Response): AsyncGenerator<JudgingState> {
  let text = ''
  for await (const chunk of response.body!.pipeThrough(new TextDecoderStream())) {
    text += chunk
    for (let end = text.indexOf('\n\n'); end >= 0; end = text.indexOf('\n\n')) {
      const data = /^data: (.*)$/m.exec(text.slice(0, end))?.[1]
      text = text.slice(end + 2)
      if (data) yield JSON.parse(data) as JudgingState
    }
  }
}

test('two processes share a run; one without the key leaves its calls to the other', async ({ task }) => {
  // long enough for the second process to join on a busy machine
  models.become({ latencyMs: 200 })
  const [other, keyless] = await Promise.all(
    [KEYS, {}].map((env) => createTestApp({ clock: 'runs', env, database: app.database })),
  )
  try {
    await keyless!.work()
    const slug = `shared-${task.result?.retryCount ?? 0}`
    const arenaOptions = { slug, prompts: 10, concurrency: 4 }
    const arena = await setUpJudged(arenaOptions)
    await start(arena)
    await progressWhen(arena, ({ answers }) => answers.done > 0)
    await other!.work()
    expect(await progressWhen(arena)).toMatchObject({
      status: 'done',
      answers: { total: 30, done: 30, failed: 0 },
      judgements: { total: 30, done: 30, failed: 0 },
      calls: { done: 90, failed: 0 },
    })
    expect(models.mostAtOnce).toBeGreaterThan(4)
    expect(models.calls.length).toBe(90)
    expect(keyless!.logged.join('\n')).toMatch(
      /calls are left to other processes: provider models: MODELS_KEY is not set/,
    )
  } finally {
    await other!.close()
    await keyless!.close()
  }
})
