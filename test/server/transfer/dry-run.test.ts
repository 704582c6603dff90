import { expect, test } from 'vitest'
import { dryRun } from '../../../server/transfer/index.ts'
import { checked, DESCRIBED, lines, MODEL } from './arena-files.ts'

const [judge] = DESCRIBED.judges

async function tried(change: object, files: Record<string, string> = {}, wish: object = {}) {
  const { plan, prices } = await checked({ ...DESCRIBED, ...change }, files)
  return (await dryRun(plan, { seed: 1, ...wish }, { prices, chromium: '' }))!
}

test('answers are made once, and each judgement is two calls', async () => {
  const estimate = await tried({})
  expect(estimate).toMatchObject({
    answers: 6,
    judgements: 3,
    calls: 6 + 2 * 3,
    callsFor: { answers: 6, judgements: 6, checks: 0 },
    costByModel: { [MODEL]: estimate.costUsd },
  })
  expect(estimate.costUsd).toBeGreaterThan(0)
})

test('several criteria cost one call together, and one call each if they are separate', async () => {
  const criteria = ['helpfulness', 'groundedness', 'coherence', 'completeness']
  const prompts = DESCRIBED.prompts.map((prompt) => ({ ...prompt, context: 'C' }))
  const triedWith = (ask: string) => tried({ criteria, prompts, judges: [{ ...judge, rubric: 'rag', ask }] })
  const [together, apart] = [await triedWith('together'), await triedWith('apart')]
  expect([together.judgements, apart.judgements]).toEqual([3, 12])
  expect(apart.costUsd).toBeGreaterThan(
    2 * (together.costUsd! - (await tried({ prompts, judges: [] })).costUsd!),
  )
})

test('every turn of a thread is a call, and a check by a model one for each answer that it reads', async () => {
  const prompts = [
    { id: 'p1', turns: ['One?', 'Two?', 'Three?'], category: 'long' },
    { id: 'p2', text: 'Four?' },
  ]
  const question = 'Does it answer?'
  const check = {
    name: 'answers',
    kind: 'llm',
    provider: 'local',
    model: MODEL,
    question,
    categories: ['long'],
  }
  expect(await tried({ prompts, checks: [check] })).toMatchObject({
    answers: 4,
    callsFor: { answers: 2 * (3 + 1), judgements: 4, checks: 2 },
  })
})

test('imported answers cost nothing, and equal answers are not compared', async () => {
  const contestants = ['A', 'B'].map((name) => ({ name, responses: `${name}.jsonl` }))
  const answers = (last: string) =>
    lines([
      { prompt: 'p1', text: 'same' },
      { prompt: 'p2', text: last },
    ])
  const estimate = await tried({ contestants }, { 'A.jsonl': answers('one'), 'B.jsonl': answers('two') })
  expect(estimate).toMatchObject({ answers: 0, judgements: 1, identicalAnswers: 1, calls: 2 })
})

test('a dry run follows the plan, a plan that replaces it, and the chosen judges', async () => {
  const judges = [judge, { ...judge, name: 'second', model: 'no-such-model' }]
  const plan = { votesPerPair: 2 }
  expect(await tried({ judges, plan })).toMatchObject({
    judgements: 4,
    costUsd: null,
    costByModel: { 'no-such-model': null },
  })
  expect(await tried({ judges, plan }, {}, { judges: ['careful'] })).toMatchObject({ judgements: 2 })
  expect(await tried({ judges, plan }, {}, { plan: { votesPerPair: 1 } })).toMatchObject({ judgements: 2 })
  await expect(tried({}, {}, { judges: ['nobody'] })).rejects.toThrow('There is no judge "nobody"')
})

test('there is no estimate if problems leave nothing to count', async () => {
  const { plan, prices } = await checked({ ...DESCRIBED, prompts: 'gone.jsonl' })
  expect(await dryRun(plan, { seed: 1 }, { prices, chromium: '' })).toBeNull()
})
