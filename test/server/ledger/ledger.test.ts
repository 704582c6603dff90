/** The money of an arena: one budget over runs, challenges, checks and live battles, who may raise it, and who is closed. */
import { beforeAll, describe, expect, it } from 'vitest'
import type {
  AuditLog,
  JudgingProgress,
  JudgingState,
  LiveReport,
  LiveTerms,
  NewOperatorToken,
} from '../../../shared/contracts/index.ts'
import { enterSpent, selectLedger } from '../../../server/ledger/index.ts'
import { settleOrphaned } from '../../../server/runs/call-model.ts'
import { readBody, importLiveArena, LIVE_KEY, LiveVisitor } from '../../support/live-visitors.ts'
import { AS_ADMIN } from '../../support/app.ts'
import { setUpClimb } from '../challenges/climbing.ts'
import { alphabetically, KEYS, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { modelsAndJudges } from '../judging/judge-pair/models-and-judges.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const { app, models, setUpJudged, progressWhen } = withModels({
  price: { models: ['judge-1', 'writer-*', 'checker-1'], input: 0.1, output: 100 },
  appOptions: { env: { ...KEYS, [LIVE_KEY]: KEYS.MODELS_KEY } },
})
/** A judgement may cost about 0.02 US dollars, and costs about 0.001. */
const judges = [{ params: { max_tokens: 100 } }]

const asRun = { authorization: '' }
beforeAll(async () => {
  const made = await app.request('/api/admin/tokens', {
    json: { name: 'ci', role: 'run' },
    headers: AS_ADMIN,
  })
  asRun.authorization = `Bearer ${((await made.json()) as NewOperatorToken).token}`
})

const judging = (slug: string, verb: string, json: object = {}, headers = asRun) =>
  app.request(`/api/admin/arenas/${slug}/judging/${verb}`, { json, headers, method: 'POST' })

const problemOf = async (response: Response) => {
  const { detail } = (await response.json()) as { detail?: string }
  return `${response.status} ${detail}`
}

const ledger = async (slug: string) => selectLedger(app.deps.db, (await app.arena(slug)).id, app.clock.now())

/** What all calls of an arena cost, by their rows. */
async function paidIn(slug: string): Promise<number> {
  const [{ usd }] = await app.sql<{ usd: number }>`
    select coalesce(sum(cost_usd), 0)::float8 as usd from (
      select arena_id, cost_usd from calls union all select arena_id, cost_usd from live_calls) c
    join arenas a on a.id = c.arena_id where slug = ${slug}`
  return usd
}

const over = ({ status, calls }: JudgingProgress) => status !== 'running' && calls.underWay === 0

