import { afterAll, beforeAll, expect, test } from 'vitest'
import { startModelServer } from '../../../../scripts/model-server/index.ts'
import type { ModelServer } from '../../../../scripts/model-server/index.ts'
import type { CheckSpec } from '../../../../shared/contracts/index.ts'
import { createTestApp } from '../../../support/app.ts'
import type { TestApp } from '../../../support/app.ts'
import { alphabetically, boardOf, callsOf, judged, KEYS, modelsThat } from './judged-arena.ts'

let app: TestApp
let models: ModelServer
beforeAll(async () => {
  models = await startModelServer({
    reply: (asked) =>
      asked.text.includes('Is it about amber?')
        ? JSON.stringify({ reason: 'By name.', verdict: asked.text.includes('I am amber') ? 'yes' : 'no' })
        : modelsThat(alphabetically)(asked),
  })
  app = await createTestApp({ clock: 'runs', env: KEYS })
  await app.work()
})
afterAll(async () => {
  await app?.close()
  await models?.close()
})

const CHECKS: CheckSpec[] = [
  { name: 'first question', kind: 'contains', value: 'Question 1', ignoreCase: false, mustPass: 0.5 },
  {
    name: 'amber',
    kind: 'llm',
    provider: 'models',
    model: 'checker-1',
    params: {},
    question: 'Is it about amber?',
  },
]

test('checks stand beside the rating, by contestant; a later run asks no model about the same answer again', async () => {
  const wanted = {
    slug: 'checked',
    baseUrl: models.openAiUrl,
    checks: CHECKS,
    contestants: ['amber', 'birch'],
  }
  const arena = await judged(app.deps, wanted)
  expect(await callsOf(app.deps, arena, 'check')).toEqual([{ status: 'ok', cause: null, calls: 8 }])
  const { contestants } = await boardOf(app, arena)
  const firstQuestion = { name: 'first question', passed: 1, of: 4, mustPass: 0.5, holds: false }
  expect(Object.fromEntries(contestants.map(({ name, checks }) => [name, checks]))).toEqual({
    amber: [{ name: 'amber', passed: 4, of: 4 }, firstQuestion],
    birch: [{ name: 'amber', passed: 0, of: 4 }, firstQuestion],
  })

  await judged(app.deps, wanted)
  expect(await callsOf(app.deps, arena, 'check')).toEqual([{ status: 'ok', cause: null, calls: 8 }])
  const results = app.deps.db.selectFrom('check_results').select('run_id').distinct()
  expect((await results.execute()).length).toBe(2)
})
