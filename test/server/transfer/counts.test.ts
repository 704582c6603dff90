/** Counts of votes, of which none is lost unseen, and the best of several answers, which may be a tie. */
import { describe, expect, it } from 'vitest'
import { ReadPlan, type WrittenReadPlan } from '../../../shared/contracts/read-plan.ts'
import type { FileLook } from '../../../shared/contracts/index.ts'
import type { ColumnOptions } from '../../../server/transfer/formats/column-changes.ts'
import { openFile } from '../../../server/transfer/formats/open-file.ts'
import { previewFiles } from '../../../server/transfer/import/preview.ts'
import { Readable } from 'node:stream'
import { deadheatHere } from '../../scripts/deadheat.ts'

async function look(name: string, content: string, how: ColumnOptions = {}): Promise<FileLook> {
  const file = await openFile('-', { stdin: Readable.from([Buffer.from(content)]), name })
  return previewFiles([file], how)
}
const planned = (name: string, content: string, plan: WrittenReadPlan) =>
  look(name, content, { plan: ReadPlan.parse(plan) })

describe('the best of several', () => {
  const rows = (last: readonly string[]) =>
    ['prompt,a,b,c,winner', ...Array.from({ length: 20 }, (_, i) => `${i}?,x,y,z,a`), ...last, ''].join('\n')
  it.each([
    ['a tie, even in one row', ['U?,x,y,z,tie'], '1 of 21 rows is not understood: "tie" (1 row)'],
    ['a side', ['U?,x,y,z,left'], '--outcomes left=MEANING'],
    ['two of them', ['U?,x,y,z,a & b', 'V?,x,y,z,a & b'], "--outcomes 'a & b=MEANING'"],
    ['none in many rows', Array.from({ length: 5 }, (_, i) => `n${i}?,x,y,z,none`), '5 of 25 rows'],
  ])('is asked for if a row names %s', async (_, last, says) => {
    const { refused } = await look('b.csv', rows(last))
    expect(refused?.message).toContain(says)
    expect(refused?.message).toContain('tie or both_bad of all answers in the row, or skip')
  })
  it.each([
    ['tie', 'tie=skip', 40, 0],
    ['tie', 'tie=tie', 43, 3],
    ['a & b', 'a & b=tie', 43, 3],
    ['none', 'empty=skip', 40, 0],
  ])('is not %s, once that is said to mean %s', async (winner, outcomes, votes, tied) => {
    const read = await look('b.csv', rows([`U?,x,y,z,${winner}`]), { outcomes })
    expect([read.refused, read.votes, read.outcomes.tie]).toEqual([null, votes, tied])
  })
})

it.each([
  ['wins of both', 'model_a,model_b,wins_a,wins_b,ties\nA,B,3,2,1\n', 6],
  ['wins of both, and a note', 'model_a,model_b,wins_a,wins_b,note\nA,B,3,2,1\n', 5],
  ['outcomes', 'model_a,model_b,winner,count\nA,B,model_a,3\nA,B,tie,2\n', 5],
  ['winner and loser', 'winner,loser,count\nA,B,3\nB,A,2\n', 5],
])('counts of %s are read by their names if they are called counts, too', async (_, content, votes) => {
  const read = await planned('c.csv', content, { kind: 'counts' })
  expect([read.refused, read.votes, read.contestants]).toEqual([null, votes, ['A', 'B']])
})

it.each([
  ['wins of both', 'model_a,model_b,wins_a,wins_b\nA,B,3,2\nA,B,3,2\nA,C,1,1\n', 12, 'A beat B 3 times'],
  [
    'outcomes',
    'model_a,model_b,winner,count\nA,B,model_a,3\nA,B,model_a,3\nA,B,model_b,2\n',
    8,
    'A beat B 3 times',
  ],
  ['winner and loser', 'winner,loser,count\nA,B,3\nA,B,3\nA,B,1\n', 7, 'A beat B 3 times'],
  ['no decided votes', 'model_a,model_b,winner,count\nA,B,tie,3\n', 3, 'each read as so many votes. A sum'],
])(
  'counts of %s in equal rows all count, in look and in rate, and are asked about with an example',
  async (_, input, votes, example) => {
    const { doubts, warnings, ...read } = await look('c.csv', input)
    expect([read.votes, warnings, doubts.map(({ code }) => code)]).toEqual([votes, [], ['counts_read']])
    expect(doubts[0]!.message).toContain(example)
    const asked = await deadheatHere(['rate', '-', '--rounds', '0'], { input })
    expect([asked.code, asked.stderr]).toEqual([2, expect.stringContaining(example)])
    const rated = await deadheatHere(['rate', '-', '--yes', '--rounds', '0', '--json'], { input })
    expect(JSON.parse(rated.stdout)).toMatchObject({ votes })
  },
)

it('counts beside a column that is not read are counts, and both are asked about', async () => {
  const read = await look('c.csv', 'model_a,model_b,wins_a,wins_b,n\nA,B,3,2,5\n')
  expect([read.refused, read.votes]).toEqual([null, 5])
  expect(new Set(read.doubts.map(({ code }) => code))).toEqual(new Set(['counts_read', 'columns_not_read']))
})

