/** `rate` and `import` count the rows of a file alike, and say which are equal. */
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { Complaints } from '../../../../server/transfer/formats/complaints.ts'
import { chooseVotes } from '../../../../server/transfer/formats/choose-votes.ts'
import { RepeatCounts } from '../../../../server/transfer/formats/repeated-votes.ts'
import { readFileVotes } from '../../../../server/transfer/formats/votes.ts'
import { deadheatHere } from '../../../scripts/deadheat.ts'
import { temporaryFolder } from '../../../support/temporary-folder.ts'
import { opened, votesIn } from './text-file.ts'

/** What both commands say about a file: how many votes it has, and the warnings. */
async function repeats(...lines: string[]) {
  const text = `${lines.join('\n')}\n`
  const choice = { criterion: null, category: null, source: null, judge: null, orders: 'merge' } as const
  const { votes, warnings } = chooseVotes(await readFileVotes(await opened(text), new Complaints()), choice)
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

  it('that hold nothing but names are often equal, unless the whole file is in it twice', async () => {
    const plain = 'model_a,model_b,winner'
    const once = rows(61, any)
    expect((await repeats(plain, ...once)).said).toEqual([])
    const { votes, said } = await repeats(plain, ...once, ...once)
    expect([votes, said[0][0]]).toEqual([122, 'rows_copied'])
    expect(said[0][1]).toBeGreaterThanOrEqual(61)
  })

  it('of several files with the same id and content are one vote, and the board says so', async () => {
    const cwd = await temporaryFolder()
    const text = ['id,model_a,model_b,winner', ...rows(20, (i) => `${i},${any(i)}`)].join('\n')
    await writeFile(join(cwd, 'one.csv'), text)
    await writeFile(join(cwd, 'two.csv'), `${text}\n99,A,B,tie\n`)
    const { stdout } = await deadheatHere(['rate', 'one.csv', 'two.csv', '--json'], { cwd })
    const board = JSON.parse(stdout) as { votes: number; warnings: { message: string }[] }
    expect(board.votes).toBe(21)
    expect(board.warnings.map(({ message }) => message)).toContain(
      '20 rows repeat the id and the content of another row, and do not count again.',
    )
  })
})
