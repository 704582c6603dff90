import { setTimeout as sleep } from 'node:timers/promises'
import { expect, onTestFinished, test } from 'vitest'
import { startWork } from '../../../../server/start-work.ts'
import { createTestApp } from '../../../support/app.ts'
import {
  alphabetically,
  KEYS,
  modelsThat,
  progressWhen,
  setUpJudged,
  shownIn,
  start,
} from './judged-arena.ts'
import { hashRubric, readRubric, rubricPath } from '../../../../server/rubrics/index.ts'
import type { Rubric } from '../../../../shared/contracts/index.ts'
import { PNG } from '../../../support/pictures.ts'
import { figuresOf } from '../../figures.ts'
import { withModels } from './with-models.ts'

const rig = withModels()

test('answers are made, pairs are judged in both orders, and a second run makes no calls', async () => {
  const arena = await rig.setUpJudged({ slug: 'whole' })
  await rig.start(arena)
  const progress = await rig.progressWhen(arena)
  expect(progress).toMatchObject({
    status: 'done',
    answers: { total: 12, done: 12, failed: 0 },
    judgements: { total: 12, done: 12, failed: 0 },
    calls: { done: 36, failed: 0, underWay: 0 },
    failures: [],
    reservedUsd: 0,
  })
  const judging = rig.models.calls.filter(({ schema }) => schema)
  expect(judging.length).toBe(24)
  expect(new Set(judging.map(({ system }) => system)).size).toBe(1)
  const orders = Map.groupBy(judging, (call) =>
    [...shownIn(call).toSorted(), call.text.match(/Question \d/)].join(),
  )
  expect([...orders.values()].map((two) => new Set(two.map((call) => shownIn(call).join())).size)).toEqual(
    Array.from({ length: 12 }, () => 2),
  )
  expect(await rig.votesOf(arena)).toEqual([
    { judge: 'judge 1', winner: 'amber', inconsistent: false, votes: 8 },
    { judge: 'judge 1', winner: 'birch', inconsistent: false, votes: 4 },
  ])

  const figure = await figuresOf(rig.app)
  expect(figure('deadheat_calls_total', { purpose: 'judgement', outcome: 'ok' })).toBe(24)
  expect(figure('deadheat_calls_total', { purpose: 'answer', outcome: 'ok' })).toBe(12)
  expect(figure('deadheat_call_duration_seconds_count')).toBe(36)
  expect(figure('deadheat_judgements_total', { outcome: 'done' })).toBe(12)
  expect(figure('deadheat_votes_total', { source: 'judge' })).toBe(12)

  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done', calls: { done: 0 } })
  expect(rig.models.calls.length).toBe(36)
  // all verdicts are of one run
  expect((await rig.boardOf(arena)).looks).toBe('one')
  await rig.start(arena, { spec: { plan: {}, seed: 1, repeats: 2 } })
  expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done' })
  // the repeats cast no votes
  expect(await rig.boardOf(arena)).toMatchObject({ looks: 'any', votes: 12 })
})

test('runs that begin one after another leave connections for their work', async () => {
  const app = await createTestApp({ clock: 'runs', env: KEYS })
  onTestFinished(() => app.close())
  rig.models.become({ reply: modelsThat(alphabetically), latencyMs: 2000 })
  const work = await startWork({ ...app.database, deps: app.deps }, { firstWaitMs: 10, connections: 2 })
  onTestFinished(() => work.stop())
  const arenas = []
  for (const slug of ['one', 'two', 'three']) {
    const arena = await setUpJudged(app.deps, {
      slug,
      baseUrl: rig.models.openAiUrl,
      answered: true,
      contestants: ['amber', 'birch'],
      prompts: 1,
    })
    await start(app.deps, arena)
    arenas.push(arena)
    // more workers begin while the runs before are at work
    await sleep(700)
  }
  for (const arena of arenas)
    expect(await progressWhen(app.deps, arena)).toMatchObject({ status: 'done', judgements: { done: 1 } })
}, 30_000)

test('a pair on which a judge names the first answer in both orders is an inconsistent tie', async () => {
  rig.models.become({
    reply: modelsThat((call) => (shownIn(call).includes('cedar') ? 'first' : alphabetically(call))),
  })
  const arena = await rig.judged({ slug: 'first' })
  expect(await rig.votesOf(arena)).toEqual([
    { judge: 'judge 1', winner: 'amber', inconsistent: false, votes: 4 },
    { judge: 'judge 1', winner: null, inconsistent: true, votes: 8 },
  ])
})

