/** Live battles over HTTP against the model server: answers, stop and failure, budgets, moderation, the vote and its board. */
import { selectLedger } from '../../../server/ledger/index.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type {
  IssuedBattle,
  LiveBattle,
  LiveReport,
  LiveSettings,
  LiveText,
} from '../../../shared/contracts/index.ts'
import { live } from '../../../server/live/index.ts'
import { importFiles } from '../../support/import-files.ts'
import { readBody, importLiveArena, LIVE_KEY, LiveVisitor } from '../../support/live-visitors.ts'
import { rateLimited } from '../../../workshop/model-server/reply.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { createTestApp, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, voteOf } from '../arena-import.ts'
import { figuresOf } from '../figures.ts'
import { KEYS } from '../judging/judge-pair/judged-arena.ts'
import { withModels } from '../judging/judge-pair/with-models.ts'

const env = { [LIVE_KEY]: KEYS.MODELS_KEY }
/** What each model writes. */
const WORDS = 'one two three four five six seven eight nine ten'
const { app, models, priced } = withModels({
  reply: ({ model }) => `${WORDS} by ${model.length} letters`,
  paces: {},
  flags: () => false,
  price: { models: ['writer-*'], input: 1, output: 10 },
  works: false,
  appOptions: { callTimeoutMs: 3000, env },
})

let arenas = 0
async function arenaWith(
  live: Partial<LiveSettings> = {},
  settings = {},
  slug = `live-${++arenas}`,
): Promise<string> {
  await importLiveArena(app.deps, {
    slug,
    baseUrl: models.openAiUrl,
    models: { amber: 'writer-x', birch: 'writer-xx', cedar: 'writer-xxx' },
    live: { budgetUsd: 10, characters: 200, tokens: 100, ...live },
    settings,
  })
  return slug
}

/** Lets each model answer once, so that it is known to keep to its `max_tokens`. */
async function provenArenaWith(live: Partial<LiveSettings>): Promise<string> {
  const slug = await arenaWith(live)
  const proven = () =>
    app.sql`select distinct model from live_calls c join arenas a on a.id = c.arena_id where slug = ${slug}`
  models.become({ paces: {} })
  while ((await proven()).length < 3) {
    const talker = visitorOf(slug)
    await talker.read((await talker.ask('Are you there?')).id)
  }
  return slug
}

const visitorOf = (slug: string) => new LiveVisitor(app.request, slug)

/** A conversation in an arena of its own whose first question is answered. */
async function answered(text: string, live: Partial<LiveSettings> = {}, settings = {}) {
  const slug = await arenaWith(live, settings)
  const talker = visitorOf(slug)
  const { id } = await talker.ask(text)
  return { slug, talker, id, ...(await talker.read(id)) }
}

/** How all three models write. */
const allWrite = (pace: object) =>
  models.become({ paces: { 'writer-x': pace, 'writer-xx': pace, 'writer-xxx': pace } })

/** As long ago as texts of visitors are kept, and a day. */
const ageConversation = (id: string) =>
  app.sql`update live_conversations set started_at = now() - interval '31 days' where id = ${id}`

/** Leaves an answered conversation as a killed process leaves one that it answers. */
async function killedWhileAnswering(slug: string, id: string): Promise<void> {
  await app.sql`update live_turns set status = 'answering', finished_at = null, left_answer = null, right_answer = null
    where conversation_id = ${id}`
  await app.sql`update live_calls set status = 'under_way', finished_at = null, cost_usd = null where conversation_id = ${id}`
  await app.sql`update live_spending s set reserved_usd = (select sum(reserved_usd) from live_calls where conversation_id = ${id})
    from arenas a where a.id = s.arena_id and a.slug = ${slug}`
}

const problemOf = async (response: Response) => {
  const { code, finding } = (await response.json()) as {
    code: string
    finding?: { code: string; values: object }
  }
  return { status: response.status, code, finding: finding?.code, ...finding?.values }
}

const refuses = async (sent: Response | Promise<Response>, problem: object) =>
  expect(await problemOf(await sent)).toMatchObject(problem)

const spendingOf = async (slug: string) => {
  const rows = await app.sql<{ spent: number; reserved: number }>`
    select spent_usd as spent, reserved_usd as reserved from live_spending s join arenas a on a.id = s.arena_id
    where a.slug = ${slug} and scope = 'all'`
  return rows[0]
}

