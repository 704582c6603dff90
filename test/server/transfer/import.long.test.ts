import { sql } from 'kysely'
import { expect, it, afterEach, describe, test } from 'vitest'
import { importInto } from '../../../server/transfer/index.ts'
import { appFor, createTestApp, AS_ADMIN, formOf } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { spawn } from 'node:child_process'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { LONGEST_STATEMENT_MS } from '../../../server/platform/postgres/database.ts'
import { openForAll } from '../../support/later.ts'
import { createTestDatabase } from '../../support/database.ts'
import { ImportReceipt, Problem } from '../../../shared/contracts/index.ts'

/** The work of an import grows with its rows, although the planner knows nothing of them yet. */
const PROMPTS = 2500

const app = appFor()

/** How many rows of a table queries have visited so far, on all connections of the pool. */
async function visitedRows(table: string): Promise<number> {
  const { pool } = app.database
  const clients = await Promise.all(Array.from({ length: pool.options.max }, () => pool.connect()))
  for (const one of clients) {
    await one.query('select pg_stat_force_next_flush()')
    one.release()
  }
  const { rows } = await sql<{ visited: number }>`
    select seq_tup_read + idx_tup_fetch as visited from pg_stat_user_tables where relname = ${table}`.execute(
    app.deps.db,
  )
  return rows[0].visited
}

it('an import visits each of its rows only a few times, also where statistics describe a smaller arena', async () => {
  await importInto(app.deps, arenaOf('small'))
  await sql`analyze`.execute(app.deps.db)
  const before = { answers: await visitedRows('answers'), prompts: await visitedRows('prompts') }
  await importInto(app.deps, arenaOf('large', { prompts: PROMPTS }))
  expect((await visitedRows('answers')) - before.answers).toBeLessThan(40 * PROMPTS * NAMES.length)
  expect((await visitedRows('prompts')) - before.prompts).toBeLessThan(40 * PROMPTS * NAMES.length)
})

it('a search that finds many leaks visits each vote only a few times, also where statistics describe another arena', async () => {
  const leaking = (slug: string, prompts: number) =>
    arenaOf(slug, {
      prompts,
      says: (name, prompt) => `As ${name}, I answer question ${prompt}.`,
      votes: Array.from({ length: prompts }, (_, i) =>
        voteOf(NAMES[i % 3]!, NAMES[(i + 1) % 3]!, 'left', { prompt: `p${i + 1}` }),
      ),
    })
  await importInto(app.deps, leaking('few-leaks', 300))
  await sql`analyze`.execute(app.deps.db)
  const tables = ['votes', 'battles', 'answers', 'leaks'] as const
  const before = await Promise.all(tables.map(visitedRows))
  await importInto(app.deps, leaking('many-leaks', PROMPTS))
  // the same votes under other keys meet leaks that are known
  await importInto(app.deps, leaking('many-leaks', PROMPTS))
  for (const [n, table] of tables.entries())
    expect.soft(((await visitedRows(table)) - before[n]!) / PROMPTS, table).toBeLessThan(300)
})

/** A statement of an import has a limit, and ends with its command. */
const script = join(import.meta.dirname, '../../../scripts/deadheat.ts')
const VOTES = 'model_a,model_b,winner\na,b,model_a\na,b,model_b\n'

const database = openForAll(() => createTestDatabase())

const toEnd: (() => unknown)[] = []
afterEach(() => Promise.all(toEnd.splice(0).map((end) => end())))

/** Keeps all others from writing votes until the test ends. */
async function blockVotes(): Promise<void> {
  const client = await database.connect()
  await client.query('begin; lock table votes in share mode')
  toEnd.push(() => client.end())
}

function startImport() {
  const child = spawn(process.execPath, [script, 'import', 'blocked', '-'], {
    env: { ...process.env, DATABASE_URL: database.connectionString },
  })
  let errors = ''
  child.stderr.setEncoding('utf8').on('data', (text: string) => {
    errors += text
  })
  child.stdin.end(VOTES)
  toEnd.push(() => child.kill('SIGKILL'))
  const ended = new Promise<number | null>((resolve) => child.on('close', resolve))
  return { kill: () => child.kill('SIGKILL'), errors: () => errors, ended }
}

