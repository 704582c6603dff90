/** `rate` and `import` count the rows of a file alike, and say which are equal. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import type { Board } from '../../../../shared/contracts/index.ts'
import { RowProblems } from '../../../../server/transfer/formats/complaints.ts'
import { chooseVotes } from '../../../../server/transfer/formats/choose-votes.ts'
import { mergeCalls } from '../../../../server/transfer/formats/merge-calls.ts'
import { RepeatCounts } from '../../../../server/transfer/formats/repeated-votes.ts'
import { readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { deadheatHere } from '../../../scripts/deadheat.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { opened, votesIn, voteRow } from './text-file.ts'
import fc from 'fast-check'
import type { RowWinner, VoteRow } from '../../../../shared/contracts/votes.ts'

/** What both commands say about a file: how many votes it has, and the warnings. */
async function repeats(...lines: string[]) {
  const text = `${lines.join('\n')}\n`
  const choice = { criterion: null, category: null, source: null, judge: null, orders: 'merge' } as const
  const { votes, warnings } = chooseVotes(await readFileVotes(await opened(text), new RowProblems()), choice)
  const counts = new RepeatCounts()
  for (const vote of (await votesIn(text)).votes) counts.add(vote)
  const [rated, imported] = [warnings, counts.warnings()].map((all) =>
    all.map((one) => [one.code, one.count]),
  )
  expect(imported).toEqual(rated)
  return { votes: votes.votes, said: rated }
}

const WITH_ID = 'id,model_a,model_b,winner,tstamp'
const rows = (count: number, row: (i: number) => string) => Array.from({ length: count }, (_, i) => row(i))
const any = (i: number) => `m${i % 4},n${(i * 7) % 5},${['model_a', 'model_b', 'tie'][(i * i) % 3]}`

