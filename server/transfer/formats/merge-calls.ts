/** Calls of judges in a file, where a column says the order in which the answers were read. */
import type { VoteRow, RowWinner } from '../../../shared/contracts/votes.ts'
import { isOrdered, judgementKey } from './file-votes.ts'

interface Merged<Row> {
  votes: Row[]
  /** The first rows of judgements in one order only, in a file that has both orders. They make no vote. */
  incomplete: Row[]
}

/**
 * Merges each LLM judgement asked in both orders into one vote. If both orders name the same winner, it wins; else
 * the vote is `tie_inconsistent`. A judgement is identified by judge, criterion, pair_id, question, turn and the pair
 * of names with their samples. If one order was asked several times, the majority of its rows is its verdict, else a tie. In a file with
 * one order for each judgement, and for people and results, each row stays a vote.
 */
export function mergeCalls<Row extends VoteRow>(rows: readonly Row[]): Merged<Row> {
  const judgements = Map.groupBy(rows.filter(isOrdered), judgementKey)
  const judgedInBothOrders = new Set(
    [...judgements].filter(([, calls]) => distinctOrders(calls).length > 1).map(([key]) => key),
  )
  if (judgedInBothOrders.size === 0) return { votes: [...rows], incomplete: [] }

  const merged: Merged<Row> = { votes: [], incomplete: [] }
  for (const row of rows) {
    if (!isOrdered(row)) {
      merged.votes.push(row)
      continue
    }
    const key = judgementKey(row)
    const calls = judgements.get(key)!
    if (calls[0] !== row) continue
    if (judgedInBothOrders.has(key)) merged.votes.push(voteOfCalls(calls))
    else merged.incomplete.push(row)
  }
  return merged
}

function distinctOrders(calls: readonly VoteRow[]): string[] {
  return [...new Set(calls.map(({ order }) => order!))]
}

/** The vote of a judgement, independent of the order of rows in the file. */
function voteOfCalls<Row extends VoteRow>(calls: readonly Row[]): Row {
  const first = calls.reduce((low, call) => (precedes(call, low) ? call : low))
  const verdicts = distinctOrders(calls).map((order) =>
    majorityVerdict(
      calls.filter((call) => call.order === order),
      first.modelA,
    ),
  )
  const [verdict] = verdicts
  const agree = verdicts.every((orderVerdict) => orderVerdict === verdict)
  return {
    ...first,
    order: null,
    winner: agree && verdict ? verdict : 'tie_inconsistent',
    // the confidence of one call does not hold for both
    ...(first.details && { details: { ...first.details, preferenceB: null } }),
  }
}

/** The verdict of one order, with `leftName` as `left`; null if its rows disagree. */
function majorityVerdict(calls: readonly VoteRow[], leftName: string): RowWinner | null {
  const counts = new Map<RowWinner, number>()
  for (const call of calls) {
    const winner = call.modelA === leftName ? call.winner : mirrored(call.winner)
    counts.set(winner, (counts.get(winner) ?? 0) + 1)
  }
  return [...counts].find(([, count]) => 2 * count > calls.length)?.[0] ?? null
}

function mirrored(winner: RowWinner): RowWinner {
  if (winner === 'left') return 'right'
  return winner === 'right' ? 'left' : winner
}

function precedes(a: VoteRow, b: VoteRow): boolean {
  if (a.id !== b.id) return (a.id ?? '') < (b.id ?? '')
  return a.modelA < b.modelA
}
