import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { type IssuedBattle, VoteReceipt } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'
import { publishVotes } from '../../../server/votes/index.ts'

// Taking a vote back: ten seconds, once, and the battle is closed for good.

describe('taking a vote back', () => {
  let app: TestApp
  let visitor: Visitor
  let shown: IssuedBattle

  beforeAll(async () => {
    app = await createTestApp()
    await importInto(app.deps, arenaOf('regret', { prompts: 30 }))
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    visitor = new Visitor(app)
    shown = await visitor.battle('regret')
  })

  const retractions = () =>
    app.deps.db
      .selectFrom('retractions')
      .innerJoin('votes', 'votes.id', 'retractions.vote_id')
      .select('retracted_at')
      .where('battle_id', '=', shown.battle.id)
      .execute()

  it('adds a retraction beside the vote, which stays', async () => {
    await visitor.vote(shown, 'left')
    app.clock.advance(3)
    const response = await visitor.takeBack(shown)
    expect(response.status).toBe(200)
    expect(await response.json()).toEqual({ battle: shown.battle.id, withdrawn: true })
    expect(await retractions()).toEqual([{ retracted_at: app.clock.now() }])
  })

  it('is possible for exactly ten seconds', async () => {
    const other = await visitor.battle('regret')
    await visitor.vote(shown, 'left')
    await visitor.vote(other, 'left')
    app.clock.advance(10)
    expect((await visitor.takeBack(shown)).status).toBe(200)
    app.clock.advance(0.001)
    expect(await problemOf(await visitor.takeBack(other))).toEqual([409, 'too_late_to_take_back'])
    expect((await visitor.vote(other, 'left')).status).toBe(200)
  })

  it('changes nothing if repeated, also later', async () => {
    await visitor.vote(shown, 'left')
    await visitor.takeBack(shown)
    app.clock.advance(3600)
    expect((await visitor.takeBack(shown)).status).toBe(200)
    expect(await retractions()).toHaveLength(1)
  })

  it('closes the battle for every later vote', async () => {
    await visitor.vote(shown, 'left')
    await visitor.takeBack(shown)
    for (const outcome of ['left', 'right', 'tie'] as const)
      expect(await problemOf(await visitor.vote(shown, outcome))).toEqual([409, 'battle_withdrawn'])
  })

  it('is refused if there is no vote', async () => {
    expect(await problemOf(await visitor.takeBack(shown))).toEqual([404, 'vote_unknown'])
    expect((await visitor.vote(shown, 'left')).status).toBe(201)
  })

  it('needs the ticket of the battle, and refuses the cookie of another voter', async () => {
    await visitor.vote(shown, 'left')
    const other = await visitor.battle('regret')
    const stranger = new Visitor(app)
    await stranger.battle('regret')
    const path = `/api/battles/${shown.battle.id}/vote`
    const withHeader = (authorization: string) =>
      app.request(path, { method: 'DELETE', headers: { authorization } })
    const refused = [
      await app.request(path, { method: 'DELETE' }),
      await withHeader(`Bearer ${shown.ticket}`),
      await withHeader('Ticket'),
      await withHeader(`Ticket ${other.ticket}`),
      await stranger.takeBack(shown),
    ]
    for (const response of refused) expect(await problemOf(response)).toEqual([401, 'ticket_invalid'])
    expect(await retractions()).toEqual([])
    expect((await withHeader(`Ticket ${shown.ticket}`)).status).toBe(200)
  })
})

