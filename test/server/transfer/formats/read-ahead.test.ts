import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { readAhead } from '../../../../server/transfer/formats/read-ahead.ts'
import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { FileVotes } from '../../../../server/transfer/formats/file-votes.ts'
import { openFile } from '../../../../server/transfer/formats/open-file.ts'
import { readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { votesIn } from '../../../../shared/votes/vote-table.ts'

const ROWS = 20_000
const HEADER = 'id,model_a,model_b,winner,question_id,judge,judge_type,criterion,category,tstamp'
let folder = ''

beforeAll(() => void (folder = mkdtempSync(join(tmpdir(), 'deadheat-ahead-'))))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ordinary = (row: number): string[] => [
  `vote-${row}`,
  `model-${row % 7}`,
  `model-${7 + (row % (5 + Math.floor(row / 1000)))}`,
  ['model_a', 'model_b', 'tie'][row % 3]!,
  row % 5 === 0 ? '' : `prompt-${row % 911}`,
  `voter-${row % 400}`,
  'human',
  '',
  ['code', 'maths', ''][row % 3]!,
  String(1_700_000_000 + row),
]

const csv = (rowOf = (row: number) => ordinary(row).join(',')): string =>
  [HEADER, ...Array.from({ length: ROWS }, (_, row) => rowOf(row)), ''].join('\n')

/** What is read of a file, and how many of its bytes this thread had to read. */
async function read(text: string, isAhead: boolean) {
  const path = join(folder, 'votes')
  writeFileSync(path, text)
  const file = await openFile(path)
  const complaints = Complaints.of(file, false)
  let bytes = 0
  async function* counted(chunks: AsyncIterable<Buffer>) {
    for await (const chunk of chunks) {
      bytes += chunk.length
      yield chunk
    }
  }
  const votes = await readFileVotes(file, complaints, new FileVotes(), (whole, plain, into) => {
    const ahead = isAhead ? readAhead(whole, plain, into, 0)! : { file: whole, plain, end: () => {} }
    return { ...ahead, file: { ...ahead.file, chunks: counted(ahead.file.chunks) } }
  })
  const table = votes.table(null)
  // a row across two reads is added after others, and the order of votes has no meaning
  const rows = votesIn(table)
    .map((vote, row) => ({ ...vote, time: table.time?.[row] }))
    .sort((a, b) => (a.id < b.id ? -1 : 1))
  return { bytes, found: { votes: rows, wrong: complaints.warning() } }
}

async function bothWays(text: string) {
  const [alone, ahead] = [await read(text, false), await read(text, true)]
  expect(alone.found.votes.length).toBeGreaterThan(0)
  expect(ahead.found).toEqual(alone.found)
  return { share: ahead.bytes / alone.bytes, ...alone.found }
}

it('a thread reads the second half of a CSV file, and the votes are the same', async () => {
  const { share, votes } = await bothWays(csv())
  expect(votes).toHaveLength(ROWS)
  expect(share).toBeGreaterThan(0.5)
  expect(share).toBeLessThan(0.75)
})

it('of JSONL, with a byte order mark and without a last line end, too', async () => {
  const keys = HEADER.split(',')
  const rows = Array.from({ length: ROWS }, (_, row) =>
    JSON.stringify(Object.fromEntries(ordinary(row).map((cell, i) => [keys[i], cell || null]))),
  )
  const { share, votes } = await bothWays(`\ufeff${rows.join('\n')}`)
  expect(votes).toHaveLength(ROWS)
  expect(share).toBeLessThan(0.75)
})

it('what follows a faulty row of the second half is read here, and its line is named', async () => {
  const faulty = 17_000
  const { share, votes, wrong } = await bothWays(
    csv((row) => (row === faulty ? 'x,same,same,tie,,,,,,' : ordinary(row).join(','))),
  )
  expect(votes).toHaveLength(ROWS - 1)
  expect(JSON.stringify(wrong)).toContain(String(faulty + 2))
  expect(share).toBeLessThan(0.95)
})

it('lines within a cell in the middle of the file are no rows', async () => {
  const [first, last] = [8000, 16_000]
  const { share, votes } = await bothWays(
    csv((row) => {
      const cells = ordinary(row).join(',')
      if (row === first) return `"${cells}`
      return row === last ? `${cells}",model-1,model-2,tie,,,,,,` : cells
    }),
  )
  // its row is faulty: an id has no line breaks
  expect(votes).toHaveLength(ROWS - (last - first) - 1)
  expect(share).toBe(1)
})

it('small files and files that are unpacked are read by one thread', async () => {
  const path = join(folder, 'small.csv')
  writeFileSync(path, csv())
  const file = await openFile(path)
  const plain = null as never
  expect(readAhead(file, plain, new FileVotes())).toBeNull()
  expect(readAhead({ ...file, onDisk: undefined } as never, plain, new FileVotes(), 0)).toBeNull()
  for await (const _ of file.chunks) break
})
