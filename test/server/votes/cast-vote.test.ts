import { randomUUID } from 'node:crypto'
import { describe, expect, it, beforeEach, test } from 'vitest'
import {
  Reveal,
  VoteReceipt,
  type ArenaDetail,
  type IssuedBattle,
  type Outcome,
} from '../../../shared/contracts/index.ts'
import { AS_ADMIN, createTestApp, appFor } from '../../support/app.ts'
import { arenaOf, NAMES } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { runWaitingJobs } from '../../../server/platform/jobs/jobs.ts'
import { publishVotes, RATE_TASK, requestRating, settleDueVotes } from '../../../server/votes/index.ts'

// One outcome for one battle, decided once; the ticket alone gives the right to it.

describe('a vote', () => {
  let visitor: Visitor
  const app = appFor({}, async () => {
    await app.import(arenaOf('votes', { prompts: 40 }))
  })

  const newVisitor = () => (visitor = new Visitor(app))
  const votesOn = (battle: string) => app.sql`select * from votes where battle_id = ${battle}`

  it('is recorded with its outcome and reason once it is final, and its reveal names the contestants', async () => {
    const shown = await newVisitor().battle('votes')
    const response = await visitor.choose(shown, 'right', { reason: '  clearer ' })
    expect(response.status).toBe(201)
    expect(response.headers.get('cache-control')).toBe('no-store')
    const receipt = VoteReceipt.strict().parse(await response.json())
    expect(receipt).toEqual({ battle: shown.battle.id, outcome: 'right', final: false })
    expect(await votesOn(shown.battle.id)).toEqual([])
    const chosenAt = app.clock.now()
    app.clock.advance(5)
    const revealed = await visitor.reveal(shown)
    expect(revealed.headers.get('cache-control')).toBe('no-store')
    const reveal = Reveal.strict().parse(await revealed.json())
    expect(reveal).toMatchObject({ battle: shown.battle.id, outcome: 'right', names: 'shown' })
    const textOf = (name: string | null) => `Reply ${NAMES.indexOf(name!) + 1} `
    expect(shown.battle.left.text).toContain(textOf(reveal.left.name))
    expect(shown.battle.right.text).toContain(textOf(reveal.right.name))
    expect(await votesOn(shown.battle.id)).toMatchObject([
      {
        outcome: 'right',
        source: 'human',
        reason: 'clearer',
        cast_at: chosenAt,
        recorded_at: app.clock.now(),
      },
    ])
    expect(await (await visitor.reveal(shown)).json()).toEqual(reveal)
    expect(await (await visitor.choose(shown, 'right')).json()).toEqual({ ...receipt, final: true })
  })

  it.each(['left', 'right', 'tie', 'both_bad'] as const)(
    'can be %s, and the same vote again changes nothing',
    async (outcome) => {
      const shown = await newVisitor().battle('votes')
      const first = await visitor.choose(shown, outcome)
      const again = await visitor.choose(shown, outcome)
      expect([first.status, again.status]).toEqual([201, 200])
      expect(await again.json()).toEqual(await first.json())
      expect((await visitor.reveal(shown)).status).toBe(200)
      expect(await votesOn(shown.battle.id)).toHaveLength(1)
    },
  )

  it.each([randomUUID(), 'nonsense', '1', "'; drop table votes"])(
    'on the unknown battle %s is refused',
    async (id) => {
      const shown = await newVisitor().battle('votes')
      const stray = { ...shown, battle: { ...shown.battle, id: encodeURIComponent(id) } }
      await expect(visitor.vote(stray, 'left')).toBeProblem(404, 'battle_unknown')
      await expect(visitor.takeBack(stray)).toBeProblem(404, 'battle_unknown')
    },
  )

  it("with another battle's ticket or another voter's cookie is refused, with no cookie it is accepted", async () => {
    const [shown, next] = [await newVisitor().battle('votes'), await visitor.battle('votes')]
    const stranger = new Visitor(app)
    await stranger.battle('votes')
    for (const refused of [
      visitor.vote({ ...shown, ticket: next.ticket }, 'left'),
      stranger.vote(shown, 'left'),
    ])
      await expect(refused).toBeProblem(401, 'ticket_invalid')
    expect(await votesOn(shown.battle.id)).toEqual([])
    expect((await new Visitor(app).vote(shown, 'left')).status).toBe(201)
  })

  it('is accepted until the battle expires; the same vote again is accepted later too', async () => {
    const [late, intime] = [await newVisitor().battle('votes'), await visitor.battle('votes')]
    app.clock.set(late.battle.expiresAt)
    expect((await visitor.vote(intime, 'left')).status).toBe(201)
    app.clock.advance(0.001)
    await expect(visitor.vote(late, 'left')).toBeProblem(410, 'battle_expired')
    expect(await votesOn(late.battle.id)).toEqual([])
    app.clock.advance(3600)
    expect((await visitor.vote(intime, 'left')).status).toBe(200)
    await expect(visitor.vote(intime, 'right')).toBeProblem(409, 'battle_already_decided')
  })

  it.each([
    [{}, 'ticket'],
    [{ ticket: 'x' }, 'outcome'],
    [{ ticket: 'x', outcome: 'model_a' }, 'outcome'],
    [{ ticket: 7, outcome: 'left' }, 'ticket'],
    [{ ticket: '', outcome: 'left' }, 'ticket'],
    [{ ticket: 'x', outcome: 'left', reason: 'x'.repeat(501) }, 'reason'],
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
      await expect(visitor.vote(shown, 'left', { reason })).toBeProblem(400, 'invalid_request')
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
    expect([await areDueWithin(590), await areDueWithin(600)]).toEqual([[false], [true]])
    await runWaitingJobs(app.deps.db, RATE_TASK)
    await request(600)
    expect(await areDueWithin(0)).toEqual([true])
  })
})