/** The names behind two answers are shown only with a vote that can no longer be retracted. */
describe('the names behind two answers', () => {
  let app: TestApp
  let visitor: Visitor

  beforeAll(async () => {
    app = await createTestApp()
    await importInto(app.deps, arenaOf('names', { prompts: 40 }))
  })
  afterAll(() => app.close())

  const draw = () => (visitor = new Visitor(app)).battle('names')
  const receiptOf = async (response: Response) => VoteReceipt.strict().parse(await response.json())
  const battlePage = ({ battle }: IssuedBattle) => app.request(`/api/battles/${battle.id}`)
  const NAMELESS = { left: { name: null }, right: { name: null }, names: 'later' }
  const revealed = async ({ battle }: IssuedBattle) =>
    (await app.deps.db.selectFrom('reveals').selectAll().where('battle_id', '=', battle.id).execute()).length

  it('a vote that can still be retracted shows no names, in its receipt or on its page', async () => {
    const shown = await draw()
    const receipt = await receiptOf(await visitor.vote(shown, 'left'))
    const namesFrom = new Date(app.clock.now().getTime() + 10_000).toISOString()
    expect(receipt).toMatchObject({ ...NAMELESS, namesFrom })
    expect(await problemOf(await battlePage(shown))).toEqual([404, 'battle_unknown'])
    app.clock.advance(10)
    expect(await receiptOf(await visitor.vote(shown, 'left'))).toMatchObject(NAMELESS)
    expect(await revealed(shown)).toBe(0)
  })

  it('the same vote again names the contestants once it can no longer be retracted', async () => {
    const shown = await draw()
    await visitor.vote(shown, 'left')
    app.clock.advance(10.001)
    const receipt = await receiptOf(await visitor.vote(shown, 'left'))
    expect(receipt.names).toBe('shown')
    expect(NAMES).toContain(receipt.left.name)
    expect((await battlePage(shown)).status).toBe(200)
  })

  it('a final vote names the contestants at once and cannot be retracted', async () => {
    const shown = await draw()
    const receipt = await receiptOf(await visitor.vote(shown, 'tie', { final: true }))
    expect(receipt.names).toBe('shown')
    expect(await problemOf(await visitor.takeBack(shown))).toEqual([409, 'too_late_to_take_back'])
    expect((await receiptOf(await visitor.vote(shown, 'tie'))).names).toBe('shown')
    expect((await battlePage(shown)).status).toBe(200)
  })

  it('a vote becomes final by being sent again as final', async () => {
    const shown = await draw()
    await visitor.vote(shown, 'right')
    expect((await receiptOf(await visitor.vote(shown, 'right', { final: true }))).names).toBe('shown')
    expect(await problemOf(await visitor.takeBack(shown))).toEqual([409, 'too_late_to_take_back'])
  })

  it('a retracted vote never names the contestants', async () => {
    const shown = await draw()
    await visitor.vote(shown, 'left')
    expect((await visitor.takeBack(shown)).status).toBe(200)
    for (const seconds of [0, 60]) {
      app.clock.advance(seconds)
      for (const more of [{}, { final: true }])
        expect(await problemOf(await visitor.vote(shown, 'left', more))).toEqual([409, 'battle_withdrawn'])
      const page = await battlePage(shown)
      const text = await page.text()
      expect(page.status).toBeGreaterThanOrEqual(404)
      for (const name of NAMES) expect(text).not.toContain(name)
    }
    expect(await revealed(shown)).toBe(0)
  })

  it('if names are requested while the vote is retracted, only one of both happens', async () => {
    for (let round = 0; round < 8; round++) {
      const shown = await draw()
      await visitor.vote(shown, 'left')
      const [named, takenBack] = await Promise.all([
        visitor.vote(shown, 'left', { final: true }),
        visitor.takeBack(shown),
      ])
      expect([named.status, takenBack.status].toSorted()).toEqual([200, 409])
      expect(await revealed(shown)).toBe(named.status === 200 ? 1 : 0)
    }
  })

  it('on a board that publishes at intervals, a vote is not public while it can be retracted', async () => {
    const delayedApp = await createTestApp({ publishEvery: 60, clock: '2024-05-01T12:00:55.000Z' })
    try {
      await importInto(delayedApp.deps, arenaOf('held', { prompts: 9 }))
      const one = new Visitor(delayedApp)
      const shown = await one.battle('held')
      await one.vote(shown, 'left')
      const exported = async () =>
        (await (await delayedApp.request('/api/arenas/held/export/votes.jsonl')).text()).trim()
      for (const time of ['12:01:00.000', '12:01:04.999', '12:01:10.000']) {
        expect(await exported()).toBe('')
        delayedApp.clock.set(`2024-05-01T${time}Z`)
        await publishVotes(delayedApp.deps)
      }
      expect(await exported()).not.toBe('')
    } finally {
      await delayedApp.close()
    }
  })
})