describe('rows of a votes file', () => {
  it('with the same id and content are one vote', async () => {
    expect(await repeats(WITH_ID, '1,A,B,tie,', '2,A,B,tie,', '1,A,B,tie,', '1,A,B,Tie,')).toEqual({
      votes: 2,
      said: [['rows_repeated', 2]],
    })
  })

  it.each([
    ['another outcome', '1,A,B,model_a,1700000005'],
    ['other sides', '1,B,A,tie,1700000005'],
    ['another time', '1,A,B,tie,1700000006'],
    ['no time', '1,A,B,tie,'],
  ])('with the same id and %s are two votes, with a warning', async (_, other) => {
    expect(await repeats(WITH_ID, '1,A,B,tie,1700000005', other)).toEqual({
      votes: 2,
      said: [['ids_shared', 1]],
    })
  })

  it('with one id are two votes where turn, pair or order differ, and no copies without an id', async () => {
    for (const [column, first, second] of [
      ['turn', '1', '2'],
      ['pair_id', 'p', 'q'],
    ]) {
      const header = `id,question_id,${column},judge,model_a,model_b,winner`
      expect(await repeats(header, `7,q,${first},ann,A,B,tie`, `7,q,${second},ann,A,B,tie`)).toEqual({
        votes: 2,
        said: [['ids_shared', 1]],
      })
      expect(await repeats(header, `,q,${first},ann,A,B,tie`, `,q,${second},ann,A,B,tie`)).toEqual({
        votes: 2,
        said: [],
      })
    }
  })

  it('with one id and two contents, each twice, are two votes', async () => {
    const both = ['1,A,B,tie,1700000005', '1,A,B,model_a,1700000005']
    expect(await repeats(WITH_ID, ...both, ...both, ...both)).toEqual({
      votes: 2,
      said: [
        ['rows_repeated', 4],
        ['ids_shared', 1],
      ],
    })
  })

  it('in order of their ids are all votes, and an empty id is none', async () => {
    const empty = [',A,B,tie,', ',A,B,tie,']
    expect(await repeats(WITH_ID, '1,A,B,tie,', '2,A,B,tie,', ...empty)).toEqual({ votes: 4, said: [] })
  })

  it('without an id are votes each; equal ones are named if they have a voter and a prompt, or a time', async () => {
    const named = 'model_a,model_b,winner,question_id,judge'
    expect(await repeats(named, 'A,B,tie,q,ann', 'A,B,tie,q,ann', 'A,B,tie,q,bob', 'A,B,tie,r,ann')).toEqual({
      votes: 4,
      said: [['rows_copied', 1]],
    })
    expect(
      await repeats(
        'model_a,model_b,winner,tstamp',
        'A,B,tie,1700000001',
        'A,B,tie,1700000001',
        'A,B,tie,1700000002',
      ),
    ).toEqual({
      votes: 3,
      said: [['rows_copied', 1]],
    })
  })

  it('without an id are told, not asked about, where so few of many rows are equal', async () => {
    const votes = Array.from({ length: 200 }, (_, i) => `A,B,tie,q${i},ann`)
    const named = 'model_a,model_b,winner,question_id,judge'
    expect((await repeats(named, ...votes, votes[0]!)).said).toEqual([['rows_equal', 1]])
    expect((await repeats(named, ...votes, ...votes.slice(0, 3))).said).toEqual([['rows_copied', 3]])
  })

  it('that hold nothing but names are often equal, unless the whole file is in it twice', async () => {
    const plain = 'model_a,model_b,winner'
    const once = rows(61, any)
    expect((await repeats(plain, ...once)).said).toEqual([])
    const { votes, said } = await repeats(plain, ...once, ...once)
    expect([votes, said[0][0]]).toEqual([122, 'rows_copied'])
    expect(said[0][1]).toBeGreaterThanOrEqual(61)
  })

  it('with other contents are named by their ids, by both commands', async () => {
    const text = [WITH_ID, ...rows(5, (i) => `v${i},A,B,tie,`), ...rows(5, (i) => `v${i},A,B,model_a,`)]
    const counts = new RepeatCounts()
    for (const vote of (await votesIn(text.join('\n'))).votes) counts.add(vote)
    const { warnings } = await rated({ 'one.csv': text })
    const [shared] = counts.warnings()
    expect(warnings).toContainEqual(shared)
    expect(shared.message).toContain('other content (such as "v0", "v1", "v2")')
  })

  it('are counted by hashes in a table that grows, whatever their order', () => {
    const counts = new RepeatCounts()
    const id = (i: number) => `${(i * 7919) % 30_000}`
    for (let i = 0; i < 40_000; i++) counts.add(voteRow({ id: id(i), winner: i < 35_000 ? 'left' : 'tie' }))
    expect(counts.warnings().map(({ code, count }) => [code, count])).toEqual([
      ['rows_repeated', 5000],
      ['ids_shared', 5000],
    ])
  })
})

/** The board that `rate --json` prints for files. */
async function rated(files: Record<string, string | readonly string[]>, ...flags: string[]) {
  const cwd = await temporaryFolder()
  for (const [name, lines] of Object.entries(files))
    await writeFile(join(cwd, name), typeof lines === 'string' ? lines : `${lines.join('\n')}\n`)
  const { stdout } = await deadheatHere(['rate', ...Object.keys(files), '--json', '--yes', ...flags], { cwd })
  return JSON.parse(stdout) as Board
}

const saidOf = ({ votes, warnings }: Board) => [
  votes,
  ...warnings.filter(({ code }) => /repeated|copied|alike/.test(code)).map(({ message }) => message),
]

