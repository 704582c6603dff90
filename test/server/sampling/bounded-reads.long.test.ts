/** What a draw, a vote and a look at an arena make Postgres read does not grow with the votes of the arena. */
import { Kysely, PostgresDialect, type CompiledQuery, type LogEvent } from 'kysely'
import type { Client } from 'pg'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { setTimeout as sleep } from 'node:timers/promises'
import { searchLeaks } from '../../../server/integrity/leaks.ts'
import { loadManyVotes } from '../../../workshop/bench/many-votes.ts'
import { BattleList } from '../../../shared/contracts/index.ts'
import type { Database } from '../../../server/platform/schema.ts'
import { requestPastOfAll } from '../../../server/ratings/index.ts'
import { selectHasImportedVotes } from '../../../server/ratings/board.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createTestDatabase } from '../../support/database.ts'
import { workOf } from '../../support/query-work.ts'
import { Visitor } from '../visitor.ts'

const SIZES = {
  few: { votes: 500, contestants: 10, prompts: 20 },
  many: { votes: 30_000, contestants: 10, prompts: 20 },
  wide: { votes: 3000, contestants: 60, prompts: 400 },
}

let app: TestApp
let client: Client
let sent: CompiledQuery[] = []

beforeAll(async () => {
  const database = await createTestDatabase()
  const log = ({ query }: LogEvent) => void sent.push(query)
  const [db, votingDb] = database.pools.map(
    (pool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log }),
  )
  app = await createTestApp({ database: { ...database, db: db!, votingDb: votingDb! } })
  client = await database.connect()
  for (const [slug, size] of Object.entries(SIZES)) await loadManyVotes(client, { slug, ...size })
})
afterAll(async () => {
  await client?.end()
  await app?.close()
  await app?.database.close()
})

/**
 * The rows that Postgres goes through for the queries of a step, when they run again; those of triggers are among them.
 * @param again what takes the place of each parameter then: a vote is recorded once, so the second time is another battle's
 */
async function rowsFor(
  step: () => Promise<unknown>,
  again = (parameter: unknown): unknown => parameter,
): Promise<number> {
  sent = []
  await step()
  let sum = 0
  for (const { sql, parameters } of sent.filter(({ sql }) =>
    /^\s*(select|insert|update|delete|with)\b/i.test(sql),
  )) {
    await client.query('begin')
    try {
      const before = await fetched()
      const { touched } = await workOf(client, sql, parameters.map(again))
      sum += Math.max(touched, (await fetched()) - before)
    } finally {
      await client.query('rollback')
    }
  }
  return sum
}

/** The rows of tables that this transaction has read so far. */
async function fetched(): Promise<number> {
  const { rows } = await client.query(
    'select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_user_tables',
  )
  return rows[0].n
}

/** Rows for one draw, one vote, and one look at the arena, after others before. */
async function rowsIn(slug: string) {
  const visitor = new Visitor(app)
  const look = () => app.request(`/api/arenas/${slug}`)
  for (let n = 0; n < 2; n++) {
    await visitor.vote(await visitor.battle(slug), 'left')
    await look()
  }
  const draw = await rowsFor(() => visitor.battle(slug))
  const [battle, next] = [await visitor.battle(slug), await visitor.battle(slug)]
  await visitor.choose(next, 'left')
  const ofNext = (parameter: unknown) => (parameter === battle.battle.id ? next.battle.id : parameter)
  const choice = await rowsFor(() => visitor.choose(battle, 'left'))
  return {
    draw,
    vote: choice + (await rowsFor(() => visitor.reveal(battle), ofNext)),
    look: await rowsFor(look),
  }
}

it('with sixty times the votes, and with more contestants and prompts', async () => {
  const [few, many, wide] = [await rowsIn('few'), await rowsIn('many'), await rowsIn('wide')]
  // a table of few rows is read whole: contestants
  for (const [rows, contestants] of [
    [few, 10],
    [many, 10],
    [wide, 60],
  ] as const) {
    expect(rows.draw).toBeLessThan(60)
    // two requests: the choice, and the reveal that makes it final
    expect(rows.vote).toBeLessThan(2 * (150 + 2 * contestants))
  }
  expect(many.vote).toBeLessThan(1.2 * few.vote)
  expect(few.look).toBeLessThan(5000)
  expect(many.look).toBeLessThan(1000)
  expect(many.look).toBeGreaterThan(20)
})

