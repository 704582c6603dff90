/** Retired prompts are not shown. Their votes count, and their texts become readable once no pair is open. */
import { describe, expect, it } from 'vitest'
import { textsArePublic, useOnlyPrompts } from '../../../server/prompts/index.ts'
import type { IssuedBattle } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, appFor } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const PAIR = NAMES.slice(0, 2)

describe('retired prompts', () => {
  const app = appFor({}, async () => {
    const votes = [voteOf(PAIR[0], PAIR[1], 'left')]
    await app.import(arenaOf('pub', { names: PAIR, categories: ['odd', 'even'], votes }))
  })

  const say = (what: 'retire' | 'restore', json: object, authorization = `Bearer ${ADMIN_TOKEN}`) =>
    app.request(`/api/admin/arenas/pub/prompts/${what}`, { json, headers: { authorization } })
  const changedPrompts = async (what: 'retire' | 'restore', json: object) => {
    const response = await say(what, json)
    expect(response.status).toBe(200)
    return ((await response.json()) as { prompts: string[] }).prompts
  }
  const shownTo = async (visitor: Visitor) => {
    const shown: string[] = []
    for (
      let response = await visitor.ask('pub');
      response.status === 201;
      response = await visitor.ask('pub')
    )
      shown.push(((await response.json()) as IssuedBattle).battle.prompt.messages[0].content)
    return shown.sort()
  }

  it('are selected by key, category or all, and listed once each', async () => {
    expect(await changedPrompts('retire', { keys: ['p1', 'p2'] })).toEqual(['p1', 'p2'])
    expect(await changedPrompts('retire', { category: 'even' })).toEqual(['p3'])
    expect(await changedPrompts('retire', { all: true })).toEqual(['p4'])
    expect(await changedPrompts('retire', { all: true })).toEqual([])
    await expect(new Visitor(app).ask('pub')).toBeProblem(409, 'arena_not_ready')
    expect(await changedPrompts('restore', { keys: ['p4'] })).toEqual(['p4'])
    expect(await changedPrompts('restore', { all: true })).toEqual(['p1', 'p2', 'p3'])
  })

  it('are no longer shown from that moment on, and their votes stay', async () => {
    await changedPrompts('retire', { keys: ['p1', 'p3'] })
    expect(await shownTo(new Visitor(app))).toEqual(['Question 2?', 'Question 4?'])
    const board = await app.board('pub')
    expect(board.votes).toBe(1)
    await changedPrompts('restore', { all: true })
    expect(await shownTo(new Visitor(app))).toHaveLength(4)
  })

  it('may be read once no pair on them is open, and not before', async () => {
    const visitor = new Visitor(app)
    const shown = await visitor.battle('pub')
    const response = await say('retire', { all: true })
    const { textsPublicFrom } = (await response.json()) as { textsPublicFrom: string }
    const from = Date.parse(textsPublicFrom)
    expect(from).toBeGreaterThan(Date.parse(shown.battle.expiresAt))
    const [prompt] = await app.sql<
      Parameters<typeof textsArePublic>[0]
    >`select retired_at, retired_by from prompts where key = 'p1'`
    expect(textsArePublic(prompt, new Date(from - 1))).toBe(false)
    expect(textsArePublic(prompt, new Date(from))).toBe(true)
    // a pair that was on the screen may still be decided
    expect((await visitor.vote(shown, 'left')).status).toBe(201)
    await changedPrompts('restore', { all: true })
    expect(textsArePublic({ retired_at: null, retired_by: null }, new Date(from))).toBe(false)
  })

  it('are reported when they are restored after they were public, and the log has their number', async () => {
    await changedPrompts('retire', { keys: ['p1', 'p2'] })
    app.clock.advance(31 * 60)
    await changedPrompts('retire', { keys: ['p3'] })
    const receipt = await (await say('restore', { all: true })).json()
    expect(receipt).toMatchObject({ prompts: ['p1', 'p2', 'p3'], werePublic: ['p1', 'p2'] })
    expect(receipt).toMatchObject({ warning: expect.stringContaining('For 2 of these prompts') })
    const [logged] = await app.sql<{ details: object }>`
      select details from audit_entries where act = 'prompts_restored' order by id desc limit 1`
    expect(logged.details).toEqual({ prompts: ['p1', 'p2', 'p3'], werePublic: 2 })
  })

  it('are restored by a file that had left them out, unless an admin has retired them since', async () => {
    const { id } = await app.deps.db.selectFrom('arenas').select('id').executeTakeFirstOrThrow()
    const use = (named: string[]) =>
      app.deps.db.transaction().execute((trx) => useOnlyPrompts(trx, id, named, app.deps.clock()))
    expect(await use(['p1', 'p2'])).toEqual({ retired: ['p3', 'p4'], restored: [], werePublic: [] })
    expect(await changedPrompts('retire', { keys: ['p3'] })).toEqual([])
    expect(await use(['p1', 'p2', 'p3', 'p4'])).toEqual({ retired: [], restored: ['p4'], werePublic: [] })
    expect(await changedPrompts('restore', { all: true })).toEqual(['p3'])
  })

  it.each([
    [{}, 400, 'invalid_request'],
    [{ keys: [] }, 400, 'invalid_request'],
    [{ keys: ['p1'], all: true }, 400, 'invalid_request'],
    [{ all: false }, 400, 'invalid_request'],
    [{ key: 'p1' }, 400, 'invalid_request'],
    [{ category: 'none' }, 400, 'invalid_request'],
    [{ keys: ['p1', 'p99'] }, 404, 'prompt_unknown'],
  ])('cannot be selected by %j, and nothing changes', async (json, status, code) => {
    for (const what of ['retire', 'restore'] as const) await expect(say(what, json)).toBeProblem(status, code)
    expect(await changedPrompts('restore', { all: true })).toEqual([])
  })

  it('names the key that is near a misspelt one', async () => {
    const { detail } = (await (await say('retire', { keys: ['P 1'] })).json()) as { detail: string }
    expect(detail).toMatch(/has no prompt "P 1"; did you mean "p1"\? Nothing was done\.$/)
  })
})
