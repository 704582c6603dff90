import { beforeEach, expect, test } from 'vitest'
import { answerToMake, missingAnswers, putAnswers } from '../../../server/answers/index.ts'
import type { Arena } from '../../../server/arenas/index.ts'
import { publicAgain, setUpArena } from '../../../server/transfer/index.ts'
import { currentJudges, estimateArena } from '../../../server/judging/index.ts'
import { planJudgements } from '../../../server/judging/plan/plan-judgements.ts'
import { unpackJudgements } from '../../../server/judging/plan/planned.ts'
import { retirePrompts } from '../../../server/prompts/index.ts'
import { appFor } from '../../support/app.ts'
import { checked, DESCRIBED } from './arena-files.ts'
import { shortList, englishText, msg } from '../../../shared/messages/index.ts'

let slug = 0
const app = appFor()
beforeEach(() => void slug++)

const [judge] = DESCRIBED.judges

async function setUp(change: object = {}, files: Record<string, string> = {}) {
  const { plan, prices } = await checked({ ...DESCRIBED, arena: `set-up-${slug}`, ...change }, files)
  return { ...(await setUpArena(app.deps, plan)), prices }
}

const wish = { plan: {}, seed: 1 }

/** Makes every missing answer, as a provider would. */
async function answerAll(arena: Arena) {
  const { db } = app.deps
  const missing = await missingAnswers(db, arena.id)
  for (const { contestantId, promptId, sha256 } of missing) {
    const {
      contestant: maker,
      prompt,
      composed,
    } = await answerToMake(db, arena.id, { contestantId, promptId })
    expect(composed.sha256).toBe(sha256)
    const answer = { promptId, contestantId, contestant: maker.name, prompt: prompt.key }
    await db
      .transaction()
      .execute((trx) =>
        putAnswers(trx, arena.id, [{ ...answer, text: `${maker.name} on ${prompt.key}`, turns: null }]),
      )
    await db
      .updateTable('answers')
      .set({ inputs_sha256: sha256 })
      .where('contestant_id', '=', contestantId)
      .where('prompt_id', '=', promptId)
      .execute()
  }
  return missing.length
}

/** Somebody is shown a pair. */
async function showAPair() {
  const response = await app.request(`/api/arenas/set-up-${slug}/battles`, { json: {} })
  expect(response.status).toBe(201)
}

test('an arena.yaml becomes an arena; the same again changes nothing', async () => {
  const { arena, result } = await setUp({ budgetUsd: 2, plan: { votesPerPair: 2 } })
  expect(result).toMatchObject({ created: true, contestantsAdded: 2, promptsAdded: 3 })
  expect(arena.settings).toEqual({ plan: { votesPerPair: 2 }, budgetUsd: 2 })
  const [careful] = await currentJudges(app.deps.db, arena.id)
  expect(careful).toMatchObject({ name: 'careful', provider: 'local', family: 'gpt', form: 'pairwise' })
  expect(await answerAll(arena)).toBe(6)
  const again = await setUp({ budgetUsd: 2, plan: { votesPerPair: 2 } })
  expect(again.result).toMatchObject({ created: false, contestantsAdded: 0, answersAdded: 0 })
  expect(again.arena.revision).toBe((await setUp({ budgetUsd: 2, plan: { votesPerPair: 2 } })).arena.revision)
  expect(await missingAnswers(app.deps.db, arena.id)).toEqual([])
  expect([...unpackJudgements(await planJudgements(app.deps.db, arena.id, wish))]).toHaveLength(3)
})

test('the estimate of remaining work includes stored answers and missing ones', async () => {
  const { arena, prices } = await setUp()
  const before = await estimateArena(app.deps.db, arena, wish, { prices, chromium: '' })
  expect(before).toMatchObject({ answers: 6, judgements: 3, calls: 12 })
  await answerAll(arena)
  const after = await estimateArena(app.deps.db, arena, wish, { prices, chromium: '' })
  expect(after).toMatchObject({ answers: 0, judgements: 3, calls: 6 })
  expect(after.costUsd).toBeLessThan(before.costUsd!)
  await expect(
    estimateArena(app.deps.db, arena, { ...wish, plan: { baseline: 'Nobody' } }, { prices, chromium: '' }),
  ).rejects.toThrow('no contestant "Nobody"')
})

test('answers of a changed contestant are made again, unless somebody has seen them', async () => {
  const { arena } = await setUp()
  await answerAll(arena)
  const [terse, warm] = DESCRIBED.contestants
  const changed = { contestants: [terse, { ...warm, system: 'Be very kind.' }] }
  await setUp(changed)
  const outdated = await missingAnswers(app.deps.db, arena.id)
  expect(outdated.map(({ answerId }) => answerId === null)).toEqual([false, false, false])
  await answerAll(arena)
  await showAPair()
  await expect(setUp()).rejects.toThrow(englishText(msg('made_anew', { contestants: ['Warm'] })))
  const { params } = { params: { temperature: 0 } }
  await expect(setUp({ contestants: [terse, { ...changed.contestants[1], params }] })).rejects.toThrow(
    '"Warm"',
  )
  // nothing of it was kept
  expect(await missingAnswers(app.deps.db, arena.id)).toEqual([])
})

