/** Judges on live battles: what visitors asked and voted on is judged like the set, and no board of the set has any of it. */
import { expect, it } from 'vitest'
import { judgesText } from '../../../server/judge-evaluation/render/judges-text.ts'
import { arenaForOperator } from '../../../server/arenas/index.ts'
import { arenaPlanSpec, estimateArena } from '../../../server/judging/index.ts'
import { refreshEvaluation } from '../../../server/judge-evaluation/index.ts'
import { live } from '../../../server/live/index.ts'
import { retireContestant } from '../../../server/contestants/retire-contestant.ts'
import type { BattleList, ListedBattle } from '../../../shared/contracts/index.ts'
import type { ReceivedCall } from '../../../workshop/model-server/wires.ts'
import { AS_ADMIN } from '../../support/app.ts'
import { readBody, importLiveArena, LiveVisitor } from '../../support/live-visitors.ts'
import { modelsAndJudges } from '../judging/judge-pair/models-and-judges.ts'
import { progressWhen, start, verdict } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const NAMES = ['amber', 'birch', 'cedar']

/** Who answered, by the sizes that their answers give, each once and in the order shown. */
const sizesIn = (text: string) => [
  ...new Set([...text.matchAll(/of size (\d)/g)].map(([, size]) => Number(size))),
]
/** Contestants say which model they are in secret; judges prefer the larger one in either order. */
const reply = (call: ReceivedCall): string => {
  if (!call.schema) return `An answer of size ${call.model.length} to a secret.`
  const [one, other] = sizesIn(call.messages.at(-1)!.content)
  return verdict(call, one > other ? 'first' : 'second').replaceAll('It is.', 'It is less secret.')
}

const { app, models } = withModels({
  reply,
  price: { models: ['w*', 'judge-*'], input: 1, output: 10 },
})

async function arenaWith(slug: string, concurrency = 20, more = {}) {
  const judges = { rubric: 'overall', namedAfter: 'judge', baseUrl: models.openAiUrl, concurrency }
  await importLiveArena(app.deps, {
    slug,
    baseUrl: models.openAiUrl,
    models: Object.fromEntries(NAMES.map((name, i) => [name, 'w'.repeat(i + 1)])),
    live: { budgetUsd: 10, characters: 200, tokens: 100 },
    settings: { ...more, plan: { live: true } },
    setUp: await modelsAndJudges(judges),
  })
  return app.arena(slug)
}
type Arena = Awaited<ReturnType<typeof arenaWith>>

/** A visitor asks these, one after another, and votes for the larger answer, the smaller one, or not at all. */
async function talk({ slug }: Arena, texts: string[], choice: 'larger' | 'smaller' | null): Promise<string> {
  const visitor = new LiveVisitor(app.request, slug)
  const { id } = await visitor.ask(texts[0])
  await visitor.read(id)
  for (const text of texts.slice(1)) {
    await readBody(await visitor.send(`/${id}/turns`, { text }))
    await visitor.read(id)
  }
  if (choice === null) return id
  const issued = await visitor.battle(id)
  const [left, right] = [issued.battle.left, issued.battle.right].map(
    (one) => sizesIn(JSON.stringify(one))[0],
  )
  const outcome = left > right === (choice === 'larger') ? 'left' : 'right'
  await readBody(await visitor.voteOn(issued, { outcome }))
  await readBody(await visitor.reveal(issued))
  return id
}

async function judge(arena: Arena, more: Parameters<typeof start>[2] = {}) {
  await start(app.deps, arena, { spec: arenaPlanSpec(arena.settings.plan!), ...more })
  return progressWhen(app.deps, arena)
}
const judgeCalls = () =>
  models.calls.filter(({ schema }) => schema).map(({ messages }) => messages.at(-1)!.content)

