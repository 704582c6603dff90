/** The decision day: a plan that is sealed, a decision that is made once, and boards that say no more than it. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { VERSION } from '../../server/platform/config/installation.ts'
import { decideAll } from '../../server/ratings/index.ts'
import { verifyBoard } from '../../server/transfer/verify/verify-board.ts'
import type {
  ArenaDetail,
  AuditLog,
  Board,
  Decides,
  DecidesSetting,
  IssuedBattle,
  ListedArena,
} from '../../shared/contracts/index.ts'
import { englishText, msg } from '../../shared/messages/index.ts'
import { appFor, createTestApp, type TestApp } from '../support/app.ts'
import { arenaOf, NAMES, voteOf } from './arena-import.ts'
import { exportedRows } from './exported-rows.ts'
import { Visitor } from './visitor.ts'

const [first, second] = NAMES as [string, string]

const app = appFor()

const made = (slug: string, decides: DecidesSetting, prompts = 40) =>
  app.import(arenaOf(slug, { names: [first, second], prompts, settings: { decides } }))
const set = (slug: string, json: unknown) => app.asAdmin(`/api/admin/arenas/${slug}/decides`, json)
const detailOf = (slug: string) => app.json<ArenaDetail>(`/api/arenas/${slug}`)
const decidesOf = async (slug: string): Promise<Decides> => (await detailOf(slug)).decides!
const inSeconds = (seconds: number) => new Date(app.clock.now().getTime() + 1000 * seconds).toISOString()

/** Votes of new people, all for the same contestant or all for the left. */
async function vote(slug: string, count: number, winner?: string, on: TestApp = app): Promise<number> {
  let taken = 0
  for (let n = 0; n < count; n++) {
    const visitor = new Visitor(on)
    const response = await visitor.ask(slug)
    if (response.status !== 201) continue
    const shown = (await response.json()) as IssuedBattle
    const isLeft =
      winner === undefined || shown.battle.left.text!.startsWith(`Reply ${winner === first ? 1 : 2} `)
    if ((await visitor.vote(shown, isLeft ? 'left' : 'right')).status === 201) taken++
    on.clock.advance(1)
  }
  return taken
}

describe('the plan', () => {
  it('is sealed when the arena is made, and a change before the first vote seals it again', async () => {
    await made('sealed', { votes: 30 })
    const before = await decidesOf('sealed')
    expect(before).toMatchObject({
      votes: 30,
      at: null,
      afterwards: 'go_on',
      changed: [],
      decided: null,
      soFar: 0,
    })
    expect(before.seal).toMatch(/^sha256:[0-9a-f]{64}$/)
    expect(before.plan).toMatchObject({
      question: { title: 'Arena sealed' },
      contestants: { names: [] },
      prompts: { count: 40 },
      view: { source: 'humans', criterion: null },
      units: ['prompt', 'voter'],
      level: 0.95,
      decides: { votes: 30, at: null },
    })
    app.clock.advance(60)
    expect((await set('sealed', { votes: 20 })).status).toBe(200)
    const again = await decidesOf('sealed')
    expect(again).toMatchObject({ votes: 20, changed: [] })
    expect(again.seal).not.toBe(before.seal)
    expect(Date.parse(again.sealedAt) - Date.parse(before.sealedAt)).toBe(60_000)
  })

  it('keeps every change after the first vote, with what and when, and the same plan again is none', async () => {
    await made('changed', { votes: 30 })
    const { sealedAt } = await decidesOf('changed')
    await vote('changed', 1)
    await made('changed', { votes: 30 })
    expect((await decidesOf('changed')).changed).toEqual([])
    const at = inSeconds(0)
    await set('changed', { votes: 3 })
    app.clock.advance(5)
    await app.asAdmin('/api/admin/arenas/changed/prompts/retire', { keys: ['p1'] })
    const { changed, ...now } = await decidesOf('changed')
    expect(now.sealedAt).toBe(sealedAt)
    expect(changed[0]).toEqual({ at, what: ['decides'] })
    expect(changed.map(({ what }) => what)).toEqual([['decides'], ['prompts']])
    await vote('changed', 2)
    expect((await decidesOf('changed')).decided).toMatchObject({ looks: 'any', votes: 3 })
  })

  it('an import that changes the day after the first vote says from what and to what', async () => {
    expect((await made('refiled', { votes: 1200 })).lateDecision).toBeNull()
    expect((await made('refiled', { votes: 600 })).lateDecision).toBeNull()
    await vote('refiled', 1)
    const { lateDecision } = await made('refiled', { votes: 30, afterwards: 'close' })
    expect(lateDecision).toEqual({ before: { votes: 600 }, after: { votes: 30, afterwards: 'close' } })
    expect(englishText(msg('decision_changed', lateDecision!))).toMatch(
      /^The arena was to decide after 600 votes, and now after 30 votes\. /,
    )
    expect((await made('refiled', { votes: 30, afterwards: 'close' })).lateDecision).toBeNull()
  })

  it('a day that is set after the first vote is a change of its own', async () => {
    await made('late', 'never')
    expect((await detailOf('late')).decides).toBeUndefined()
    await vote('late', 1)
    await set('late', { votes: 2 })
    expect(await decidesOf('late')).toMatchObject({ changed: [{ what: ['decides'] }] })
  })
})

