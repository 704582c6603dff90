/** Many requests about one battle at the same moment, over real HTTP. */
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import type { IssuedBattle, Outcome } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

interface Answer {
  status: number
  body: { code?: string; outcome?: Outcome }
}

describe('at the same moment', () => {
  let app: TestApp
  let address: string
  let shown: IssuedBattle

  beforeAll(async () => {
    app = await createTestApp()
    address = await app.serve()
    await importInto(app.deps, arenaOf('rush', { prompts: 20 }))
  })
  afterAll(() => app.close())

  beforeEach(async () => {
    shown = await new Visitor(app).battle('rush')
  })

  async function send(init: RequestInit): Promise<Answer> {
    const response = await fetch(`${address}/api/battles/${shown.battle.id}/vote`, init)
    return { status: response.status, body: (await response.json()) as Answer['body'] }
  }
  const post = (outcome: Outcome) =>
    send({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ ticket: shown.ticket, outcome }),
    })
  const takeBack = () => send({ method: 'DELETE', headers: { authorization: `Ticket ${shown.ticket}` } })
  const many = <T>(count: number, one: (n: number) => Promise<T>) =>
    Promise.all(Array.from({ length: count }, (_, n) => one(n)))

  const standing = () =>
    app.deps.db
      .selectFrom('votes')
      .leftJoin('retractions', 'retractions.vote_id', 'votes.id')
      .select(['votes.outcome', 'retractions.retracted_at'])
      .where('battle_id', '=', shown.battle.id)
      .execute()

  it('50 posts of one ticket leave one vote, and every response confirms it', async () => {
    const answers = await many(50, () => post('left'))
    const statuses = answers.map(({ status }) => status).sort()
    expect(statuses).toEqual([...Array(49).fill(200), 201])
    expect(new Set(answers.map(({ body }) => JSON.stringify(body))).size).toBe(1)
    expect(await standing()).toHaveLength(1)
  })

  it('50 posts of one ticket with different outcomes leave one vote, and the others are refused', async () => {
    const outcomes: Outcome[] = ['left', 'right', 'tie', 'both_bad']
    const answers = await many(50, async (n) => ({
      outcome: outcomes[n % 4],
      ...(await post(outcomes[n % 4])),
    }))
    const votes = await standing()
    expect(votes).toHaveLength(1)
    const decided = votes[0].outcome
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
    for (const { outcome, status, body } of answers) {
      if (outcome === decided) expect([200, 201]).toContain(status)
      else expect([status, body.code]).toEqual([409, 'battle_already_decided'])
    }
  })

  it('25 retractions and 25 repeated votes leave one retraction, and the battle closed', async () => {
    await post('right')
    const answers = await many(50, (n) => (n % 2 === 0 ? takeBack() : post('right')))
    answers.forEach(({ status, body }, n) => {
      if (n % 2 === 0) expect(status).toBe(200)
      else expect(['200 undefined', '409 battle_withdrawn']).toContain(`${status} ${body.code}`)
    })
    expect(await standing()).toEqual([{ outcome: 'right', retracted_at: app.clock.now() }])
    expect((await post('right')).body.code).toBe('battle_withdrawn')
  })

  it('first votes and retractions leave one vote, and a retraction only if one was acknowledged', async () => {
    const answers = await many(40, (n) => (n % 2 === 0 ? post('tie') : takeBack()))
    const votes = await standing()
    const acknowledged = answers.some(({ status }, n) => n % 2 === 1 && status === 200)
    expect(votes).toHaveLength(1)
    expect(votes[0].retracted_at !== null).toBe(acknowledged)
    answers.forEach(({ status, body }, n) => {
      const fine = n % 2 === 0 ? ['201', '200', '409 battle_withdrawn'] : ['200', '404 vote_unknown']
      expect(fine).toContain(body.code ? `${status} ${body.code}` : `${status}`)
    })
    expect(answers.filter(({ status }) => status === 201)).toHaveLength(1)
  })
})