// A choice can be changed until it is final.

describe('a choice', () => {
  let visitor: Visitor
  let shown: IssuedBattle
  const app = appFor({}, async () => {
    await app.import(arenaOf('changes', { prompts: 60 }))
  })

  beforeEach(async () => {
    visitor = new Visitor(app)
    shown = await visitor.battle('changes')
  })

  const votes = (battle = shown) =>
    app.sql<{ outcome: string; reason: string | null }>`
      select outcome, reason from votes where battle_id = ${battle.battle.id}`
  const battlePage = () => app.request(`/api/battles/${shown.battle.id}`)

  it('takes a reason that is added before it is final, and a retry without one leaves it', async () => {
    await visitor.choose(shown, 'left')
    expect((await visitor.choose(shown, 'left', { reason: 'shorter' })).ok).toBe(true)
    expect((await visitor.choose(shown, 'left')).ok).toBe(true)
    await visitor.reveal(shown)
    expect(await votes()).toEqual([{ outcome: 'left', reason: 'shorter' }])
    expect((await visitor.choose(shown, 'left', { reason: 'too late' })).ok).toBe(true)
    expect(await votes()).toEqual([{ outcome: 'left', reason: 'shorter' }])
  })

  it('says how long its voter looked, never longer than since the draw, and exports say it', async () => {
    const slug = 'timed'
    await app.import(arenaOf(slug, { prompts: 9 }))
    const exported = async () =>
      (await app.text(`/api/arenas/${slug}/export/votes.jsonl`))
        .trim()
        .split('\n')
        .filter(Boolean)
        .map((line) => (JSON.parse(line) as { seconds?: number | null }).seconds)
    const voter = new Visitor(app)
    await voter.vote(await voter.battle(slug), 'left')
    expect(await exported()).toEqual([undefined])
    const pair = await voter.battle(slug)
    app.clock.advance(30)
    await voter.choose(pair, 'left', { seconds: 4.5 })
    await voter.vote(pair, 'right', { seconds: 12.5 })
    const quick = await voter.battle(slug)
    app.clock.advance(2)
    await voter.choose(quick, 'left', { seconds: 1e-323 })
    await voter.vote(quick, 'tie', { seconds: 4000 })
    expect(await exported()).toEqual([undefined, 12.5, 2])
    await expect(voter.choose(quick, 'tie', { seconds: -1 })).toBeProblem(400, 'invalid_request')
  })

  it('that is changed is one vote, with the last outcome and its reason', async () => {
    for (const outcome of ['left', 'right', 'both_bad', 'tie'] as const) {
      app.clock.advance(20)
      const response = await visitor.choose(shown, outcome, { reason: `since ${outcome}` })
      expect([response.status, await response.json()]).toEqual([
        201,
        { battle: shown.battle.id, outcome, final: false },
      ])
    }
    expect((await visitor.reveal(shown)).status).toBe(200)
    expect(await votes()).toEqual([{ outcome: 'tie', reason: 'since tie' }])
    for (const outcome of ['left', 'right', 'both_bad'] as const)
      await expect(visitor.choose(shown, outcome)).toBeProblem(409, 'battle_already_decided')
  })

  it.each([
    ['the names were shown', () => visitor.reveal(shown)],
    ['its voter went on to the next pair', () => visitor.battle('changes')],
    [
      'a minute has passed',
      async () => {
        app.clock.advance(60.001)
        await settleDueVotes(app.deps)
      },
    ],
    [
      'the clock went back',
      async () => {
        app.clock.advance(-61)
        await settleDueVotes(app.deps)
      },
    ],
  ])('is final once %s', async (_, goOn) => {
    await visitor.choose(shown, 'left')
    app.clock.advance(59)
    await settleDueVotes(app.deps)
    expect(await votes()).toEqual([])
    expect((await battlePage()).status).toBe(404)
    expect((await visitor.choose(shown, 'right')).status).toBe(201)
    await goOn()
    expect(await votes()).toMatchObject([{ outcome: 'right' }])
    expect((await battlePage()).status).toBe(200)
    await expect(visitor.choose(shown, 'left')).toBeProblem(409, 'battle_already_decided')
    await expect(visitor.takeBack(shown)).toBeProblem(409, 'battle_already_decided')
  })

  it('of one voter is not made final by the draw of another', async () => {
    await visitor.choose(shown, 'left')
    await new Visitor(app).battle('changes')
    expect(await votes()).toEqual([])
  })

  it('that is not final names nobody: not its receipt, not the page of the battle, no export and no board', async () => {
    const exported = () => app.text('/api/arenas/changes/export/votes.jsonl?source=people')
    const before = await exported()
    const texts = [
      await (await visitor.choose(shown, 'left')).text(),
      await (await battlePage()).text(),
      await (await visitor.choose(shown, 'right')).text(),
    ]
    for (const name of NAMES) expect(texts.join()).not.toContain(name)
    expect(await exported()).toBe(before)
    expect(await app.sql`select from reveals where battle_id = ${shown.battle.id}`).toEqual([])
  })

  it('that was taken back is a vote with its retraction, and closes the battle', async () => {
    await visitor.choose(shown, 'left')
    app.clock.advance(3)
    for (const _ of [1, 2]) {
      const response = await visitor.takeBack(shown)
      expect([response.status, await response.json()]).toEqual([
        200,
        { battle: shown.battle.id, withdrawn: true },
      ])
    }
    expect(
      await app.sql`select retracted_at from retractions r join votes v on v.id = r.vote_id
        where battle_id = ${shown.battle.id}`,
    ).toEqual([{ retracted_at: app.clock.now() }])
    for (const outcome of ['left', 'right'] as const)
      await expect(visitor.choose(shown, outcome)).toBeProblem(409, 'battle_withdrawn')
    await expect(visitor.reveal(shown)).toBeProblem(409, 'battle_withdrawn')
    expect(await app.sql`select from reveals where battle_id = ${shown.battle.id}`).toEqual([])
  })

  it('has to be there for names, and to be taken back', async () => {
    await expect(visitor.reveal(shown)).toBeProblem(404, 'vote_unknown')
    await expect(visitor.takeBack(shown)).toBeProblem(404, 'vote_unknown')
    expect((await visitor.choose(shown, 'left')).status).toBe(201)
  })

  it('is changed, revealed and taken back by its ticket, and by no other voter', async () => {
    await visitor.choose(shown, 'left')
    const other = await new Visitor(app).battle('changes')
    const stranger = new Visitor(app)
    await stranger.battle('changes')
    const path = `/api/battles/${shown.battle.id}`
    const withHeader = (authorization: string) =>
      app.request(`${path}/vote`, { method: 'DELETE', headers: { authorization } })
    const refused = [
      await app.request(`${path}/vote`, { method: 'DELETE' }),
      await app.request(`${path}/reveal`, { json: { ticket: other.ticket } }),
      await withHeader(`Bearer ${shown.ticket}`),
      await withHeader('Ticket'),
      await withHeader(`Ticket ${other.ticket}`),
      await stranger.takeBack(shown),
      await stranger.choose(shown, 'right'),
      await stranger.reveal(shown),
    ]
    for (const response of refused) await expect(response).toBeProblem(401, 'ticket_invalid')
    expect(await votes()).toEqual([])
    expect((await withHeader(`Ticket ${shown.ticket}`)).status).toBe(200)
  })

  it('is changed or revealed, where both come at once: no name is known before the last change', async () => {
    for (let round = 0; round < 8; round++) {
      const pair = await new Visitor(app).battle('changes')
      await visitor.battle('changes')
      const voter = new Visitor(app)
      await voter.choose(pair, 'left')
      const [changed, revealed] = await Promise.all([voter.choose(pair, 'right'), voter.reveal(pair)])
      expect(revealed.status).toBe(200)
      const { outcome } = Reveal.parse(await revealed.json())
      expect([changed.status, outcome]).toEqual(changed.status === 201 ? [201, 'right'] : [409, 'left'])
      expect(await votes(pair)).toMatchObject([{ outcome }])
    }
  })

  it.each(['close', 'go_on'])(
    'made before the day decides with all others, where voting then may %s',
    async (afterwards) => {
      const slug = `day-${afterwards.replace('_', '-')}`
      await app.import(arenaOf(slug, { prompts: 30 }))
      const at = new Date(app.clock.now().getTime() + 60_000).toISOString()
      const set = await app.request(`/api/admin/arenas/${slug}/decides`, {
        json: { at, afterwards },
        headers: AS_ADMIN,
      })
      expect(set.status).toBe(200)
      const voters = [1, 2, 3].map(() => new Visitor(app))
      for (const voter of voters)
        expect((await voter.choose(await voter.battle(slug), 'left')).status).toBe(201)
      app.clock.advance(60)
      const late = await new Visitor(app).ask(slug)
      expect(late.status).toBe(afterwards === 'close' ? 409 : 201)
      await settleDueVotes(app.deps)
      const { decides } = await app.json<ArenaDetail>(`/api/arenas/${slug}`)
      expect(decides!.decided).toMatchObject({ votes: 3 })
    },
  )

  it('becomes a vote also beside an arena whose day no database understands', async () => {
    await app.import(arenaOf('strange', { prompts: 9 }))
    await app.sql`update arenas set settings = settings || '{"decides": {"at": "2096-12-01T18:00:00+23:00"}}'
      where slug = 'strange'`
    const stranger = new Visitor(app)
    await stranger.choose(await stranger.battle('strange'), 'left')
    await visitor.choose(shown, 'left')
    app.clock.advance(61)
    await settleDueVotes(app.deps)
    expect(await votes()).toHaveLength(1)
  })

  it('on a board that publishes at intervals is not public before it is final', async () => {
    const delayedApp = await createTestApp({ publishEvery: 60, clock: '2024-05-01T12:00:55.000Z' })
    try {
      await delayedApp.import(arenaOf('held', { prompts: 9 }))
      const voter = new Visitor(delayedApp)
      const pair = await voter.battle('held')
      await voter.choose(pair, 'left')
      const exported = async () => (await delayedApp.text('/api/arenas/held/export/votes.jsonl')).trim()
      for (const time of ['12:01:00.000', '12:01:56.000', '12:02:00.000']) {
        expect(await exported()).toBe('')
        delayedApp.clock.set(`2024-05-01T${time}Z`)
        await settleDueVotes(delayedApp.deps)
        await publishVotes(delayedApp.deps)
      }
      expect(await exported()).not.toBe('')
    } finally {
      await delayedApp.close()
    }
  })
})

