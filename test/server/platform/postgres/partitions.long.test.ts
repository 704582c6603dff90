/** The script that splits battles and votes by arena: nothing is lost, every rule of the database stays, and voting goes on. */
import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { createTestApp } from '../../../support/app.ts'
import { NAMES, arenaOf, voteOf } from '../../arena-import.ts'
import { Visitor } from '../../visitor.ts'

const SCRIPT = readFileSync(
  new URL('../../../../docs/partitioning/partition-by-arena.sql', import.meta.url),
  'utf8',
)
const RULES = `
  select conrelid::regclass::text as place, conname as name, pg_get_constraintdef(oid) as rule from pg_constraint
    where connamespace = 'public'::regnamespace and contype <> 'n' and conparentid = 0
      and conrelid::regclass::text !~ '_(\\d+|of_others)$'
  union all
  select tgrelid::regclass::text, tgname, pg_get_triggerdef(oid) from pg_trigger
    where not tgisinternal and tgrelid in ('votes'::regclass, 'battles'::regclass)
  union all
  select tablename, indexname, regexp_replace(indexdef, ' ON ONLY ', ' ON ') from pg_indexes
    where tablename in ('votes', 'battles')
  union all
  select '', oid::regprocedure::text, pg_get_functiondef(oid) from pg_proc
    where pronamespace = 'public'::regnamespace and prokind = 'f'
  order by 1, 2, 3`

it('partitions by arena keep all rows and rules, and votes go to the partition of their arena', async () => {
  const app = await createTestApp()
  const client = await app.database.connect()
  const rows = async (query: string) => (await client.query(query)).rows
  const byTable = () =>
    rows(`select tableoid::regclass::text as name, count(*)::int as rows from votes group by 1 order by 1`)
  try {
    for (const slug of ['large', 'other']) {
      const votes = [voteOf(NAMES[0]!, NAMES[1]!, 'left'), voteOf(NAMES[1]!, NAMES[2]!, 'tie')]
      await app.import(arenaOf(slug, { prompts: 5, votes }))
    }
    await app.settle()
    const before = { rules: await rows(RULES), votes: await rows('select * from votes order by id') }
    const large = (await rows(`select id from arenas where slug = 'large'`))[0].id as number
    await client.query(`set deadheat.partitions = 'large,none'`)
    await client.query(SCRIPT)
    expect(await rows(RULES)).toEqual(before.rules)
    expect(await rows('select * from votes order by id')).toEqual(before.votes)
    expect(await byTable()).toEqual([
      { name: `votes_${large}`, rows: 2 },
      { name: 'votes_of_others', rows: 2 },
    ])
    for (const slug of ['large', 'other']) {
      const visitor = new Visitor(app)
      const response = await visitor.vote(await visitor.battle(slug), 'left')
      expect(response.status).toBe(201)
    }
    await app.settle()
    expect((await byTable()).map((one) => one.rows)).toEqual([3, 3])
    const board = await app.json<{ votes: number }>('/api/arenas/large/leaderboard')
    expect(board.votes).toBe(3)
    await expect(client.query('delete from votes')).rejects.toThrow(/votes/)
    // nor does a part for one arena split further by month
    const byMonth = (table: string, column: string) =>
      client.query(
        `create table ${table}_by_month partition of ${table} for values in (0) partition by range (${column})`,
      )
    await expect(byMonth('votes', 'recorded_at')).rejects.toThrow(/unique constraint .* must include all/)
    await expect(byMonth('battles', 'shown_at')).rejects.toThrow(/unique constraint .* must include all/)
  } finally {
    await client.end()
    await app.close()
  }
})