test('the owner of a contestant may change at any time', async () => {
  const { arena } = await setUp()
  await answerAll(arena)
  await showAPair()
  const [terse, warm] = DESCRIBED.contestants
  await setUp({ contestants: [terse, { ...warm, owner: 'ana', family: 'own' }] })
  const row = await app.deps.db
    .selectFrom('contestants')
    .select(['owner', 'family'])
    .where('arena_id', '=', arena.id)
    .where('name', '=', 'Warm')
    .executeTakeFirst()
  expect(row).toEqual({ owner: 'ana', family: 'own' })
})

test('a contestant that is no longer named stays and is reported; a judge no longer judges', async () => {
  const { arena } = await setUp({ judges: [judge, { ...judge, name: 'second' }] })
  expect((await currentJudges(app.deps.db, arena.id)).map(({ name }) => name)).toEqual(['careful', 'second'])
  const cold = { ...DESCRIBED.contestants[0], name: 'Cold' }
  const { result } = await setUp({ contestants: [DESCRIBED.contestants[0], cold] })
  expect(result).toMatchObject({ contestants: 3, contestantsNotNamed: ['Warm'] })
  expect((await currentJudges(app.deps.db, arena.id)).map(({ name }) => name)).toEqual(['careful'])
  await expect(planJudgements(app.deps.db, arena.id, { ...wish, judges: ['second'] })).rejects.toThrow(
    'There is no judge "second"',
  )
})

test('a prompt that is no longer named is retired, and comes back with its name unless an admin retired it', async () => {
  const { arena } = await setUp()
  await answerAll(arena)
  const inPlan = async () => [...unpackJudgements(await planJudgements(app.deps.db, arena.id, wish))].length
  expect(await inPlan()).toBe(3)
  const { result } = await setUp({ prompts: DESCRIBED.prompts.slice(0, 2) })
  expect(result).toMatchObject({ prompts: 3, promptsRetired: ['p3'], promptsRestored: [] })
  expect(await inPlan()).toBe(2)
  await retirePrompts(app.deps, arena, { keys: ['p2'] }, app.deps.clock())
  const back = await setUp()
  expect(back.result).toMatchObject({ promptsRetired: [], promptsRestored: ['p3'] })
  expect(await inPlan()).toBe(2)
  await retirePrompts(app.deps, arena, { keys: ['p2'] }, null)
  expect(await inPlan()).toBe(3)
  await setUp({ prompts: DESCRIBED.prompts.slice(0, 2) })
  app.clock.advance(31 * 60)
  const late = await setUp()
  expect(late.result).toMatchObject({ promptsRestored: ['p3'], promptsThatWerePublic: ['p3'] })
  expect(publicAgain(late.result.promptsThatWerePublic)).toEqual(
    msg('public_again', { prompts: shortList(['p3']) }),
  )
})

test('a retired prompt gets no new answers, and its shown answers are still not made again', async () => {
  const { arena } = await setUp()
  await retirePrompts(app.deps, arena, { keys: ['p3'] }, app.deps.clock())
  expect(await missingAnswers(app.deps.db, arena.id)).toHaveLength(4)
  expect(await answerAll(arena)).toBe(4)
  await showAPair()
  await retirePrompts(app.deps, arena, { all: true }, app.deps.clock())
  const [terse, warm] = DESCRIBED.contestants
  const changed = { contestants: [terse, { ...warm, system: 'Be very kind.' }] }
  await expect(setUp(changed)).rejects.toThrow(englishText(msg('made_anew', { contestants: ['Warm'] })))
})

test('another model or parameter is another version of the judge; the earlier one can come back', async () => {
  const versionOf = async (change: object) => {
    const { arena } = await setUp({ judges: [{ ...judge, ...change }] })
    return (await currentJudges(app.deps.db, arena.id))[0].versionId
  }
  const first = await versionOf({ params: { a: 1, b: 2 } })
  expect(await versionOf({ params: { b: 2, a: 1 } })).toBe(first)
  expect(await versionOf({ params: { a: 1, b: 2 }, categories: undefined, ask: 'apart' })).toBe(first)
  const next = await versionOf({ params: { a: 1 } })
  expect(next).not.toBe(first)
  expect(await versionOf({ model: 'gpt-4o-2024-08-06', params: { a: 1 } })).not.toBe(next)
  expect(await versionOf({ params: { a: 1, b: 2 } })).toBe(first)
})

test('variables of a prompt may change; its text may not', async () => {
  const described = {
    contestants: DESCRIBED.contestants.map((one) => ({ ...one, system: '{{variables.tone}}' })),
  }
  const prompts = (change: object) =>
    DESCRIBED.prompts.map((prompt) => ({ ...prompt, variables: { tone: 'dry' }, ...change }))
  const { arena } = await setUp({ ...described, prompts: prompts({}) })
  await answerAll(arena)
  await setUp({ ...described, prompts: prompts({ variables: { tone: 'loud' } }) })
  expect(await missingAnswers(app.deps.db, arena.id)).toHaveLength(6)
  await expect(setUp({ ...described, prompts: prompts({ text: 'Else?' }) })).rejects.toThrow(/another text/)
})

test('nothing is set up with a problem of any kind', async () => {
  await expect(setUp({ providers: { local: { type: 'openai', apiKeyEnv: 'UNSET' } } })).rejects.toThrow(
    /^1 problem to fix first:\narena.yaml:\d+: providers.local.apiKeyEnv: /,
  )
  expect((await app.request(`/api/arenas/set-up-${slug}`)).status).toBe(404)
})
