/** Removing an arena: all its rows and jobs go, those of other arenas stay, and the server's log keeps one line. */
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'kysely'
import { describe, expect, it } from 'vitest'
import { addJob } from '../../../server/platform/jobs/jobs.ts'
import { seedDemo } from '../../../server/transfer/index.ts'
import { appFor } from '../../support/app.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'

const [first, second] = NAMES as [string, string]
const votes = () =>
  Array.from({ length: 12 }, (_, n) =>
    voteOf(first, second, n % 3 === 0 ? 'right' : 'left', { prompt: `p${1 + (n % 4)}`, voter: `v${n % 5}` }),
  )

const app = appFor({}, async () => {
  for (const slug of ['going', 'staying']) await app.import(arenaOf(slug, { votes: votes() }))
  for (const slug of ['going', 'staying']) {
    const visitor = new Visitor(app)
    await visitor.vote(await visitor.battle(slug), 'left')
  }
  await app.settle()
  app.clock.set('2024-05-02T00:10:00Z')
  const rows = await app.sql<{ id: number }>`select id from votes`
  const ids = rows.map(({ id }) => id)
  // jobs that wait for long
  for (const slug of ['going', 'staying']) {
    const payload = { arenaId: await idOf(slug) }
    await addJob(app.deps.db, {
      task: 'count-past-boards',
      payload,
      key: `later-${slug}`,
      delayMs: 86_400_000,
    })
  }
  for (const [slug, some] of [
    ['going', ids.slice(0, 2)],
    ['staying', ids.slice(12, 14)],
  ] as const)
    await app.asAdmin(`/api/admin/arenas/${slug}/votes/quarantine`, { votes: some, reason: 'odd' })
  while ((await jobsOf(await idOf('going'))) + (await jobsOf(await idOf('staying'))) > 2) await sleep(20)
})

const remove = (arena: string, confirm: string) =>
  app.asAdmin(`/api/admin/arenas/${arena}/remove`, { confirm })

/** How many rows each table has of an arena, without empty tables. */
async function rowsOf(arenaId: number): Promise<Record<string, number>> {
  const tables = await app.sql<{ name: string }>`
    select table_name as name from information_schema.columns
    where table_schema = current_schema() and column_name = 'arena_id' order by 1`
  const counts: Record<string, number> = {}
  for (const { name } of tables) {
    const rows = await app.sql<{ count: number }>`select count(*)::int as count from ${sql.table(name)}
      where arena_id = ${arenaId}`
    if (rows[0].count > 0) counts[name] = rows[0].count
  }
  return counts
}
const idOf = async (slug: string) => (await app.arena(slug)).id
const jobsOf = async (arenaId: number) =>
  (await app.sql`select from graphile_worker._private_jobs where payload ->> 'arenaId' = ${String(arenaId)}`)
    .length

describe('an arena', () => {
  it('is not removed if another name is typed', async () => {
    const answer = await remove('going', 'staying')
    await expect(answer).toBeProblem(400, 'invalid_request')
    await expect(remove('nowhere', 'nowhere')).toBeProblem(404, 'arena_unknown')
    expect((await app.request('/api/arenas/going')).status).toBe(200)
  })

  it('keeps every fact that a statement without its removal would delete', async () => {
    for (const table of ['votes', 'quarantines', 'audit_entries']) {
      await expect(app.sql`delete from ${sql.table(table)}`).rejects.toThrow(/append-only/)
      const other = app.deps.db.transaction().execute(async (trx) => {
        await sql`select set_config('deadheat.removed_arena', ${String(await idOf('going'))}, true)`.execute(
          trx,
        )
        await sql`delete from ${sql.table(table)} where arena_id = ${await idOf('staying')}`.execute(trx)
      })
      await expect(other).rejects.toThrow(/append-only/)
    }
  })

  it('goes with all its rows and jobs; other arenas stay, and the log of the server says what was removed', async () => {
    const going = await idOf('going')
    const staying = await idOf('staying')
    const before = await rowsOf(staying)
    expect(Object.keys(await rowsOf(going))).toEqual(Object.keys(before))
    expect([await jobsOf(going), await jobsOf(staying)]).toEqual([1, 1])
    const answer = await remove('going', 'going')
    const removed = { arena: 'going', contestants: 3, prompts: 4, answers: 12, votes: 13 }
    expect([answer.status, await answer.json()]).toEqual([200, removed])
    expect([await rowsOf(going), await jobsOf(going)]).toEqual([{}, 0])
    expect([await rowsOf(staying), await jobsOf(staying)]).toEqual([before, 1])
    expect((await app.request('/api/arenas/going')).status).toBe(404)
    const log = await (await app.asAdmin('/api/admin/log')).json()
    expect(log).toMatchObject({ entries: [{ act: 'arena_removed', actor: 'token', details: removed }] })
    await app.settle()
  })

  it('of the same name starts from nothing', async () => {
    await app.import(arenaOf('going'))
    expect(await app.json('/api/arenas/going')).toMatchObject({ votes: 0 })
    const { entries } = (await (await app.asAdmin('/api/admin/arenas/going/audit')).json()) as {
      entries: { act: string }[]
    }
    expect(entries.map(({ act }) => act)).toEqual(['arena_created'])
  })

  it('is removed in the terminal by its name, typed or given', async () => {
    const env = { DATABASE_URL: app.database.connectionString }
    const run = (args: string[], input = '') => deadheatHere(['arenas', ...args], { env, input })
    expect(await run(['going', '--remove'], 'gone\n')).toMatchObject({
      code: 2,
      stderr: expect.stringContaining(
        '"gone" is not the name of arena "going". Nothing was removed.',
      ) as string,
    })
    expect((await run(['going', '--remove'])).code).toBe(2)
    expect((await run(['going', '--yes', 'going'])).code).toBe(2)
    expect((await run(['going', '--remove', '--visibility', 'private'])).code).toBe(2)
    expect((await run(['--remove'])).code).toBe(2)
    expect(await run(['going', '--remove'], 'going\n')).toMatchObject({
      code: 0,
      stdout: 'going is removed, with 3 contestants, 4 prompts, 12 answers and 0 votes.\n',
    })
    expect((await run(['staying', '--remove', '--yes', 'staying'])).code).toBe(0)
    const { stdout } = await deadheatHere(['audit'], { env })
    expect(stdout.split('\n')[0]).toMatch(/terminal {2}arena removed {2}arena staying,/)
  })

  it('of the demo that was removed is not made again at the next start', async () => {
    expect(await app.deps.db.selectFrom('arenas').select('id').execute()).toEqual([])
    expect(await seedDemo(app.deps, { votes: true, onlyIfEmpty: true })).toBeNull()
  })
})

it('a request that was begun before its arena was removed is answered as if it came later', async () => {
  const { db } = app.deps
  await app.sql`insert into arenas (slug, title, criteria) values ('leaving', 'Leaving', '{better}')`
  const removing = await app.database.connect()
  await removing.query('begin')
  await removing.query(`delete from arenas where slug = 'leaving'`)
  const asked = app.asAdmin('/api/admin/arenas/leaving/invitations', { people: ['Ada'], days: 3 })
  const waiting = () =>
    sql`select from pg_stat_activity where wait_event_type = 'Lock'
    and datname = current_database()`
      .execute(db)
      .then(({ rows }) => rows.length)
  await expect.poll(waiting).toBe(1)
  await removing.query('commit')
  await removing.end()
  await expect(asked).toBeProblem(404, 'arena_unknown')
})
