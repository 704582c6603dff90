/** What Postgres cannot store is refused with its place, wherever it comes from; so is more than it takes at once. */
import { stringify } from 'yaml'
import { describe, expect, it } from 'vitest'
import { importFiles } from '../../support/import-files.ts'
import { ImportReceipt, MAX_CONTESTANTS, Problem } from '../../../shared/contracts/index.ts'
import { appFor, AS_ADMIN } from '../../support/app.ts'
import { arenaOf, NAMES, voteOf } from '../arena-import.ts'
import { Visitor } from '../visitor.ts'
import { DESCRIBED, ENV, lines, NOW } from './arena-files.ts'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { sql } from 'kysely'
import { temporaryFolder } from '../../support/temporary-folder.ts'

const app = appFor({ clock: NOW.toISOString(), env: ENV }, async () => {
  await app.import(arenaOf('kept', { votes: [voteOf(NAMES[0], NAMES[1], 'left')] }))
  await app.import(arenaOf('standing'))
})

const post = (path: string, json: unknown) => app.asAdmin(`/api/admin/arenas${path}`, json)
/** Most rows are left out here, which an import asks about. */
const send = (body: string, arena = 'kept') =>
  app.request(`/api/admin/arenas/${arena}/import?yes`, { method: 'POST', body, headers: AS_ADMIN })
const receipt = async (body: string) => ImportReceipt.parse(await (await send(body)).json())
const refusal = async (response: Response) => {
  expect(response.status).toBe(400)
  return Problem.parse(await response.json())
}

const HALF = '\ud800'
const FAULTS = [`a${HALF}b`, 'a\0b']
const deep = (levels: number): unknown => (levels === 0 ? 'x' : { in: deep(levels - 1) })

describe('a text that Postgres cannot store', () => {
  it.each(FAULTS)('%j is refused with the name of its field', async (text) => {
    const quarantine = await refusal(await post('/kept/votes/quarantine', { votes: [1], reason: text }))
    expect(quarantine.detail).toMatch(/^reason: a NUL or half a character/)
    const retired = await refusal(await post('/kept/prompts/retire', { keys: ['p1', text] }))
    expect(retired.detail).toMatch(/^keys\.1: a NUL/)
    const visitor = new Visitor(app)
    const voted = await refusal(await visitor.vote(await visitor.battle('kept'), 'left', { reason: text }))
    expect(voted.detail).toMatch(/^reason: a NUL/)
    const query = `/api/arenas/kept/leaderboard?category=${encodeURIComponent('a\0b')}`
    expect((await refusal(await app.request(query))).detail).toMatch(/^category: a NUL/)
  })

  it.each(FAULTS)('%j leaves out its row of a file, with the name of the field', async (text) => {
    const rows = [
      { id: 'value', text: 'A?', variables: { name: [text] } },
      { id: 'key', text: 'A?', variables: { [text]: 'x' } },
      { id: 'context', text: 'A?', context: [text] },
      { id: 'sound', text: 'A?', variables: { name: 'x' } },
    ]
    const { promptsAdded, files } = await receipt(lines(rows))
    expect([promptsAdded, files[0].bad]).toEqual([text === FAULTS[0] ? 1 : 0, 3])
    expect(files[0].badRows.map(({ wrong }) => wrong)).toEqual(
      ['variables', 'variables', 'context'].map((field) => `a NUL or half a character in ${field}`),
    )
    const table = await receipt(`prompt,one,two,category\nB?,x,y,"a\0"\nC?,x,y,b\n`)
    expect(table.files[0].badRows[0].wrong).toBe('a NUL or half a character in category')
  })

  it('in an arena.yaml is a problem with its path and line', async () => {
    const contestants = DESCRIBED.contestants.map((one) => ({ ...one, params: { stop: ['TEXT'] } }))
    for (const escape of ['\\ud800', '\\0']) {
      const text = stringify({ ...DESCRIBED, contestants }).replaceAll('TEXT', `"${escape}"`)
      const { problems } = await refusal(await post('', { files: { 'arena.yaml': text } }))
      expect(problems).toMatchObject([{ path: 'contestants.0.params.stop.0', line: 9 }])
    }
  })
})

it('JSON nested deeper than Postgres reads is left out with a reason', async () => {
  const rows = [5_000, 101].map((levels) => ({ id: `d${levels}`, text: 'A?', variables: deep(levels) }))
  const { files } = await receipt([...rows.map(flat), '{"id":"flat","text":"A?"}'].join('\n'))
  expect(files[0].badRows.map(({ wrong }) => wrong)).toEqual([
    'this is nested more than 500 levels deep',
    'variables: this is nested more than 100 levels deep',
  ])
})

it('a cell of a table that is nested so deeply is a text', async () => {
  const nested = `${'['.repeat(20_000)}${']'.repeat(20_000)}`
  const { files } = await receipt(`prompt,${NAMES[0]},${NAMES[1]}\nWhy?,${nested},"{""a"":1}"\n`)
  expect(files[0].badRows).toEqual([])
})