type Act = Outcome | 'take back' | 'reveal'

/** Many requests about one battle at the same moment, over real HTTP. */
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

  async function send(act: Act): Promise<{ act: Act; answer: string; body: { code?: string } }> {
    const { ticket } = shown
    const json = (body: object) => ({
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    })
    const init =
      act === 'take back'
        ? { method: 'DELETE', headers: { authorization: `Ticket ${ticket}` } }
        : json(act === 'reveal' ? { ticket } : { ticket, outcome: act })
    const path = `/api/battles/${shown.battle.id}/${act === 'reveal' ? 'reveal' : 'vote'}`
    const response = await fetch(address + path, init)
    const body = (await response.json()) as { code?: string }
    return { act, answer: [response.status, ...(body.code ? [body.code] : [])].join(' '), body }
  }

  const standing = async () => {
    await settleDueVotes({ ...app.deps, clock: () => new Date(app.clock.now().getTime() + 61_000) })
    return app.sql<{ outcome: Outcome; retracted_at: Date | null }>`select outcome, retracted_at
      from votes v left join retractions r on r.vote_id = v.id where battle_id = ${shown.battle.id}`
  }

  const OUTCOMES: Outcome[] = ['left', 'right', 'tie', 'both_bad']

  it.each<{
    what: string
    chosen?: Outcome
    act: (n: number) => Act
    /** What choices and reveals may be answered, and how many are new. */
    answers: string[]
    fresh?: number
    takenBack?: string[]
  }>([
    { what: 'posts of one ticket', act: () => 'left', answers: ['200', '201'], fresh: 1 },
    { what: 'posts of different outcomes', act: (n) => OUTCOMES[n % 4]!, answers: ['200', '201'] },
    {
      what: 'choices, draws that make them final, and reveals',
      chosen: 'left',
      act: (n) => (n % 5 === 0 ? 'reveal' : n % 2 === 0 ? 'left' : 'right'),
      answers: ['200', '201', '409 battle_already_decided'],
    },
    {
      what: 'retractions and repeated votes',
      chosen: 'right',
      act: (n) => (n % 2 === 0 ? 'take back' : 'right'),
      answers: ['200', '409 battle_withdrawn'],
      takenBack: ['200'],
    },
    {
      what: 'first votes and retractions',
      act: (n) => (n % 2 === 0 ? 'tie' : 'take back'),
      answers: ['200', '201', '409 battle_withdrawn'],
      fresh: 1,
      takenBack: ['200', '404 vote_unknown'],
    },
  ])('50 $what leave one vote, which is retracted only if that was acknowledged', async (rush) => {
    if (rush.chosen) await send(rush.chosen)
    const sent = await Promise.all(Array.from({ length: 50 }, (_, n) => send(rush.act(n))))
    const isRevealed = sent.some(({ act }) => act === 'reveal')
    for (const { act, answer, body } of sent) {
      expect(act === 'take back' ? rush.takenBack : rush.answers).toContain(answer)
      if (act !== 'take back' && act !== 'reveal' && !body.code)
        expect(body).toEqual({
          battle: shown.battle.id,
          outcome: act,
          final: isRevealed ? expect.any(Boolean) : false,
        })
    }
    if (rush.fresh) expect(sent.filter(({ answer }) => answer === '201')).toHaveLength(rush.fresh)
    const isTakenBack = sent.some(({ act, answer }) => act === 'take back' && answer === '200')
    const votes = await standing()
    expect(votes).toEqual([
      {
        outcome: rush.chosen && isTakenBack ? rush.chosen : expect.any(String),
        retracted_at: isTakenBack ? app.clock.now() : null,
      },
    ])
    if (isTakenBack) expect((await send(votes[0].outcome)).answer).toBe('409 battle_withdrawn')
  })
})
