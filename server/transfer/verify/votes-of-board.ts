import { sourceOfJudge } from '../../../shared/contracts/index.ts'
import type { Board } from '../../../shared/contracts/index.ts'
import { countsJudge } from '../../../shared/votes/judges-counted.ts'
import type { VoteRow } from '../../../shared/contracts/vote-row.ts'
import { momentOf } from '../../ratings/index.ts'
import type { VoteTable } from '../../../shared/votes/vote-table.ts'
import { chooseVotes } from '../formats/choose-votes.ts'
import { FileError } from '../formats/file-error.ts'
import { FileVotes } from '../formats/file-votes.ts'
import { msg } from '../../../shared/messages/index.ts'

/**
 * The votes of a file that a board counts: those of its view, chosen by the same rules as when the board was made.
 * @throws {FileError} when the board is limited to a period and a row has no time
 */
export function votesOfBoard(rows: readonly VoteRow[], { view, orders, voterCap }: Board): VoteTable {
  const { source, criterion, category, judge = null, judges } = view
  const isVoter = judge !== null && source === sourceOfJudge(judge)
  const { votes } = chooseVotes(
    FileVotes.of(
      withinSpan(
        rows.filter(
          ({ judgeType, judge: voter }) =>
            (source !== 'all' || judgeType !== 'simulated') &&
            (judgeType !== 'llm' || voter === null || countsJudge(judges, voter)),
        ),
        view,
      ),
    ),
    {
      criterion,
      category,
      source: source === 'all' || isVoter ? null : source,
      judge,
      orders: orders ?? 'merge',
      voterCap,
    },
  )
  return votes
}

function withinSpan(rows: readonly VoteRow[], { from, to }: Board['view']): readonly VoteRow[] {
  const since = momentOf(from, 0)
  const before = momentOf(to, 1)
  if (!since && !before) return rows
  const undated = rows.find(({ tstamp }) => tstamp === null)
  if (undated) throw new FileError(msg('vote_without_time', { line: undated.line }))
  return rows.filter(({ tstamp }) => {
    const castAt = castAtOf(tstamp!)
    return (!since || castAt >= since.getTime()) && (!before || castAt < before.getTime())
  })
}

/** Votes cast after a board was computed, which it cannot count. */
export function castLater(rows: readonly VoteRow[], { computedAt }: Board): number {
  const end = Date.parse(computedAt)
  return rows.filter(({ tstamp }) => tstamp !== null && castAtOf(tstamp) > end).length
}

/** The times in milliseconds, as before they were written in seconds. */
function castAtOf(tstamp: number): number {
  return Math.round(tstamp * 1000)
}