async function waitingStatements(): Promise<number> {
  const { rowCount } = await database.pool.query(
    `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock' and state = 'active'`,
  )
  return rowCount!
}

it('every session has the limit, unless the operator has set another', async () => {
  const limitOf = async () => {
    const client = await database.connect()
    const { rows } = await client.query(`select setting from pg_settings where name = 'statement_timeout'`)
    await client.end()
    return Number(rows[0].setting)
  }
  expect(await limitOf()).toBe(LONGEST_STATEMENT_MS)
  const name = (await database.pool.query('select current_database() as name')).rows[0].name
  await database.pool.query(`alter database ${name} set statement_timeout = '90s'`)
  expect(await limitOf()).toBe(90_000)
  await database.pool.query(`alter database ${name} reset statement_timeout`)
})

it('an import that waits ends in the database when its process is killed', async () => {
  await blockVotes()
  const { kill, ended } = startImport()
  while ((await waitingStatements()) === 0) await sleep(50)
  kill()
  await ended
  await expect.poll(waitingStatements, { timeout: 10_000 }).toBe(0)
})

it('an import that the database stops says where, and leaves nothing', async () => {
  await blockVotes()
  const { errors, ended } = startImport()
  while ((await waitingStatements()) === 0) await sleep(50)
  await database.pool.query(
    `select pg_cancel_backend(pid) from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
  )
  expect(await ended).toBe(3)
  expect(errors()).toMatch(
    /^deadheat: The database stopped the import while writing votes \(.*\)\. Nothing was imported\. /,
  )
  expect((await database.pool.query('select from arenas')).rowCount).toBe(0)
})

/** Texts of several portions: what one portion brings, the next ones know. */
/** Twice the size of a portion, with 4,000 characters each. */
const MANY = 600
const long = (text: string) => `${text} `.repeat(Math.ceil(4_000 / text.length))

const jsonl = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const numbers = Array.from({ length: MANY }, (_, n) => n)
const answers = jsonl(numbers.map((n) => ({ prompt: `p${n}`, model: 'A', text: long(`Answer ${n}.`) })))
const prompts = jsonl(numbers.map((n) => ({ id: `p${n}`, text: long(`Question ${n}?`), category: 'some' })))

const send = async (slug: string, files: Record<string, string>): Promise<unknown> =>
  (await app.asAdmin(`/api/admin/arenas/${slug}/import?strict&create`, formOf(files))).json()

it('prompts get their texts, whether these come before or after the answers', async () => {
  const counts = { prompts: MANY, promptsAdded: MANY, answersAdded: MANY, promptsWithoutText: 0 }
  const before = ImportReceipt.parse(await send('before', { 'p.jsonl': prompts, 'a.jsonl': answers }))
  expect(before).toMatchObject(counts)
  const after = ImportReceipt.parse(await send('after', { 'a.jsonl': answers, 'p.jsonl': prompts }))
  expect(after).toMatchObject(counts)
  const { rows } = await sql`
    select a.slug, count(*)::int, count(p.messages)::int as texts, min(p.category) as category
    from prompts p join arenas a on a.id = p.arena_id where a.slug in ('before', 'after')
    group by a.slug order by a.slug`.execute(app.deps.db)
  const whole = { count: MANY, texts: MANY, category: 'some' }
  expect(rows).toEqual([
    { slug: 'after', ...whole },
    { slug: 'before', ...whole },
  ])
})

it('the same answer again is one answer, and another text for it refuses the import', async () => {
  const [first] = answers.split('\n')
  const same = ImportReceipt.parse(await send('same', { 'a.jsonl': answers, 'b.jsonl': `${first}\n` }))
  expect(same).toMatchObject({ answersAdded: MANY })
  const other = jsonl([{ prompt: 'p0', model: 'A', text: 'Another answer.' }])
  const refused = Problem.parse(await send('other', { 'a.jsonl': answers, 'b.jsonl': other }))
  expect(refused.finding).toMatchObject({ code: 'two_answers' })
  expect((await app.request('/api/arenas/other')).status).toBe(404)
})

/** Files that are slow to read, by accident or on purpose: the server answers others meanwhile, and ends the reading. */
describe('files that are slow to read', () => {
  let address: string
  const app = appFor({}, async () => {
    address = await app.serve()
    await importInto(app.deps, arenaOf('heavy', { prompts: 1 }))
  })

  const send = (body: string, at = address) =>
    fetch(`${at}/api/admin/arenas/heavy/import?dry-run`, { method: 'POST', body, headers: AS_ADMIN })
  const tryYaml = (yaml: string) =>
    app.asAdmin('/api/admin/arenas?dry-run', { files: { 'arena.yaml': yaml } })

  async function refusal(response: Response): Promise<Problem> {
    const problem = Problem.parse(await response.json())
    expect([400, 413]).toContain(response.status)
    return problem
  }

  describe('a file that once took minutes', () => {
    it('is refused at once: 200,000 columns', async () => {
      const header = Array.from({ length: 200_000 }, (_, i) => `c${i}`).join(',')
      const { finding } = await refusal(await send(`prompt,${header}\nx,${header}\n`))
      expect(finding).toMatchObject({ code: 'columns_many' })
    })

    it('is refused at once: an arena.yaml of 250 kB of unknown keys', async () => {
      const keys = Array.from({ length: 25_000 }, (_, i) => `k${i}: 1`)
      const { problems } = (await (await tryYaml(`arena: x\n${keys.join('\n')}`)).json()) as Problem
      expect(problems).toHaveLength(101)
      expect(problems!.at(-1)!.message).toMatch(/^there are 2\d,\d{3} more problems|^there are 2\d{4} more/)
    })

    it('is refused at once: 80,000 aliases', async () => {
      const { problems } = (await (
        await tryYaml(`a: &a 1\nb: [${Array(80_000).fill('*a').join(',')}]`)
      ).json()) as Problem
      expect(problems!.length).toBeGreaterThan(0)
    })

    it('is read at once, without a row that is nested three million levels deep', async () => {
      const response = await send(`{"id":"deep","text":"x","variables":${'['.repeat(3_000_000)}\n`)
      expect([200, 400]).toContain(response.status)
    })
  })

  describe('a large table', () => {
    // every row is left out, so that reading is all the work
    const cells = Array.from({ length: 1000 }, (_, i) => `c${i}`).join(',')
    const table = `prompt,${cells},category\n${`q,${cells},a\0b\n`.repeat(600)}`

    it('does not make other requests wait', async () => {
      let isRead = false
      const importing = send(table).then((response) => {
        isRead = true
        return response
      })
      let answered = 0
      for (; !isRead; answered++) await (await fetch(`${address}/healthz`)).text()
      const { finding } = Problem.parse(await (await importing).json())
      expect(finding).toMatchObject({ code: 'no_usable_row' })
      expect(answered).toBeGreaterThan(100)
    })

    const limited = async (fileLimits: { seconds: number; megabytes: number }, body: string) => {
      const small = await createTestApp({ database: app.database, fileLimits })
      const response = await send(body, await small.serve())
      const { status } = response
      const { finding } = (await response.json()) as Problem
      await small.close()
      return [status, finding?.code]
    }

    it('that takes longer than the limit is refused, and the next one is read', async () => {
      // a file has a second more for each megabyte
      const shorter = table.slice(0, 900_000)
      expect(await limited({ seconds: 0.02, megabytes: 2048 }, shorter)).toEqual([413, 'files_take_long'])
      expect((await send('prompt,one,two\nq,x,y\n')).status).toBe(200)
    })

    it('that takes more memory than the limit is refused, and the next one is read', async () => {
      const rows = Array.from({ length: 600 }, (_, i) => `q${i},${cells},ab\n`).join('')
      const readable = `prompt,${cells},category\n${rows}`
      expect(await limited({ seconds: 60, megabytes: 24 }, readable)).toEqual([413, 'files_take_memory'])
      expect((await send('prompt,one,two\nq,x,y\n')).status).toBe(200)
    })
  })

  test('a table of the answers of 4,000 contestants is imported', async () => {
    await importInto(app.deps, arenaOf('wide', { prompts: 1 }))
    const names = Array.from({ length: 4000 }, (_, i) => `c${i}`).join(',')
    const path = '/api/admin/arenas/wide/import?yes'
    const response = await app.request(path, {
      method: 'POST',
      body: `prompt,${names}\nWhat?,${names}\n`,
      headers: AS_ADMIN,
    })
    expect(ImportReceipt.parse(await response.json())).toMatchObject({ contestantsAdded: 4000 })
  })
})
