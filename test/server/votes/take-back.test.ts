/** Taking a vote back: ten seconds, once, and the battle is closed for good. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { IssuedBattle } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

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