describe('the decision', () => {
  it('is made by the vote that completes it, on exactly so many, by two servers at once, and closes', async () => {
    const decidedBefore = app.logged.filter((line) => line.includes('"msg":"decided"')).length
    await made('raced', { votes: 5, afterwards: 'close' })
    const elsewhere = await createTestApp({ database: app.database })
    const visitors = Array.from({ length: 20 }, (_, i) => new Visitor(i % 2 ? app : elsewhere))
    const shown = await Promise.all(visitors.map((visitor) => visitor.battle('raced')))
    const answers = await Promise.all(visitors.map((visitor, i) => visitor.vote(shown[i], 'left')))
    const logged = [...app.logged.slice(), ...elsewhere.logged].filter((line) =>
      line.includes('"msg":"decided"'),
    )
    await elsewhere.close()
    const statuses = answers.map(({ status }) => status)
    expect(statuses.filter((status) => status === 201)).toHaveLength(5)
    await expect(answers.find(({ status }) => status !== 201)!).toBeProblem(409, 'voting_closed')
    const { arena, ...detail } = await detailOf('raced')
    expect(detail.closedAt).toBe(detail.decides!.decided!.at)
    expect(detail.decides!.decided).toMatchObject({
      votes: 5,
      state: 'first_votes',
      leader: null,
      seal: detail.decides!.seal,
    })
    expect(logged.length - decidedBefore).toBe(1)
    await app.settle()
    const { entries } = (await (await app.asAdmin(`/api/admin/arenas/${arena}/audit`)).json()) as AuditLog
    expect(entries.filter(({ act }) => act === 'decided')).toHaveLength(1)
    const open = answers.findIndex(({ status }) => status === 201)
    expect((await visitors[open]!.takeBack(shown[open]!)).status).toBe(409)
    expect((await decidesOf('raced')).decided).toMatchObject({ votes: 5 })
    expect((await new Visitor(app).ask('raced')).status).toBe(409)
  })

  it('names a winner at one look, which the board says while it counts these votes alone', async () => {
    await made('won', { votes: 30 })
    await vote('won', 29, first)
    await app.settle()
    const pending = await app.board('won')
    expect(pending).toMatchObject({ state: 'leads', leader: first, looks: 'any', votes: 29 })
    await vote('won', 1, first)
    await app.settle()
    const board = await app.board('won')
    expect(board).toMatchObject({ state: 'wins', leader: first, looks: 'one', votes: 30 })
    expect(board.decides!.decided).toMatchObject({
      state: 'wins',
      leader: first,
      looks: 'one',
      votes: 30,
      votesSha256: board.votesSha256,
      rule: { method: 'bradley-terry', methodVersion: 3, level: 0.95, units: ['prompt', 'voter'] },
    })
    const other = await app.board('won', '?source=all')
    expect(other.state).toBe('leads')
    // it goes on: what follows is looked at as often as anybody likes
    expect(await vote('won', 6, second)).toBe(6)
    await app.settle()
    const later = await app.board('won')
    expect(later).toMatchObject({ votes: 36, looks: 'any' })
    expect(later.decides!.decided).toEqual(board.decides!.decided)
  })

  it.each(['', '?source=all'])(
    'boards %s of an arena that decides are recomputed from the export',
    async (query) => {
      const board = await app.board('won', query)
      const rows = await exportedRows(await app.text(`/api/arenas/won/export/votes.jsonl${query}`))
      expect(verifyBoard(board, rows, { version: VERSION })).toMatchObject({ agrees: true, differences: [] })
    },
  )

  it('a seal, a day or a record that was forged does not verify', async () => {
    const board = await app.board('won')
    const rows = await exportedRows(await app.text('/api/arenas/won/export/votes.jsonl'))
    const differencesOf = (decides: Partial<Decides>) =>
      verifyBoard({ ...board, decides: { ...board.decides!, ...decides } }, rows, {
        version: VERSION,
      }).differences.map(({ what }) => what)
    const { plan, decided } = board.decides!
    expect(differencesOf({})).toEqual([])
    expect(differencesOf({ seal: `sha256:${'0'.repeat(64)}` })).toContain('decides.seal')
    expect(differencesOf({ plan: { ...plan, decides: { votes: 20, at: null } }, votes: 20 })).toEqual([
      'decides.seal',
    ])
    expect(differencesOf({ votes: 20 })).toEqual(['decides.votes'])
    expect(differencesOf({ decided: { ...decided!, leader: second } })).toEqual(['decides.decided.leader'])
  })

  it('is made at its moment on the votes before it, also by a server that was down on the day', async () => {
    await made('dated', { at: inSeconds(60), afterwards: 'close' })
    await vote('dated', 12, first)
    await app.settle()
    expect((await decidesOf('dated')).decided).toBeNull()
    app.clock.advance(3 * 86_400)
    expect((await new Visitor(app).ask('dated')).status).toBe(409)
    await decideAll(app.deps)
    const { decided } = await decidesOf('dated')
    expect(decided).toMatchObject({ votes: 12, looks: 'one', at: inSeconds(0) })
    await decideAll(app.deps)
    expect((await decidesOf('dated')).decided).toEqual(decided)
  })

  it('what fails in one arena keeps those after it from nothing', async () => {
    for (const slug of ['broken', 'whole']) await made(slug, { at: inSeconds(60) })
    await vote('whole', 3, first)
    await sql`create function refuse_broken() returns trigger language plpgsql as $$ begin
      if new.arena_id = (select id from arenas where slug = 'broken') then raise 'no room'; end if;
      return new; end $$`.execute(app.deps.db)
    await sql`create trigger refuse_broken before insert on decisions for each row execute function refuse_broken()`.execute(
      app.deps.db,
    )
    app.clock.advance(60)
    await decideAll(app.deps)
    expect((await decidesOf('broken')).decided).toBeNull()
    expect((await decidesOf('whole')).decided).toMatchObject({ votes: 3 })
    expect(app.logged.some((line) => line.includes('no decision could be made'))).toBe(true)
    await sql`drop trigger refuse_broken on decisions`.execute(app.deps.db)
    await decideAll(app.deps)
    expect((await decidesOf('broken')).decided).toMatchObject({ state: 'first_votes' })
  })

  it('an arena that goes on takes votes after its moment, which do not decide', async () => {
    await made('goes-on', { at: inSeconds(60) })
    await vote('goes-on', 3, first)
    app.clock.advance(60)
    expect(await vote('goes-on', 2, second)).toBe(2)
    expect((await decidesOf('goes-on')).decided).toMatchObject({ votes: 3 })
    await app.settle()
    expect((await app.board('goes-on')).votes).toBe(5)
  })

  it('stays: another day is refused, and what follows can be set', async () => {
    await expect(set('goes-on', { votes: 99 })).toBeProblem(400, 'invalid_request')
    await expect(made('goes-on', { votes: 99 })).rejects.toThrow('decided on')
    expect((await set('goes-on', { afterwards: 'close' })).status).toBe(200)
    expect((await new Visitor(app).ask('goes-on')).status).toBe(409)
    expect((await set('goes-on', { afterwards: 'go_on' })).status).toBe(200)
    expect((await new Visitor(app).ask('goes-on')).status).toBe(201)
  })

  it('now closes at once, which is a change of the plan; the log has it, and that voting goes on', async () => {
    await made('ended', { votes: 99 })
    await app.import(arenaOf('ended', { prompts: 40, votes: [voteOf(first, second, 'left')] }))
    await vote('ended', 2)
    const visitor = new Visitor(app)
    const shown = await visitor.battle('ended')
    const closedAt = inSeconds(0)
    expect(await (await set('ended', { now: true })).json()).toMatchObject({ closedAt })
    await app.settle()
    expect(await decidesOf('ended')).toMatchObject({
      decided: { looks: 'any', votes: 3 },
      afterwards: 'close',
    })
    await expect(visitor.vote(shown, 'left')).toBeProblem(409, 'voting_closed')
    expect(await (await set('ended', { afterwards: 'go_on' })).json()).toMatchObject({ closedAt: null })
    const { entries } = (await (await app.asAdmin('/api/admin/arenas/ended/audit')).json()) as AuditLog
    const day = { votes: 99, at: closedAt }
    expect(
      entries.filter(({ act }) => act.startsWith('voting_')).map(({ act, details }) => [act, details]),
    ).toEqual([
      ['voting_opened', { decides: { ...day, afterwards: 'go_on' } }],
      ['voting_closed', { decides: { ...day, afterwards: 'close' } }],
    ])
    const detail = await (await app.asAdmin('/api/admin/arenas/ended')).json()
    expect(detail).toMatchObject({ cast: 2, judges: 0, firstRatings: 30 })
  })

  it('closes from its moment on: no pair is shown and no vote is taken, also on a pair shown before', async () => {
    const at = inSeconds(60)
    await made('closes', { at, afterwards: 'close' })
    const visitor = new Visitor(app)
    const [early, late] = [await visitor.battle('closes'), await visitor.battle('closes')]
    app.clock.advance(59)
    expect((await visitor.vote(early, 'left')).status).toBe(201)
    app.clock.advance(1)
    await expect(visitor.vote(late, 'left')).toBeProblem(409, 'voting_closed')
    await expect(visitor.ask('closes')).toBeProblem(409, 'voting_closed')
    expect((await visitor.vote(early, 'left')).status).toBe(200)
    expect((await detailOf('closes')).closedAt).toBe(at)
  })

  it('on a day that is no moment and no number is refused, and a day that is set is in the log', async () => {
    await made('strange', 'never')
    const odd = [{ at: 'soon' }, { votes: 0 }, { votes: 1.5 }, { at: '2026-13-01' }, { when: 1 }, {}, 'soon']
    for (const json of odd) expect((await set('strange', json)).status, JSON.stringify(json)).toBe(400)
    await set('strange', { votes: 9, afterwards: 'close' })
    const { entries } = (await (await app.asAdmin('/api/admin/arenas/strange/audit')).json()) as AuditLog
    expect(entries[0]).toMatchObject({
      act: 'decides_changed',
      details: { decides: { votes: 9, afterwards: 'close' } },
    })
  })

  it('is on text, Markdown, picture, frame, badge and list as the end of voting, and not on other boards', async () => {
    const end = inSeconds(60)
    const pages = ['.txt', '.md', '/plate.svg', '/embed', '/badge.svg'].map((page) => `/a/shown${page}`)
    await app.import(arenaOf('shown', { prompts: 40, votes: [voteOf(first, second, 'left')] }))
    await set('shown', { at: end, afterwards: 'close' })
    const day = new Intl.DateTimeFormat('en-GB', { dateStyle: 'long', timeZone: 'UTC' }).format(new Date(end))
    const closed = `Closed on ${day} after 1 vote.`
    const isClosed = async (query: string) => {
      const texts = await Promise.all(pages.map((page) => app.text(page + query)))
      return texts.map((text) => text.includes(closed) || text.includes(' · closed'))
    }
    const listed = async () => {
      const { arenas } = await app.json<{ arenas: ListedArena[] }>('/api/arenas')
      return arenas.find(({ arena }) => arena === 'shown')!
    }
    expect(await isClosed('?looks=one')).toEqual(Array(5).fill(false))
    expect((await listed()).closedAt).toBeUndefined()
    const before = (await app.request(pages[0])).headers.get('etag')!
    app.clock.advance(61)
    expect(await isClosed('?looks=any')).toEqual(Array(5).fill(true))
    expect(await isClosed('?source=simulated')).toEqual(Array(5).fill(false))
    expect(await listed()).toMatchObject({ closedAt: end, finding: { en: { lead: closed } } })
    const again = await app.request(`${pages[0]}?source=`, { headers: { 'if-none-match': before } })
    expect(again.status).toBe(200)
  })

  it('a lead that a late vote in quarantine leaves is another board, beside the same record', async () => {
    const { decided } = await decidesOf('won')
    const { rows } = await app.database.pool.query(
      "select id from votes where arena_id = (select id from arenas where slug = 'won') order by id limit 3",
    )
    await app.asAdmin('/api/admin/arenas/won/votes/quarantine', {
      votes: rows.map(({ id }) => Number(id)),
      reason: 'test',
    })
    await app.settle()
    const board = await app.board('won')
    expect(board.excluded.quarantined).toBe(3)
    expect(board.decides!.decided).toEqual(decided)
  })

  it('of imported votes is for any look, since somebody has seen them', async () => {
    const votes = Array.from({ length: 40 }, (_, i) =>
      voteOf(first, second, 'left', { prompt: `p${1 + (i % 40)}`, voter: `v${i}` }),
    )
    await app.import({
      ...arenaOf('imported', {
        names: [first, second],
        prompts: 40,
        votes,
        settings: { decides: { votes: 30 } },
      }),
    })
    await app.settle()
    expect(await decidesOf('imported')).toMatchObject({ decided: { votes: 30, looks: 'any' }, soFar: 40 })
  })
})

