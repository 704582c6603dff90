/** Values of rows that are remembered say the same as in rows that are read alone. */
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { RowProblems } from '../../../../server/transfer/formats/complaints.ts'
import { FileVotes, isOrdered } from '../../../../server/transfer/formats/file-votes.ts'
import { FileOutcomes, readOutcomeCode } from '../../../../server/transfer/formats/file-outcomes.ts'
import { fileRows } from '../../../../server/transfer/formats/rows.ts'
import { collectNames } from '../../../../server/transfer/formats/choose-votes.ts'
import { findVoteFault, readFileVotes, parseVoteRow } from '../../../../server/transfer/formats/votes.ts'
import { rowsFromColumns } from '../../../shared/votes/table-rows.ts'
import type { OpenFile } from '../../../../server/transfer/formats/open-file.ts'
import { collect, opened } from './text-file.ts'

/** Cells of CSV, where every value is a text, and values of JSON. */
const TEXTS =
  'A|B| B |"A"|Ä|A\u0308|\u{1F600}|\'=A|-A|| |\r|\0|\u0007|\u00a0x|model_a|model_b|tie|tie (bothbad)|both_bad|Tie|toString|nan|q1|q2|human|llm|result|simulated|ab|ba|7|0.5|1690000000'.split(
    '|',
  )
const OTHERS = [0, 7, -7, 1.5, 0.25, 1e-7, 1e21, 1690000000, 1690000000.5, null, true, false, [], {}]
const value = fc.constantFrom<unknown>(...TEXTS, ...OTHERS)
const mostly = (...usual: unknown[]) =>
  fc.oneof({ weight: 19, arbitrary: fc.constantFrom(...usual) }, { weight: 1, arbitrary: value })
const side = mostly('A', 'B', 'C', '"A"', ' C', 'Ä', 'A\u0308')
/** Mostly a vote, now and then anything. */
const row = fc.record(
  {
    id: value,
    model_a: side,
    model_b: side,
    winner: mostly('model_a', 'model_b', 'tie', 'both_bad', 'tie (inconsistent)'),
    question_id: value,
    judge: value,
    judge_type: mostly('', 'human', 'llm'),
    order: value,
    tstamp: mostly(1690000000, 1690000000.5, '1690000000', '2026-01-31T12:00:00Z', null, ''),
    sample_a: mostly(1, 7, '2', null),
    pair_probability: mostly(0.25, 1e-7, '0.5', null),
    note: value,
  },
  { requiredKeys: ['model_a', 'model_b', 'winner'] },
)
const SOUND = { id: '0', model_a: 'A', model_b: 'B', winner: 'tie', judge: 'J' }

/** All that a board is made from, in the order of the file: Elo depends on it. */
function contents(votes: FileVotes) {
  const lines = rowsFromColumns(votes.table(null)).map((vote, i) =>
    JSON.stringify([vote, votes.judgeType[i]]),
  )
  const { criteria, ...names } = collectNames(votes)
  return {
    votes: lines,
    calls: votes.ordered,
    names,
    criteria,
  }
}

/** What a way of reading makes of a file: its contents and complaints, or why it refuses it. */
async function outcomeOf(read: (complaints: RowProblems) => Promise<FileVotes>) {
  const complaints = new RowProblems()
  try {
    return { ...contents(await read(complaints)), warning: complaints.warning() }
  } catch (error) {
    return (error as Error).message
  }
}

/** Reads each row alone. */
async function readAlone(file: OpenFile, complaints: RowProblems): Promise<FileVotes> {
  const [votes, outcomes] = [new FileVotes(), new FileOutcomes(file)]
  for (const row of await collect(fileRows(file))) {
    const fields = 'wrong' in row ? {} : row.fields
    const code = readOutcomeCode(fields, undefined)
    const fault: ReturnType<typeof findVoteFault> = 'wrong' in row ? [row.wrong] : findVoteFault(fields, code)
    if (fault) complaints.add(row.line, ...fault)
    else {
      const vote = parseVoteRow(row.line, fields, code, {})
      votes.add(vote, code)
      if (isOrdered(vote)) outcomes.keep({ vote, code })
    }
  }
  outcomes.settleIn(votes, 0, complaints)
  return votes
}

describe('a votes file as columns', () => {
  it('has the values of its rows and the same errors, however unusual they are', async () => {
    await fc.assert(
      fc.asyncProperty(fc.array(row, { maxLength: 30 }), async (rows) => {
        const text = [SOUND, ...rows].map((one) => JSON.stringify(one)).join('\n')
        const slow = await outcomeOf(async (complaints) => readAlone(await opened(text), complaints))
        const quick = await outcomeOf(async (complaints) => readFileVotes(await opened(text), complaints))
        expect(quick).toEqual(slow)
      }),
      { numRuns: 400 },
    )
  })

  it('has the name of a contestant as its first good row spells it', async () => {
    const lines = ['A,A,tie', 'a\u0308,A,tie', '\u00e4,B,tie'].map((cells) => `${cells}\n`).join('')
    const votes = await readFileVotes(await opened(`model_a,model_b,winner\n${lines}`), new RowProblems())
    expect(votes.contestants.names).toEqual(['a\u0308', 'A', 'B'])
  })
})