describe('a conversation', () => {
  it('is answered side by side, voted on, and counts on a board of its own', async () => {
    const slug = await arenaWith()
    const talker = visitorOf(slug)
    const begun = await talker.ask('What is a heat?')
    expect(begun).toMatchObject({ status: 'answering', turnsLeft: 2, mayVote: false, criterion: 'overall' })
    expect(JSON.stringify(begun)).not.toMatch(/amber|birch|cedar|writer/)
    const { left, right, ids, end } = await talker.read(begun.id)
    expect(end).toMatchObject({ status: 'answered', mayVote: true, turnsLeft: 2 })
    expect([end.turns[0].left, end.turns[0].right]).toEqual([left, right])
    expect(left).toMatch(/^one two .* letters$/)
    expect(ids.at(-1)).toBe(`1:${left.length}:${right.length}`)
    // a browser that lost its connection goes on where it was
    const rest = await talker.read(begun.id, undefined, '1:10:12')
    expect([rest.left, rest.right]).toEqual([left.slice(10), right.slice(12)])

    await readBody(await talker.send(`/${begun.id}/turns`, { text: 'And why?' }))
    const second = await talker.read(begun.id)
    expect(second.end.turns).toHaveLength(2)
    const [first, other] = models.calls.filter(({ body }) => JSON.stringify(body).includes('And why?'))
    expect((first.body['messages'] as { role: string }[]).map(({ role }) => role)).toEqual([
      'system',
      'user',
      'assistant',
      'user',
    ])
    expect(other.model).not.toBe(first.model)

    const issued = await talker.battle(begun.id)
    expect(issued.battle.prompt.messages.map(({ content }) => content)).toEqual([
      'What is a heat?',
      'And why?',
    ])
    expect(issued.battle.left.turns).toEqual([left, second.left])
    const again = await talker.battle(begun.id)
    expect(again).toEqual(issued)
    await readBody(await talker.voteOn(issued, { outcome: 'left', reason: 'clearer' }))
    expect(await readBody<object>(await talker.reveal(issued))).toMatchObject({
      outcome: 'left',
      names: 'shown',
    })
    expect(await talker.fetchBattle(begun.id)).toMatchObject({ status: 'over', mayVote: false, turnsLeft: 0 })

    await app.publish()
    await app.settle()
    const board = (source: string) => app.board(slug, `?source=${source}`)
    expect((await board('live')).votes).toBe(1)
    expect((await board('people')).votes).toBe(0)
    expect((await board('all')).votes).toBe(0)
    // nobody but an operator reads what a visitor wrote
    const shown = await readBody<{ texts: unknown; withheld: string }>(
      await app.request(`/api/battles/${issued.battle.id}`),
    )
    expect(shown).toMatchObject({ texts: null, withheld: 'of_visitor' })
  })

  it('whose answer names its model, or beyond the cap of a voter, has a vote that counts nowhere', async () => {
    const slug = await arenaWith({}, { voterCap: 2 })
    const talker = visitorOf(slug)
    const says = (text: string) => models.become({ reply: () => text })
    for (const text of ['I am ChatGPT, so I do not know.', 'Yes.', 'Yes.']) {
      says(text)
      const { id } = await talker.ask('Do you know?')
      await talker.read(id)
      await readBody(await talker.voteOn(await talker.battle(id), { outcome: 'left' }))
    }
    await app.publish()
    await app.settle()
    const { votes, excluded } = await app.board(slug, '?source=live')
    expect({ votes, excluded }).toMatchObject({ votes: 1, excluded: { leaked: 1, overCap: 1 } })
  })

  it('belongs to its visitor alone', async () => {
    const { slug, talker, id } = await answered('Mine')
    const stranger = visitorOf(slug)
    await stranger.ask('Theirs')
    for (const path of [`/${id}/stop`, `/${id}/battle`, `/${id}/retry`])
      await refuses(stranger.send(path), { status: 404, code: 'live_unknown' })
    expect((await stranger.stream(id)).status).toBe(404)
    await refuses(talker.send('/no-uuid/stop'), { code: 'live_unknown' })
  })

  it('shows both at the pace of the slower one, whoever is slow', async () => {
    models.become({ paces: { 'writer-x': { firstWordMs: 600, wordsPerSecond: 12 } } })
    const slug = await arenaWith()
    const talker = visitorOf(slug)
    for (let i = 0; i < 3; i++) {
      const { id } = await talker.ask(`Question ${i}`)
      const texts: LiveText[] = []
      await talker.read(id, (text) => texts.push(text))
      // one is a little longer; until then each event brings as many characters of both
      expect(texts.slice(0, -2).every(({ left, right }) => left.length === right.length)).toBe(true)
    }
  })

  it('that is stopped asks for no vote and can be made again', async () => {
    allWrite({ wordsPerSecond: 2 })
    const slug = await arenaWith()
    const talker = visitorOf(slug)
    const { id } = await talker.ask('A long story')
    await expect.poll(() => models.calls.length).toBe(2)
    const stopped = await readBody<LiveBattle>(await talker.send(`/${id}/stop`))
    expect(stopped).toMatchObject({ status: 'stopped', mayVote: false, mayRetry: true })
    await refuses(talker.send(`/${id}/battle`), {
      status: 409,
      code: 'live_not_now',
    })
    expect((await spendingOf(slug)).reserved).toBeCloseTo(0, 12)
    models.become({ paces: {} })
    await readBody(await talker.send(`/${id}/retry`))
    expect((await talker.read(id)).end).toMatchObject({ status: 'answered', mayVote: true })
  })

  it.each([
    ['fails', 'broken', { status: 500 }],
    ['has no words', 'empty', { text: ' ' }],
  ])('in which one answer %s says so without a side, and asks for no vote', async (_, why, reply) => {
    models.next(reply as never)
    const { talker, id, end } = await answered('Speak')
    expect(end).toMatchObject({
      status: 'failed',
      mayVote: false,
      mayRetry: true,
      problem: { code: 'live_failed', values: { why } },
    })
    expect(JSON.stringify(end.problem)).not.toMatch(/amber|birch|cedar|writer|127\.0/)
    await readBody(await talker.send(`/${id}/retry`))
    expect((await talker.read(id)).end.status).toBe('answered')
  })

  it.each(['read', 'stopped'])(
    'whose server was killed is given up once it is %s, and what was reserved counts as spent',
    async (how) => {
      const { slug, talker, id } = await answered('Here')
      const before = await spendingOf(slug)
      await killedWhileAnswering(slug, id)
      if (how === 'stopped')
        expect(await readBody<LiveBattle>(await talker.send(`/${id}/stop`))).toMatchObject({ status: how })
      await app.sql`update live_turns set alive_at = now() - interval '1 minute' where conversation_id = ${id}`
      if (how === 'stopped') await live.tasks['sweep-live'](app.deps)
      else
        expect((await talker.read(id)).end).toMatchObject({
          status: 'failed',
          mayVote: false,
          mayRetry: true,
        })
      const after = await spendingOf(slug)
      expect(after.reserved).toBeCloseTo(0, 12)
      expect(after.spent).toBeGreaterThan(before.spent)
    },
  )

  it('with a vote after each turn goes on until names were shown, and makes no answer again then', async () => {
    const { talker, id } = await answered('First', { vote: 'turn' })
    const issued = await talker.battle(id)
    await readBody(await talker.voteOn(issued, { outcome: 'tie' }))
    expect(await talker.fetchBattle(id)).toMatchObject({ status: 'answered', mayVote: false, turnsLeft: 2 })
    models.next({ status: 500 } as never)
    await readBody(await talker.send(`/${id}/turns`, { text: 'Second' }))
    expect((await talker.read(id)).end).toMatchObject({ status: 'failed', mayRetry: true })
    await readBody(await talker.reveal(issued))
    expect(await talker.fetchBattle(id)).toMatchObject({ status: 'over', mayRetry: false, turnsLeft: 0 })
    await refuses(talker.send(`/${id}/retry`), { code: 'live_not_now' })
  })
})