describe('the budget of an arena', () => {
  it('holds over runs that a token with the role run starts again and again, and only the role admin raises it', async () => {
    const budgetUsd = 0.05
    const arena = await setUpJudged({
      slug: 'again',
      answered: true,
      prompts: 20,
      judges,
      settings: { budgetUsd },
    })
    const started: string[] = []
    for (let time = 0; time < 6; time++) {
      const response = await judging('again', 'start', { repeats: 1 })
      started.push(response.ok ? 'ok' : await problemOf(response))
      if (!response.ok) continue
      await progressWhen(arena, over)
      await judging('again', 'cancel')
    }
    const paid = await paidIn('again')
    expect(paid).toBeLessThanOrEqual(budgetUsd)
    // as much as fits: the next judgement might cost 0.02
    expect(paid).toBeGreaterThan(0.025)
    expect(await ledger('again')).toMatchObject({ budgetUsd, reservedUsd: expect.closeTo(0, 12) })
    expect((await ledger('again')).spentUsd).toBeCloseTo(paid, 12)

    const stopped = (await readBody<JudgingState>(await judging('again', 'start', {}))).judging!
    expect(['running', 'budget_reached']).toContain(stopped.status)
    expect(await progressWhen(arena, over)).toMatchObject({
      status: 'budget_reached',
      finding: { code: 'next_calls_over_arena', values: { budget: budgetUsd, isToday: false } },
    })
    // within the arena's budget by its number, and still not beyond what is left of it
    expect((await judging('again', 'budget', { budgetUsd })).status).toBe(200)
    await progressWhen(arena, over)
    expect(await paidIn('again')).toBeLessThanOrEqual(budgetUsd)

    expect((await judging('again', 'budget', { budgetUsd: 1 })).status).toBe(403)
    expect((await judging('again', 'budget', { budgetUsd: 1 }, AS_ADMIN)).status).toBe(200)
    expect((await progressWhen(arena, over)).status).toBe('done')
    const raised = (await ledger('again')).budgetUsd!
    expect(raised).toBeGreaterThan(budgetUsd)
    expect(await paidIn('again')).toBeLessThanOrEqual(raised)
    const { entries } = await app.json<AuditLog>('/api/admin/arenas/again/audit', { headers: AS_ADMIN })
    expect(
      entries.filter(({ act }) => act === 'budget_changed').map(({ details }) => details),
    ).toContainEqual({
      budgetUsd: raised,
      budgetUsdBefore: budgetUsd,
    })
  })

  it('where a reply cost more than was reserved, only the role admin goes on', async () => {
    const says = modelsThat(alphabetically)
    models.become({ reply: (call) => ({ text: says(call), outputTokens: 500 }) })
    const arena = await setUpJudged({ slug: 'over', answered: true, judges, settings: { budgetUsd: 5 } })
    await judging('over', 'start')
    expect(await progressWhen(arena, over)).toMatchObject({ status: 'paused' })
    const paid = await paidIn('over')
    const refused = /^403 A reply in the latest run of arena "over" cost more than was reserved/
    for (const verb of ['resume', 'start'])
      expect(await problemOf(await judging('over', verb))).toMatch(refused)
    expect(await problemOf(await judging('over', 'budget', { budgetUsd: 5 }))).toMatch(refused)
    expect((await judging('over', 'cancel')).status).toBe(200)
    expect(await problemOf(await judging('over', 'start'))).toMatch(refused)
    expect(await paidIn('over')).toBe(paid)
    models.become({ reply: says })
    expect((await judging('over', 'start', {}, AS_ADMIN)).status).toBe(200)
    expect(await progressWhen(arena, over)).toMatchObject({ status: 'done' })
    expect((await judging('over', 'start')).status).toBe(200)
    await progressWhen(arena, over)
  })

  it('of a day is not raised by what is given back of the day before', async () => {
    const arena = await setUpJudged({ slug: 'midnight', answered: true, judges })
    const day = (hours: number) => new Date(Date.UTC(2030, 0, 1, hours))
    await enterSpent(app.deps.db, arena.id, 0.3, day(23))
    await enterSpent(app.deps.db, arena.id, 0.2, day(25))
    await enterSpent(app.deps.db, arena.id, -0.1, day(23))
    const { spentUsd, todayUsd } = await selectLedger(app.deps.db, arena.id, day(26))
    expect([spentUsd, todayUsd]).toEqual([expect.closeTo(0.4, 12), expect.closeTo(0.2, 12)])
  })

  it('that is spent is refused before anything starts, with who can raise it', async () => {
    const arena = await setUpJudged({ slug: 'spent', answered: true, judges, settings: { budgetUsd: 2 } })
    await app.sql`insert into ledgers (arena_id, spent_usd, day) values (${arena.id}, 2, '2026-01-01')`
    expect(await problemOf(await judging('spent', 'start'))).toBe(
      '400 budget: arena "spent" has spent 2.0000 of its 2 USD, over all runs, challenges and live battles. The role admin can raise budgetUsd in its arena.yaml, or give the run a budget of its own.',
    )
    expect((await judging('spent', 'start', { budgetUsd: 1 }, AS_ADMIN)).status).toBe(200)
    expect((await ledger('spent')).budgetUsd).toBe(3)
    expect((await progressWhen(arena, over)).status).toBe('done')
  })

  it('of a day stops a run until tomorrow', async ({ task }) => {
    // each try has an arena of its own
    const slug = `daily-${task.result?.retryCount ?? 0}`
    const settings = { budgetUsdPerDay: 0.05 }
    const arena = await setUpJudged({ slug, answered: true, prompts: 40, judges, settings })
    await judging(slug, 'start')
    expect(await progressWhen(arena, over)).toMatchObject({
      status: 'budget_reached',
      finding: { code: 'next_calls_over_arena', values: { budget: 0.05, isToday: true } },
    })
    const { todayUsd, spentUsd } = await ledger(slug)
    expect(todayUsd).toBeLessThanOrEqual(0.05)
    expect(todayUsd).toBeCloseTo(spentUsd, 12)
    await app.sql`update ledgers set day = day - 1 where arena_id = ${arena.id}`
    expect((await ledger(slug)).todayUsd).toBe(0)
    expect((await judging(slug, 'start')).status).toBe(200)
    expect(await progressWhen(arena, over)).toMatchObject({ status: 'budget_reached' })
    expect((await ledger(slug)).spentUsd).toBeGreaterThan(spentUsd)
    expect((await ledger(slug)).todayUsd).toBeLessThanOrEqual(0.05)
  })

  it('holds over challenges that are asked for again and again', async () => {
    const arena = await setUpClimb(app.deps, {
      slug: 'climbs',
      baseUrl: models.openAiUrl,
      judges,
      references: 12,
    })
    await app.sql`update arenas set settings = '{"budgetUsd": 0.06}' where id = ${arena.id}`
    // each verdict costs nearly what it may
    const says = modelsThat(alphabetically)
    models.become({ reply: (call) => ({ text: says(call), outputTokens: 90 }) })
    const said: string[] = []
    for (const challenger of ['birch', 'cedar', 'birch', 'cedar']) {
      const response = await app.request('/api/arenas/climbs/challenges', {
        json: { incumbent: 'amber', challenger },
        headers: asRun,
      })
      said.push(response.ok ? 'started' : await problemOf(response))
      if (response.ok) await progressWhen(arena, over)
      await judging('climbs', 'cancel')
    }
    expect(await paidIn('climbs')).toBeLessThanOrEqual(0.06)
    expect(await paidIn('climbs')).toBeGreaterThan(0.03)
    expect(said[0]).toBe('started')
    await app.sql`update ledgers set spent_usd = 0.06 where arena_id = ${arena.id}`
    const refused = await app.request('/api/arenas/climbs/challenges', {
      json: { incumbent: 'amber', challenger: 'birch' },
      headers: asRun,
    })
    expect(await problemOf(refused)).toMatch(/^400 budget: arena "climbs" has spent 0\.0600 of its 0\.06 USD/)
  })
})