it('a server with an interval shows a decision when its votes are public', async () => {
  const slow = await createTestApp({ publishEvery: 60 })
  await slow.import(arenaOf('published', { prompts: 20, settings: { decides: { votes: 2 } } }))
  await vote('published', 2, undefined, slow)
  const shown = async () => (await slow.json<ArenaDetail>('/api/arenas/published')).decides!
  expect(await shown()).toMatchObject({ decided: null, soFar: 0 })
  await slow.publish()
  expect(await shown()).toMatchObject({ decided: { votes: 2 }, soFar: 2 })
  await slow.close()
})

it('boards of an arena without a day hold as before, and say that it has none', async () => {
  await made('open', 'never')
  await vote('open', 3)
  await app.settle()
  const board: Board = await app.board('open')
  expect(board).toMatchObject({ decides: null, looks: 'any' })
})

it('what was sealed or decided cannot be changed or deleted in the database', async () => {
  const tables = ['seals', 'decisions']
  for (const statement of [
    "update seals set seal = ''",
    'update decisions set arena_id = 1',
    ...tables.flatMap((table) => [`delete from ${table}`, `truncate ${table}`]),
  ])
    await expect(app.database.pool.query(statement)).rejects.toThrow('append-only')
})

it('a day that is set while the arena is described again waits for it, and neither fails', async () => {
  await made('busy', { votes: 30 })
  const importing = await app.database.pool.connect()
  try {
    // as an import does: the arena, later its votes
    await importing.query('begin')
    const { rows } = await importing.query<{ id: number }>(
      "update arenas set title = title where slug = 'busy' returning id",
    )
    const reply = set('busy', { votes: 40 })
    const isWaiting = async () =>
      (
        await app.database.pool.query(
          "select 1 from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
      ).rows.length
    await expect.poll(isWaiting).toBe(1)
    await importing.query('select pg_advisory_xact_lock(47470011, $1)', [rows[0]!.id])
    await importing.query('commit')
    expect((await reply).status).toBe(200)
  } finally {
    importing.release()
  }
})