describe('what is refused before anything is sent', () => {
  it('is said with what to do', async () => {
    const off = await arenaWith()
    await app.sql`update arenas set settings = settings - 'live' where slug = ${off}`
    await refuses(visitorOf(off).send('', { text: 'x' }), {
      status: 404,
      finding: 'live_off',
    })
    const asking = await arenaWith({ consent: 'I agree.' })
    await refuses(visitorOf(asking).send('', { text: 'x' }), {
      status: 400,
      finding: 'live_consent',
    })
    const long = await problemOf(await visitorOf(asking).send('', { text: 'x'.repeat(201), consent: true }))
    expect(long).toMatchObject({ finding: 'live_too_long', characters: 201, most: 200 })
    expect(models.calls).toHaveLength(0)
  })

  it('a flagged prompt costs nothing and leaves no text; where the check is down, nothing is sent', async () => {
    const slug = await arenaWith({ moderation: { provider: 'models', keepRefused: false } })
    const talker = visitorOf(slug)
    models.become({ flags: (text) => text.includes('bomb') })
    await refuses(talker.send('', { text: 'a bomb' }), {
      status: 422,
      code: 'live_refused',
    })
    models.become({ flags: () => 500 })
    await refuses(talker.send('', { text: 'a flower' }), {
      status: 503,
      code: 'live_unchecked',
    })
    expect(models.calls).toHaveLength(0)
    expect(await spendingOf(slug)).toBeUndefined()
    const rows =
      await app.sql`select text from live_refusals r join arenas a on a.id = r.arena_id where slug = ${slug}`
    expect(rows).toEqual([{ text: null }])
    models.become({ flags: () => false })
    expect((await talker.read((await talker.ask('a flower')).id)).end.status).toBe('answered')
  })
})

it('a check that costs more than its max_tokens allow is in the budgets in full', async () => {
  const slug = await arenaWith({
    visitorUsd: 5,
    moderation: { provider: 'claude', model: 'writer-gate', keepRefused: false },
  })
  await app.sql`insert into providers (arena_id, name, type, base_url, api_key_env)
    select arena_id, 'claude', 'anthropic', ${models.anthropicUrl}, api_key_env from providers p
    join arenas a on a.id = p.arena_id where slug = ${slug}`
  models.become({
    reply: ({ model }) => (model === 'writer-gate' ? { text: 'ok', outputTokens: 100_000 } : WORDS),
  })
  const talker = visitorOf(slug)
  await talker.read((await talker.ask('A flower?')).id)
  // 100,000 tokens at 10 dollars a million
  expect((await spendingOf(slug)).spent).toBeGreaterThan(1)
  const { id } = await app.arena(slug)
  expect((await selectLedger(app.deps.db, id, app.clock.now())).spentUsd).toBeGreaterThan(1)
  expect(app.logged.some((line) => line.includes('cost more than its max_tokens allow'))).toBe(true)
})

it('is checked with the conversation before it, and what a check costs is in the budgets', async () => {
  const slug = await arenaWith({ visitorUsd: 0.0245, moderation: { provider: 'gate', keepRefused: false } })
  const options = {
    body: { model: 'gate', messages: '{{messages}}' },
    answer: '/choices/0/message/content',
    costUsd: 0.01,
  }
  await app.sql`insert into providers (arena_id, name, type, base_url, options)
    select id, 'gate', 'http', ${`${models.openAiUrl}/chat/completions`}, ${JSON.stringify(options)} from arenas
    where slug = ${slug}`
  const gate = (word: string) =>
    models.become({ reply: ({ model }) => (model === 'gate' ? word : `${WORDS} by ${model.length} letters`) })
  const asked = () => models.calls.filter(({ model }) => model === 'gate').at(-1)!.body['messages']
  gate('ok')
  const talker = visitorOf(slug)
  const { id } = await talker.ask('A flower?')
  const { left, right } = await talker.read(id)
  const { spent } = await spendingOf(slug)
  expect(spent).toBeGreaterThan(0.01)
  gate('flagged')
  await refuses(talker.send(`/${id}/turns`, { text: 'In a vase' }), {
    code: 'live_refused',
  })
  expect(asked()).toEqual([
    { role: 'user', content: 'A flower?' },
    { role: 'assistant', content: `${left}\n\n${right}` },
    { role: 'user', content: 'In a vase' },
  ])
  expect(await spendingOf(slug)).toEqual({ spent: spent + 0.01, reserved: 0 })
  // a third check is more than a visitor may spend, so nothing is sent
  const before = models.calls.length
  await refuses(talker.send(`/${id}/turns`, { text: 'Red?' }), {
    code: 'live_budget_reached',
    budget: 'visitor',
  })
  expect(models.calls).toHaveLength(before)
  // the page says so before anybody writes: two answers alone would still be paid
  const closed = async (usd: number) => {
    const left = JSON.stringify(spent + 0.01 + usd)
    await app.sql`update arenas set settings = jsonb_set(settings, '{live,budgetUsd}', ${left}::jsonb) where slug = ${slug}`
    return (await readBody<{ closed: string | null }>(await app.request(`/api/arenas/${slug}/live`))).closed
  }
  expect([await closed(0.009), await closed(0.02)]).toEqual(['budget', null])
  // a call that nobody got costs nothing
  await app.sql`update providers set base_url = 'http://127.0.0.1:9/' where name = 'gate'`
  await refuses(visitorOf(slug).send('', { text: 'x' }), {
    code: 'live_unchecked',
  })
  expect((await spendingOf(slug)).spent).toBeCloseTo(spent + 0.01, 12)
})

