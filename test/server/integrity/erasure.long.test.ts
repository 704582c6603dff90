/** Erasing a voter and a text: nothing of either is left, and boards stay valid. */
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { startModelServer } from '../../../workshop/model-server/model-server.ts'
import { type Board, ErasedText, ErasedVoter } from '../../../shared/contracts/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { deadheatHere } from '../../scripts/deadheat.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { alphabetically, judged, KEYS, modelsThat } from '../judging/judge-pair/judged-arena.ts'
import { Visitor } from '../visitor.ts'

const [first, second, third] = NAMES as [string, string, string]
const imported = () =>
  arenaOf('erasing', {
    prompts: 12,
    says: (name, prompt) =>
      `${name === first && prompt === 3 ? 'Xylophonic' : 'Plain'} reply ${prompt} of ${name}.`,
    votes: Array.from({ length: 48 }, (_, n) =>
      voteOf([first, second, third][n % 3]!, [second, third, first][n % 3]!, n % 4 === 0 ? 'right' : 'left', {
        key: `vote ${n}`,
        prompt: `p${1 + (n % 12)}`,
        voter: `person-${n % 8}@example.org`,
      }),
    ),
  })

let app: TestApp
beforeEach(async () => {
  app = await createTestApp({ clock: '2024-05-01T12:00:00.000Z', env: KEYS })
  await app.work()
})
afterEach(() => app.close())

const erase = (what: 'voter' | 'text', json: object, arena = 'erasing') =>
  app.asAdmin(`/api/admin/arenas/${arena}/erase/${what}`, json)
const board = (arena = 'erasing') => app.board(arena)

/** The tables that hold these words anywhere, in any column. */
async function tablesWith(words: string): Promise<string[]> {
  const rows = await app.sql<{ schema: string; name: string }>`
    select table_schema as schema, table_name as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`
  const tables: string[] = []
  for (const { schema, name } of rows) {
    const table = sql.id(schema, name)
    const { rows: hits } =
      await sql`select from ${table} t where t::text like ${`%${words}%`} limit 1`.execute(app.deps.db)
    if (hits.length > 0) tables.push(name)
  }
  return tables.sort()
}

const ratings = ({ contestants }: Board) => contestants.map(({ name, rating, wins }) => [name, rating, wins])

describe('an erased voter', () => {
  const voter = 'person-3@example.org'

  beforeEach(async () => {
    await app.import(imported())
    await app.settle()
  })

  it('is nowhere in the database any more; its votes count under a pseudonym', async () => {
    const before = await board()
    expect(await tablesWith(voter)).toEqual(['battles', 'votes'])
    const answer = await erase('voter', { voter })
    expect(answer.status).toBe(200)
    const { erasedAs, battles } = ErasedVoter.parse(await answer.json())
    expect(battles).toBe(6)
    expect(erasedAs).toMatch(/^erased-[0-9a-f]{16}$/)
    expect(await tablesWith(voter)).toEqual([])
    await app.settle()
    const after = await board()
    expect(ratings(after)).toEqual(ratings(before))
    expect(after.votes).toBe(48)
    const exported = await app.text('/api/arenas/erasing/export/votes.csv')
    expect(exported).not.toContain(voter)
    expect(exported.split(erasedAs)).toHaveLength(7)
    const { entries } = (await (await app.asAdmin('/api/admin/arenas/erasing/audit')).json()) as {
      entries: { act: string; details: object }[]
    }
    expect(entries[0]).toMatchObject({ act: 'voter_erased', details: { voter: erasedAs, battles: 6 } })
  })

  it('is erased by one of its battles, with its reasons, its second looks and its network', async () => {
    const visitor = new Visitor(app)
    const issued = await visitor.battle('erasing')
    await visitor.vote(issued, 'left', { reason: 'Zanzibarian prose.' })
    await app.sql`insert into suspicions (arena_id, subject, finding, found_at)
      select arena_id, voter, '{}', now() from battles where id = ${issued.battle.id}`
    const rows = await app.sql<{ voter: string }>`select voter from battles where id = ${issued.battle.id}`
    expect(await tablesWith('Zanzibarian')).toEqual(['votes'])
    expect((await erase('voter', { battle: issued.battle.id })).status).toBe(200)
    expect(await tablesWith('Zanzibarian')).toEqual([])
    expect((await tablesWith(rows[0]!.voter)).filter((table) => table !== 'rate_limits')).toEqual([])
    // the same person may go on, as a new voter
    await visitor.vote(await visitor.battle('erasing'), 'right')
    await app.settle()
    expect(await board()).toMatchObject({ votes: 50 })
  })

  it('stays erased if its file is imported again', async () => {
    await erase('voter', { voter })
    const votes = imported().votes.map((vote, n) => ({ ...vote, key: `vote ${n}` }))
    await app.import({ ...imported(), votes })
    expect(await tablesWith(voter)).toEqual([])
  })

  it('must be known, and a person', async () => {
    await expect(erase('voter', { voter: 'nobody' })).toBeProblem(404, 'voter_unknown')
    await expect(erase('voter', { battle: app.deps.chance.newId() })).toBeProblem(404, 'voter_unknown')
    await expect(erase('voter', {})).toBeProblem(400, 'invalid_request')
    await expect(erase('voter', { voter, battle: app.deps.chance.newId() })).toBeProblem(
      400,
      'invalid_request',
    )
  })
})

