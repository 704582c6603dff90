/** No response before the vote reveals which contestant is on which side. */
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { IssuedBattle } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/

describe('a battle, before the vote', () => {
  let app: TestApp
  const shown: { text: string; body: IssuedBattle; headers: Headers }[] = []

  beforeAll(async () => {
    app = await createTestApp()
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
    await importInto(app.deps, { ...arena, contestants: secret })
    for (let n = 0; n < 30; n++) {
      const response = await new Visitor(app).ask('blind')
      const text = await response.text()
      shown.push({ text, body: JSON.parse(text), headers: response.headers })
    }
  })
  afterAll(() => app.close())

  it('shows each contestant on either side', () => {
    expect(new Set(shown.map(({ body }) => body.battle.left.text))).toEqual(new Set(['I say 0.', 'I say 1.']))
  })

  it('has the fields of the contract in one fixed order, and no others', () => {
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
      expect(body).toStrictEqual({ battle, ticket: expect.stringMatching(/^[\w-]{43}$/) })
      expect(text).toBe(JSON.stringify({ battle, ticket: body.ticket }))
      expect(id).toMatch(UUID)
      expect(expiresAt).toBe('2024-05-01T12:30:00.000Z')
    }
  })

  it('has the same bytes for both orders of contestants, except for the texts, the id and the ticket', () => {
    const masked = shown.map(({ text, body }) =>
      text
        .replace(body.battle.id, 'ID')
        .replace(body.ticket, 'TICKET')
        .replace(/I say \d\./g, 'TEXT'),
    )
    expect(new Set(masked).size).toBe(1)
    expect(new Set(shown.map(({ text }) => text.length)).size).toBe(1)
  })

  it('has the same headers for both orders of contestants, except for the cookie and the request id', () => {
    const headers = shown.map(({ headers }) =>
      [...headers].filter(([name]) => !['set-cookie', 'x-request-id'].includes(name)),
    )
    expect(new Set(headers.map((list) => JSON.stringify(list))).size).toBe(1)
    expect(shown[0].headers.get('cache-control')).toBe('no-store')
  })

  it('names no contestant, model, system or slug in body or headers', () => {
    for (const { text, headers } of shown) {
      const all = (text + JSON.stringify([...headers])).toLowerCase()
      for (const name of [...NAMES, 'secret-model', 'secret-system'])
        expect(all).not.toContain(name.toLowerCase())
    }
  })

  it('keeps the voter only as a keyed hash of the cookie', async () => {
    const visitor = new Visitor(app)
    const { battle } = await visitor.battle('blind')
    const row = await app.deps.db
      .selectFrom('battles')
      .select('voter')
      .where('id', '=', battle.id)
      .executeTakeFirstOrThrow()
    const cookie = visitor.cookie.split('=')[1]
    expect(cookie).toMatch(/^[\w-]{22}\.[\w-]{22}$/)
    expect(row.voter).toMatch(/^voter_[\w-]{22}$/)
    expect(row.voter).not.toContain(cookie)
  })
})