describe('rows of several files', () => {
  const plain = ['model_a,model_b,winner', ...rows(60, any)]
  const timed = (count: number) => [
    'model_a,model_b,winner,tstamp',
    ...rows(count, (i) => `${any(i)},${1700000000 + (i >> 1)}`),
  ]

  it('with the same id and content are one vote, and the board says so', async () => {
    const text = ['id,model_a,model_b,winner', ...rows(20, (i) => `${i},${any(i)}`)]
    expect(saidOf(await rated({ 'one.csv': text, 'two.csv': [...text, '99,A,B,tie'] }))).toEqual([
      21,
      '20 rows repeat the id and the content of another row, and do not count again.',
    ])
  })

  it('of which one is a copy under another name count once', async () => {
    const one = await rated({ 'one.csv': plain })
    const two = await rated({ 'one.csv': plain, 'other.csv': timed(9), 'copy.csv': plain })
    expect(saidOf(two)).toEqual([69, 'copy.csv is a copy of one.csv, and does not count again.'])
    expect((await rated({ 'one.csv': plain, 'copy.csv': plain })).contestants).toEqual(one.contestants)
  })

  it('with the same calls of a judge count once, also if each order is a vote', async () => {
    const header = 'model_a,model_b,winner,judge,judge_type,question_id,order'
    const calls = (name: string) =>
      rows(24, (i) => `${any(i >> 1)},${name},llm,q${i >> 1},${['original', 'swapped'][i % 2]}`)
    for (const [orders, votes] of [
      ['merge', 12],
      ['separate', 24],
    ] as const) {
      const files = { 'one.csv': [header, ...calls('j')], 'copy.csv': [header, ...calls('j')] }
      expect((await rated(files, '--orders', orders)).votes).toBe(votes)
    }
  })

  it('in another form count again, and the board names the files', async () => {
    const asJson = (lines: readonly string[]) =>
      lines.slice(1).map((line) => {
        const [model_a, model_b, winner] = line.split(',')
        return JSON.stringify({ model_a, model_b, winner })
      })
    const many = ['model_a,model_b,winner', ...rows(5000, any)]
    const [jsonl, other] = [asJson(many).reverse(), timed(9)]
    expect(saidOf(await rated({ 'one.csv': many, 'other.csv': other, 'two.jsonl': jsonl }))).toEqual([
      10_009,
      'two.jsonl has the same 5,000 votes as one.csv, without ids and times, and counts again. If it is a copy, leave it out.',
    ])
    const few = ['model_a,model_b,winner', 'A,B,tie', 'A,B,model_a']
    expect(saidOf(await rated({ 'one.csv': few, 'two.jsonl': asJson(few) }))).toEqual([4])
  })

  it('with the same times are as many votes as the file with the most of them has', async () => {
    const again =
      '40 rows without an id have the time and the content of a row of another file, and do not count again.'
    expect(saidOf(await rated({ 'one.csv': timed(40), 'two.csv': timed(50) }))).toEqual([50, again])
    const twice = ['model_a,model_b,winner,tstamp', ...rows(2, () => 'A,B,tie,1700000000')]
    const once = twice.slice(0, 2)
    for (const files of [
      { 'a.csv': once, 'b.csv': twice },
      { 'a.csv': twice, 'b.csv': once },
    ])
      expect((await rated(files)).votes).toBe(2)
  })
})

/** A judge's verdict on A (left in order ab) against B. */
function call(order: string | null, winner: RowWinner, fields: Partial<VoteRow> = {}): VoteRow {
  const swapped = order === 'ba' ? { modelA: 'B', modelB: 'A' } : {}
  return voteRow({ judgeType: 'llm', judge: 'j', pairId: 'p', order, winner, ...swapped, ...fields })
}

/** Name of the winner of each vote, or what it says instead. */
function verdicts(rows: VoteRow[]): string[] {
  return mergeCalls(rows).votes.map(({ winner, modelA, modelB }) =>
    winner === 'left' ? modelA : winner === 'right' ? modelB : winner,
  )
}

