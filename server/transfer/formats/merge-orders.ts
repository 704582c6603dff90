import type { RowWinner, VoteRow } from '../../../shared/contracts/vote-row.ts'
import { isOrdered } from './file-votes.ts'

export interface Merged {
  votes: VoteRow[]
  /** First rows of judgements asked in one order only, in a file that has both: they are no vote. */
  incomplete: VoteRow[]
}

/**
 * Makes one vote of each LLM judgement asked in both orders, compared by names: the orders agree on a winner → that
 * winner; else `tie_inconsistent`. A judgement is a judge, a criterion, a pair_id, a question, a turn and a pair of
 * names. Where one order was asked several times, its verdict is what more than half of its rows say, else a tie.
 * In a file where every judgement has one order only, and for people and results, each row stays a vote.
 */
export function mergeOrders(rows: readonly VoteRow[]): Merged {
  const judgements = new Map<string, VoteRow[]>()
  for (const row of rows) if (isOrdered(row)) append(judgements, judgementOf(row), row)
  const both = new Set([...judgements].filter(([, calls]) => ordersOf(calls).length > 1).map(([key]) => key))
  if (both.size === 0) return { votes: [...rows], incomplete: [] }

  const merged: Merged = { votes: [], incomplete: [] }
  for (const row of rows) {
    if (!isOrdered(row)) {
      merged.votes.push(row)
      continue
    }
    const key = judgementOf(row)
    const calls = judgements.get(key)!
    if (calls[0] !== row) continue
    if (both.has(key)) merged.votes.push(mergeCalls(calls))
    else merged.incomplete.push(row)
  }
  return merged
}

function judgementOf({ judge, criterion, pairId, questionId, turn, modelA, modelB }: VoteRow): string {
  const names = modelA < modelB ? [modelA, modelB] : [modelB, modelA]
  return JSON.stringify([judge, criterion, pairId, questionId, turn, names])
}

function ordersOf(calls: readonly VoteRow[]): string[] {
  return [...new Set(calls.map(({ order }) => order!))]
}

/** The vote of a judgement. It does not depend on the order of the rows in the file. */
function mergeCalls(calls: readonly VoteRow[]): VoteRow {
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
    // how sure one call was says nothing of both
    ...(first.details && { details: { ...first.details, preferenceB: null } }),
  }
}

/** What one order says, `left` being the contestant named so: null when its rows disagree. */
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
