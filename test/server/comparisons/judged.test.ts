/** A against B as judges of an arena saw them: failed judgements stand apart, checks are guardrails. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { arenaNamed } from '../../../server/arenas/index.ts'
import { examplesOf } from '../../../server/comparisons/index.ts'
import { startModelServer, type ModelServer } from '../../../workshop/model-server/index.ts'
import type { CheckSpec } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { alphabetically, judged, KEYS, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { verdictWords } from '../../../scripts/cli/terminal/comparison-words.ts'
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

it('a preset asks a judge for no more votes than the prompts can give, and says what is missing', async () => {
  const pair: [string, string] = ['amber', 'birch']
  const small = await compared(app, 'failing', pair)
  const reach = { prompts: 6, judges: 1, mostVotes: 5 }
  expect(small).toMatchObject({
    verdict: 'not_decided_yet',
    gate: { preset: 'default', minVotes: 5 },
    criteria: [{ because: 'not_significant', minVotes: 5, reach }],
  })
  expect(verdictWords(small)).toMatch(
    /^Not decided yet: it takes more than the prompts and judges of this arena\. .*6 prompts and 1 judge give at most 5 votes, and about \d+ votes would be significant: add about \d+ prompt/,
  )
  const asked = await compared(app, 'failing', pair, { gate: { minVotes: 400 } })
  expect(asked).toMatchObject({
    moreVotes: null,
    criteria: [{ because: 'too_few_votes', minVotes: 400, moreVotes: null }],
  })
  expect(verdictWords(asked)).toContain(
    '6 prompts and 1 judge give at most 5 votes: add 395 prompts or judges, or lower --min-votes',
  )
  // without significance, the number of votes is all that keeps chance out
  const cosmetic = await compared(app, 'failing', pair, { gate: { preset: 'cosmetic' } })
  expect(cosmetic.criteria[0]).toMatchObject({ because: 'too_few_votes', minVotes: 200 })
  const loose = await compared(app, 'failing', pair, { gate: { alpha: 0.1 } })
  expect([loose.verdict, loose.gate.minVotes]).toEqual(['ship', 5])
  const reversed = await compared(app, 'failing', ['birch', 'amber'], { gate: { alpha: 0.1 } })
  expect(reversed.verdict).toBe('do_not_ship')
})

it('shows an operator the reasons in both orders, with who was shown first', async () => {
  const arena = await arenaNamed(app.deps.db, 'failing')
  const request = await between(app, 'failing', ['amber', 'birch'])
  const { examples } = await examplesOf(app.deps, arena, request, 'wins', { isOperator: true })
  expect(examples).toHaveLength(5)
  for (const { said, orders, battle } of examples) {
    expect(said).toBe('own')
    expect(battle).toMatch(/^[0-9a-f-]{36}$/)
    expect(orders.map(({ first }) => first).sort()).toEqual(['other', 'own'])
    expect(orders).toMatchObject([
      { said: 'own', reason: 'It is.' },
      { said: 'own', reason: 'It is.' },
    ])
  }
  const visitor = await examplesOf(app.deps, arena, request, 'wins', { isOperator: false })
  expect(visitor.examples).toMatchObject(
    Array(5).fill({ said: 'own', orders: [], reason: null, answers: [null, null], contexts: [null, null] }),
  )
})