describe('budgets', () => {
  // what is reserved stays so until the answers are there
  let held = Promise.withResolvers<void>()
  beforeEach(() => {
    held = Promise.withResolvers<void>()
    allWrite({ before: () => held.promise })
  })
  afterEach(() => held.resolve())

  it.each([
    ['all', { budgetUsd: 0.01 }, 1],
    ['day', { dailyUsd: 0.01 }, 1],
    ['visitor', { visitorUsd: 0.01 }, 1],
    // each network has as much
    ['address', { addressUsd: 0.01 }, 3],
  ] as const)(
    'of %s are never exceeded by requests at the same time, and leave others alone',
    async (budget, limit, networks) => {
      const own = await createTestApp({
        clock: 'runs',
        env,
        database: app.database,
        ...priced,
        trustProxy: 1,
      })
      const limits = { budgetUsd: 10, dailyUsd: 10, visitorUsd: 10, addressUsd: 10, ...limit }
      const isOfPayer = budget === 'visitor' || budget === 'address'
      const slug = await (isOfPayer ? arenaWith : provenArenaWith)(limits)
      allWrite({ before: () => held.promise })
      const from = (network: number) =>
        new LiveVisitor(own.request, slug, { 'x-forwarded-for': `203.0.113.${network}` })
      const talkers = Array.from({ length: 24 }, (_, i) => from(i % networks))
      if (budget === 'visitor') {
        await talkers[0].ask('Who am I?')
        for (const talker of talkers) talker.cookie = talkers[0].cookie
      }
      const answers = await Promise.all(talkers.map((talker, i) => talker.send('', { text: `Q${i}` })))
      const refused = answers.filter(({ status }) => status !== 201)
      expect(answers.length - refused.length).toBeGreaterThanOrEqual(networks)
      for (const one of refused) await refuses(one, { status: 409, code: 'live_budget_reached', budget })
      const scopes = () =>
        app.sql<{ total: number; reserved: number }>`
          select spent_usd + reserved_usd as total, reserved_usd as reserved from live_spending s
          join arenas a on a.id = s.arena_id where a.slug = ${slug} and scope like ${`${budget}%`}`
      expect(await scopes()).toHaveLength(networks)
      // as many as fit: one costs about 0.0024
      for (const { total } of await scopes()) expect(total).toBeGreaterThan(0.007)
      for (const { total } of await scopes()) expect(total).toBeLessThanOrEqual(0.01)
      if (isOfPayer) {
        expect(await readBody<object>(await own.request(`/api/arenas/${slug}/live`))).toMatchObject({
          closed: null,
          turns: 3,
        })
        expect((await from(9).ask('And I?')).status).toBe('answering')
      }
      held.resolve()
      await expect.poll(async () => (await scopes()).every(({ reserved }) => reserved < 1e-9)).toBe(true)
      for (const { total } of await scopes()) expect(total).toBeLessThanOrEqual(0.01)
      await own.close()
    },
  )
})

describe('pairs and sides are drawn', () => {
  /** Asks so often, and compares how often each order of a pair was drawn with what is expected. @returns χ² of all orders */
  async function chiSquareOf(slug: string, draws: number, shareOf: (pair: string) => number) {
    const talker = visitorOf(slug)
    for (let i = 0; i < draws; i += 20)
      await Promise.all(Array.from({ length: 20 }, (_, k) => talker.ask(`Q${i + k}`)))
    const rows = await app.sql<{ pair: string; probability: number | null; count: number }>`
      select concat_ws(' ', least(l.name, r.name), greatest(l.name, r.name)) as pair, pair_probability as probability,
        count(*)::int as count
      from live_conversations c join arenas a on a.id = c.arena_id
      join contestants l on l.arena_id = a.id and l.id = left_contestant_id
      join contestants r on r.arena_id = a.id and r.id = right_contestant_id
      where a.slug = ${slug} group by l.name, r.name, pair_probability`
    expect(rows).toHaveLength(6)
    for (const { pair, probability } of rows)
      if (probability !== null) expect(probability).toBeCloseTo(shareOf(pair), 12)
    const chiSquare = rows.reduce((sum, { pair, count }) => {
      const expected = (draws * shareOf(pair)) / 2
      return sum + (count - expected) ** 2 / expected
    }, 0)
    return { chiSquare, known: rows.filter(({ probability }) => probability !== null).length }
  }
  /** The 99.9 % point of five degrees of freedom. */
  const MOST = 20.5

  it('uniformly', async () => {
    const { chiSquare, known } = await chiSquareOf(
      await arenaWith({ visitorUsd: 10, addressUsd: 10 }),
      240,
      () => 1 / 3,
    )
    expect(chiSquare).toBeLessThan(MOST)
    expect(known).toBe(0)
  })

  it('with focus as the arena draws its pairs: half of them among those who may still be first, each probability on record', async () => {
    const slug = await arenaWith({ visitorUsd: 10, addressUsd: 10 }, { sampling: 'focus' })
    const votes = ['amber', 'birch'].flatMap((better) =>
      Array.from({ length: 40 }, () => voteOf(better, 'cedar', 'left', { source: 'live', prompt: null })),
    )
    await app.import({ ...arenaOf(slug, { prompts: 0, names: [], votes }), arena: { slug } })
    await app.publish()
    await app.settle()
    const { contestants } = await app.board(slug, '?source=live')
    expect(contestants.map(({ votes: own }) => own)).toEqual([40, 40, 80])
    const { chiSquare, known } = await chiSquareOf(slug, 240, (pair) =>
      pair === 'amber birch' ? 2 / 3 : 1 / 6,
    )
    expect(chiSquare).toBeLessThan(MOST)
    expect(known).toBe(6)
  })
})

