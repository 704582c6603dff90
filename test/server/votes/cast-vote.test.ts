import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, it, beforeEach, test } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { VoteReceipt } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'
import { runWaitingJobs } from '../../../server/platform/jobs/jobs.ts'
import { RATE_TASK, requestRating } from '../../../server/votes/index.ts'

// One outcome for one battle, decided once; the ticket alone gives the right to it.

describe('a vote', () => {
  let app: TestApp
  let visitor: Visitor

  beforeAll(async () => {
    app = await createTestApp()
    await importInto(app.deps, arenaOf('votes', { prompts: 40 }))
  })
  afterAll(() => app.close())

  const newVisitor = () => (visitor = new Visitor(app))
  const votesOn = (battle: string) =>
    app.deps.db.selectFrom('votes').selectAll().where('battle_id', '=', battle).execute()

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

  it('cannot be changed to another outcome', async () => {
    const shown = await newVisitor().battle('votes')
    await visitor.vote(shown, 'left')
    expect(await problemOf(await visitor.vote(shown, 'tie'))).toEqual([409, 'battle_already_decided'])
    expect(await votesOn(shown.battle.id)).toMatchObject([{ outcome: 'left' }])
  })

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
  let app: TestApp

  beforeAll(async () => {
    app = await createTestApp()
  })
  afterAll(() => app.close())
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