test('a judge whose rubric shows pictures is sent those of prompt and answers, and no other judge is', async () => {
  const { rubric } = await readRubric(rubricPath('overall', '.'))
  const seeing: Rubric = { ...rubric, name: 'seeing', shows: ['pictures'] }
  const arena = await rig.setUpJudged({
    slug: 'seen',
    answered: true,
    contestants: ['amber', 'birch'],
    prompts: 1,
    judges: [{ name: 'sees', rubric: seeing, rubricSha256: hashRubric(seeing) }, { name: 'reads' }],
  })
  const [name, other] = ['a'.repeat(32), 'b'.repeat(32)]
  await rig.app.deps.db
    .insertInto('pictures')
    .values({ arena_id: arena.id, name, sha256: 'x', type: 'image/png', width: 24, height: 16, bytes: PNG })
    .execute()
  await rig.app.sql`update prompts set messages = ${JSON.stringify([
    { role: 'user', content: `Which logo? ![one](picture:${name}) ![gone](picture:${other})` },
  ])} where arena_id = ${arena.id}`
  await rig.start(arena)
  expect(await rig.progressWhen(arena)).toMatchObject({ status: 'done', judgements: { done: 2 } })
  const sent = rig.models.calls.map(
    ({ body }) => (body['messages'] as { content: unknown }[]).at(-1)!.content as object[] | string,
  )
  const withPictures = sent.filter((content) => typeof content !== 'string')
  expect(withPictures.length).toBe(2)
  expect(sent.length).toBe(4)
  for (const parts of withPictures)
    expect(parts.map((part) => ('text' in part ? 'text' : part))).toEqual([
      'text',
      { type: 'image_url', image_url: { url: `data:image/png;base64,${PNG.toString('base64')}` } },
      'text',
    ])
})

test('the Anthropic protocol works too', async () => {
  const arena = await rig.judged({ slug: 'other', baseUrl: rig.models.anthropicUrl, type: 'anthropic' })
  expect(rig.models.calls.every(({ protocol }) => protocol === 'anthropic')).toBe(true)
  expect((await rig.votesOf(arena)).reduce((sum, { votes }) => sum + votes, 0)).toBe(12)
})

test('a ranking of several answers gives a vote for each pair of them', async () => {
  rig.models.become({
    reply: (call) => {
      const names = shownIn(call)
      const order = names.toSorted().map((name) => [names.indexOf(name) + 1])
      return JSON.stringify({ overall: { reason: 'By name.', order } })
    },
  })
  const contestants = ['amber', 'birch', 'cedar']
  const judges = [{ form: 'listwise' as const, listSize: 3 }]
  const arenaOptions = { slug: 'listwise', answered: true, contestants, judges }
  const arena = await rig.judged(arenaOptions)
  expect(rig.models.calls.length).toBe(8)
  expect(await rig.callsOf(arena)).toEqual([{ status: 'ok', cause: null, calls: 8 }])
  expect(await rig.votesOf(arena)).toEqual([
    { judge: 'judge 1', winner: 'amber', inconsistent: false, votes: 8 },
    { judge: 'judge 1', winner: 'birch', inconsistent: false, votes: 4 },
  ])
})

test('another version of a judge retracts the votes of the earlier version on the same answers', async () => {
  const arenaOptions = { slug: 'versions', answered: true, prompts: 2 }
  await rig.judged(arenaOptions)
  rig.models.become({ reply: modelsThat(() => 'tie') })
  const params = { temperature: 0.5 }
  const arena = await rig.setUpJudged({ ...arenaOptions, judges: [{ params }] })
  await rig.start(arena, { spec: { plan: { votesPerPair: 1 }, seed: 1 } })
  await rig.progressWhen(arena)
  expect(await rig.votesOf(arena)).toEqual([
    { judge: 'judge 1', winner: 'amber', inconsistent: false, votes: 2 },
    { judge: 'judge 1', winner: 'birch', inconsistent: false, votes: 1 },
    { judge: 'judge 1', winner: null, inconsistent: false, votes: 3 },
  ])
  const board = await rig.boardOf(arena)
  expect(board.votes).toBe(6)
  expect(board.warnings.map(({ code }) => code)).toContain('judge_versions')
})
