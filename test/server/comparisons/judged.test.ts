/** A against B as judges of an arena saw them: failed judgements stand apart, checks are guardrails. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { examplesOf } from '../../../server/comparisons/index.ts'
import { startModelServer } from '../../../scripts/dev/model-server/index.ts'
import type { ModelServer } from '../../../scripts/dev/model-server/index.ts'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { alphabetically, judged, KEYS, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { between, compared } from './compared.ts'

let app: TestApp
let models: ModelServer
beforeAll(async () => {
  models = await startModelServer({
    reply: (call) =>
      call.schema && call.text.includes('Question 3?')
        ? 'I would rather not say.'
        : modelsThat(alphabetically)(call),
  })
  app = await createTestApp({ clock: 'runs', env: KEYS })
  await app.work()
})
afterAll(async () => {
  await app?.close()
  await models?.close()
})

const CHECKS: CheckSpec[] = [{ name: 'amber', kind: 'contains', value: 'I am amber', ignoreCase: false }]

it('counts failed judgements separately and does not ship a contestant that passes a check less often', async () => {
  const arenaOptions = {
    baseUrl: models.openAiUrl,
    checks: CHECKS,
    contestants: ['amber', 'birch'],
    prompts: 6,
  }
  await judged(app.deps, { slug: 'failing', ...arenaOptions })
  const gate = { minVotes: 5, minWinRate: 0.55, alpha: 0.1 }
  const better = await compared(app, 'failing', ['amber', 'birch'], { gate })
  expect(better).toMatchObject({
    source: 'judges',
    verdict: 'ship',
    criteria: [
      {
        wins: 5,
        losses: 0,
        ties: 0,
        votes: 5,
        failed: 1,
        inconsistent: 0,
      },
    ],
    guardRails: [
      {
        rail: 'check',
        check: 'amber',
        prompts: 6,
        passed: [6, 0],
        holds: true,
      },
    ],
  })
  const lenient = { ...gate, minWinRate: 0, alpha: 0.01 }
  const worse = await compared(app, 'failing', ['birch', 'amber'], { gate: lenient, source: 'judge:judge 1' })
  expect(worse).toMatchObject({
    verdict: 'do_not_ship',
    criteria: [{ losses: 5, failed: 1, verdict: 'not_decided_yet' }],
    guardRails: [{ passed: [0, 6], holds: false }],
  })
})

it('shows an operator the reasons in both orders, with who was shown first', async () => {
  const arena = await arenaNamed(app.deps.db, 'failing')
  const request = await between(app, 'failing', ['amber', 'birch'])
  const { examples } = await examplesOf(app.deps, arena, request, 'wins', { isOperator: true })
  expect(examples).toHaveLength(5)
  for (const { said, orders } of examples) {
    expect(said).toBe('own')
    expect(orders.map(({ first }) => first).sort()).toEqual(['other', 'own'])
    expect(orders).toMatchObject([
      { said: 'own', reason: 'It is.' },
      { said: 'own', reason: 'It is.' },
    ])
  }
  const visitor = await examplesOf(app.deps, arena, request, 'wins', { isOperator: false })
  expect(visitor.examples).toMatchObject(
    Array(5).fill({ said: 'own', orders: [], reason: null, answers: [null, null] }),
  )
})
