import { computeBoard } from '../../../server/ratings/index.ts'
import { computeReports, type ReportsRequested } from '../../../server/ratings/reports/compute-reports.ts'
import type { VoteDetails } from '../../../shared/contracts/votes.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'
import { tableOf, type RatedVote, type VoteTable } from '../../../shared/votes/vote-table.ts'

export type Vote = RatedVote & { details?: VoteDetails }

export const style = (length: number | null, headers: number | null = null) => ({
  length,
  headers,
  lists: null,
  bold: null,
})
export const details = (
  a: number | null,
  b: number | null,
  more: Partial<VoteDetails> = {},
): VoteDetails => ({
  styleA: style(a),
  styleB: style(b),
  preferenceB: null,
  difficulty: null,
  castAt: null,
  ...more,
})

export function tableFrom(votes: readonly Vote[]): VoteTable {
  const known = votes.flatMap((vote) => vote.details ?? [])
  return { ...tableOf(votes), ...(known.length > 0 && { details: known }) }
}

export function reportsOn(votes: readonly Vote[], requested: ReportsRequested, rounds = 200) {
  const table = tableFrom(votes)
  const view = { source: 'humans', criterion: null, category: null, from: null, to: null }
  const board = computeBoard(table, {
    arena: null,
    view,
    rounds,
    seed: 1,
    computedAt: '2026-01-01T00:00:00Z',
    version: '0',
  })
  return { board, table, reports: computeReports(table, board, requested) }
}

/** Votes of equals that differ in length alone: A is mostly longer, and longer wins. */
export function longerWins(n: number, seed = 1): Vote[] {
  const stream = new RandomStream(seed, 0)
  const names = ['A', 'B', 'C']
  const mean = { A: 900, B: 500, C: 300 }
  return Array.from({ length: n }, (_, i) => {
    const left = Math.floor(3 * stream.uniform())
    const right = (left + 1 + Math.floor(2 * stream.uniform())) % 3
    const [contestantA, contestantB] = [names[left], names[right]] as ['A', 'B']
    const [a, b] = [contestantA, contestantB].map((name) =>
      Math.round(mean[name] * (0.2 + 1.6 * stream.uniform())),
    )
    const wins = stream.uniform() < sigmoid((2 * (a! - b!)) / (a! + b!))
    return {
      id: String(i),
      contestantA,
      contestantB,
      outcome: wins ? 'left' : 'right',
      prompt: `q${i % 50}`,
      voter: `v${i % 9}`,
      details: details(a!, b!),
    }
  })
}
