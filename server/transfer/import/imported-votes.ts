import { hash } from 'node:crypto'
import type { Outcome, VoteSource } from '../../../shared/contracts/index.ts'
import type { RowWinner, VoteRow } from '../../../shared/contracts/vote-row.ts'
import type { ReadVote } from './arena-import.ts'

const OUTCOMES: Record<RowWinner, Outcome> = {
  left: 'left',
  right: 'right',
  tie: 'tie',
  both_bad: 'both_bad',
  tie_inconsistent: 'tie',
}
const SOURCES: Record<VoteRow['judgeType'], VoteSource> = {
  human: 'human',
  llm: 'judge',
  result: 'result',
  simulated: 'simulated',
}

/**
 * A row of a votes file as a vote to record. The key of a row with an id or a time is its content. So a longer version of
 * a file adds only the new rows. The key of any other row is its line in this file. Equal rows without an id are separate
 * votes, also on one line, as all rows of a JSON file may be; rows with the same id are one vote.
 * @param place its number in the file, from 1
 */
export function importedVote(row: VoteRow, place: number): ReadVote {
  return {
    place,
    line: row.line,
    key: row.id === null && row.tstamp === null ? null : contentKey(row),
    repeatable: row.id === null,
    left: row.modelA,
    right: row.modelB,
    outcome: OUTCOMES[row.winner],
    source: SOURCES[row.judgeType],
    inconsistent: row.winner === 'tie_inconsistent',
    prompt: row.questionId,
    leftSample: row.sampleA ?? null,
    rightSample: row.sampleB ?? null,
    pairProbability: row.pairProbability ?? null,
    voter: row.judge ?? (row.judgeType === 'llm' ? 'unnamed judge' : null),
    criterion: row.criterion,
    category: row.category,
    castAt: momentOf(row.tstamp),
  }
}

function contentKey(row: VoteRow): string {
  const { id, tstamp, judge, judgeType, questionId, turn, criterion, pairId, order, modelA, modelB, winner } =
    row
  const { sampleA, sampleB } = row
  const cells = [
    id,
    tstamp,
    judge,
    judgeType,
    questionId,
    turn,
    criterion,
    pairId,
    order,
    modelA,
    modelB,
    winner,
    // a file without these columns has the same keys
    ...((sampleA ?? 1) > 1 || (sampleB ?? 1) > 1 ? [sampleA ?? 1, sampleB ?? 1] : []),
  ]
  return hash('sha256', JSON.stringify(cells), 'base64url')
}

/** Null for a time outside the years 1970 to 9999. */
function momentOf(seconds: number | null): Date | null {
  if (seconds === null) return null
  const moment = new Date(seconds * 1000)
  const year = moment.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? moment : null
}
