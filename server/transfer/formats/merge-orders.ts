import type { RowWinner, VoteRow } from '../../../shared/contracts/votes.ts'
import { isOrdered } from './file-votes.ts'

export interface Merged<Row> {
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
export function mergeOrders<Row extends VoteRow>(rows: readonly Row[]): Merged<Row> {
  const judgements = new Map<string, Row[]>()
  for (const row of rows) if (isOrdered(row)) append(judgements, judgementOf(row), row)
  const judgedInBothOrders = new Set(
    [...judgements].filter(([, calls]) => ordersOf(calls).length > 1).map(([key]) => key),
  )
  if (judgedInBothOrders.size === 0) return { votes: [...rows], incomplete: [] }

  const merged: Merged<Row> = { votes: [], incomplete: [] }
  for (const row of rows) {
    if (!isOrdered(row)) {
      merged.votes.push(row)
      continue
    }
    const key = judgementOf(row)
    const calls = judgements.get(key)!
    if (calls[0] !== row) continue
    if (judgedInBothOrders.has(key)) merged.votes.push(mergeCalls(calls))
    else merged.incomplete.push(row)
  }
  return merged
}

function judgementOf(row: VoteRow): string {
  const { judge, criterion, pairId, questionId, turn, modelA, modelB, sampleA = 1, sampleB = 1 } = row
  const names = modelA < modelB ? [modelA, modelB, sampleA, sampleB] : [modelB, modelA, sampleB, sampleA]
  return JSON.stringify([judge, criterion, pairId, questionId, turn, names])
}

function ordersOf(calls: readonly VoteRow[]): string[] {
  return [...new Set(calls.map(({ order }) => order!))]
}

/** The vote of a judgement, independent of the order of rows in the file. */
function mergeCalls<Row extends VoteRow>(calls: readonly Row[]): Row {
  const first = calls.reduce((low, call) => (precedes(call, low) ? call : low))
  const verdicts = ordersOf(calls).map((order) =>
    verdictOf(
      calls.filter((call) => call.order === order),
      first.modelA,
    ),
  )
  const [verdict] = verdicts
  const agree = verdicts.every((other) => other === verdict)
  return {
    ...first,
    order: null,
    winner: agree && verdict ? verdict : 'tie_inconsistent',
    // the confidence of one call does not hold for both
    ...(first.details && { details: { ...first.details, preferenceB: null } }),
  }
}

/** The verdict of one order, with `leftName` as `left`; null if its rows disagree. */
function verdictOf(calls: readonly VoteRow[], leftName: string): RowWinner | null {
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

function append<K, V>(lists: Map<K, V[]>, key: K, value: V): void {
  const list = lists.get(key)
  if (list) list.push(value)
  else lists.set(key, [value])
}
