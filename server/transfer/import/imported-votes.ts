import { createHash } from 'node:crypto'
import type { Outcome, VoteSource } from '../../../shared/contracts/index.ts'
import type { RowWinner, VoteRow } from '../../../shared/contracts/vote-row.ts'
import type { ImportedVote } from './arena-import.ts'

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
 * The rows of a votes file as votes to record. A row with an id or a time is known by what it says, so that a longer
 * version of a file adds only what is new; one with neither by its line in this very file. Rows without an id that say
 * the same are as many votes; rows with the same id are one.
 * @param fileId tells this file's content from any other's
 */
export function importedVotes(rows: readonly VoteRow[], fileId: string): ImportedVote[] {
  const alike = new Map<string, number>()
  const keyOf = (row: VoteRow) => {
    if (row.id === null && row.tstamp === null) return `${fileId}:${row.line}`
    const content = contentKey(row)
    if (row.id !== null) return content
    const before = alike.get(content) ?? 0
    alike.set(content, before + 1)
    return before === 0 ? content : `${content}:${before}`
  }
  return rows.map((row) => ({
    key: keyOf(row),
    left: row.modelA,
    right: row.modelB,
    outcome: OUTCOMES[row.winner],
    source: SOURCES[row.judgeType],
    inconsistent: row.winner === 'tie_inconsistent',
    prompt: row.questionId,
    voter: row.judge ?? (row.judgeType === 'llm' ? 'unnamed judge' : null),
    criterion: row.criterion,
    category: row.category,
    castAt: momentOf(row.tstamp),
  }))
}

function contentKey(row: VoteRow): string {
  const { id, tstamp, judge, judgeType, questionId, turn, criterion, pairId, order, modelA, modelB, winner } =
    row
  const said = [
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
  ]
  return createHash('sha256').update(JSON.stringify(said)).digest('base64url')
}

/** Null for a time that no calendar has. */
function momentOf(seconds: number | null): Date | null {
  if (seconds === null) return null
  const moment = new Date(seconds * 1000)
  const year = moment.getUTCFullYear()
  return year >= 1970 && year <= 9999 ? moment : null
}