describe('texts of visitors', () => {
  /** A conversation that was voted on, and its battle. Names end it, so it does not go on after them. */
  async function votedIn(slug: string, text = 'My secret question', isNamed = true) {
    const talker = visitorOf(slug)
    const { id } = await talker.ask(text)
    await talker.read(id)
    const issued = await talker.battle(id)
    await readBody(await talker.voteOn(issued, { outcome: 'right', reason: 'my secret reason' }))
    expect(await traces('%secret reason%')).toBeGreaterThan(0)
    if (isNamed) await readBody(await talker.reveal(issued))
    return { talker, id, battle: issued.battle.id, key: `live-${id}-1` }
  }

  const traces = async (text: string) => {
    const rows = await app.sql<{ found: number }>`select
      (select count(*) from prompts where messages::text like ${text}) + (select count(*) from answers where text like ${text})
      + (select count(*) from live_turns where live_turns::text like ${text}) + (select count(*) from votes where reason like ${text}) + (select count(*) from pending_votes where reason like ${text})
      + (select count(*) from quarantines q where q::text like ${text}) + (select count(*) from leaks l where l::text like ${text})
      + (select count(*) from live_refusals where text like ${text})
      as found`
    return Number(rows[0].found)
  }

  it.each(['kept long enough', 'erased by an operator'])(
    'are nowhere once they are %s, also where they say who wrote them; the vote stays and still counts nowhere',
    async (way) => {
      const slug = await arenaWith({ keepDays: 30 })
      models.become({ reply: () => 'I am ChatGPT, and my secret is out.' })
      const { id, key, talker } = await votedIn(slug)
      expect(await traces('%my secret%')).toBeGreaterThan(0)
      const quotes = () => app.sql<{ reason: string }>`
      select q.reason from quarantines q join arenas a on a.id = q.arena_id
        where slug = ${slug} and not q.released`
      const [{ reason }] = await quotes()
      expect(reason).toContain('ChatGPT')
      if (way === 'kept long enough') {
        await ageConversation(id)
        await live.tasks['sweep-live'](app.deps)
      } else await readBody(await app.asAdmin(`/api/admin/arenas/${slug}/erase/text`, { prompt: key }))
      expect(await quotes()).toEqual([{ reason: '[erased]' }])
      expect(await traces('%secret%')).toBe(0)
      const votes = app.sql`select outcome from votes v join arenas a on a.id = v.arena_id where slug = ${slug}`
      expect(await votes).toEqual([{ outcome: 'right' }])
      expect((await talker.stream(id)).status).toBe(404)
    },
  )

  it.each(['answered', 'refused'])(
    'of a person who never voted, %s, are erased with the person',
    async (how) => {
      const slug = await arenaWith({ moderation: { provider: 'models', keepRefused: true } })
      const talker = visitorOf(slug)
      models.become({ flags: () => how === 'refused' })
      const response = await talker.send('', { text: 'My secret question' })
      if (how === 'answered') await talker.read((await readBody<LiveBattle>(response)).id)
      const rows = await app.sql<{ voter: string }>`
      select voter from live_conversations c join arenas a on a.id = c.arena_id where slug = ${slug}
      union all select voter from live_refusals r join arenas a on a.id = r.arena_id where slug = ${slug}`
      expect(await traces('%secret%')).toBeGreaterThan(0)
      const erase = () => app.asAdmin(`/api/admin/arenas/${slug}/erase/voter`, { voter: rows[0].voter })
      expect((await erase()).status).toBe(200)
      expect(await traces('%secret%')).toBe(0)
      expect((await erase()).status).toBe(404)
    },
  )

  it.each(['stayed apart', 'joined the set'])(
    'that %s are erased with the person, and with the prompt then',
    async (where) => {
      const slug = await arenaWith()
      const { id, key, battle, talker } = await votedIn(slug)
      const post = (path: string, json: object) => app.asAdmin(`/api/admin/arenas/${slug}/${path}`, json)
      if (where === 'joined the set') {
        await readBody(await post('prompts/restore', { keys: [key] }))
        await ageConversation(id)
        await live.tasks['sweep-live'](app.deps)
        expect(await traces('%My secret question%')).toBeGreaterThan(0)
      }
      expect((await post('erase/voter', { battle })).status).toBe(200)
      expect(await traces('%secret%')).toBe(0)
      expect((await talker.stream(id)).status).toBe(404)
      expect((await post('erase/text', { prompt: key })).status).toBe(200)
    },
  )

  it('join the set only by the word of an operator, and are drawn for voters then', async () => {
    const slug = await arenaWith()
    const { key } = await votedIn(slug)
    const restore = (json: object) => app.asAdmin(`/api/admin/arenas/${slug}/prompts/restore`, json)
    const restored = async (json: object) =>
      (await readBody<{ prompts: string[] }>(await restore(json))).prompts
    const draw = () => app.request(`/api/arenas/${slug}/battles`, { json: {} })
    expect((await draw()).status).toBe(409)
    expect(await restored({ all: true })).toEqual([])
    expect(await restored({ keys: [key], into: 'riddles' })).toEqual([key])
    const again = await votedIn(slug, 'my  SECRET question\n')
    await refuses(restore({ keys: [again.key] }), {
      finding: 'prompt_asked_already',
    })
    const rows = await app.sql<{ key: string; category: string; used: boolean }>`
      select key, p.category, retired_at is null as used from prompts p join arenas a on a.id = p.arena_id
      where slug = ${slug} and key like 'live-%' order by p.id`
    expect(rows).toEqual([
      { key, category: 'riddles', used: true },
      { key: again.key, category: null, used: false },
    ])
    // the file of the arena, once more: it does not know the prompt
    await arenaWith({}, {}, slug)
    const shown = await readBody<IssuedBattle>(await draw())
    expect(shown.battle.prompt.messages[0].content).toBe('My secret question')
  })

  it('are exported for operators, and a conversation of two turns comes in elsewhere as the same population', async () => {
    const slug = await arenaWith({ vote: 'turn' })
    const { talker, id } = await votedIn(slug, 'My secret question', false)
    await readBody(await talker.send(`/${id}/turns`, { text: 'And my second secret?' }))
    await talker.read(id)
    await talker.vote(id, 'tie')
    await app.publish()
    await app.settle()
    const path = `/api/arenas/${slug}/export/battles.jsonl`
    expect(await app.text(path)).not.toContain('secret')
    const admin = await app.asAdmin(path)
    const file = join(await temporaryFolder(), 'conversation.jsonl')
    await writeFile(file, await admin.text())

    const other = `${slug}-elsewhere`
    const own = { prompt: 'own', left: 'amber', right: 'birch' }
    await app.import({
      arena: { slug: other },
      contestants: [],
      prompts: [{ key: 'own', messages: [{ role: 'user', content: 'Our own?' }] }],
      answers: ['amber', 'birch'].map((contestant) => ({
        prompt: 'own',
        contestant,
        text: contestant,
        turns: null,
      })),
      votes: [voteOf(own.left, own.right, 'left', { prompt: own.prompt })],
    })
    for (const added of [2, 0]) {
      const { result } = await importFiles(app.deps, { slug: other, strict: true, file })
      expect(result.votesAdded).toBe(added)
    }
    await app.publish()
    await app.settle()
    const rows = await app.sql<object>`
      select p.key, p.unit_group, p.retired_by, jsonb_array_length(p.messages) as messages, v.source, v.outcome,
        (select count(*)::int from answers x where x.arena_id = p.arena_id and x.prompt_id = p.id
          and jsonb_array_length(to_jsonb(x.turns)) = jsonb_array_length(p.messages)) as answers
      from prompts p join arenas a on a.id = p.arena_id
      join battles b on b.arena_id = p.arena_id and b.prompt_id = p.id
      join votes v on v.arena_id = b.arena_id and v.battle_id = b.id where slug = ${other} order by p.id`
    const ofConversation = { unit_group: `live-${id}`, retired_by: 'live', source: 'live' }
    expect(rows).toMatchObject([
      { key: 'own', unit_group: null, retired_by: null, source: 'human' },
      { ...ofConversation, key: `live-${id}-1`, messages: 1, outcome: 'right' },
      { ...ofConversation, key: `live-${id}-2`, messages: 2, outcome: 'tie', answers: 2 },
    ])
    const boardOf = (arena: string, source: string) => app.board(arena, `?source=${source}`)
    expect((await boardOf(other, 'people')).votes).toBe(1)
    await app.sql`update prompts p set retired_at = retired_at - interval '91 days' from arenas a
      where a.id = p.arena_id and a.slug = ${other} and retired_by = 'live'`
    const held = () => app.sql`select from prompts p join arenas a on a.id = p.arena_id
      where a.slug = ${other} and p.key like 'live-%' and p.erased_at is null`
    await live.tasks['sweep-live'](app.deps)
    // an arena that has no live battles says nothing of how long it keeps them
    expect(await held()).toHaveLength(2)
    await app.sql`update arenas set settings = settings || '{"live":{"budgetUsd":1}}' where slug = ${other}`
    await live.tasks['sweep-live'](app.deps)
    expect(await held()).toEqual([])
    expect((await boardOf(other, 'live')).votes).toBe((await boardOf(slug, 'live')).votes)
    expect((await boardOf(other, 'live')).votes).toBe(2)
  })
})