it('counts are read at once by a plan that names their columns, and asked about if it says only what they are', async () => {
  const content = 'model,A,B\nA,0,3\nB,2,0\n'
  const asked = await look('m.csv', content, { from: 'counts' })
  expect(asked.doubts.map(({ message }) => message)).toEqual([expect.stringContaining('A beat B 3 times')])
  const read = await planned('m.csv', content, asked.plan!)
  expect([read.refused, read.doubts, read.votes]).toEqual([null, [], 5])
})

it('what is said beside --from counts is obeyed, or refused', async () => {
  const content = 'model,A,B,total\nA,0,3,3\nB,2,0,2\n'
  const read = await look('m.csv', content, { from: 'counts', ignore: 'total' })
  expect([read.refused, read.votes, read.contestants]).toEqual([null, 5, ['A', 'B']])
  const outcomes = 'model_a,model_b,winner,count\nA,B,A,3\nA,B,both fail,2\n'
  const said = await look('c.csv', outcomes, { from: 'counts', outcomes: 'both fail=tie' })
  expect([said.refused, said.votes, said.outcomes.tie]).toEqual([null, 5, 2])
  const { refused } = await look('m.csv', content, { from: 'counts', map: 'A=Z' })
  expect(refused?.message).toContain('--from counts and --map cannot be combined')
})

it('a contestant that a table of wins leaves out loses its row with its column', async () => {
  const content = 'model,x,y,z,Sum\nx,0,30,40,70\ny,20,0,35,55\nz,10,15,0,25\nSum,30,45,75,0\n'
  const read = await look('m.csv', content, { from: 'counts', ignore: 'Sum' })
  expect([read.refused, read.votes, read.contestants]).toEqual([null, 150, ['x', 'y', 'z']])
})

describe('counts of which one cannot be read', () => {
  const matrix = (cell: string) => `model,A,B,C\nA,0,"${cell}",4\nB,3,0,2\nC,1,2,0\n`
  const sides = (cell: string) =>
    `model_a,model_b,wins_a,wins_b\nA,B,900,100\nA,C,300,"${cell}"\nB,C,800,750\n`
  const outcomes = (winner: string, cell: string) =>
    `model_a,model_b,winner,count\nA,B,A,300\nA,B,B,20\nA,B,tie,4\nA,C,${winner},"${cell}"\n`
  const many = (row: string) => `model_a,model_b,wins_a,wins_b\n${'A,B,3,2\n'.repeat(50)}${row}\n`
  const COUNTS = { kind: 'counts' } as const
  it.each<[what: string, content: string, plan: { kind: 'counts' } | undefined, says: string]>([
    ...['-1', '1.5', 'many', 'n/a', '1,200', '1,000', '1.200', '1.000', '1000001'].map(
      (cell): [string, string, { kind: 'counts' }, string] => [
        `${cell} in a table`,
        matrix(cell),
        COUNTS,
        'line 2',
      ],
    ),
    ['thousands beside few rows', sides('1,200'), undefined, 'line 3: wins_b is "1,200"'],
    ['an outcome that is not available', outcomes('B', 'n/a'), undefined, 'line 5: count is "n/a"'],
    ['an outcome without a count', outcomes('tie', ''), undefined, 'line 5: count is empty'],
    [
      'an outcome of another spelling',
      outcomes('B?', '28'),
      undefined,
      '1 of 4 rows is not understood: "B?"',
    ],
    ['one row among many', many('A,C,2,few'), undefined, 'line 52: wins_b is "few"'],
    ['a name that is empty', many(',C,2,1'), undefined, 'line 52: model_a is empty'],
    [
      'more than a million',
      many('A,C,600000,400000'),
      undefined,
      'line 52: with this row, the counts of the file exceed 1,000,000 votes',
    ],
  ])('are refused with the row, whatever the others hold: %s', async (_, content, plan, says) => {
    const { refused } = await (plan ? planned('c.csv', content, plan) : look('c.csv', content))
    expect(refused?.message).toContain(says)
    expect(refused?.message).not.toContain('=winner')
  })
  it.each([
    ['a total', 'model_a,model_b,wins_a,total\nA,B,30,40\nA,C,20,25\n'],
    ['no vote', 'model_a,model_b,wins_a,wins_b\nA,B,0,0\n'],
    ['no vote, called otherwise', 'model_a,model_b,a_wins,wins_b\nA,B,0,0\n'],
  ])('are never outcomes: %s', async (_, content) => {
    const { refused } = await look('c.csv', content)
    expect(refused?.message).not.toMatch(/MEANING|=winner/)
    if (content.includes('wins_a,wins_b'))
      expect(refused?.message).toContain('the counts of the row are empty or 0')
  })
  it.each([
    ['as pandas writes whole numbers', matrix('4.0'), COUNTS, 16],
    ['with an empty cell, as in a pivot table', sides(''), undefined, 2850],
    ['with a row of very many votes', many('A,C,200000,50000'), undefined, 250_250],
    ['with a pair that nobody compared', many('A,C,,'), undefined, 250],
  ])('%s are read', async (_, content, plan, votes) => {
    const read = await (plan ? planned('c.csv', content, plan) : look('c.csv', content))
    expect([read.refused, read.votes]).toEqual([null, votes])
  })
})
