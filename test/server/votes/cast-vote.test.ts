import { randomUUID } from 'node:crypto'
import { describe, expect, it, beforeEach, test } from 'vitest'
import { VoteReceipt, type IssuedBattle, type Outcome } from '../../../shared/contracts/index.ts'
import { createTestApp, appFor } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'
import { runWaitingJobs } from '../../../server/platform/jobs/jobs.ts'
import { RATE_TASK, requestRating, publishVotes } from '../../../server/votes/index.ts'

// One outcome for one battle, decided once; the ticket alone gives the right to it.

describe('a vote', () => {
  let visitor: Visitor
  const app = appFor({}, async () => {
    await app.import(arenaOf('votes', { prompts: 40 }))
  })

  const newVisitor = () => (visitor = new Visitor(app))
  const votesOn = (battle: string) => app.sql`select * from votes where battle_id = ${battle}`

  it('is recorded with its outcome, reason and flags, and names the contestants if it is final', async () => {
    const shown = await newVisitor().battle('votes')
    const more = { reason: '  clearer ', flags: ['broken'], final: true }
    const response = await visitor.vote(shown, 'right', more)
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const receipt = VoteReceipt.strict().parse(await response.json())
    expect(receipt).toMatchObject({
      battle: shown.battle.id,
      outcome: 'right',
      names: 'shown',
      namesFrom: null,
    })
    expect(NAMES).toContain(receipt.left.name)
    expect(NAMES).toContain(receipt.right.name)
    expect(receipt.left.name).not.toBe(receipt.right.name)
    const textOf = (name: string | null) => `Reply ${NAMES.indexOf(name!) + 1} `
    expect(shown.battle.left.text).toContain(textOf(receipt.left.name))
    expect(shown.battle.right.text).toContain(textOf(receipt.right.name))
    expect(await votesOn(shown.battle.id)).toMatchObject([
      { outcome: 'right', source: 'human', reason: 'clearer', flags: ['broken'], cast_at: app.clock.now() },
    ])
  })

  it.each(['left', 'right', 'tie', 'both_bad'] as const)(
    'can be %s, and the same vote again changes nothing',
    async (outcome) => {
      const shown = await newVisitor().battle('votes')
      const first = await visitor.vote(shown, outcome)
      const again = await visitor.vote(shown, outcome)
      expect([first.status, again.status]).toEqual([201, 200])
      expect(await again.json()).toEqual(await first.json())
      expect(await votesOn(shown.battle.id)).toHaveLength(1)
    },
  )

  it.each([randomUUID(), 'nonsense', '1', "'; drop table votes"])(
    'on the unknown battle %s is refused',
    async (id) => {
      const shown = await newVisitor().battle('votes')
      const stray = { ...shown, battle: { ...shown.battle, id: encodeURIComponent(id) } }
      expect(await problemOf(await visitor.vote(stray, 'left'))).toEqual([404, 'battle_unknown'])
      expect(await problemOf(await visitor.takeBack(stray))).toEqual([404, 'battle_unknown'])
    },
  )

  it("with another battle's ticket is refused, even from the same voter", async () => {
    const [one, other] = [await newVisitor().battle('votes'), await visitor.battle('votes')]
    const crossed = { battle: one.battle, ticket: other.ticket }
    expect(await problemOf(await visitor.vote(crossed, 'left'))).toEqual([401, 'ticket_invalid'])
    expect(await votesOn(one.battle.id)).toEqual([])
  })

  it("with another voter's cookie is refused, with none it is accepted", async () => {
    const shown = await newVisitor().battle('votes')
    const stranger = new Visitor(app)
    await stranger.battle('votes')
    expect(await problemOf(await stranger.vote(shown, 'left'))).toEqual([401, 'ticket_invalid'])
    expect((await new Visitor(app).vote(shown, 'left')).status).toBe(201)
  })

  it('is accepted until the battle expires; the same vote again is accepted later too', async () => {
    const [late, intime] = [await newVisitor().battle('votes'), await visitor.battle('votes')]
    app.clock.set(late.battle.expiresAt)
    expect((await visitor.vote(intime, 'left')).status).toBe(201)
    app.clock.advance(0.001)
    expect(await problemOf(await visitor.vote(late, 'left'))).toEqual([410, 'battle_expired'])
    expect(await votesOn(late.battle.id)).toEqual([])
    app.clock.advance(3600)
    expect((await visitor.vote(intime, 'left')).status).toBe(200)
    expect(await problemOf(await visitor.vote(intime, 'right'))).toEqual([409, 'battle_already_decided'])
  })

  it.each([
    [{}, 'ticket'],
    [{ ticket: 'x' }, 'outcome'],
    [{ ticket: 'x', outcome: 'model_a' }, 'outcome'],
    [{ ticket: 7, outcome: 'left' }, 'ticket'],
    [{ ticket: '', outcome: 'left' }, 'ticket'],
    [{ ticket: 'x', outcome: 'left', reason: 'x'.repeat(501) }, 'reason'],
    [{ ticket: 'x', outcome: 'left', flags: ['ugly'] }, 'flags.0'],
    [{ ticket: 'x', outcome: 'left', winner: 'a' }, 'winner'],
  ])('of the shape %j is refused, naming %s', async (json, field) => {
    const response = await app.request(`/api/battles/${randomUUID()}/vote`, { json })
    expect(response.status).toBe(400)
    const { code, detail } = (await response.json()) as { code: string; detail: string }
    expect(code).toBe('invalid_request')
    expect(detail).toContain(field)
  })

  it('with a reason that the database cannot store is refused as invalid', async () => {
    const shown = await newVisitor().battle('votes')
    for (const reason of ['so\u0000so', 'half \ud800'])
      expect(await problemOf(await visitor.vote(shown, 'left', { reason }))).toEqual([400, 'invalid_request'])
    expect((await visitor.vote(shown, 'left', { reason: 'whole 🐎' })).status).toBe(201)
  })
})