describe('an erased text', () => {
  it('is nowhere in the database any more, nobody is shown it again, and its votes count as before', async () => {
    await app.import(imported())
    await app.settle()
    const before = await board()
    expect(await tablesWith('Xylophonic')).toEqual(['answers'])
    const answer = await erase('text', { prompt: 'p3', contestant: first })
    expect(ErasedText.parse(await answer.json())).toEqual({
      arena: 'erasing',
      prompt: 'p3',
      contestant: first,
      answers: 1,
    })
    expect(await tablesWith('Xylophonic')).toEqual([])
    await app.settle()
    expect(ratings(await board())).toEqual(ratings(before))
    await app.import(imported())
    expect(await tablesWith('Xylophonic')).toEqual([])
    const visitor = new Visitor(app)
    const shown: string[] = []
    for (;;) {
      const response = await visitor.ask('erasing')
      if (response.status !== 201) break
      shown.push(await response.text())
    }
    expect(shown).toHaveLength(12 * 3 - 2)
    expect(shown.filter((text) => text.includes('[erased]'))).toEqual([])
  })

  it('takes the whole prompt with it, for good', async () => {
    await app.import(imported())
    expect(await tablesWith('Question 5?')).toEqual(['prompts'])
    expect(await (await erase('text', { prompt: 'p5' })).json()).toMatchObject({
      contestant: null,
      answers: 3,
    })
    expect(await tablesWith('Question 5?')).toEqual([])
    expect(await tablesWith('reply 5 of')).toEqual([])
    await app.import(imported())
    await app.asAdmin('/api/admin/arenas/erasing/prompts/restore', { all: true })
    expect(await tablesWith('Question 5?')).toEqual([])
    const rows = await app.sql`select from prompts where key = 'p5' and retired_at is null`
    expect(rows).toEqual([])
    expect(await (await erase('text', { prompt: 'p5' })).json()).toMatchObject({ answers: 0 })
  })

  it('is also gone from what judges replied, and stays judged', async () => {
    const models = await startModelServer({ reply: modelsThat(alphabetically) })
    try {
      await judged(app.deps, { slug: 'judged', baseUrl: models.openAiUrl, prompts: 3, samples: 1 })
      await app.settle()
      const rows = await app.sql<{ key: string; name: string; text: string }>`
        select p.key, c.name, a.text from answers a join prompts p on p.id = a.prompt_id
        join contestants c on c.id = a.contestant_id order by a.id limit 1`
      const [{ key, name, text }] = rows as [(typeof rows)[number]]
      await app.sql`update calls set reply = ${text}, verdicts = jsonb_set(verdicts, '{overall,reason}', to_jsonb(${text}::text))
        where purpose = 'judgement'`
      const before = await board('judged')
      expect((await erase('text', { prompt: key, contestant: name }, 'judged')).status).toBe(200)
      const left = await app.sql`select from calls k join judgements j on j.id = k.judgement_id
        join answers a on a.id = any (j.answer_ids) and a.erased_at is not null
        where k.reply like ${`%${text}%`} or k.verdicts::text like ${`%${text}%`}`
      expect(left).toEqual([])
      await app.settle()
      expect(ratings(await board('judged'))).toEqual(ratings(before))
    } finally {
      await models.close()
    }
  })

  it('must be known', async () => {
    await app.import(imported())
    await expect(erase('text', { prompt: 'p99' })).toBeProblem(404, 'prompt_unknown')
    await expect(erase('text', { prompt: 'p1', contestant: 'nobody' })).toBeProblem(404, 'contestant_unknown')
  })
})

it('arenas ARENA erases from the terminal', async () => {
  await app.import(imported())
  const env = { DATABASE_URL: app.deps.postgres.connectionString }
  const run = (...args: string[]) => deadheatHere(['arenas', 'erasing', ...args], { env })
  expect(await run('--erase-voter', 'person-1@example.org')).toMatchObject({ code: 0 })
  const texts = await run('--erase-prompt', 'p2', '--contestant', second)
  expect(texts.stdout).toBe(`1 answer of "${second}" to prompt "p2" erased. Votes on them count as before.\n`)
  expect(await tablesWith('person-1@example.org')).toEqual([])
  expect(await run('--erase-voter', 'x', '--erase-prompt', 'p2')).toMatchObject({ code: 2 })
  expect(await run('--contestant', second)).toMatchObject({ code: 2 })
})