it('are judged once in both orders, whole, and compared with their visitors apart from all boards', async () => {
  const arena = await arenaWith('judged')
  const { slug } = arena
  const board = async (source: string) => {
    await app.publish()
    await app.settle()
    return app.board(slug, `?source=${source}`)
  }
  const report = async () => (await refreshEvaluation(app.deps, arena)).judges[0]
  expect((await judge(arena)).judgements).toMatchObject({ total: 3, done: 3 })
  const before = await board('judges')
  expect(before.votes).toBe(3)
  expect(await report()).not.toHaveProperty('live')

  await talk(arena, ['A secret one'], 'larger')
  await talk(arena, ['A secret first', 'A secret second'], 'smaller')
  await talk(arena, ['Nobody votes on this'], null)
  models.become({ reply: () => 'I am ChatGPT, of size 1.' })
  await talk(arena, ['Who are you?'], 'larger')
  models.become({ reply })
  models.clear()
  const estimate = () =>
    estimateArena(app.deps.db, arena, arenaPlanSpec(arena.settings.plan!), app.deps.settings)
  for (const retiredAt of [app.deps.clock(), null]) {
    for (const name of NAMES.slice(1)) await retireContestant(app.deps, arena, name, retiredAt)
    if (retiredAt) expect(await estimate()).toMatchObject({ judgements: 0 })
  }
  const estimated = await estimate()
  expect(estimated).toMatchObject({ judgements: 2, callsFor: { judgements: 4 } })
  expect(estimated.judgementsUsd).toBeGreaterThan(0)
  expect(await judge(arena, { spec: arenaPlanSpec(arena.settings.plan!) })).toMatchObject({
    status: 'done',
    judgements: { total: 2, done: 2 },
  })
  const calls = judgeCalls()
  expect(calls).toHaveLength(4)
  const whole = calls.filter((text) => text.includes('A secret first'))
  expect(whole.map(sizesIn)).toEqual([sizesIn(whole[0]), sizesIn(whole[0]).toReversed()])
  for (const text of whole)
    expect(text).toMatch(
      /user, turn 1\][^]*A secret first[^]*user, turn 2\][^]*A secret second[^]*answer at turn 2 of 2\]/,
    )

  const { computedAt: _, ...after } = await board('judges')
  expect(before).toMatchObject(after)
  expect([(await board('live')).votes, (await board('all')).votes]).toEqual([2, 0])
  const judged = await report()
  expect(judged.live).toMatchObject({
    shared: 2,
    decisive: { hits: 1, n: 2 },
    consistency: { hits: 2, n: 2 },
    state: 'not_measured',
  })
  expect(judged.figures).toMatchObject({ votes: 3, shared: 0, firstPosition: { n: 6 } })
  expect(judgesText(await app.json(`/api/arenas/${slug}/judges`), 100)).toMatch(
    /on live battles\s+not measured yet; 50 %/,
  )

  const ask = (source: string, headers = {}) =>
    app.json<BattleList>(`/api/arenas/${slug}/battles?show=disagreement&judge=judge%201&source=${source}`, {
      headers,
    })
  expect(await ask('people')).toMatchObject({ total: 0 })
  const { total, battles } = await ask('live', AS_ADMIN)
  expect(total).toBe(1)
  const [{ prompt, texts, votes, judge: judgedBy, outcome, requests }] = battles as [ListedBattle]
  expect(texts!.messages.map(({ content }) => content)).toEqual(['A secret first', 'A secret second'])
  expect(judgedBy).toBe('judge 1')
  expect(votes).toEqual({ left: 0, right: 0, tie: 0, bothBad: 0, [outcome === 'left' ? 'right' : 'left']: 1 })
  const [chosen, missed] = outcome === 'left' ? [texts!.left, texts!.right] : [texts!.right, texts!.left]
  expect(sizesIn(JSON.stringify(chosen))[0]).toBeGreaterThan(sizesIn(JSON.stringify(missed))[0])
  expect(requests.map(({ said: one }) => one)).toEqual([outcome, outcome])
  const shown = await ask('live')
  expect(shown.battles).toMatchObject([{ withheld: 'of_visitor', texts: null }])
  expect(JSON.stringify(shown)).not.toContain('secret')
  const exported = async (query: string) =>
    (await app.text(`/api/arenas/${slug}/export/judgements.jsonl${query}`)).trim().split('\n')
  expect((await exported('')).every((line) => line.includes('"p1"'))).toBe(true)
  const rows = await exported('?source=live')
  expect(rows).toHaveLength(2)
  expect(rows.every((line) => line.includes('"live-') && !line.includes('secret'))).toBe(true)

  // once an operator took its prompt into the set, it is judged there, too
  const { key } = prompt!
  await readBody(await app.asAdmin(`/api/admin/arenas/${slug}/prompts/restore`, { keys: [key] }))
  expect((await judge(arena)).judgements).toMatchObject({ total: 3, done: 3 })
  expect((await board('judges')).votes).toBe(6)
  expect((await report()).live).toMatchObject({ shared: 2 })
})