describe('who wants more than a visitor may', () => {
  const vote = (talker: LiveVisitor, battle: IssuedBattle) => talker.voteOn(battle, { outcome: 'left' })
  /** Two turns of a conversation, each with its battle. */
  async function twoBattles(
    slug: string,
    afterFirst?: (talker: LiveVisitor, battle: IssuedBattle) => Promise<unknown>,
  ) {
    const talker = visitorOf(slug)
    const { id } = await talker.ask('First')
    await talker.read(id)
    const first = await talker.battle(id)
    await afterFirst?.(talker, first)
    await readBody(await talker.send(`/${id}/turns`, { text: 'Second' }))
    await talker.read(id)
    return { talker, id, first, second: await talker.battle(id) }
  }

  it('has one vote for a conversation, and none on a turn after which it went on', async () => {
    const { talker, id, first, second } = await twoBattles(await arenaWith())
    await refuses(vote(talker, first), { code: 'battle_expired' })
    expect((await vote(talker, second)).status).toBe(201)
    expect(await talker.fetchBattle(id)).toMatchObject({ status: 'over', mayVote: false })
  })

  it('reads no names on the page of a battle after which the conversation may go on', async () => {
    const slug = await arenaWith({ vote: 'turn' })
    const page = ({ battle }: IssuedBattle, headers: Record<string, string>) =>
      app.request(`/api/battles/${battle.id}`, { headers })
    const { talker, id, first, second } = await twoBattles(slug, vote)
    expect((await vote(talker, second)).status).toBe(201)
    const old = sql`update votes v set cast_at = cast_at - interval '1 minute', recorded_at = recorded_at - interval '1 minute'
      from arenas a where a.id = v.arena_id and a.slug = ${slug}`
    await app.deps.db.transaction().execute(async (trx) => {
      await sql`alter table votes disable trigger user`.execute(trx)
      await old.execute(trx)
      await sql`alter table votes enable trigger user`.execute(trx)
    })
    await app.publish()
    const own = { cookie: talker.cookie }
    for (const headers of [own, {}]) await refuses(page(first, headers), { code: 'battle_unknown' })
    expect((await page(first, AS_ADMIN)).status).toBe(200)
    await app.sql`update live_turns set finished_at = finished_at - interval '25 hours' where conversation_id = ${id}`
    expect((await page(first, own)).status).toBe(200)
  })

  it.each([
    ['vote', 'battle_expired', false],
    ['change its vote', 'battle_already_decided', true],
  ])('cannot %s on a later turn once names of an earlier one were shown', async (_, code, isVoted) => {
    const { talker, first, second } = await twoBattles(await arenaWith({ vote: 'turn' }), vote)
    await readBody(await vote(talker, isVoted ? second : first))
    expect(await readBody<object>(await talker.reveal(first))).toMatchObject({ names: 'shown' })
    await refuses(talker.voteOn(second, { outcome: 'right' }), { code })
  })

  it('learns from no average who gave which answer', async () => {
    const { slug, talker, id } = await answered('Who are you?')
    const pairs = [
      ['amber', 'birch'],
      ['amber', 'cedar'],
      ['birch', 'cedar'],
    ] as const
    const compare = ([one, other]: readonly [string, string]) =>
      app.request(`/api/arenas/${slug}/compare?a=${one}&b=${other}&maxCostRatio=2`)
    const common = async () =>
      Promise.all(
        pairs.map(async (pair) => ((await (await compare(pair)).json()) as { detail: string }).detail),
      )
    const before = await common()
    await talker.battle(id)
    expect(await common()).toEqual(before)
    await app.settle()
    for (const name of ['amber', 'birch', 'cedar']) {
      const { row } = await readBody<{ row: object }>(
        await app.request(`/api/arenas/${slug}/contestants/${name}`),
      )
      expect(row).toMatchObject({ averageLength: null, averageWords: null, costUsd: null })
      expect(row).not.toHaveProperty('latencyMs')
    }
    const votes = pairs.map(([one, other]) => voteOf(one, other, 'left', { prompt: 'p1' }))
    await app.import({ ...arenaOf(slug, { prompts: 0, names: [], votes }), arena: { slug } })
    await app.publish()
    await app.settle()
    for (const pair of pairs) await refuses(compare(pair), { finding: 'nothing_known_of' })
  })

  it('has no more turns than the arena allows, nor by requests at the same time', async () => {
    const { talker, id } = await answered('First', {
      turns: 2,
      moderation: { provider: 'models', keepRefused: false },
    })
    const [asked, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
    models.become({
      async flags(text) {
        if (!text.endsWith('slow')) return false
        asked.resolve()
        await held.promise
        return false
      },
    })
    const late = talker.send(`/${id}/turns`, { text: 'slow' })
    await asked.promise
    await readBody(await talker.send(`/${id}/turns`, { text: 'fast' }))
    await talker.read(id)
    held.resolve()
    for (const refused of [await late, await talker.send(`/${id}/turns`, { text: 'fast' })])
      expect(await problemOf(refused)).toMatchObject({ code: 'live_not_now' })
  })

  it('has each text checked that is sent, also again', async () => {
    const slug = await arenaWith()
    const talker = visitorOf(slug)
    models.next({ status: 500 } as never)
    const { id } = await talker.ask('a bomb')
    await talker.read(id)
    await app.sql`update arenas set settings = jsonb_set(settings, '{live,moderation}', '{"provider":"models","keepRefused":false}')
      where slug = ${slug}`
    models.become({ flags: (text) => text.includes('bomb') })
    const before = models.calls.length
    await refuses(talker.send(`/${id}/retry`), { code: 'live_refused' })
    expect(models.calls).toHaveLength(before)
  })

  it('leaves no stream open by asking for its head alone', async () => {
    const slug = await arenaWith()
    const talker = visitorOf(slug)
    allWrite({ firstWordMs: 300, wordsPerSecond: 30 })
    const { id } = await talker.ask('Here')
    const open = async () => (await figuresOf(app))('deadheat_streams_open', { stream: 'live' })
    expect(await open()).toBe(0)
    const headers = { cookie: talker.cookie }
    await app.request(`/api/arenas/${slug}/live/${id}/stream`, { method: 'HEAD', headers })
    const stream = await talker.stream(id)
    expect(await open()).toBe(1)
    await stream.text()
    expect(await open()).toBe(0)
  })

  it('gets the answers of the attempt that is under way alone', async () => {
    const slug = await arenaWith()
    const talker = visitorOf(slug)
    const held = Promise.withResolvers<void>()
    allWrite({ before: () => held.promise })
    const { id } = await talker.ask('Here')
    await expect.poll(() => models.calls.length).toBe(2)
    // another server stops it and makes it again
    await app.sql`update live_turns set attempts = 2 where conversation_id = ${id}`
    held.resolve()
    await expect.poll(async () => (await spendingOf(slug)).reserved).toBeLessThan(1e-9)
    const rows = await app.sql`select status, left_answer from live_turns where conversation_id = ${id}`
    expect(rows).toEqual([{ status: 'answering', left_answer: null }])
  })

  it('waits no hour for a contestant that is held back', async () => {
    // limits of an endpoint are those of a process
    const own = await createTestApp({ clock: 'runs', env, database: app.database, ...priced })
    const talker = new LiveVisitor(own.request, await arenaWith())
    models.next(rateLimited(3600))
    const first = await talker.ask('Busy')
    await talker.read(first.id)
    const { id } = await talker.ask('Again')
    const { end } = await talker.read(id)
    expect(end).toMatchObject({ status: 'failed', problem: { values: { why: 'busy' } } })
    await own.close()
  })

  it('sees the stream of an arena end that is removed meanwhile', async () => {
    const slug = await arenaWith()
    const talker = visitorOf(slug)
    const held = Promise.withResolvers<void>()
    allWrite({ before: () => held.promise })
    const { id } = await talker.ask('Here')
    const stream = await talker.stream(id)
    const json = { confirm: slug }
    await readBody(await app.asAdmin(`/api/admin/arenas/${slug}/remove`, json))
    held.resolve()
    expect(await stream.text()).not.toContain('event: end')
    expect(app.logged.some((line) => line.includes('a stream ended early'))).toBe(true)
  })
})

describe('texts that are erased', () => {
  it('are so with the steps of an agent, and those of refused prompts', async () => {
    const { slug, talker, id } = await answered('a hidden question', {
      keepDays: 30,
      moderation: { provider: 'models', keepRefused: true },
    })
    models.become({ flags: () => true })
    await talker.send('', { text: 'a hidden bomb' })
    const report = () => app.asAdmin(`/api/admin/arenas/${slug}/live`)
    const before = await readBody<LiveReport>(await report())
    expect(before).toMatchObject({
      budgetUsd: 10,
      dailyUsd: 10,
      reservedUsd: 0,
      conversations: 1,
      refused: 1,
      refusals: [{ text: 'a hidden bomb' }],
    })
    expect(before.spentUsd).toBeGreaterThan(0)
    expect(before.todayUsd).toBe(before.spentUsd)
    // 100 tokens of each answer at ten dollars per million, and a few of the prompt
    expect(before.turnUsd!.least).toBeGreaterThan(0.002)
    expect(before.turnUsd!.most).toBeLessThan(0.0023)
    const steps = JSON.stringify([{ role: 'tool', text: 'a hidden step' }])
    await app.sql`update live_turns set left_answer = jsonb_set(left_answer, '{transcript}', ${steps}::jsonb) where conversation_id = ${id}`
    await ageConversation(id)
    await app.sql`update live_refusals set refused_at = now() - interval '31 days'`
    await live.tasks['sweep-live'](app.deps)
    const rows = await app.sql`select 1 from live_turns t where t::text like '%hidden%'
      union all select 1 from live_refusals where text like '%hidden%'`
    expect(rows).toEqual([])
    expect((await readBody<LiveReport>(await report())).refusals).toEqual([
      { at: expect.any(String), text: null },
    ])
  })

  it('do not come back with a battle that was being made, and were erased when the caller says', async () => {
    const { talker, id } = await answered('a hidden question')
    const { db } = app.deps
    const waiting = sql`select from pg_stat_activity where wait_event_type = 'Lock' and query like '%live_conversations%'`
    const late = await db.transaction().execute(async (trx) => {
      await sql`update live_conversations set erased_at = now() where id = ${id}`.execute(trx)
      const asked = talker.send(`/${id}/battle`)
      await expect.poll(async () => (await waiting.execute(db)).rows.length).toBe(1)
      return { asked }
    })
    await refuses(late.asked, { code: 'live_unknown' })
    const rows = await app.sql`select key from prompts where key like ${`live-${id}%`}`
    expect(rows).toEqual([])

    const other = await talker.ask('Another')
    await talker.read(other.id)
    const { battle } = await talker.battle(other.id)
    const at = new Date('2031-02-03')
    const erased = await db.transaction().execute(async (trx) => {
      const ids = await sql<{ arenaId: number; promptId: number }>`
        select arena_id as "arenaId", prompt_id as "promptId" from battles where id = ${battle.id}`.execute(
        trx,
      )
      await live.afterErasedText(trx, { ...ids.rows[0], answerIds: [], at })
      return sql`select erased_at from live_conversations where id = ${other.id}`.execute(trx)
    })
    expect(erased.rows).toEqual([{ erased_at: at }])
  })

  it('do not come back with answers that were being made', async () => {
    const slug = await arenaWith()
    const talker = visitorOf(slug)
    allWrite({ firstWordMs: 500 })
    const { id } = await talker.ask('Here')
    await ageConversation(id)
    await live.tasks['sweep-live'](app.deps)
    await expect.poll(async () => (await spendingOf(slug)).reserved).toBeLessThan(1e-9)
    const rows = await app.sql<{ left_answer: unknown }>`
      select left_answer, right_answer from live_turns where conversation_id = ${id}`
    expect(rows).toEqual([{ left_answer: null, right_answer: null }])
  })
})
