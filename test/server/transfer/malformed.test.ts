/** A file that turns out to be unusable after many good rows were read leaves nothing behind. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { gzipSync } from 'node:zlib'
import { parquetWriteBuffer } from 'hyparquet-writer'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { importInto, openImport } from '../../../server/transfer/index.ts'
import { createTestApp, type TestApp } from '../../support/app.ts'
import { temporaryFolder } from '../../support/temporary-folder.ts'
import { arenaOf } from '../arena-import.ts'

const MANY = 12_000
const TABLES = ['arenas', 'contestants', 'prompts', 'answers', 'battles', 'votes', 'audit_entries']

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
  const file = Buffer.from(parquetWriteBuffer({ columnData, rowGroupSize: 3000 }))
  return file.fill(0xff, Math.floor(file.length * 0.7), Math.floor(file.length * 0.75))
}

let app: TestApp
beforeAll(async () => {
  app = await createTestApp()
  await importInto(app.deps, arenaOf('standing'))
})
afterAll(() => app?.close())

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
  const how = { orders: 'merge', stdin: Readable.from([]), onProgress: () => {} } as const
  const { incoming, close } = await openImport({ slug, file, strict, ...how })
  return importInto(app.deps, incoming).finally(close)
}

it.each<[string, string | Buffer, boolean, RegExp]>([
  ['votes.csv', csv([...votes, bad]), true, /line 12002: /],
  ['votes.tsv', csv([...votes, bad]).replaceAll(',', '\t'), true, /line 12002: /],
  ['votes.jsonl', `${jsonl(votes)}{"id":`, true, /line 12001: /],
  ['votes.json', JSON.stringify(votes).slice(0, -1), true, /12000|votes\.json/],
  ['votes.csv.gz', gzipSync(csv(votes)).subarray(0, -1000), false, /votes\.csv\.gz/],
  ['votes.parquet', damagedParquet(), false, /votes\.parquet/],
  ['prompts.jsonl', `${jsonl(prompts)}{"id":"p","text":7}`, true, /line 12001: /],
  ['answers.jsonl', `${jsonl(answers)}{"prompt":"p1"}`, true, /line 12001: /],
  ['answers.csv', `${csv(answers)}\np1,A,Another answer.\n`, true, /line 12002: /],
  [
    'table.csv',
    `prompt,A,B\n${numbers.map((n) => `q${n},x,y`).join('\n')}\nq1,"x\0",y`,
    true,
    /line 12002: /,
  ],
])('%s leaves the arenas as they were, and makes no new one', async (name, content, strict, message) => {
  const before = await everything()
  await expect(bring(name, content, strict)).rejects.toThrow(message)
  await expect(bring(name, content, strict, 'never')).rejects.toThrow(message)
  expect(await everything()).toEqual(before)
})

it('the same rows without the fault are imported', async () => {
  expect(await bring('votes.csv', csv(votes), true, 'whole')).toMatchObject({ votesAdded: MANY })
})
