/** A battle after its decision; and nothing of it, or of who wrote what, before its time. */
import { describe, expect, it } from 'vitest'
import { retirePrompts } from '../../../server/prompts/index.ts'
import { DecidedBattle, type IssuedBattle } from '../../../shared/contracts/index.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const NOBODY = '00000000-0000-4000-8000-000000000000'
const WHY = 'Because of the second paragraph.'

describe('a decided battle', () => {
  let visitor: Visitor
  let shown: IssuedBattle
  const app = appFor({}, async () => {
    await app.import(arenaOf('told', { prompts: 20, categories: ['refunds'] }))
    await app.import(arenaOf('hidden', { arena: { visibility: 'private' } }))
    visitor = new Visitor(app)
    shown = await visitor.battle('told')
  })

  const get = (id: string, init: RequestInit = {}) => app.request(`/api/battles/${id}`, init)
  const decidedBattle = async (id: string, headers: Record<string, string> = {}) =>
    DecidedBattle.strict().parse(await (await get(id, { headers })).json())
  const seen = async (response: Response) => ({
    status: response.status,
    text: (await response.text()).replace(/"requestId":"[^"]*"/, ''),
    headers: JSON.stringify([...response.headers].filter(([name]) => name !== 'x-request-id')),
  })

  it('looks before its decision like a battle that never existed: body, headers, HEAD, If-None-Match', async () => {
    for (const init of [
      {},
      { method: 'HEAD' },
      { headers: AS_ADMIN },
      { headers: { 'if-none-match': '*' } },
      { headers: { cookie: visitor.cookie } },
    ]) {
      const open = await seen(await get(shown.battle.id, init))
      expect(open).toEqual(await seen(await get(NOBODY, init)))
      expect(open.status).toBe(404)
    }
    for (const id of ['x', '%00', `${NOBODY}0`, '..%2Farenas'])
      expect((await get(id)).status, id).toBeGreaterThanOrEqual(400)
  })

  it('shows contestants and outcome, and no text while the prompt is voted on', async () => {
    await visitor.vote(shown, 'left', { reason: WHY })
    const response = await get(shown.battle.id)
    expect(response.headers.get('cache-control')).toBe('no-store')
    expect(response.headers.get('etag')).toBeNull()
    const text = await response.text()
    for (const secret of [WHY, 'Reply', 'Question', 'voter', visitor.cookie])
      expect(text).not.toContain(secret)
    const battle = DecidedBattle.strict().parse(JSON.parse(text))
    expect(battle).toMatchObject({
      arena: 'told',
      source: 'human',
      judge: null,
      outcome: 'left',
      texts: null,
      withheld: 'in_use',
      textsPublicFrom: null,
      reason: null,
      checks: [],
      prompt: { category: 'refunds', retired: false },
    })
    const names = [battle.left.name, battle.right.name]
    expect(names).toEqual(
      [shown.battle.left, shown.battle.right].map(({ text }) => NAMES[Number(text!.at(6)) - 1]),
    )
    const length = (await get(shown.battle.id, { method: 'HEAD' })).headers.get('content-length')
    expect([null, String(Buffer.byteLength(text))]).toContain(length)
  })

  it('shows texts with names to the admin only', async () => {
    const { texts, withheld, reason } = await decidedBattle(shown.battle.id, AS_ADMIN)
    expect(withheld).toBeNull()
    expect(texts).toMatchObject({
      messages: shown.battle.prompt.messages,
      left: { text: shown.battle.left.text },
      right: { text: shown.battle.right.text },
    })
    expect(reason).toBe(WHY)
  })

  it('shows its voter the texts that the vote page showed, and nothing else', async () => {
    const own = await decidedBattle(shown.battle.id, { cookie: visitor.cookie })
    expect(own).toMatchObject({ withheld: 'in_use', own: true, reason: null, checks: [] })
    expect(own.texts).toEqual({
      messages: shown.battle.prompt.messages,
      reference: null,
      context: [],
      left: shown.battle.left,
      right: shown.battle.right,
    })
    const other = new Visitor(app)
    await other.battle('told')
    expect(await decidedBattle(shown.battle.id, { cookie: other.cookie })).toMatchObject({
      texts: null,
      own: false,
    })
  })

  it('shows texts to everyone once no pair on the prompt is open', async () => {
    const arena = await app.arena('told')
    await retirePrompts(app.deps, arena, { all: true }, app.clock.now())
    const early = await decidedBattle(shown.battle.id)
    expect(early).toMatchObject({ texts: null, withheld: 'just_retired', reason: null })
    app.clock.set(early.textsPublicFrom!)
    expect(await decidedBattle(shown.battle.id)).toMatchObject({
      withheld: null,
      reason: null,
      texts: { left: { text: shown.battle.left.text } },
    })
    expect(await decidedBattle(shown.battle.id, AS_ADMIN)).toMatchObject({ reason: WHY })
    const elsewhere = [
      '/api/arenas/told/export/battles.jsonl',
      ...['won', 'tied'].map((show) => `/api/arenas/told/battles?show=${show}&limit=50`),
    ]
    const read = async (headers: Record<string, string>) =>
      (
        await Promise.all(elsewhere.map(async (path) => (await app.request(path, { headers })).text()))
      ).filter((text) => text.includes(WHY)).length
    expect(await read({})).toBe(0)
    expect(await read(AS_ADMIN)).toBe(2)
    await retirePrompts(app.deps, arena, { all: true }, null)
    expect(await decidedBattle(shown.battle.id)).toMatchObject({ texts: null, withheld: 'in_use' })
  })

  it('shows that its vote was retracted', async () => {
    const regretted = await visitor.battle('told')
    await visitor.choose(regretted, 'tie')
    expect((await get(regretted.battle.id)).status).toBe(404)
    await visitor.takeBack(regretted)
    await expect(get(regretted.battle.id)).toBeProblem(409, 'battle_withdrawn')
  })

  it('of a private arena is unknown to everyone but the admin', async () => {
    const response = await app.asAdmin('/api/arenas/hidden/battles', {})
    const cookie = response.headers.get('set-cookie')!.split(';')[0]
    const { battle, ticket } = (await response.json()) as IssuedBattle
    await app.request(`/api/battles/${battle.id}/vote`, {
      json: { ticket, outcome: 'left' },
      headers: { cookie },
    })
    await app.request(`/api/battles/${battle.id}/reveal`, { json: { ticket }, headers: { cookie } })
    expect(await seen(await get(battle.id))).toEqual(await seen(await get(NOBODY)))
    expect((await get(battle.id, { headers: AS_ADMIN })).status).toBe(200)
  })
})
