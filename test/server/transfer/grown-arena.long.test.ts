/** An arena that grew by small imports and votes, while the planner knows another one alone: no read compares all with all. */
import { readFileSync } from 'node:fs'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { Kysely, type CompiledQuery, type LogEvent, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { arenaForOperator } from '../../../server/arenas/index.ts'
import { findArenaAttacks } from '../../../server/integrity/attacks/attacks.ts'
import { searchLeaks } from '../../../server/integrity/index.ts'
import { reevaluateJudges } from '../../../server/judge-evaluation/index.ts'
import type { OpenDatabase } from '../../../server/platform/postgres/database.ts'
import type { Database } from '../../../server/platform/schema.ts'
import { countPastBoards } from '../../../server/ratings/past-boards.ts'
import { importFiles } from '../../support/import-files.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { createTestDatabase, openPatiently } from '../../support/database.ts'
import { workOf } from '../../support/query-work.ts'
import { hasReferenceData } from '../../shared/stats/reference.ts'
import { Visitor } from '../visitor.ts'

const data = process.env['DEADHEAT_REFERENCE_DATA'] ?? ''
/** Many times what any statement takes that goes through its rows once. */
const LIMIT = '20s'
/** Lines of one import: fewer than those after which an import makes statistics by itself. */
const VOTES_AT_ONCE = 900
const TEXTS_AT_ONCE = 400
const PAGE_VOTES = 90
/** Rows that one statement may go through, for each vote of the arena: it joins ten tables, and some of them twice. */
const ROWS_A_VOTE = 60

let app: TestApp
let client: pg.Client
let folder: string
let leave: () => Promise<void> = async () => {}
let sent = new Map<string, CompiledQuery>()

beforeAll(async () => {
  if (!hasReferenceData) return
  folder = await mkdtemp(join(tmpdir(), 'deadheat-'))
  const made = await createTestDatabase()
  const { name } = (await made.pool.query('select current_database() as name')).rows[0]
  await made.pool.query(`alter database ${name} set statement_timeout = '${LIMIT}'`)
  const opened = await openPatiently(made.connectionString)
  const log = ({ query }: LogEvent) => void sent.set(query.sql, query)
  const [db, votingDb, exportDb] = opened.pools.map(
    (pool) => new Kysely<Database>({ dialect: new PostgresDialect({ pool }), log }),
  )
  const database: OpenDatabase = { ...opened, db: db!, votingDb: votingDb!, exportDb: exportDb! }
  app = await createTestApp({ database, clock: 'runs' })
  // without the product's limit of seconds: other long tests may keep the database busy
  client = new pg.Client({ connectionString: made.connectionString })
  await client.connect()
  leave = async () => {
    await client.end()
    await app.close()
    await opened.close()
    await made.close()
    await rm(folder, { recursive: true })
  }
})
afterAll(() => leave())

/** Imports lines of a file of votes, with those of texts if there are any. */
async function importLines(slug: string, parts: { votes: string[]; answers?: string[]; prompts?: string }) {
  const fileOf = async (kind: string, lines: string[] | undefined) => {
    if (lines === undefined) return undefined
    await writeFile(join(folder, `${kind}.jsonl`), lines.join('\n'))
    return join(folder, `${kind}.jsonl`)
  }
  const { result } = await importFiles(app.deps, {
    slug,
    file: (await fileOf('votes', parts.votes))!,
    ...(parts.answers && { answers: await fileOf('answers', parts.answers) }),
    ...(parts.prompts && { prompts: parts.prompts }),
  })
  return result
}

const linesOf = (file: string) => readFileSync(join(data, file), 'utf8').trim().split('\n')

async function importKnown(): Promise<void> {
  const prompts = join(data, 'llmfao/prompts.jsonl')
  const answers = linesOf('llmfao/outputs.jsonl')
  await importLines('known', { votes: linesOf('llmfao/battles_human.jsonl'), answers, prompts })
  await app.settle()
  await sql`analyze`.execute(app.deps.db)
}

/** Many small imports, with the jobs that they ask for, then votes of people on the page. */
async function grow(): Promise<void> {
  const prompts = join(data, 'mtbench_en_llmjudge/prompts.jsonl')
  const answers = linesOf('mtbench_en_llmjudge/outputs.jsonl')
  const votes = linesOf('mtbench_en_llmjudge/battles.jsonl')
  for (let n = 0; n < answers.length; n += TEXTS_AT_ONCE)
    await importLines('grown', {
      votes: votes.slice(0, 10),
      answers: answers.slice(n, n + TEXTS_AT_ONCE),
      ...(n === 0 && { prompts }),
    })
  for (let n = 0; n < votes.length; n += VOTES_AT_ONCE) {
    const { votesAdded } = await importLines('grown', { votes: votes.slice(n, n + VOTES_AT_ONCE) })
    expect(votesAdded).toBeLessThan(VOTES_AT_ONCE)
    await app.settle()
  }
  const visitors = Array.from({ length: 10 }, () => new Visitor(app))
  for (let n = 0; n < PAGE_VOTES; n++) {
    const visitor = visitors[n % visitors.length]!
    const outcome = (['left', 'right', 'tie'] as const)[n % 3]!
    expect((await visitor.vote(await visitor.battle('grown'), outcome)).status).toBe(201)
  }
  await app.settle()
}

/** The jobs that no import or vote asks for at once. */
async function runJobs(arenaId: number): Promise<void> {
  await app.deps.db.transaction().execute(async (trx) => {
    await sql`alter table votes disable trigger user`.execute(trx)
    await sql`update votes set recorded_at = recorded_at - interval '2 days' where arena_id = ${arenaId}`.execute(
      trx,
    )
    await sql`update answers set leak_rules = null, injection_rules = null where arena_id = ${arenaId}`.execute(
      trx,
    )
    await sql`alter table votes enable trigger user`.execute(trx)
  })
  await searchLeaks(app.deps, { arenaId })
  await findArenaAttacks(app.deps, { arenaId, isLocal: false })
  await reevaluateJudges(app.deps, arenaId)
  await countPastBoards(app.deps, { arenaId, from: 'plan' })
  await app.settle()
}

async function read(path: string): Promise<void> {
  const response = await app.asAdmin(path)
  const text = await response.text()
  expect(response.status, `${path} ${text.slice(0, 300)}`).toBe(200)
}

/** Addresses of boards, exports, lists and pages of operators. */
async function addresses(arenaId: number): Promise<string[]> {
  const { rows: contestants } = await sql<{ slug: string }>`
    select slug from contestants where arena_id = ${arenaId} order by id limit 2`.execute(app.deps.db)
  const [one, two] = contestants.map(({ slug }) => slug)
  const arena = '/api/arenas/grown'
  const operator = '/api/admin/arenas/grown'
  const views = ['', 'source=people', 'source=judges', 'category=coding', 'from=2020-01-01', 'looks=one']
  const boards = ['leaderboard', 'win-rates', 'sampling', 'history', 'reports', `contestants/${one}`]
  const exports = ['votes', 'ratings', 'battles', 'preferences'].map((kind) => `export/${kind}.jsonl`)
  return [
    ...views.flatMap((view) => [
      ...boards.map((path) => `${arena}/${path}?${view}`),
      ...['head-to-head', 'differences'].map((path) => `${arena}/${path}?${view}&contestant=${one}`),
    ]),
    ...['', 'category=coding'].flatMap((view) => exports.map((path) => `${arena}/${path}?${view}`)),
    ...['judgements.jsonl', 'battles.parquet', 'votes.csv'].map((file) => `${arena}/export/${file}`),
    ...['', 'contradicted', 'disagreement'].map((show) => `${arena}/battles?source=judges&show=${show}`),
    ...['', 'won', 'lost'].map(
      (show) => `${arena}/battles?contestant=${one}&against=${two}&source=people&show=${show}`,
    ),
    `${arena}/compare?a=${one}&b=${two}&source=people`,
    ...['', '/contestants', '/checks', '/judges', '/challenges'].map((path) => arena + path),
    ...[
      '',
      '/contestants',
      '/prompts',
      '/votes',
      '/votes?source=human',
      '/votes?quarantined=true',
      '/voters',
    ].map((path) => operator + path),
    ...['/suspicions', '/leaks', '/injections', '/invitations/agreement', '/audit'].map(
      (path) => operator + path,
    ),
    '/api/admin/arenas',
    '/api/arenas',
    '/metrics',
    '/a/grown.txt',
    '/a/grown/plate.svg',
  ]
}

/** Whether it may run again by itself: temporary tables are gone, and jobs have their own library. */
const isRead = (text: string) =>
  /^\s*(select|with)\b/i.test(text) && !/pg_temp|graphile_worker|pg_notify|for (share|update)/.test(text)

describe.skipIf(!hasReferenceData)('an arena of seven thousand votes that no ANALYZE came after', () => {
  let arenaId: number
  beforeAll(async () => {
    await importKnown()
    sent = new Map()
    await grow()
    const arena = await arenaForOperator(app.deps.db, 'grown')
    arenaId = arena.id
    await runJobs(arenaId)
    for (const path of await addresses(arenaId)) await read(path)
    await (await app.asAdmin('/api/admin/arenas/grown/content')).arrayBuffer()
    await app.settle()
  }, 600_000)

  const countOfVotes = async () =>
    (await client.query('select from votes where arena_id = $1', [arenaId])).rowCount!

  it('has no statement that goes through more rows than some for each vote', async () => {
    const votes = await countOfVotes()
    expect(votes).toBeGreaterThan(7000)
    const works = []
    for (const { sql: text, parameters } of sent.values())
      if (isRead(text)) works.push({ text, touched: (await workOf(client, text, [...parameters])).touched })
    expect(works.length).toBeGreaterThan(100)
    expect(works.filter(({ touched }) => touched > ROWS_A_VOTE * votes)).toEqual([])
  }, 60_000)

  it('reads few quarantines for each vote, also in a session that knew few of them', async () => {
    const quarantined = () =>
      client.query('select from votes where arena_id = $1 and is_quarantined(arena_id, id, null)', [arenaId])
    const { rowCount: before } = await quarantined()
    await client.query(
      `insert into quarantines (arena_id, vote_id, released, reason, at)
      select arena_id, id, released, 'odd', now() from (select * from votes where arena_id = $1 and not is_quarantined(arena_id, id, null) limit 1000) v,
        (values (false), (true)) changes (released)`,
      [arenaId],
    )
    await client.query('begin')
    expect((await quarantined()).rowCount).toBe(before)
    const { rows } =
      await client.query(`select seq_tup_read + idx_tup_fetch as n from pg_stat_xact_user_tables
      where relname = 'quarantines'`)
    await client.query('commit')
    expect(Number(rows[0].n)).toBeGreaterThan(0)
    expect(Number(rows[0].n)).toBeLessThan(2 * (await countOfVotes()))
  })

  it('is changed, copied and removed within the limit', async () => {
    const post = async (path: string, json: object) => {
      const response = await app.asAdmin(`/api/admin/arenas/grown/${path}`, json)
      expect([200, 201], `${path} ${await response.clone().text()}`).toContain(response.status)
    }
    const { rows } = await sql<{ id: number; voter: string }>`
      select id, voter from votes where arena_id = ${arenaId} and source = 'human' order by id limit 100`.execute(
      app.deps.db,
    )
    const votes = rows.map(({ id }) => id)
    const { rows: prompts } = await sql<{
      key: string
    }>`select key from prompts where arena_id = ${arenaId} limit 2`.execute(app.deps.db)
    await post('votes/quarantine', { votes, reason: 'odd' })
    await app.settle()
    await post('votes/release', { votes, reason: 'not odd' })
    await post('erase/voter', { voter: rows[0]!.voter })
    await post('erase/text', { prompt: prompts[0]!.key })
    await post('prompts/retire', { keys: [prompts[1]!.key] })
    await app.settle()
    await post('remove', { confirm: 'grown' })
    await app.settle()
    expect(app.logged.filter((line) => /57014|statement timeout/.test(line))).toEqual([])
  }, 60_000)
})