it.each(['on', 'off'] as const)(
  'that visitors saw as pages were judged by their source, and say so: %s',
  async (webAnswers) => {
    const arena = await arenaWith(`pages-${webAnswers}`, 20, { webAnswers })
    models.become({
      reply: (call) => (call.schema ? reply(call) : `<!doctype html><p>${'x'.repeat(call.model.length)}</p>`),
    })
    await judge(arena)
    await talk(arena, ['Make a page'], 'larger')
    expect((await judge(arena)).judgements).toMatchObject({ done: 1 })
    const rows = await app.sql<{ source: boolean | null }>`
    select read_source as source from judgements where arena_id = ${arena.id} and live`
    expect(rows).toEqual([{ source: webAnswers === 'on' }])
  },
)

it('cost no more than the budget of judges, reserved before a judge is asked', async () => {
  const arena = await arenaWith('budget')
  await judge(arena)
  await talk(arena, ['What does it cost?'], 'larger')
  models.clear()
  expect(await judge(arena, { budgetUsd: 0.001 })).toMatchObject({ status: 'budget_reached', spentUsd: 0 })
  expect(judgeCalls()).toHaveLength(0)
  expect(await judge(arena, { budgetUsd: 5 })).toMatchObject({ status: 'done', judgements: { done: 1 } })
})

it('are skipped once their texts are erased, and what replies quote of them goes as well', async () => {
  const arena = await arenaWith('erased', 2)
  await judge(arena)
  const asked = [await talk(arena, ['A secret before'], 'larger')]
  await judge(arena)
  asked.push(
    await talk(arena, ['A secret at once'], 'larger'),
    await talk(arena, ['A secret later'], 'larger'),
  )
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  models.become({ reply: async (call) => (await gate, reply(call)) })
  models.clear()
  await start(app.deps, arena, { spec: arenaPlanSpec(arena.settings.plan!) })
  // one is with the judge in both orders, and the other waits
  await expect.poll(() => judgeCalls().length).toBe(2)
  await app.sql`update live_conversations set started_at = now() - interval '31 days'
    where id = any (${asked}::uuid[])`
  await live.tasks['sweep-live'](app.deps)
  open()
  expect(await progressWhen(app.deps, arena)).toMatchObject({
    status: 'done',
    judgements: { failed: 0 },
  })
  expect(judgeCalls()).toHaveLength(2)
  // and what was asked in both orders before is judged
  const rows = await app.sql<{ status: string; cause: string | null; quotes: boolean }>`
    select j.status, j.cause, exists (select from calls c where c.arena_id = j.arena_id and c.judgement_id = j.id
      and (c.reply || c.verdicts::text) like '%secret%') as quotes
    from judgements j where j.arena_id = ${arena.id} and j.live order by 1 desc`
  expect(rows[0]).toEqual({ status: 'failed', cause: 'superseded', quotes: false })
  expect(rows.map(({ quotes }) => quotes)).toEqual([false, false, false])
})

it('are not asked again, nor for what was begun, once the plan leaves live battles out', async () => {
  const arena = await arenaWith('left-out')
  await judge(arena)
  await talk(arena, ['A secret that fails'], 'larger')
  models.become({ reply: (call) => (call.schema ? '{}' : reply(call)) })
  expect((await judge(arena)).judgements).toMatchObject({ failed: 1 })
  await talk(arena, ['A secret half asked'], 'larger')
  const { db } = app.deps
  // as a run leaves it that is stopped between two orders
  await app.sql`update judgements set status = 'planned', finished_at = null, cause = null where arena_id = ${arena.id}
    and live`
  await app.sql`update arenas set settings = settings #- '{plan,live}' where id = ${arena.id}`
  models.become({ reply })
  models.clear()
  const off = await arenaForOperator(db, 'left-out')
  for (const retryFailed of [false, true]) {
    expect(await judge(off, { retryFailed })).toMatchObject({ status: 'done' })
    expect(judgeCalls()).toHaveLength(0)
  }
  await app.sql`update arenas set settings = jsonb_set(settings, '{plan,live}', 'true') where id = ${arena.id}`
  await judge(await arenaForOperator(db, 'left-out'), { retryFailed: true })
  expect(judgeCalls().length).toBe(4)
})