/** JSON.stringify has no stack for so many levels. */
function flat({ id, text, variables }: { id: string; text: string; variables: unknown }): string {
  let levels = 0
  for (let one = variables; typeof one === 'object'; one = (one as { in: unknown }).in) levels++
  return `{"id":"${id}","text":"${text}","variables":${'{"in":'.repeat(levels)}1${'}'.repeat(levels + 1)}`
}

it('a count of tokens beyond the integers of Postgres is left out with a reason', async () => {
  const answer = { prompt: 'p1', model: NAMES[0], text: 'x' }
  const { files } = await receipt(
    lines([
      { ...answer, tokens: 1e13 },
      { ...answer, tokens: 1, sample: 2 },
    ]),
  )
  expect(files[0].badRows).toMatchObject([{ wrong: 'tokens is over 2147483647' }])
})

describe('a table of answers', () => {
  const table = (columns: number) => {
    const names = Array.from({ length: columns }, (_, i) => `c${i}`)
    return `prompt,${names.join(',')}\nWhat?,${names.join(',')}\n`
  }
  const arena = async (slug: string) => void (await app.import(arenaOf(slug, { prompts: 1 })))

  it('of 30,000 contestants is refused with the limit', async () => {
    await arena('wider')
    const { finding } = await refusal(await send(table(30_000), 'wider'))
    expect(finding).toMatchObject({ code: 'columns_many', values: { most: expect.any(Number) } })
  })

  it('cannot take an arena beyond its limit of contestants', async () => {
    await arena('wide')
    const { finding } = await refusal(await send(table(MAX_CONTESTANTS), 'wide'))
    expect(finding).toMatchObject({ code: 'contestants_many', values: { most: MAX_CONTESTANTS } })
  })
})

/** A file that turns out to be unusable after many good rows were read leaves nothing behind. */
const MANY = 4000
const TABLES = ['arenas', 'contestants', 'prompts', 'answers', 'battles', 'votes', 'audit_entries']

const [AFTER_ROWS, AFTER_HEADER] = [1, 2].map((more) => new RegExp(`line ${MANY + more}: `)) as [
  RegExp,
  RegExp,
]
const numbers = Array.from({ length: MANY }, (_, n) => n)
const votes = numbers.map((n) => ({ id: `v${n}`, model_a: 'A', model_b: 'B', winner: 'model_a' }))
const csv = (rows: object[]) =>
  [Object.keys(rows[0]).join(','), ...rows.map((row) => Object.values(row).join(','))].join('\n')
const jsonl = (rows: object[]) => rows.map((row) => `${JSON.stringify(row)}\n`).join('')
const bad = { ...votes[0], winner: 'nobody' }
const prompts = numbers.map((n) => ({ id: `p${n}`, text: `Question ${n}?` }))
const answers = numbers.map((n) => ({ prompt: `p${n}`, model: 'A', text: `Answer ${n}.` }))

function damagedParquet(): Buffer {
  const columns = ['id', 'model_a', 'model_b', 'winner'] as const
  const columnData = columns.map((name) => ({ name, data: votes.map((vote) => vote[name]) }))
  const file = Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize: 1000 }))
  return file.fill(0xff, Math.floor(file.length * 0.7), Math.floor(file.length * 0.75))
}

const everything = () =>
  Promise.all(
    TABLES.map(async (table) => {
      const { rows } =
        await sql`select ${table} as name, count(*), max(t::text) from ${sql.table(table)} t`.execute(
          app.deps.db,
        )
      return rows[0]
    }),
  )

async function bring(name: string, content: string | Buffer, strict: boolean, slug = 'standing') {
  const file = join(await temporaryFolder(), name)
  await writeFile(file, content)
  return (await importFiles(app.deps, { slug, file, strict })).result
}

it.each<[string, string | Buffer, boolean, RegExp]>([
  ['votes.csv', csv([...votes, bad]), true, AFTER_HEADER],
  ['votes.tsv', csv([...votes, bad]).replaceAll(',', '\t'), true, AFTER_HEADER],
  ['votes.jsonl', `${jsonl(votes)}{"id":`, true, AFTER_ROWS],
  ['votes.json', JSON.stringify(votes).slice(0, -1), true, /4000|votes\.json/],
  ['votes.csv.gz', gzipSync(csv(votes)).subarray(0, -1000), false, /votes\.csv\.gz/],
  ['votes.parquet', damagedParquet(), false, /votes\.parquet/],
  ['prompts.jsonl', `${jsonl(prompts)}{"id":"p","text":7}`, true, AFTER_ROWS],
  ['answers.jsonl', `${jsonl(answers)}{"prompt":"p1"}`, true, AFTER_ROWS],
  ['answers.csv', `${csv(answers)}\np1,A,Another answer.\n`, true, AFTER_HEADER],
  ['table.csv', `prompt,A,B\n${numbers.map((n) => `q${n},x,y`).join('\n')}\nq1,"x\0",y`, true, AFTER_HEADER],
])('%s leaves the arenas as they were, and makes no new one', async (name, content, strict, message) => {
  const before = await everything()
  await expect(bring(name, content, strict)).rejects.toThrow(message)
  await expect(bring(name, content, strict, 'never')).rejects.toThrow(message)
  expect(await everything()).toEqual(before)
})
