/** A duplicate has what its arena has, without votes and runs. */
import { sql } from 'kysely'
import { stringify } from 'yaml'
import { expect, it } from 'vitest'
import { arenaNamed, findArena } from '../../../server/arenas/index.ts'
import { COPIED } from '../../../server/transfer/duplicate-arena.ts'
import { importInto } from '../../../server/transfer/index.ts'
import type { AuditLog } from '../../../shared/contracts/index.ts'
import { appFor } from '../../support/app.ts'
import { everyField, FILES_BESIDE } from '../../support/every-field.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { KEYS } from '../judging/judge-pair/judged-arena.ts'
import { problemOf, Visitor } from '../visitor.ts'

const app = appFor({ env: KEYS }, async () => {
  const files = {
    'arena.yaml': stringify(
      everyField('every', { baseUrl: 'http://127.0.0.1:1/v1', apiKeyEnv: 'MODELS_KEY' }),
    ),
    ...FILES_BESIDE,
  }
  const sent = await app.asAdmin('/api/admin/arenas', { files })
  if (sent.status !== 201) throw new Error(await sent.text())
  const says = (name: string) => `I am ${name}, your assistant.`
  const votes = [voteOf(NAMES[0], NAMES[1], 'left')]
  await importInto(app.deps, arenaOf('leaky', { says, votes }))
  await sql`
    insert into pictures (arena_id, sha256, type, width, height, bytes)
    select id, repeat('0', 64), 'image/png', 1, 1, 'png' from arenas where slug = 'every'`.execute(
    app.deps.db,
  )
  // prompts and answers of the duplicate must not refer to ids of another arena
  await importInto(app.deps, arenaOf('between'))
})

const duplicate = (slug: string, json: object) => app.asAdmin(`/api/admin/arenas/${slug}/duplicate`, json)

const idOf = async (slug: string) => (await findArena(app.deps.db, slug))?.id

/** The rows of an arena in a table, without the numbers that differ, in order. */
async function rowsIn(table: string, slug: string): Promise<string[]> {
  const { rows } = await sql<{ row: Record<string, unknown> }>`
    select to_jsonb(t) - 'arena_id' - 'id' - 'prompt_id' - 'contestant_id' - 'answer_id' || jsonb_build_object(
        'of prompt', (select key from prompts p where p.arena_id = t.arena_id and p.id::text = to_jsonb(t) ->> 'prompt_id'),
        'of contestant', (select slug from contestants c where c.arena_id = t.arena_id and c.id::text = to_jsonb(t) ->> 'contestant_id'),
        'of answer', (select text from answers a where a.arena_id = t.arena_id and a.id::text = to_jsonb(t) ->> 'answer_id')
      ) as row from ${sql.table(table)} t where t.arena_id = ${await idOf(slug)}`.execute(app.deps.db)
  return rows.map(({ row }) => JSON.stringify(row)).toSorted()
}

it('has the same rows in each table that is copied, and none in the others', async () => {
  const { rows: tables } = await sql<{ name: string }>`
    select c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'arena_id'
    where c.relkind = 'r' and c.relnamespace = current_schema()::regnamespace`.execute(app.deps.db)
  const copied: Record<string, number> = {}
  for (const slug of ['every', 'leaky']) {
    const made = await duplicate(slug, { as: `${slug}-2` })
    expect([made.status, await made.json()]).toMatchObject([201, { arena: `${slug}-2`, copyOf: slug }])
    for (const { name } of tables) {
      const rows = await rowsIn(name, `${slug}-2`)
      const isCopied = COPIED.some((table) => table === name)
      if (isCopied) expect([slug, name, rows]).toEqual([slug, name, await rowsIn(name, slug)])
      if (isCopied) copied[name] = (copied[name] ?? 0) + rows.length
      // the entry of its making
      else if (!['audit_entries', 'snapshots'].includes(name))
        expect([slug, name, rows]).toEqual([slug, name, []])
    }
  }
  for (const table of COPIED) expect([table, copied[table]! > 0]).toEqual([table, true])
})

it('has the settings without the end of voting', async () => {
  const settingsOf = async (slug: string) => (await arenaNamed(app.deps.db, slug)).settings
  const { closes, ...settings } = await settingsOf('every')
  expect(closes).toBeDefined()
  expect(await settingsOf('every-2')).toEqual(settings)
})

it('is voted on by itself, and the log says what it is a copy of', async () => {
  await duplicate('between', { as: 'apart', title: 'Another title' })
  const visitor = new Visitor(app)
  expect((await visitor.vote(await visitor.battle('apart'), 'left')).status).toBe(201)
  const read = async (slug: string) => (await app.request(`/api/arenas/${slug}`)).json()
  expect(await read('apart')).toMatchObject({ title: 'Another title', votes: 1 })
  expect(await read('between')).toMatchObject({ votes: 0 })
  const log = (await (await app.asAdmin('/api/admin/arenas/apart/audit')).json()) as AuditLog
  expect(log.entries.map(({ act, details }) => [act, details])).toEqual([
    ['arena_created', { copyOf: 'between', contestantsAdded: 3, promptsAdded: 4, answersAdded: 12 }],
  ])
})

it('is not made under a name that is taken or cannot be one', async () => {
  const before = await app.deps.db.selectFrom('arenas').select('slug').execute()
  for (const as of ['leaky', 'between', 'No Slug', ''])
    expect([as, ...(await problemOf(await duplicate('between', { as })))]).toEqual([
      as,
      400,
      'invalid_request',
    ])
  expect(await problemOf(await duplicate('nowhere', { as: 'new' }))).toEqual([404, 'arena_unknown'])
  expect(await app.deps.db.selectFrom('arenas').select('slug').execute()).toEqual(before)
})

it('is made once of two requests at the same moment', async () => {
  const made = await Promise.all(['between', 'leaky'].map((slug) => duplicate(slug, { as: 'twice' })))
  expect(made.map(({ status }) => status).toSorted()).toEqual([201, 400])
})

it('is made in the terminal', async () => {
  const env = { DATABASE_URL: app.database.connectionString }
  const run = (...args: string[]) => deadheatHere(['arenas', ...args], { env })
  expect(await run('leaky', '--duplicate', 'leaky-3')).toMatchObject({
    code: 0,
    stdout: 'leaky-3 has 3 contestants, 4 prompts and 12 answers of leaky, and no votes.\n',
  })
  expect((await run('leaky', '--duplicate', 'leaky-3')).stderr).toContain(
    'There already is an arena "leaky-3"',
  )
  expect((await run('leaky', '--duplicate', 'Not one')).code).toBe(2)
  expect((await run('leaky', '--duplicate', 'x', '--archive')).code).toBe(2)
})