/** When the job that follows a vote is due. */
describe('the job that follows a vote', () => {
  const app = appFor()
  beforeEach(() => app.database.pool.query('delete from graphile_worker._private_jobs'))

  const request = (publishEvery = 0, by?: 'people' | 'judges') =>
    app.deps.db.transaction().execute((trx) => requestRating(trx, 1, publishEvery, by))

  /** Of each job that waits, whether it is due within so many seconds, by the database's clock. */
  async function areDueWithin(seconds: number): Promise<boolean[]> {
    const { rows } = await app.database.pool.query(
      "select run_at <= now() + $1 * interval '1 second' as due from graphile_worker.jobs order by key",
      [seconds],
    )
    return rows.map(({ due }) => due)
  }

  test('a vote is rated at once, a judgement after two seconds', async () => {
    await request()
    await request(0, 'judges')
    expect(await areDueWithin(2)).toEqual([true, true])
    expect((await areDueWithin(-60)).includes(true)).toBe(false)
  })

  test('a vote moves a job forward that a clock jump had delayed', async () => {
    await request()
    await app.database.pool.query(
      `select graphile_worker.reschedule_jobs(array_agg(id), run_at => now() + interval '2 hours') from graphile_worker.jobs`,
    )
    expect(await areDueWithin(60)).toEqual([false])
    await request()
    expect(await areDueWithin(0)).toEqual([true])
  })

  test('a publication makes a job due that waits for it, and a vote does not delay it', async () => {
    await request(600)
    await request(900)
    expect([await areDueWithin(600), await areDueWithin(610)]).toEqual([[false], [true]])
    await runWaitingJobs(app.deps.db, RATE_TASK)
    await request(600)
    expect(await areDueWithin(0)).toEqual([true])
  })
})

// Taking a vote back: ten seconds, once, and the battle is closed for good.

describe('taking a vote back', () => {
  let visitor: Visitor
  let shown: IssuedBattle
  const app = appFor({}, async () => {
    await app.import(arenaOf('regret', { prompts: 30 }))
  })

  beforeEach(async () => {
    visitor = new Visitor(app)
    shown = await visitor.battle('regret')
  })

  const retractions = () =>
    app.sql`select retracted_at from retractions r join votes v on v.id = r.vote_id
      where battle_id = ${shown.battle.id}`

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
  let visitor: Visitor
  const app = appFor({}, async () => {
    await app.import(arenaOf('names', { prompts: 40 }))
  })

  const draw = () => (visitor = new Visitor(app)).battle('names')
  const receiptOf = async (response: Response) => VoteReceipt.strict().parse(await response.json())
  const battlePage = ({ battle }: IssuedBattle) => app.request(`/api/battles/${battle.id}`)
  const NAMELESS = { left: { name: null }, right: { name: null }, names: 'later' }
  const revealed = async ({ battle }: IssuedBattle) =>
    (await app.sql`select from reveals where battle_id = ${battle.id}`).length

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

  it.each(['at once', 'sent again'])(
    'a final vote, %s, names the contestants and cannot be retracted',
    async (when) => {
      const shown = await draw()
      if (when === 'sent again') await visitor.vote(shown, 'tie')
      expect((await receiptOf(await visitor.vote(shown, 'tie', { final: true }))).names).toBe('shown')
      expect(await problemOf(await visitor.takeBack(shown))).toEqual([409, 'too_late_to_take_back'])
      expect((await receiptOf(await visitor.vote(shown, 'tie'))).names).toBe('shown')
      expect((await battlePage(shown)).status).toBe(200)
    },
  )

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
      await delayedApp.import(arenaOf('held', { prompts: 9 }))
      const one = new Visitor(delayedApp)
      const shown = await one.battle('held')
      await one.vote(shown, 'left')
      const exported = async () => (await delayedApp.text('/api/arenas/held/export/votes.jsonl')).trim()
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

/** Many requests about one battle at the same moment, over real HTTP. */

interface Answer {
  status: number
  body: { code?: string; outcome?: Outcome }
}

describe('at the same moment', () => {
  let address: string
  let shown: IssuedBattle
  const app = appFor({}, async () => {
    address = await app.serve()
    await app.import(arenaOf('rush', { prompts: 20 }))
  })

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
    app.sql<{ outcome: Outcome; retracted_at: Date | null }>`select outcome, retracted_at
      from votes v left join retractions r on r.vote_id = v.id where battle_id = ${shown.battle.id}`

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
