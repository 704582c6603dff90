/** A run that is started and resumed over HTTP: its models are checked before the first paid call. */
import { expect, test } from 'vitest'
import { JudgingState } from '../../../../shared/contracts/index.ts'
import '../../visitor.ts'
import { KEYS } from './judged-arena.ts'
import { withModels } from './with-models.ts'

const there = withModels()
const post = (slug: string, verb: string, json: object = {}) =>
  there.app.asAdmin(`/api/admin/arenas/${slug}/judging/${verb}`, json)
const acts = async (slug: string) => {
  const path = `/api/admin/arenas/${slug}/audit`
  const { entries } = (await (await there.app.asAdmin(path)).json()) as {
    entries: { act: string; details: object }[]
  }
  return entries
}

test('a request can set the judges, the votes for each pair and the budget', async () => {
  const arena = await there.setUpJudged({ slug: 'told', answered: true, prompts: 6, judges: [{}, {}] })
  const wish = { judges: ['judge 2'], votesPerPair: 2 }
  const { judging } = JudgingState.parse(await (await post('told', 'start', wish)).json())
  expect(judging).toMatchObject({ status: 'running', budgetUsd: null })
  expect(await there.progressWhen(arena)).toMatchObject({
    status: 'done',
    judgements: { total: 6, done: 6 },
  })
  expect(await there.votesOf(arena)).toEqual(
    expect.arrayContaining([expect.objectContaining({ judge: 'judge 2' })]),
  )
  expect(new Set((await there.votesOf(arena)).map(({ judge }) => judge))).toEqual(new Set(['judge 2']))
  expect((await acts('told'))[0]).toMatchObject({
    act: 'judging_started',
    details: { judges: ['judge 2'], plan: { votesPerPair: 2 }, goesOn: false },
  })
  expect(there.app.logged.join('')).not.toContain(KEYS.MODELS_KEY)
})

test('a model that its provider does not have is reported before any call, at start and at resume', async () => {
  const arenaOptions = { slug: 'unknown', answered: true, prompts: 12, concurrency: 2 }
  const arena = await there.setUpJudged({ ...arenaOptions, judges: [{ model: 'judge-1' }] })
  there.models.become({ models: ['judge-1'], latencyMs: 30 })
  expect((await post('unknown', 'start')).status).toBe(200)
  await there.progressWhen(arena, ({ judgements }) => judgements.done >= 1)
  expect((await post('unknown', 'pause')).status).toBe(200)
  await there.progressWhen(arena, ({ calls }) => calls.underWay === 0)
  there.models.become({ models: ['judge-2'] })
  const paid = there.models.calls.length
  for (const verb of ['resume', 'start']) {
    const response = await post('unknown', verb)
    const text = await response.text()
    expect([response.status, text]).toEqual([400, expect.stringMatching(/has no model .*judge-1/)])
    expect(text).not.toContain(KEYS.MODELS_KEY)
  }
  expect(there.models.calls.length).toBe(paid)
  there.models.become({ models: ['judge-1'] })
  expect((await post('unknown', 'resume')).status).toBe(200)
  expect(await there.progressWhen(arena)).toMatchObject({ status: 'done' })
  expect((await acts('unknown')).map(({ act }) => act)).toEqual([
    'judging_resumed',
    'judging_paused',
    'judging_started',
    'arena_created',
  ])
})

test('an invalid request is refused', async () => {
  await there.setUpJudged({ slug: 'refused', answered: true })
  for (const wish of [{ budgetUsd: -1 }, { judges: ['nobody'] }, { votesPerPair: 0 }, { seed: 3 }])
    await expect(post('refused', 'start', wish)).toBeProblem(400, 'invalid_request')
  await expect(post('nowhere', 'start')).toBeProblem(404, 'arena_unknown')
})
