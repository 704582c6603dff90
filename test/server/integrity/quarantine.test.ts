/** Quarantine: further facts that a vote does not count, and counts again. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { importInto, seedDemo } from '../../../server/transfer/index.ts'
import { verifyBoard } from '../../../server/transfer/verify/verify-board.ts'
import { VERSION } from '../../../server/platform/config/installation.ts'
import { AdminArenaDetail, AdminArenas, AdminVotes, AuditLog } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { exportedRows } from '../exported-rows.ts'
import { Visitor } from '../visitor.ts'
import { recountBoard } from '../../../server/ratings/recount-board.ts'
import { resolveView } from '../../../server/ratings/index.ts'

const [first, second, third] = NAMES as [string, string, string]
const VOTES = Array.from({ length: 24 }, (_, n) =>
  voteOf([first, second, third][n % 3], [second, third, first][n % 3], n % 4 === 0 ? 'right' : 'left', {
    prompt: `p${1 + (n % 4)}`,
    voter: `v${n % 6}`,
  }),
)

let ids: number[]
const app = appFor({}, async () => {
  await app.import(arenaOf('watched', { prompts: 12, votes: VOTES }))
  await app.settle()
  const rows = await app.sql<{ id: number }>`select id from votes order by id`
  ids = rows.map(({ id }) => id)
})

const post = (verb: string, json: unknown, headers = AS_ADMIN) =>
  app.request(`/api/admin/arenas/watched/votes/${verb}`, { json, headers })
const board = () => app.board('watched')
const exported = async () => (await app.request('/api/arenas/watched/export/votes.jsonl')).text()

const verified = async () =>
  verifyBoard(await board(), await exportedRows(await exported()), { version: VERSION })

describe('votes in quarantine', () => {
  it('count on no board; the board says how many it left out, and the export reproduces it', async () => {
    const before = await board()
    expect(before).toMatchObject({ votes: 24, excluded: { quarantined: 0 } })
    const answer = await post('quarantine', { votes: [ids[3], ids[0], ids[3]], reason: 'two a second' })
    expect(await answer.json()).toEqual({ arena: 'watched', quarantined: true, votes: [ids[0], ids[3]] })
    await app.settle()
    expect(await board()).toMatchObject({ votes: 22, excluded: { quarantined: 2 } })
    expect((await exported()).split('\n').filter(Boolean)).toHaveLength(22)
    const { agrees, votes } = await verified()
    expect({ agrees, votes }).toEqual({ agrees: true, votes: 22 })
    expect(await app.json('/api/arenas/watched')).toMatchObject({ votes: 22 })
  })

  it('keep their first reason if they are quarantined again', async () => {
    const answer = await post('quarantine', { votes: [ids[0], ids[1]], reason: 'once more' })
    expect(await answer.json()).toMatchObject({ votes: [ids[1]] })
    const rows = await app.sql`select vote_id, reason from quarantines order by id`
    expect(rows).toEqual([
      { vote_id: ids[0], reason: 'two a second' },
      { vote_id: ids[3], reason: 'two a second' },
      { vote_id: ids[1], reason: 'once more' },
    ])
  })

  it('count again after release, and the board is the same as before', async () => {
    const answer = await post('release', { votes: ids.slice(0, 8), reason: 'it was a keyboard' })
    expect(await answer.json()).toEqual({
      arena: 'watched',
      quarantined: false,
      votes: [ids[0], ids[1], ids[3]],
    })
    await app.settle()
    const after = await board()
    expect(after).toMatchObject({ votes: 24, excluded: { quarantined: 0 } })
    expect((await verified()).agrees).toBe(true)
  })

  it('can be all votes; the board then has no ratings', async () => {
    await post('quarantine', { votes: ids, reason: 'all of it' })
    await app.settle()
    expect(await board()).toMatchObject({ votes: 0, excluded: { quarantined: 24 } })
    await post('release', { votes: ids, reason: 'enough' })
    await app.settle()
    expect((await board()).votes).toBe(24)
  })

  it.each([
    [{ votes: [], reason: 'x' }, 400, 'invalid_request'],
    [{ votes: [1.5], reason: 'x' }, 400, 'invalid_request'],
    [{ votes: [1], reason: ' ' }, 400, 'invalid_request'],
    [{ votes: [1, 999_999], reason: 'x' }, 404, 'vote_unknown'],
  ])('cannot be %j', async (json, status, code) => {
    for (const verb of ['quarantine', 'release']) await expect(post(verb, json)).toBeProblem(status, code)
  })

  it('are never changed or deleted in the database', async () => {
    for (const statement of [`update quarantines set released = true`, `delete from quarantines`])
      await expect(app.database.pool.query(statement)).rejects.toThrow(/append-only/)
  })
})

/** Acts of an operator beside judging: they are logged, can be undone if possible, and need the token. */
describe('what operators do', () => {
  const app = appFor({}, async () => {
    await app.work()
    const votes = [1, 2, 3].map((n) => voteOf(NAMES[0], NAMES[1], 'left', { prompt: `p${n}`, voter: 'v' }))
    await importInto({ ...app.deps, actor: 'terminal' }, arenaOf('kept', { prompts: 12, votes }))
  })

  const ask = (path: string, init: RequestInit & { json?: unknown } = {}) =>
    app.request(`/api/admin/arenas${path}`, { ...init, headers: AS_ADMIN })
  const post = (path: string, json: object = {}) => ask(path, { json })
  const auditOf = async (arena: string, query = '') =>
    AuditLog.parse(await (await ask(`/${arena}/audit${query}`)).json())
  const votesOf = async (query: string) => AdminVotes.parse(await (await ask(`/kept/votes${query}`)).json())

  describe('the audit log', () => {
    it('lists who did what, newest first, in pages', async () => {
      const { contestants } = (await (await ask('/kept/contestants')).json()) as {
        contestants: { contestant: string; name: string; answers: number }[]
      }
      expect(contestants[0]).toMatchObject({ answers: 12, retiredAt: null })
      const one = contestants[0]
      expect((await post(`/kept/contestants/${one.contestant}/retire`)).status).toBe(200)
      expect((await post(`/kept/contestants/${one.contestant}/restore`)).status).toBe(200)
      const { votes } = await votesOf('')
      const ids = votes.map(({ id }) => id)
      await post('/kept/votes/quarantine', { votes: ids, reason: 'all at once' })
      await post('/kept/votes/quarantine', { votes: ids, reason: 'again, which is nothing new' })
      expect((await votesOf('?quarantined=true')).votes[0]).toMatchObject({
        quarantine: { reason: 'all at once' },
      })
      await post('/kept/votes/release', { votes: ids.slice(0, 1), reason: 'looked at' })
      expect((await votesOf('?quarantined=true')).votes).toHaveLength(2)
      await post('/kept/visibility', { visibility: 'link' })
      await post('/kept/visibility', { visibility: 'link' })

      const { entries } = await auditOf('kept')
      expect(entries.map(({ act, actor }) => `${act} ${actor}`)).toEqual([
        'visibility_changed token',
        'votes_released token',
        'votes_quarantined token',
        'contestant_restored token',
        'contestant_retired token',
        'arena_created terminal',
      ])
      expect(entries[0].details).toEqual({ visibility: 'link', before: 'public' })
      expect(entries[2].details).toEqual({ votes: ids.toSorted((a, b) => a - b), reason: 'all at once' })
      expect(entries[5].details).toMatchObject({ votesAdded: 3, promptsAdded: 12 })
      expect(JSON.stringify(entries)).not.toContain(ADMIN_TOKEN)

      const first = await auditOf('kept', '?limit=4')
      expect(first.before).toBe(entries[3].id)
      const rest = await auditOf('kept', `?before=${first.before}`)
      expect([...first.entries, ...rest.entries]).toEqual(entries)
      expect(rest.before).toBeNull()
    })

    it('lists exports with texts by the token, and no other exports', async () => {
      const take = async (file: string, headers?: Record<string, string>) => {
        const response = await app.request(`/api/arenas/kept/export/${file}`, headers ? { headers } : {})
        expect(response.status).toBe(200)
        await response.text()
      }
      await take('votes.csv', AS_ADMIN)
      await take('battles.jsonl')
      await take('battles.jsonl', AS_ADMIN)
      expect((await auditOf('kept')).entries.slice(0, 2)).toMatchObject([
        { act: 'texts_exported', details: { what: 'battles', format: 'jsonl' } },
        { act: 'visibility_changed' },
      ])
    })

    it('has no entry for a refused act, and never deletes entries', async () => {
      const before = (await auditOf('kept')).entries.length
      await expect(post('/kept/contestants/nobody/retire')).toBeProblem(404, 'contestant_unknown')
      await expect(post('/kept/judging/pause')).toBeProblem(404, 'run_unknown')
      await app.import(arenaOf('kept', { prompts: 13 }), true)
      expect((await auditOf('kept')).entries).toHaveLength(before)
      for (const statement of [
        sql`update audit_entries set act = 'nothing'`,
        sql`delete from audit_entries`,
        sql`truncate audit_entries`,
      ])
        await expect(statement.execute(app.deps.db)).rejects.toThrow(/append-only/)
    })
  })

  it('simulated votes are retracted for good: no board, count, export or recount includes one', async () => {
    await seedDemo(app.deps, { votes: true, onlyIfEmpty: false })
    await app.settle()
    const board = (source: string) => app.board('support-replies', `?source=${source}`)
    expect((await board('simulated')).votes).toBeGreaterThan(100)
    const path = '/support-replies/votes?source=simulated'
    await expect(ask('/support-replies/votes', { method: 'DELETE' })).toBeProblem(400, 'invalid_request')
    await expect(ask('/support-replies/votes?source=human', { method: 'DELETE' })).toBeProblem(
      400,
      'invalid_request',
    )
    const first = await board('simulated')
    const done = await ask(path, { method: 'DELETE' })
    expect(await done.json()).toEqual({ arena: 'support-replies', removed: first.votes })
    expect(await (await ask(path, { method: 'DELETE' })).json()).toMatchObject({ removed: 0 })
    await app.settle()

    const after = await board('simulated')
    expect(after).toMatchObject({ votes: 0, leader: null, excluded: { quarantined: 0 } })
    const arena = await app.arena('support-replies')
    const view = await resolveView(app.deps, arena, { source: 'simulated' })
    expect(await recountBoard(app.deps, arena, view, after)).toMatchObject({
      votes: 0,
      votesSha256: after.votesSha256,
    })
    const detail = await app.json('/api/arenas/support-replies')
    expect(detail).toMatchObject({ simulatedVotes: 0, sources: [], defaultSource: null })
    const exported = await app.text('/api/arenas/support-replies/export/votes.jsonl')
    expect(exported).toBe('')
    expect(await seedDemo(app.deps, { votes: true, onlyIfEmpty: false })).toMatchObject({ votesAdded: 0 })
    const { entries } = await auditOf('support-replies')
    expect(entries.find(({ act }) => act === 'simulated_votes_removed')).toMatchObject({
      act: 'simulated_votes_removed',
      details: { votes: first.votes },
    })
  })

  it('arenas are all listed for the token, and shown by their visibility', async () => {
    await post('/kept/visibility', { visibility: 'private' })
    const { arenas } = AdminArenas.parse(await (await ask('')).json())
    expect(arenas).toEqual(
      expect.arrayContaining([
        expect.objectContaining({ arena: 'kept', visibility: 'private', judging: null }),
      ]),
    )
    await expect(app.request('/api/arenas/kept')).toBeProblem(404, 'arena_unknown')
    const detail = AdminArenaDetail.parse(await (await ask('/kept')).json())
    expect(detail).toMatchObject({ prompts: 12, settings: {}, keys: [] })
    await expect(post('/kept/visibility', { visibility: 'secret' })).toBeProblem(400, 'invalid_request')
  })

  describe('a wrong token', () => {
    const guess = (token: string) =>
      app.request('/api/admin/arenas', { headers: { authorization: `Bearer ${token}` } })

    it('may be tried ten times at once and then ten times a minute; the right one is never refused', async () => {
      for (let n = 0; n < 10; n++) await expect(guess(`wrong-${n}`)).toBeProblem(401, 'token_invalid')
      const refused = await guess('wrong-again')
      expect(refused.headers.get('retry-after')).toBe('6')
      await expect(refused).toBeProblem(429, 'too_many_requests')
      expect((await guess(ADMIN_TOKEN)).status).toBe(200)
      app.clock.advance(6)
      await expect(guess('wrong')).toBeProblem(401, 'token_invalid')
      expect((await guess('wrong')).status).toBe(429)
      expect((await guess(ADMIN_TOKEN)).status).toBe(200)
      expect((await app.request('/api/arenas')).status).toBe(200)
      app.clock.advance(60)
    })

    it('is limited on public routes too, where the right token and no token still pass', async () => {
      const ask = (token: string) =>
        app.request('/api/arenas/kept/battles', { json: {}, headers: { authorization: `Bearer ${token}` } })
      for (let n = 0; n < 10; n++) await expect(ask('wrong')).toBeProblem(401, 'token_invalid')
      for (const refused of [await ask('wrong'), await guess('wrong')])
        await expect(refused).toBeProblem(429, 'too_many_requests')
      expect((await ask(ADMIN_TOKEN)).status).toBe(201)
      expect((await app.request('/api/arenas')).status).toBe(200)
      app.clock.advance(60)
    })

    it('from one address does not block other addresses', async () => {
      const address = await app.serve()
      for (let n = 0; n < 11; n++) await guess('wrong')
      expect((await guess('wrong')).status).toBe(429)
      const elsewhere = fetch(`${address}/api/admin/arenas`, { headers: { authorization: 'Bearer wrong' } })
      await expect(elsewhere).toBeProblem(401, 'token_invalid')
      app.clock.advance(60)
    })
  })

  it('finds the votes whose voters said why', async () => {
    await app.import(arenaOf('wrong', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
    const of = async (query: string) =>
      AdminVotes.parse(await (await ask(`/wrong/votes${query}`)).json()).votes
    const visitor = new Visitor(app)
    const remarks = { reason: 'It names itself in the last line' }
    expect((await visitor.vote(await visitor.battle('wrong'), 'left', remarks)).status).toBe(201)
    expect(await of('')).toHaveLength(2)
    const said = await of('?said=true')
    expect(said).toMatchObject([{ source: 'human', said: remarks.reason }])
    await post('/wrong/votes/quarantine', { votes: [said[0].id], reason: 'an answer names itself' })
    expect(await of('?said=true')).toMatchObject([{ quarantine: { reason: 'an answer names itself' } }])
  })
})
