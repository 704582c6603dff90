/** Values of rows that are remembered say the same as in rows that are read alone. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { FileVotes, isOrdered } from '../../../../server/transfer/formats/file-votes.ts'
import { FileOutcomes, outcomeIn } from '../../../../server/transfer/formats/file-outcomes.ts'
import { rowsOf } from '../../../../server/transfer/formats/rows.ts'
import { namesIn } from '../../../../server/transfer/formats/choose-votes.ts'
import { faultOf, readFileVotes, voteOf } from '../../../../server/transfer/formats/votes.ts'
import { votesIn } from '../../../../shared/votes/vote-table.ts'
import type { OpenFile } from '../../../../server/transfer/formats/open-file.ts'
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
  const sound = ['0', 'A', 'B', 'tie', 'q1', 'J', 'human', '', 'x']
  const lines = [COLUMNS, sound, ...rows].map((cells) => cells.join(separator))
  const bytes = Buffer.from(lines.join(end) + (ending ? end : ''))
  const head = lines[0].length + lines[1].length + 2 * end.length
  if (bad !== null && bytes.length > head) bytes[head + (bad % (bytes.length - head))] = 0xff
  return bytes
}

/** Values as JSON writes them, and some ways to write them otherwise. */
const VALUES = [
  'A',
  ' B ',
  'Ä',
  "'=A",
  "'A",
  '',
  ' ',
  'model_a',
  'tie',
  'q1',
  'human',
  'llm',
  'ab',
  'a"b',
  '\r',
  '\u0000',
  0,
  7,
  -7,
  1.5,
  0.25,
  1e-7,
  1e21,
  1690000000,
  1690000000.5,
  123456789012345680,
  null,
  true,
  false,
  [],
  {},
].map((value) => JSON.stringify(value))
const WRITTEN = [
  '1.50',
  '-0',
  '-0.0',
  '0.0',
  '007',
  '1e3',
  '.5',
  '+1',
  '"\\u0041"',
  '"\\x"',
  '"A',
  'nul',
  'null1',
  '1 2',
  '',
]
const value = fc.oneof(
  { weight: 4, arbitrary: fc.constantFrom(...VALUES) },
  { weight: 2, arbitrary: fc.constantFrom(...WRITTEN) },
)
const mostly = (...written: string[]) =>
  fc.oneof({ weight: 19, arbitrary: fc.constantFrom(...written) }, { weight: 1, arbitrary: value })
const ofVote = (...texts: string[]) => fc.constantFrom(...texts.map((text) => JSON.stringify(text)))
const KEYS = [
  'id',
  'model_a',
  'model_b',
  'winner',
  'question_id',
  'tstamp',
  'sample_a',
  'pair_probability',
  'note',
]
const jsonRow = fc.record({
  values: fc.oneof(
    {
      weight: 6,
      arbitrary: fc.tuple(
        value,
        ofVote('A', 'B', 'Ä', 'A\u0308', 'nan'),
        ofVote('B', 'C', ' C', 'A\u0308'),
        ofVote('model_a', 'tie', 'both_bad'),
        value,
        mostly('1690000000', '1690000000.5', '1690000000.50', '"1690000000"', 'null', '""'),
        mostly('1', '7', '"2"', 'null'),
        mostly('0.25', '0.50', '1e-7', '0.0000001', '"0.5"', 'null'),
        fc.oneof(ofVote('x'), value),
      ),
    },
    { weight: 1, arbitrary: fc.array(value, { maxLength: 10 }) },
  ),
  spaced: fc.constantFrom('', '', '', ' ', '  ', '\t'),
  after: fc.constantFrom(...Array<string>(12).fill(''), ' ', ',', '}', ' {}', '\n'),
  isTurned: fc.integer({ max: 9, min: 0 }).map((n) => n === 0),
})
const jsonFile = fc.record({
  rows: fc.array(jsonRow, { minLength: 1, maxLength: 30 }),
  end: fc.constantFrom('\n', '\r\n'),
  ending: fc.boolean(),
  bad: fc.option(fc.nat(), { freq: 5 }),
  size: fc.integer({ min: 1, max: 400 }),
})

function jsonLines({
  rows,
  end,
  ending,
  bad,
}: typeof jsonFile extends fc.Arbitrary<infer T> ? T : never): Buffer {
  const lines = rows.map(({ values, spaced, after, isTurned }) => {
    const pairs = values.map((one, i) => `${spaced}"${KEYS[i] ?? 'more'}"${spaced}:${spaced}${one}`)
    return `{${(isTurned ? pairs.reverse() : pairs).join(',')}${spaced}}${after}`
  })
  const first =
    '{"id":"0","model_a":"A","model_b":"B","winner":"tie","question_id":null,"tstamp":1767225600,"sample_a":1,"pair_probability":0.5,"note":"x"}'
  const bytes = Buffer.from([first, ...lines].join(end) + (ending ? end : ''))
  if (bad !== null) bytes[first.length + 2 + (bad % Math.max(1, bytes.length - first.length - 3))] = 0xff
  return bytes
}

/** All that a board is made from, in the order of the file: Elo depends on it. */
function contents(votes: FileVotes) {
  const lines = votesIn(votes.table(null)).map((vote, i) => JSON.stringify([vote, votes.judgeType[i]]))
  const { criteria, ...names } = namesIn(votes)
  return {
    votes: lines,
    calls: votes.ordered,
    names,
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

/** Reads each row alone. */
async function readAlone(file: OpenFile, complaints: Complaints): Promise<FileVotes> {
  const [votes, outcomes] = [new FileVotes(), new FileOutcomes(file)]
  for (const row of await collect(rowsOf(file))) {
    const fields = 'wrong' in row ? {} : row.fields
    const code = outcomeIn(fields, undefined)
    const fault: ReturnType<typeof faultOf> = 'wrong' in row ? [row.wrong] : faultOf(fields, code)
    if (fault) complaints.add(row.line, ...fault)
    else {
      const vote = voteOf(row.line, fields, code, {})
      votes.add(vote, code)
      if (isOrdered(vote)) outcomes.keep({ vote, code })
    }
  }
  outcomes.settleIn(votes, 0, complaints)
  return votes
}

/** What a file holds if each row is read alone from the whole file, and as columns from pieces of it. */
const bothWays = (bytes: Buffer, size: number) =>
  Promise.all([
    outcomeOf(async (complaints) => readAlone(await opened(bytes), complaints)),
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

  it('has them from JSONL too, however its values are written', async () => {
    await fc.assert(
      fc.asyncProperty(jsonFile, async (plan) => {
        const [slow, quick] = await bothWays(jsonLines(plan), plan.size)
        expect(quick).toEqual(slow)
      }),
      { numRuns: 100 },
    )
  })

  it('has the name of a contestant as its first good row spells it', async () => {
    const lines = ['A,A,tie', 'a\u0308,A,tie', '\u00e4,B,tie'].map((cells) => `${cells}\n`).join('')
    const votes = await readFileVotes(await opened(`model_a,model_b,winner\n${lines}`), new Complaints())
    expect(votes.contestants.names).toEqual(['a\u0308', 'A', 'B'])
  })

  it('stops at its first bad row when strict, and refuses a file of another kind', async () => {
    const read = async (text: string, strict: boolean) =>
      readFileVotes(await opened(text), new Complaints(strict))
    await expect(read('model_a,model_b,winner\nA,B,tie\nA,A,tie\nA,B,none\n', true)).rejects.toThrow('line 3')
    await expect(read('who,what\nA,B\n', false)).rejects.toThrow('no column model_a')
  })
})