describe('both orders', () => {
  it.each([
    ['agree on a name', 'left', 'right', 'A'],
    ['agree on the other name', 'right', 'left', 'B'],
    ['prefer whoever comes first', 'left', 'left', 'tie_inconsistent'],
    ['prefer whoever comes second', 'right', 'right', 'tie_inconsistent'],
    ['see a winner and a tie', 'left', 'tie', 'tie_inconsistent'],
    ['see a tie twice', 'tie', 'tie', 'tie'],
    ['find both bad', 'both_bad', 'both_bad', 'both_bad'],
    ['see a tie and both bad', 'tie', 'both_bad', 'tie_inconsistent'],
  ] as [string, RowWinner, RowWinner, string][])('that %s are one vote', (_, ab, ba, expected) => {
    expect(verdicts([call('ab', ab), call('ba', ba)])).toEqual([expected])
  })

  it('are found by question, turn and names if there is no pair_id', () => {
    const on = (questionId: string, turn: number) => ({ pairId: null, questionId, turn })
    const rows = [
      call('ab', 'left', on('q', 1)),
      call('ab', 'right', on('q', 2)),
      call('ab', 'left', on('r', 1)),
      call('ba', 'right', on('q', 1)),
      call('ba', 'left', on('q', 2)),
      call('ba', 'right', on('r', 1)),
    ]
    expect(verdicts(rows)).toEqual(['A', 'B', 'A'])
  })

  it('are distinguished by judge and criterion', () => {
    const rows = [
      call('ab', 'left', { judge: 'k' }),
      call('ab', 'left', { criterion: 'c' }),
      call('ba', 'left', { criterion: 'c' }),
      call('ab', 'left'),
      call('ba', 'right'),
    ]
    const { votes, incomplete } = mergeCalls(rows)
    expect(votes.map(({ criterion, winner }) => [criterion, winner])).toEqual([
      ['c', 'tie_inconsistent'],
      [null, 'left'],
    ])
    expect(incomplete.map(({ judge }) => judge)).toEqual(['k'])
  })

  it('with one of them missing are no vote, if the file has both orders of other pairs', () => {
    const alone = call('ab', 'left', { pairId: 'q', line: 9 })
    const twice = call('ab', 'left', { pairId: 'q', line: 10 })
    const { votes, incomplete } = mergeCalls([call('ab', 'left'), alone, call('ba', 'right'), twice])
    expect(votes).toHaveLength(1)
    expect(incomplete).toEqual([alone])
  })

  it('are not merged if every judgement has only one order', () => {
    const rows = [call('ab', 'left'), call('ba', 'left', { pairId: 'q' }), call('ab', 'tie')]
    expect(mergeCalls(rows)).toEqual({ votes: rows, incomplete: [] })
  })

  it('do not apply to people, to results, or to rows without an order', () => {
    const rows = [
      call('ab', 'left', { judgeType: 'human' }),
      call('ba', 'left', { judgeType: 'human' }),
      call('ab', 'left', { judgeType: 'result' }),
      call(null, 'left', { pairId: 'q' }),
    ]
    expect(mergeCalls([...rows, call('ab', 'left'), call('ba', 'right')]).votes).toEqual([
      ...rows,
      expect.objectContaining({ winner: 'left', order: null }),
    ])
  })

  it('with repeats count the verdict of more than half of their rows', () => {
    const most = [call('ab', 'left'), call('ab', 'left'), call('ab', 'tie')]
    expect(verdicts([...most, call('ba', 'right')])).toEqual(['A'])
    expect(verdicts([...most, call('ba', 'right'), call('ba', 'left')])).toEqual(['tie_inconsistent'])
    expect(verdicts([...most.slice(1), call('ba', 'right'), call('ba', 'tie')])).toEqual(['tie_inconsistent'])
  })

  it('give the same vote whatever the order of their rows', () => {
    const winner = fc.constantFrom<RowWinner>('left', 'right', 'tie', 'both_bad')
    const calls = fc.array(fc.tuple(fc.constantFrom('ab', 'ba'), winner), { minLength: 2, maxLength: 6 })
    const shuffled = calls
      .map((all) => all.map(([order, winner], i) => call(order, winner, { id: String(i), line: i })))
      .chain((all) => fc.tuple(fc.constant(all), fc.shuffledSubarray(all, { minLength: all.length })))
    fc.assert(
      fc.property(shuffled, ([one, other]) => {
        fc.pre(new Set(one.map(({ order }) => order)).size === 2)
        expect(mergeCalls(other).votes).toEqual(mergeCalls(one).votes)
      }),
    )
  })
})
