/** A server that only shows what is there, such as a public demo. */
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { describeApi } from '../../server/app.ts'
import { appFor, AS_ADMIN, createTestApp, type TestApp } from '../support/app.ts'
import { importLiveArena, LIVE_KEY, LiveVisitor } from '../support/live-visitors.ts'
import { deadheatHere } from '../scripts/deadheat.ts'
import { arenaOf, NAMES, voteOf } from './arena-import.ts'
import { KEYS } from './judging/judge-pair/judged-arena.ts'
import { withModels } from './judging/judge-pair/with-models.ts'
import { Visitor } from './visitor.ts'

const NOON = '2024-05-01T12:00:00.000Z'
const votes = [voteOf(NAMES[0]!, NAMES[1]!, 'left', {})]
const app = appFor({ readOnly: true }, () => app.import(arenaOf('shown', { prompts: 9, votes })))

const counts =
  () => app.sql`select (select count(*) from battles) as battles, (select count(*) from arenas) as arenas,
  (select count(*) from pending_votes) as choices, (select count(*) from model_keys) as keys`

it.each([
  '/api/arenas',
  '/a/shown',
  '/a/shown/vote',
  '/api/arenas/shown/leaderboard',
  `/api/arenas/shown/compare?a=${NAMES[0]}&b=${NAMES[1]}`,
  '/api/arenas/shown/export/votes.csv',
  '/healthz',
])('%s is shown, and changes nothing', async (path) => {
  const before = await counts()
  // as a browser opens it: a page of voting then comes with its first pair
  expect((await app.request(path, { headers: { 'sec-fetch-dest': 'document' } })).status).toBe(200)
  expect(await counts()).toEqual(before)
})

/** Each table but those of boards, and the log, which notes who took texts away, as one text. */
async function allRows(): Promise<Record<string, string>> {
  const others = ['audit_entries', 'snapshots', 'past_boards', 'vote_counts', 'judge_evaluations']
  const tables = await app.sql<{ name: string }>`select table_name as name from information_schema.tables
    where table_schema = 'public' and table_type = 'BASE TABLE' and not table_name = any (${others}::text[])`
  const sums = tables.map(async ({ name }) => {
    const { rows } = await sql<{ sum: string }>`
      select coalesce(md5(string_agg(t::text, ' ' order by t::text)), '') as sum
      from ${sql.table(name)} t`.execute(app.deps.db)
    return [name, rows[0]!.sum] as const
  })
  return Object.fromEntries(await Promise.all(sums))
}

it('changes nothing but the log by any route that reads', async () => {
  const paths = Object.entries(describeApi().paths)
    .filter(([path, methods]) => 'get' in methods && !path.endsWith('/stream'))
    .map(([path]) => path.replace('{arena}', 'shown').replace(/\{\w+\}/g, '1'))
  expect(paths.length).toBeGreaterThan(50)
  const before = await allRows()
  for (const headers of [AS_ADMIN, {}])
    for (const path of paths) {
      const response = await app.request(path, { headers })
      expect([path, response.status < 500 || response.status === 501]).toEqual([path, true])
      await response.body?.cancel()
    }
  expect(await allRows()).toEqual(before)
})

it('offers no vote and no live battle', async () => {
  await app.sql`update arenas set settings = settings || '{"live": {}}'`
  expect(await app.json('/api/arenas')).toMatchObject({ arenas: [{ arena: 'shown', votable: false }] })
  const detail = await app.json('/api/arenas/shown')
  expect(detail).toMatchObject({ votable: false })
  expect(detail).not.toHaveProperty('live')
  const page = await (await app.request('/a/shown')).text()
  expect(page).toContain('data-drawn')
  expect(page).not.toContain('/a/shown/vote')
})

it('says of a board without votes that nobody can vote, and names no reason that does not hold', async () => {
  await app.import(arenaOf('empty', { prompts: 9 }))
  const page = await (await app.request('/a/empty')).text()
  expect(page).toContain('Nobody can vote here now.')
  const { arenas } = await app.json<{ arenas: object[] }>('/api/admin/arenas', { headers: AS_ADMIN })
  expect(arenas).toContainEqual(expect.objectContaining({ arena: 'empty', votable: true }))
})

