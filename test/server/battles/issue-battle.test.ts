/** Asking for a battle: what is shown of an answer, to whom, under which criterion, and how a request can be wrong. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { ShownAnswer } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

describe('asking for a battle', () => {
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
    await importInto(app.deps, arenaOf('plain', { prompts: 30, arena: { criteria: ['helpful', 'kind'] } }))
    await importInto(app.deps, arenaOf('hidden', { arena: { visibility: 'private' } }))
    await importInto(app.deps, arenaOf('linked', { arena: { visibility: 'link' } }))
    await importInto(app.deps, arenaOf('alike', { says: () => 'The same for all.' }))
    await importInto(app.deps, arenaOf('silent', { says: () => null }))
  })
  afterAll(() => app.close())

  const ask = (arena: string, init: RequestInit & { json?: unknown } = { json: {} }) =>
    app.request(`/api/arenas/${arena}/battles`, { method: 'POST', ...init })

  it('takes the first criterion of the arena unless the request names another', async () => {
    const visitor = new Visitor(app)
    expect((await visitor.battle('plain')).battle.criterion).toBe('helpful')
    expect((await visitor.battle('plain', { criterion: 'kind' })).battle.criterion).toBe('kind')
  })

  it('names the existing criteria if the request names an unknown one', async () => {
    const response = await ask('plain', { json: { criterion: 'funny' } })
    expect(response.status).toBe(400)
    expect(await response.json()).toMatchObject({
      code: 'invalid_request',
      detail: expect.stringMatching(/criterion.*"funny".*helpful, kind/),
    })
  })

  it.each(['nowhere', 'hidden', 'UPPER'])('finds no arena at %s', async (slug) => {
    expect(await problemOf(await ask(slug))).toEqual([404, 'arena_unknown'])
  })

  it('shows a private arena to the admin, and one with a link to everyone', async () => {
    const admin = { json: {}, headers: { authorization: `Bearer ${ADMIN_TOKEN}` } }
    expect((await ask('hidden', admin)).status).toBe(201)
    expect((await ask('linked')).status).toBe(201)
  })

  it('reports an arena that has nothing to compare', async () => {
    expect(await problemOf(await ask('alike'))).toEqual([409, 'arena_not_ready'])
    expect(await problemOf(await ask('silent'))).toEqual([409, 'arena_not_ready'])
  })

  it('needs no body', async () => {
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
    expect(await problemOf(response)).toEqual([400, 'invalid_request'])
    expect(response.headers.get('set-cookie')).toBeNull()
  })

  it('gives a new visitor a cookie for the server alone, and keeps a returned one', async () => {
    const first = await ask('plain')
    const cookie = first.headers.get('set-cookie')!
    expect(cookie).toMatch(/^deadheat_voter=[\w-]{22}\.[\w-]{22}; /)
    expect(cookie.split('; ').slice(1).sort()).toEqual([
      'HttpOnly',
      'Max-Age=31536000',
      'Path=/',
      'SameSite=Lax',
    ])
    const again = await ask('plain', { json: {}, headers: { cookie: cookie.split(';')[0] } })
    expect(again.headers.get('set-cookie')).toBeNull()
  })

  it('replaces a cookie that the server did not make, and sets a secure one behind https', async () => {
    const forged = await ask('plain', { json: {}, headers: { cookie: 'deadheat_voter=admin' } })
    expect(forged.headers.get('set-cookie')).toMatch(/^deadheat_voter=[\w-]{22}\.[\w-]{22}; /)
    const https = await ask('plain', { json: {}, headers: { 'x-forwarded-proto': 'https' } })
    expect(https.headers.get('set-cookie')).toMatch(/; Secure/)
  })
})

describe('what a battle shows of an answer', () => {
  let app: TestApp
  let shown: ShownAnswer[]

  beforeAll(async () => {
    app = await createTestApp()
    const arena = arenaOf('answers', { prompts: 1 })
    const [text, blank, turns] = NAMES as [string, string, string]
    await importInto(app.deps, {
      ...arena,
      answers: [
        {
          prompt: 'p1',
          contestant: text,
          text: 'Plain <b>text</b>',
          turns: null,
          context: ['page 1', 'page 2'],
        },
        { prompt: 'p1', contestant: blank, text: ' \n\t', turns: null, context: [] },
        { prompt: 'p1', contestant: turns, text: null, turns: ['One', ' ', 'Three'], context: ['page 3'] },
      ],
    })
    const visitor = new Visitor(app)
    shown = []
    for (let n = 0; n < 3; n++) {
      const { battle } = await visitor.battle('answers')
      shown.push(battle.left, battle.right)
    }
  })
  afterAll(() => app.close())

  const asText = () => shown.map((answer) => JSON.stringify(answer))

  it('is its unchanged text, with the context it retrieved itself', () => {
    expect(asText()).toContain('{"text":"Plain <b>text</b>","context":["page 1","page 2"]}')
  })

  it('is "(empty answer)" for a blank one, and no context if there was none', () => {
    expect(asText()).toContain('{"text":"(empty answer)"}')
  })

  it('is its turns if it is a thread, with blank ones marked', () => {
    expect(asText()).toContain('{"turns":["One","(empty answer)","Three"],"context":["page 3"]}')
  })

  it('is nothing else', () => {
    expect(new Set(asText()).size).toBe(3)
  })
})
