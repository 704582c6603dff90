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

const NAMED = 'model_a,model_b,winner,question_id,judge'
const ONE = '1,A,B,tie,1700000005'
const MANY = rows(200, (i) => `A,B,tie,q${i},ann`)
const BOTH = [ONE, '1,A,B,model_a,1700000005']
/** Two rows that differ in one column, with this id or none. */
const differing = (column: string, id: string) => [
  `id,question_id,${column},judge,model_a,model_b,winner`,
  ...['1', '2'].map((cell) => `${id},q,${cell},ann,A,B,tie`),
]

describe('rows of a votes file', () => {
  it.each<[what: string, lines: string[], votes: number, found: [code: string, count: number][]]>([
    [
      'with the same id and content are one vote',
      [WITH_ID, '1,A,B,tie,', '2,A,B,tie,', '1,A,B,tie,', '1,A,B,Tie,'],
      2,
      [
        ['rows_repeated', 2],
        ['ids_of_others', 2],
      ],
    ],
    ['with the same id and another outcome are two votes', [WITH_ID, ...BOTH], 2, [['ids_shared', 1]]],
    ['and other sides', [WITH_ID, ONE, '1,B,A,tie,1700000005'], 2, [['ids_shared', 1]]],
    ['and another time', [WITH_ID, ONE, '1,A,B,tie,1700000006'], 2, [['ids_shared', 1]]],
    ['and no time', [WITH_ID, ONE, '1,A,B,tie,'], 2, [['ids_shared', 1]]],
    ['and another turn', differing('turn', '7'), 2, [['ids_shared', 1]]],
    ['and another pair', differing('pair_id', '7'), 2, [['ids_shared', 1]]],
    ['without an id, of two turns, are no copies', differing('turn', ''), 2, []],
    ['without an id, of two pairs, are no copies', differing('pair_id', ''), 2, []],
    [
      'with one id and two contents, each three times, are two votes',
      [WITH_ID, ...BOTH, ...BOTH, ...BOTH],
      2,
      [
        ['rows_repeated', 4],
        ['ids_of_others', 4],
        ['ids_shared', 1],
      ],
    ],
    [
      'in order of their ids are all votes, and an empty id is none',
      [WITH_ID, '1,A,B,tie,', '2,A,B,tie,', ',A,B,tie,', ',A,B,tie,'],
      4,
      [],
    ],
    [
      'without an id are votes each; equal ones are named if they have a voter and a prompt',
      [NAMED, 'A,B,tie,q,ann', 'A,B,tie,q,ann', 'A,B,tie,q,bob', 'A,B,tie,r,ann'],
      4,
      [['rows_equal', 1]],
    ],
    [
      'or a time',
      ['model_a,model_b,winner,tstamp', 'A,B,tie,1700000001', 'A,B,tie,1700000001', 'A,B,tie,1700000002'],
      3,
      [['rows_equal', 1]],
    ],
    ['where few of many are equal are told, not asked', [NAMED, ...MANY, MANY[0]!], 201, [['rows_equal', 1]]],
    ['unless more are', [NAMED, ...MANY, ...MANY.slice(0, 3)], 203, [['rows_copied', 3]]],
    ['that hold nothing but names are often equal', ['model_a,model_b,winner', ...rows(61, any)], 61, []],
  ])('%s', async (_, lines, votes, found) => {
    expect(await repeats(...lines)).toEqual({ votes, said: found })
  })

  it('that hold nothing but names are named if the whole file is in it twice', async () => {
    const once = rows(61, any)
    const { votes, said } = await repeats('model_a,model_b,winner', ...once, ...once)
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
      ['ids_of_others', 5000],
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

const onTurn = (questionId: string, turn: number) => ({ pairId: null, questionId, turn })
const MOST = [call('ab', 'left'), call('ab', 'left'), call('ab', 'tie')]

describe('both orders', () => {
  it.each<[what: string, rows: VoteRow[], verdicts: string[]]>([
    ['that agree on a name are one vote', [call('ab', 'left'), call('ba', 'right')], ['A']],
    ['or on the other name', [call('ab', 'right'), call('ba', 'left')], ['B']],
    ['that prefer whoever comes first', [call('ab', 'left'), call('ba', 'left')], ['tie_inconsistent']],
    ['that prefer whoever comes second', [call('ab', 'right'), call('ba', 'right')], ['tie_inconsistent']],
    ['that see a winner and a tie', [call('ab', 'left'), call('ba', 'tie')], ['tie_inconsistent']],
    ['that see a tie twice', [call('ab', 'tie'), call('ba', 'tie')], ['tie']],
    ['that find both bad', [call('ab', 'both_bad'), call('ba', 'both_bad')], ['both_bad']],
    ['that see a tie and both bad', [call('ab', 'tie'), call('ba', 'both_bad')], ['tie_inconsistent']],
    [
      'are found by question, turn and names if there is no pair_id',
      [
        call('ab', 'left', onTurn('q', 1)),
        call('ab', 'right', onTurn('q', 2)),
        call('ab', 'left', onTurn('r', 1)),
        call('ba', 'right', onTurn('q', 1)),
        call('ba', 'left', onTurn('q', 2)),
        call('ba', 'right', onTurn('r', 1)),
      ],
      ['A', 'B', 'A'],
    ],
    ['with repeats count the verdict of more than half of their rows', [...MOST, call('ba', 'right')], ['A']],
    [
      'of which one has no such half',
      [...MOST, call('ba', 'right'), call('ba', 'left')],
      ['tie_inconsistent'],
    ],
    ['neither', [...MOST.slice(1), call('ba', 'right'), call('ba', 'tie')], ['tie_inconsistent']],
  ])('%s', (_, rows, expected) => {
    expect(verdicts(rows)).toEqual(expected)
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
