/** Asking for a battle: what is shown of an answer, to whom, under which criterion, and how a request can be wrong. */
import { describe, expect, it, afterAll, beforeAll } from 'vitest'
import { promptsOfPosts } from '../../../server/transfer/index.ts'
import type { IssuedBattle } from '../../../shared/contracts/index.ts'
import { appFor, createTestApp, type TestApp, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { stringify } from 'yaml'
import { DESCRIBED, ENV, lines, NOW } from '../transfer/arena-files.ts'

describe('asking for a battle', () => {
  const app = appFor({}, async () => {
    await app.import(arenaOf('plain', { prompts: 30, arena: { criteria: ['helpful', 'kind'] } }))
    await app.import(arenaOf('hidden', { arena: { visibility: 'private' } }))
    await app.import(arenaOf('linked', { arena: { visibility: 'link' } }))
    await app.import(arenaOf('alike', { says: () => 'The same for all.' }))
    await app.import(arenaOf('silent', { says: () => null }))
  })

  const ask = (arena: string, init: RequestInit & { json?: unknown } = { json: {} }) =>
    app.request(`/api/arenas/${arena}/battles`, { method: 'POST', ...init })

  it('takes the first criterion of the arena unless the request names another, and lists them if it has no such', async () => {
    const visitor = new Visitor(app)
    expect((await visitor.battle('plain')).battle.criterion).toBe('helpful')
    expect((await visitor.battle('plain', { criterion: 'kind' })).battle.criterion).toBe('kind')
    const response = await ask('plain', { json: { criterion: 'funny' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringMatching(/criterion.*"funny"; there are "helpful", "kind"/),
    })
  })

  it.each([
    ['nowhere', 404, 'arena_unknown'],
    ['hidden', 404, 'arena_unknown'],
    ['UPPER', 404, 'arena_unknown'],
    ['alike', 409, 'arena_not_ready'],
    ['silent', 409, 'arena_not_ready'],
  ])('gets no battle of %s: %i %s', async (slug, status, code) => {
    await expect(ask(slug)).toBeProblem(status, code)
  })

  it('is open to the admin in a private arena, to everyone in one with a link, and needs no body', async () => {
    expect((await ask('hidden', { json: {}, headers: AS_ADMIN })).status).toBe(201)
    expect((await ask('linked')).status).toBe(201)
    expect((await ask('plain', {})).status).toBe(201)
  })

  it.each([
    ['malformed JSON', '{"criterion":', 'application/json'],
    ['an array', '[]', 'application/json'],
    ['a key nobody knows', '{"contestant":"x"}', 'application/json'],
    ['a criterion that is no text', '{"criterion":1}', 'application/json'],
    ['another content type', '{"criterion":"kind"}', 'text/plain'],
    ['a form', 'criterion=kind', 'application/x-www-form-urlencoded'],
  ])('with %s is refused as a wrong request', async (_, body, type) => {
    const response = await ask('plain', { body, headers: { 'content-type': type } })
    await expect(response).toBeProblem(400, 'invalid_request')
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('gives a new visitor, or one with a forged cookie, a cookie for the server alone, and keeps a returned one', async () => {
    const cookieAfter = async (headers: Record<string, string>) =>
      (await ask('plain', { json: {}, headers })).headers.get('set-cookie')
    const MADE = /^deadheat_voter=[\w-]{22}\.[\w-]{22}; /
    const cookie = (await cookieAfter({}))!
    expect(cookie).toMatch(MADE)
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=31536000',
      'Path=/',
      'SameSite=Lax',
    ])
    expect(await cookieAfter({ cookie: cookie.split(';')[0]! })).toBeNull()
    const [id] = cookie.split('.')
    for (const forged of [
      'deadheat_voter=admin',
      `deadheat_voter=${'a'.repeat(22)}`,
      `${id}.${'b'.repeat(22)}`,
    ])
      expect(await cookieAfter({ cookie: forged })).toMatch(MADE)
    expect(await cookieAfter({ 'x-forwarded-proto': 'https' })).toMatch(/; Secure/)
  })

  it('shows the unchanged text of an answer, or its turns with blank ones marked, with its context; never a blank one', async () => {
    const arena = arenaOf('answers', { prompts: 1 })
    const [text, blank, turns] = NAMES as [string, string, string]
    const answer = { prompt: 'p1', text: null, turns: null }
    await app.import({
      ...arena,
      answers: [
        { ...answer, contestant: text, text: 'Plain <b>text</b>', context: ['page 1', 'page 2'] },
        { ...answer, contestant: blank, text: ' \n\t', context: [] },
        { ...answer, contestant: turns, turns: ['One', ' ', 'Three'], context: ['page 3'] },
      ],
    })
    const visitor = new Visitor(app)
    const { left, right } = (await visitor.battle('answers')).battle
    expect([left, right].map((side) => JSON.stringify(side)).toSorted()).toEqual([
      '{"text":"Plain <b>text</b>","context":["page 1","page 2"]}',
      '{"turns":["One","(empty answer)","Three"],"context":["page 3"]}',
    ])
    expect((await visitor.ask('answers')).status).toBe(409)
  })
})

/** No response before the vote reveals which contestant is on which side. */
describe('a battle, before the vote', () => {
  const shown: { text: string; body: IssuedBattle; headers: [string, string][] }[] = []
  const app = appFor({}, async () => {
    const pair = NAMES.slice(0, 2)
    const arena = arenaOf('blind', {
      names: pair,
      prompts: 1,
      says: (name) => `I say ${pair.indexOf(name)}.`,
    })
    const secret = arena.contestants.map((one) => ({
      ...one,
      model: 'secret-model',
      system: 'secret-system',
    }))
    await app.import({ ...arena, contestants: secret })
    for (let n = 0; n < 30; n++) {
      const response = await new Visitor(app).ask('blind')
      const text = await response.text()
      shown.push({ text, body: JSON.parse(text), headers: [...response.headers] })
    }
  })

  it('has the fields of the contract in one fixed order, and no others; each contestant is on either side', () => {
    for (const { body, text } of shown) {
      const [left, right] = [body.battle.left.text!, body.battle.right.text!]
      expect([left, right].sort()).toEqual(['I say 0.', 'I say 1.'])
      const { id, expiresAt } = body.battle
      const prompt = { messages: [{ role: 'user', content: 'Question 1?' }] }
      const battle = {
        id,
        criterion: 'overall',
        prompt,
        left: { text: left },
        right: { text: right },
        expiresAt,
      }
      const progress = { cast: 0, goal: body.progress!.goal }
      expect(body).toStrictEqual({ battle, ticket: expect.stringMatching(/^[\w-]{43}$/), progress })
      expect(text).toBe(JSON.stringify({ battle, ticket: body.ticket, progress }))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/)
      expect(expiresAt).toBe('2024-05-01T12:30:00.000Z')
    }
    expect(new Set(shown.map(({ body }) => body.battle.left.text))).toEqual(new Set(['I say 0.', 'I say 1.']))
  })

  it('has the same bytes and headers for both orders, except for texts, ids, ticket and cookie, and names nobody', () => {
    const masked = shown.map(({ text, body, headers }) => {
      const bytes = text
        .replace(body.battle.id, 'ID')
        .replace(body.ticket, 'TICKET')
        .replace(/I say \d\./g, 'TEXT')
      const alike = headers.filter(([name]) => !['set-cookie', 'x-request-id'].includes(name))
      return JSON.stringify([text.length, bytes, alike])
    })
    expect(new Set(masked).size).toBe(1)
    for (const { text, headers } of shown) {
      expect(new Headers(headers).get('cache-control')).toBe('no-store')
      const all = (text + JSON.stringify(headers)).toLowerCase()
      for (const name of [...NAMES, 'secret-model', 'secret-system'])
        expect(all).not.toContain(name.toLowerCase())
    }
  })

  it('keeps the voter only as a keyed hash of the cookie', async () => {
    const visitor = new Visitor(app)
    const { battle } = await visitor.battle('blind')
    const [row] = await app.sql<{ voter: string }>`select voter from battles where id = ${battle.id}`
    const cookie = visitor.cookie.split('=')[1]
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    expect(row.voter).toMatch(/^voter_[\w-]{22}$/)
    expect(row.voter).not.toContain(cookie)
  })
})

/** The preview shows an operator what voters are shown, and records nothing. */
describe('the context of a prompt', () => {
  const app = appFor()
  const text = (prompt: string, contestant: string, context: string[] | null) => ({
    prompt,
    contestant,
    text: contestant,
    turns: null,
    context,
  })
  it.each([
    ['shared', null, ['page 1', 'page 2']],
    ['retrieved', ['page 3'], undefined],
  ])('that is %s', async (slug, own, shown) => {
    const arena = arenaOf(slug, { prompts: 1 })
    await app.import({
      ...arena,
      prompts: arena.prompts.map((prompt) => ({ ...prompt, context: ['page 1', 'page 2'] })),
      answers: NAMES.slice(0, 2).map((name) => text('p1', name, own)),
    })
    expect((await new Visitor(app).battle(slug)).battle.prompt.context).toEqual(shown)
  })
})

/** Voters see the reference of a prompt under a criterion whose judges see it, or that compares with it by itself. */
describe('the reference of a prompt', () => {
  let app: TestApp
  const questions = ['p1', 'p2'].map((id) => ({
    id,
    text: `Question ${id}?`,
    reference: `The answer to ${id}.`,
  }))
  /** Made from two texts of three paragraphs each. */
  const middles = promptsOfPosts(
    ['p1', 'p2'].map((id) => ({
      file: `${id}.md`,
      text: `Question ${id}?\n\nThe answer to ${id}.\n\nThe end of it.`,
    })),
    2,
  ).prompts

  async function send(
    slug: string,
    { prompts = questions, ...change }: { prompts?: { id: string }[]; [key: string]: unknown },
  ): Promise<void> {
    const contestants = ['Terse', 'Warm'].map((name) => ({ name, responses: `${name}.jsonl` }))
    const files = {
      'arena.yaml': stringify({ ...DESCRIBED, arena: slug, contestants, prompts, ...change }),
      ...Object.fromEntries(
        contestants.map(({ name, responses }) => [
          responses,
          lines(prompts.map(({ id }) => ({ prompt: id, text: `${name} says ${id}.` }))),
        ]),
      ),
    }
    const sent = await app.asAdmin('/api/admin/arenas', { files })
    expect([sent.status, await sent.text()]).toEqual([201, expect.any(String)])
  }
  const judge = (name: string, rubric?: string) => ({ ...DESCRIBED.judges[0], name, rubric })

  beforeAll(async () => {
    app = await createTestApp({ clock: NOW.toISOString(), env: ENV })
    await send('close', {
      criteria: ['closeness', 'overall'],
      judges: [judge('near', 'reference'), judge('careful', 'overall')],
    })
    await send('blunt', { judges: [judge('careful', 'overall')] })
    await send('middles', { criteria: ['voice', 'overall'], prompts: middles, judges: [judge('ear')] })
    await send('by-people', { criteria: ['voice', 'overall'], prompts: middles, judges: [] })
  })
  afterAll(() => app?.close())

  it.each([
    ['close', 'closeness', true],
    ['close', 'overall', false],
    ['blunt', 'overall', false],
    ['middles', 'voice', true],
    ['middles', 'overall', false],
    ['by-people', 'voice', true],
    ['by-people', 'overall', false],
  ])('in arena %s under %s: %s', async (arena, criterion, isShown) => {
    const { battle } = await new Visitor(app).battle(arena, { criterion })
    const key = /p\d/.exec(battle.prompt.messages[0]!.content)![0]
    expect(battle.prompt.reference).toBe(isShown ? `The answer to ${key}.` : undefined)
  })
})
