/** An archived arena: it can be read, and takes nothing new. */
import { afterAll, beforeAll, expect, it } from 'vitest'
import { startRun } from '../../../server/judging/index.ts'
import { importInto } from '../../../server/transfer/index.ts'
import { arenaNamed } from '../../../server/arenas/index.ts'
import type { AuditLog } from '../../../shared/contracts/index.ts'
import { ADMIN_TOKEN, createTestApp, type TestApp } from '../../support/app.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { problemOf, Visitor } from '../visitor.ts'

let app: TestApp
const headers = { authorization: `Bearer ${ADMIN_TOKEN}` }
beforeAll(async () => {
  app = await createTestApp()
  for (const slug of ['old', 'used'])
    await importInto(app.deps, arenaOf(slug, { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
})
afterAll(() => app?.close())

const archive = (slug: string, archived: boolean) =>
  app.request(`/api/admin/arenas/${slug}/archive`, { json: { archived }, headers })
const json = async (path: string) =>
  (await (await app.request(path, { headers })).json()) as Record<string, unknown>
const listed = async () =>
  ((await json('/api/arenas'))['arenas'] as { arena: string }[]).map(({ arena }) => arena)
const start = async (slug: string) =>
  startRun({ ...app.deps }, await arenaNamed(app.deps.db, slug), {
    kind: 'judge',
    spec: { plan: { votesPerPair: 1 }, seed: 1 },
  })

it('is not listed, says since when, and keeps its board', async () => {
  const at = app.clock.now().toISOString()
  expect(await (await archive('old', true)).json()).toEqual({ arena: 'old', archivedAt: at })
  app.clock.advance(60)
  expect(await (await archive('old', true)).json()).toEqual({ arena: 'old', archivedAt: at })
  expect(await listed()).toEqual(['used'])
  expect(await json('/api/arenas/old')).toMatchObject({ archivedAt: at, votable: false, votes: 1 })
  expect(await json('/api/arenas/used')).not.toHaveProperty('archivedAt')
  const { arenas } = await json('/api/admin/arenas')
  expect(arenas).toMatchObject([{ arena: 'old', archivedAt: at }, { arena: 'used' }])
  expect((await app.request('/a/old.txt')).status).toBe(200)
})

it('takes no pair, no vote on a pair shown before, no run and no import', async () => {
  const visitor = new Visitor(app)
  await archive('old', false)
  const shown = await visitor.battle('old')
  await archive('old', true)
  expect(await problemOf(await visitor.ask('old'))).toEqual([409, 'voting_closed'])
  expect(await problemOf(await visitor.vote(shown, 'left'))).toEqual([409, 'voting_closed'])
  const refused = { code: 'invalid_request', finding: { code: 'arena_archived' } }
  await expect(start('old')).rejects.toMatchObject(refused)
  await expect(importInto(app.deps, arenaOf('old', { prompts: 9 }))).rejects.toMatchObject(refused)
  await expect(importInto(app.deps, arenaOf('old', { prompts: 9 }), true)).rejects.toMatchObject(refused)
  expect(await json('/api/arenas/old')).toMatchObject({ prompts: 4, votes: 1 })
})

it('is in use again without it, and the log says both', async () => {
  const { entries } = (await json('/api/admin/arenas/old/audit')) as AuditLog
  expect(entries.slice(0, 3).map(({ act }) => act)).toEqual([
    'arena_archived',
    'arena_unarchived',
    'arena_archived',
  ])
  expect(await (await archive('old', false)).json()).toEqual({ arena: 'old', archivedAt: null })
  expect(await listed()).toEqual(['old', 'used'])
  expect((await new Visitor(app).ask('old')).status).toBe(201)
  await importInto(app.deps, arenaOf('old', { prompts: 9 }))
})

it('is not made of an arena with an open run', async () => {
  await start('used')
  expect(await problemOf(await archive('used', true))).toEqual([400, 'invalid_request'])
  expect(await listed()).toContain('used')
  await app.request('/api/admin/arenas/used/judging/cancel', { method: 'POST', headers })
  expect((await archive('used', true)).status).toBe(200)
})

it('is made and unmade in the terminal', async () => {
  const env = { DATABASE_URL: app.database.connectionString }
  const run = (...args: string[]) => deadheatHere(['arenas', ...args], { env })
  const { stdout } = await run('old', '--archive')
  expect(stdout).toContain('old is archived.')
  expect(stdout).toMatch(/Undo: np.* arenas old --unarchive/)
  expect((await run()).stdout).toMatch(/^old · .* · archived \d{4}-\d\d-\d\d$/m)
  expect(await run('old', '--archive', '--unarchive')).toMatchObject({ code: 2 })
  expect(await run('old', '--unarchive')).toMatchObject({ code: 0, stdout: 'old is in use again.\n' })
  expect(JSON.parse((await run('old', '--archive', '--json')).stdout)).toMatchObject({
    arena: 'old',
    archivedAt: expect.any(String) as string,
  })
})

it('makes no invitations, labelling links and shared pairs, and renews no link', async () => {
  const admin = (path: string, body: unknown) =>
    app.request(`/api/admin/arenas/old/${path}`, { json: body, headers })
  await archive('old', false)
  const made = await admin('invitations', { people: ['Ada'], days: 3 })
  const { invitations } = (await made.json()) as { invitations: { invitation: number }[] }
  await archive('old', true)
  const asked: [string, unknown][] = [
    ['invitations', { people: ['Grace'], days: 3 }],
    [`invitations/${invitations[0].invitation}/renew`, { days: 3 }],
    ['invitations/shared-pairs', { group: 'experts', pairs: 2 }],
    ['calibration/links', { days: 3 }],
  ]
  for (const [path, body] of asked) {
    const answer = await admin(path, body)
    expect([path, await answer.json()]).toEqual([
      path,
      expect.objectContaining({ status: 400, finding: expect.objectContaining({ code: 'arena_archived' }) }),
    ])
  }
  const listed = await json('/api/admin/arenas/old/invitations')
  expect(listed['invitations']).toMatchObject([{ name: 'Ada' }])
  expect(await json('/api/admin/arenas/old/calibration/links')).toMatchObject({ links: [] })
})