/** An arena with live battles whose answers a judge can judge too. */
async function liveArena(slug: string, live = {}, settings = {}) {
  await importLiveArena(app.deps, {
    slug,
    baseUrl: models.openAiUrl,
    models: { amber: 'writer-x', birch: 'writer-y', cedar: 'writer-z' },
    live: { budgetUsd: 10, tokens: 100, ...live },
    settings,
    setUp: await modelsAndJudges({
      baseUrl: models.openAiUrl,
      rubric: 'overall',
      namedAfter: 'judge',
      judges,
    }),
  })
  return app.arena(slug)
}
const visitorOf = (slug: string) => new LiveVisitor(app.request, slug)

describe('live battles and runs', () => {
  it('share the budget of their arena', async () => {
    // each answer may cost 0.01, and costs 0.008
    const says = modelsThat(alphabetically)
    models.become({ reply: (call) => (call.schema ? says(call) : { text: 'Because.', outputTokens: 80 }) })
    const arena = await liveArena('shared', { visitorUsd: 10, addressUsd: 10 }, { budgetUsd: 0.2 })
    for (let time = 0; time < 5; time++) {
      const talker = visitorOf('shared')
      await talker.read((await talker.ask('Why?')).id)
    }
    const byVisitors = await ledger('shared')
    expect(byVisitors.spentUsd).toBeCloseTo(await paidIn('shared'), 12)
    expect(byVisitors.spentUsd).toBeGreaterThan(0.07)
    await judging('shared', 'start')
    expect((await progressWhen(arena, over)).ledger.spentUsd).toBeGreaterThan(byVisitors.spentUsd)
    for (let time = 0; time < 20; time++) {
      const talker = visitorOf('shared')
      const response = await talker.send('', { text: 'And why?' })
      if (!response.ok) break
      await talker.read((await readBody<{ id: string }>(response)).id)
    }
    expect(await paidIn('shared')).toBeLessThanOrEqual(0.2)
    expect(await app.json<LiveTerms>('/api/arenas/shared/live')).toMatchObject({ closed: 'budget' })
    expect((await visitorOf('shared').send('', { text: 'x' })).status).toBe(409)
    expect((await ledger('shared')).reservedUsd).toBeCloseTo(0, 12)
  })

  it('a contestant whose reply costs more than was reserved answers nobody until it is reopened', async () => {
    // each model charges five times what max_tokens allows
    models.become({ reply: () => ({ text: 'one two three', outputTokens: 500 }) })
    const budgetUsd = 0.2
    await liveArena('ignoring', { budgetUsd, visitorUsd: budgetUsd, addressUsd: budgetUsd })
    const talkers = Array.from({ length: 30 }, () => visitorOf('ignoring'))
    const begun = await Promise.all(talkers.map((talker) => talker.send('', { text: 'Why?' })))
    const ids = await Promise.all(
      begun.map(async (response) => (response.ok ? (await readBody<{ id: string }>(response)).id : null)),
    )
    for (const [i, id] of ids.entries()) if (id !== null) await talkers[i]!.read(id)
    expect(ids.filter((id) => id !== null)).toHaveLength(1)
    expect(await problemOf(begun.find(({ ok }) => !ok)!)).toMatch(
      /^429 One of the two contestants can answer few prompts at once now/,
    )
    // two replies of five times 0.01
    expect(await paidIn('ignoring')).toBeCloseTo(0.1, 2)

    const report = () =>
      app.read<LiveReport>({ parse: (json) => json as LiveReport }, '/api/admin/arenas/ignoring/live', {
        headers: AS_ADMIN,
      })
    const { closed } = await report()
    expect(closed).toHaveLength(2)
    expect(closed[0]).toMatchObject({
      finding: { code: 'overcharged' },
      message: expect.stringMatching(
        /charged \$0\.050\d? for one reply, where max_tokens 100 allows \$0\.0100/,
      ),
    })
    expect(app.logged.filter((line) => line.includes('is closed for live battles'))).toHaveLength(2)
    expect(await problemOf(await visitorOf('ignoring').send('', { text: 'Again?' }))).toMatch(
      /^409 Fewer than two contestants/,
    )

    const reopen = (contestant: string, headers = AS_ADMIN) =>
      app.request('/api/admin/arenas/ignoring/live/reopen', { json: { contestant }, headers })
    expect((await reopen(closed[0].contestant, asRun)).status).toBe(403)
    expect((await reopen('nobody')).status).toBe(404)
    models.become({ reply: () => 'one two three' })
    for (const { contestant } of closed) expect((await reopen(contestant)).status).toBe(200)
    expect((await report()).closed).toEqual([])
    const talker = visitorOf('ignoring')
    expect((await talker.read((await talker.ask('Once more?')).id)).end.status).toBe('answered')
  })
})