it.each([
  ['POST', '/api/arenas/shown/battles', {}],
  ['POST', '/api/battles/00000000-0000-4000-8000-000000000000/vote', {}],
  ['POST', '/api/arenas/shown/live', { text: 'What is a heat?' }],
  ['POST', '/api/arenas/shown/invitation', { token: 'abc' }],
  ['POST', '/api/admin/arenas/shown/invitations', { people: ['Ada'] }],
  ['POST', '/api/admin/arenas/shown/compare/batch', {}],
  ['POST', '/api/admin/arenas/shown/import', {}],
  ['POST', '/api/admin/arenas/shown/judging/start', {}],
  ['POST', '/api/admin/arenas', {}],
  ['POST', '/api/admin/keys', { variable: 'OPENAI_API_KEY', key: 'sk-0123456789abcdefghij' }],
  ['DELETE', '/api/battles/00000000-0000-4000-8000-000000000000/vote', undefined],
  ['PUT', '/api/nowhere', undefined],
])('%s %s changes nothing, whoever asks', async (method, path, json) => {
  const before = await counts()
  const response = await app.request(path, {
    method,
    headers: { ...AS_ADMIN, 'content-type': 'application/json' },
    ...(json && { body: JSON.stringify(json) }),
  })
  expect([response.status, await response.json()]).toEqual([
    403,
    expect.objectContaining({
      code: 'read_only',
      detail: 'This server only shows what is there: nobody can vote or change anything here.',
    }),
  ])
  expect(await counts()).toEqual(before)
})

describe('the work of a server and of a worker', () => {
  const env = { ...KEYS, [LIVE_KEY]: KEYS.MODELS_KEY }
  const price = { models: ['writer-*'], input: 1, output: 10 }
  const rig = withModels({ works: false, clock: NOON, price, appOptions: { env } })

  /** All that is no board, and what the model server was asked. */
  const facts = async () => ({
    calls: rig.models.calls.length,
    rows: await rig.app.sql`select
      (select count(*) from votes) as votes, (select count(*) from pending_votes) as choices,
      (select count(*) from decisions) as decisions, (select count(*) from quarantines) as quarantines,
      (select count(*) from calls) as calls, (select count(*) from audit_entries) as acts,
      (select json_agg(t.text order by t.text) from live_turns t) as texts,
      (select json_agg(r.status order by r.id) from runs r) as runs,
      (select json_agg(j.task_identifier order by j.task_identifier) from graphile_worker.jobs j
        where j.task_identifier not in ('rate-arena', 'count-past-boards', 'try-judges')) as jobs`,
  })

  it('computes boards, and leaves runs, choices, decisions, old texts and searches as they are', async () => {
    const { app: open, models } = rig
    // a run that goes on
    const judged = await rig.setUpJudged({ slug: 'judged', answered: true })
    await rig.start(judged)
    // a choice whose minute is over, and a day that has come
    const decides = { at: '2024-05-01T13:00:00.000Z' }
    await open.import(arenaOf('decides', { prompts: 9, settings: { decides } }))
    const visitor = new Visitor(open)
    await visitor.vote(await visitor.battle('decides'), 'left')
    await visitor.choose(await visitor.battle('decides'), 'left')
    // a conversation that was kept long enough
    await importLiveArena(open.deps, {
      slug: 'live',
      baseUrl: models.openAiUrl,
      models: { amber: 'writer-x', birch: 'writer-xx' },
      live: { budgetUsd: 10, characters: 200, tokens: 100 },
    })
    const talker = new LiveVisitor(open.request, 'live')
    const { id } = await talker.ask('What is a heat?')
    await talker.read(id)
    const before = await facts()
    expect(before.rows[0]).toMatchObject({ choices: 1, decisions: 0, runs: ['running'] })

    const shown = await readOnlyApp(open)
    await shown.work()
    const rated = () =>
      shown.sql`select from snapshots where tracked and arena_id in (select arena_id from votes)`
    await expect.poll(rated).not.toEqual([])
    expect((await shown.board('decides')).votes).toBe(1)
    await shown.close()
    expect(await facts()).toEqual(before)
  })
})

/** A second, read-only process on the database of another app, a year later. */
const readOnlyApp = ({ database }: TestApp) =>
  createTestApp({ clock: '2025-05-01T12:00:00.000Z', readOnly: true, env: KEYS, database })

describe('a command on its database', () => {
  const env = () => ({ DATABASE_URL: app.database.connectionString, DEADHEAT_READ_ONLY: '1' })

  it.each([
    ['db', 'seed'],
    ['db', 'restore', 'none.backup'],
    ['arenas', 'shown', '--archive'],
    ['judge', 'shown'],
  ])('%s %s is refused, and names the setting', async (...args) => {
    const before = await counts()
    expect(await deadheatHere(args, { env: env() })).toMatchObject({
      code: 3,
      stderr: expect.stringContaining('unset DEADHEAT_READ_ONLY'),
    })
    expect(await counts()).toEqual(before)
  })

  it('that reads goes on', async () => {
    expect(await deadheatHere(['board', 'shown'], { env: env() })).toMatchObject({ code: 0 })
  })
})