it('and a draw of somebody without an invitation sends one query for each thing that it needs', async () => {
  const visitor = new Visitor(app)
  await visitor.battle('few')
  sent = []
  await visitor.battle('few')
  expect(sent.map(({ sql }) => /(?:from|into) "?(\w+)/.exec(sql)?.[1])).toEqual([
    'arenas',
    'pending_votes',
    'battles',
    'battles',
    expect.stringMatching(/^(prompts|judges|answers)$/),
    expect.stringMatching(/^(prompts|judges|answers)$/),
    'votes',
  ])
})

it('a start, which asks for past boards of imported votes', async () => {
  await app.request('/api/arenas/wide/leaderboard')
  await expect.poll(async () => (await client.query('select from snapshots')).rowCount).toBeGreaterThan(0)
  // wide has 3000 votes, none of them imported
  expect(await rowsFor(() => requestPastOfAll(app.deps))).toBeLessThan(500)
})

it('whether votes were imported, where nearly all votes of other arenas were', async () => {
  await client.query(`alter table votes disable trigger user;
    update votes set import_key = id::text where arena_id = (select id from arenas where slug = 'many');
    alter table votes enable trigger user; analyze votes`)
  const { id } = (await client.query(`select id from arenas where slug = 'wide'`)).rows[0]
  expect(await rowsFor(() => selectHasImportedVotes(app.deps.db, id))).toBeLessThan(10)
})

it('a draw among very many answers, whose pool is still being read', async () => {
  // 50 portions of 2,000 answers
  await loadManyVotes(client, { slug: 'answers', votes: 10, contestants: 100, prompts: 1000 })
  sent = []
  await new Visitor(app).battle('answers')
  const isPortion = ({ sql }: CompiledQuery) => /"answers"\."id" > .* limit/.test(sql)
  const portions = () => sent.filter(isPortion).length
  expect(portions()).toBeGreaterThan(5)
  expect(portions()).toBeLessThan(40)
  while (portions() < 51) await sleep(20)
  sent = []
  await new Visitor(app).battle('answers')
  expect(sent.filter(({ sql }) => /from "answers"/.test(sql) && /"contestant_id"/.test(sql))).toEqual([])
})

it('a portion of the search for leaks, whatever the number of answers', async () => {
  const { id } = (await client.query(`select id from arenas where slug = 'wide'`)).rows[0]
  const ofLeaks = /leak_rules\) not in \(select/
  sent = []
  await searchLeaks(app.deps, { arenaId: id }, 4000)
  const portions = sent.filter(({ sql }) => ofLeaks.test(sql))
  // 24,000 answers
  expect(portions.length).toBeGreaterThan(40)
  const { sql, parameters } = portions[30]!
  expect((await workOf(client, sql, [...parameters])).touched).toBeLessThan(5000)
  const left = await client.query(
    'select from answers where arena_id = $1 and (leak_rules is null or injection_rules is null)',
    [id],
  )
  expect(left.rows).toEqual([])
  sent = []
  await searchLeaks(app.deps, { arenaId: id }, 4000)
  const again = sent.filter(({ sql }) => ofLeaks.test(sql))
  expect(again.length).toBeGreaterThan(0)
  expect(again.length).toBeLessThan(8)
  // each answer is looked at once, not once for each contestant
  for (const { sql, parameters } of again)
    expect((await workOf(client, sql, [...parameters])).touched).toBeLessThan(30_000)
})

it('a part of the list of battles, of 1,200 prompts, 36,000 answers and 5,000 votes', async () => {
  await loadManyVotes(client, { slug: 'listed', votes: 5000, contestants: 30, prompts: 1200 })
  await client.query('analyze')
  const ask = async (query: string) => {
    const response = await app.asAdmin(`/api/arenas/listed/battles?source=people&${query}`)
    return BattleList.parse(await response.json())
  }
  const { total, cursor } = await ask('')
  expect(total).toBe(5000)
  for (const show of ['', 'lost', 'contradicted', 'disagreement']) {
    sent = []
    await ask(`show=${show}&cursor=${cursor}`)
    for (const { sql, parameters } of sent.filter(({ sql }) => /^\s*(select|with)\b/i.test(sql)))
      expect((await workOf(client, sql, [...parameters])).touched, sql).toBeLessThan(5000)
  }
})