describe('calls whose process was killed', () => {
  it('of a run that was cancelled then are settled, and the run says what they took of its budget', async () => {
    const arena = await setUpJudged({ slug: 'killed', answered: true, judges, settings: { budgetUsd: 1 } })
    await judging('killed', 'start')
    await progressWhen(arena, over)
    const before = await ledger('killed')
    // as a killed process leaves them
    await app.sql`
      update calls set status = 'under_way', finished_at = null, cost_usd = null, reply = null, output_tokens = null
      where arena_id = ${arena.id} and id in (select id from calls where arena_id = ${arena.id} order by id limit 4)`
    await app.sql`
      update runs set reserved_usd = (select sum(reserved_usd) from calls where arena_id = ${arena.id} and status = 'under_way')
      where arena_id = ${arena.id}`
    const reserved = (await ledger('killed')).reservedUsd
    expect(reserved).toBeGreaterThan(0.03)
    await settleOrphaned(app.deps.db, app.clock.now())
    const after = await ledger('killed')
    expect(after.reservedUsd).toBeCloseTo(0, 12)
    expect(after.spentUsd).toBeGreaterThan(before.spentUsd)
    expect(after.spentUsd).toBeCloseTo(await paidIn('killed'), 12)
    const { judging: progress } = await app.json<JudgingState>('/api/admin/arenas/killed/judging', {
      headers: AS_ADMIN,
    })
    expect(progress!.cutOff.calls).toBe(4)
    expect(progress!.cutOff.usd).toBeCloseTo(reserved, 12)
    expect(progress!.reservedUsd).toBeCloseTo(0, 12)
  })
})
