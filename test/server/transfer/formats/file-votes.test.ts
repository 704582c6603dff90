/** Rows that are read as bytes say the same as rows that are read as texts. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { FileVotes } from '../../../../server/transfer/formats/file-votes.ts'
import { namesIn } from '../../../../server/transfer/formats/names-in.ts'
import { readFileVotes, readVotes } from '../../../../server/transfer/formats/votes.ts'
import { votesIn } from '../../../../shared/votes/vote-table.ts'
import { collect, opened } from './text-file.ts'

const COLUMNS = ['id', 'model_a', 'model_b', 'winner', 'question_id', 'judge', 'judge_type', 'order', 'note']

const CELLS = [
  'A',
  'B',
  ' B ',
  '"A"',
  '"B',
  'A"',
  '"a ""b"""',
  '"x,y"',
  '"two\nlines"',
  'Ä',
  '\u{1F600}',
  "'=A",
  "'A",
  '-A',
  '',
  ' ',
  '\t',
  'model_a',
  'model_b',
  'tie',
  'tie (bothbad)',
  'both_bad',
  'Tie',
  'toString',
  'q1',
  'q2',
  'human',
  'llm',
  'result',
  'simulated',
  'ab',
  'ba',
  '\r',
  '\0',
  '\u0007',
  '\u00a0x',
  '7',
  '"7" ',
]
const cell = fc.constantFrom(...CELLS)
const side = fc.constantFrom('A', 'B', 'C', '"A"', ' C', "'=A", 'Ä')
const verdict = fc.constantFrom('model_a', 'model_b', 'tie', '"both_bad"', 'tie (inconsistent)')
/** Mostly a vote, now and then anything. */
const row = fc.oneof(
  {
    weight: 6,
    arbitrary: fc.tuple(
      cell,
      side,
      side,
      verdict,
      cell,
      cell,
      fc.constantFrom('', 'human', 'llm'),
      cell,
      cell,
    ),
  },
  { weight: 1, arbitrary: fc.array(cell, { maxLength: 11 }) },
)
const file = fc.record({
  rows: fc.array(row, { maxLength: 30 }),
  separator: fc.constantFrom(',', ';', '\t'),
  end: fc.constantFrom('\n', '\r\n'),
  ending: fc.boolean(),
  bad: fc.option(fc.nat(), { freq: 5 }),
  size: fc.integer({ min: 1, max: 400 }),
})

type Plan = typeof file extends fc.Arbitrary<infer T> ? T : never

function bytesOf({ rows, separator, end, ending, bad }: Plan): Buffer {
  const text = [COLUMNS, ...rows].map((cells) => cells.join(separator)).join(end) + (ending ? end : '')
  const bytes = Buffer.from(text)
  const head = COLUMNS.join(separator).length + 2
  if (bad !== null && bytes.length > head) bytes[head + (bad % (bytes.length - head))] = 0xff
  return bytes
}

/** All that a board is made from, whatever the order of rows. */
function contents(votes: FileVotes) {
  const lines = votesIn(votes.table(null)).map((vote, i) => JSON.stringify([vote, votes.judgeType[i]]))
  const { criteria, ...names } = namesIn(votes)
  return {
    votes: lines.sort(),
    calls: votes.ordered,
    names: Object.values(names).map((list) => [...list].sort()),
    criteria,
  }
}

/** What a way of reading makes of a file: its contents and complaints, or why it refuses it. */
async function outcomeOf(read: (complaints: Complaints) => Promise<FileVotes>) {
  const complaints = new Complaints()
  try {
    return { ...contents(await read(complaints)), warning: complaints.warning() }
  } catch (error) {
    return (error as Error).message
  }
}

const bothWays = (bytes: Buffer, size: number) =>
  Promise.all([
    outcomeOf(async (complaints) =>
      FileVotes.of(await collect(readVotes(await opened(bytes, size), complaints))),
    ),
    outcomeOf(async (complaints) => readFileVotes(await opened(bytes, size), complaints)),
  ])

describe('a votes file as columns', () => {
  it('has the values of its rows and the same errors, however unusual they are', async () => {
    await fc.assert(
      fc.asyncProperty(file, async (plan) => {
        const [slow, quick] = await bothWays(bytesOf(plan), plan.size)
        expect(quick).toEqual(slow)
      }),
      { numRuns: 300 },
    )
  })

  it('is read without row objects if its rows are simple', async () => {
    const plain = 'id,model_a,model_b,winner\r\n1,Ä,"B c",model_a\r\n2,"B c",Ä,tie\r\n'
    const votes = await readFileVotes(await opened(plain), new Complaints())
    expect(votesIn(votes.table(null))).toEqual([
      { id: '1', contestantA: 'Ä', contestantB: 'B c', outcome: 'left', prompt: null, voter: null },
      { id: '2', contestantA: 'B c', contestantB: 'Ä', outcome: 'tie', prompt: null, voter: null },
    ])
  })

  it('stops at its first bad row when strict, and refuses a file of another kind', async () => {
    const read = async (text: string, strict: boolean) =>
      readFileVotes(await opened(text), new Complaints(strict))
    await expect(read('model_a,model_b,winner\nA,B,tie\nA,A,tie\nA,B,none\n', true)).rejects.toThrow('line 3')
    await expect(read('who,what\nA,B\n', false)).rejects.toThrow('no column model_a')
  })

  it('is equally read from JSON lines', async () => {
    const json = '{"model_a":"A","model_b":"B","winner":"tie","question_id":7}\n{"model_a":"A"}\n'
    const complaints = new Complaints()
    const votes = await readFileVotes(await opened(json), complaints)
    expect(votesIn(votes.table(null))).toMatchObject([{ contestantA: 'A', outcome: 'tie', prompt: '7' }])
    expect(complaints.count).toBe(1)
  })
})
