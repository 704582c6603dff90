/**
 * Votes as columns, from a file or from a database. Boards are computed from them. Each name is stored once, and
 * columns refer to it by number. The order of numbers has no meaning.
 */
import type { Outcome } from '../contracts/index.ts'
import type { VoteDetails } from '../contracts/vote-details.ts'
import { Ids } from './ids.ts'
import { TextColumn } from './text-column.ts'
import type { Texts } from './text-column.ts'

/** Outcomes by their code in `VoteTable.outcome`, the codes of shared/stats. */
export const OUTCOMES: readonly Outcome[] = ['left', 'right', 'tie', 'both_bad']

/** One vote as a row. */
export interface RatedVote {
  /** Unique among the votes of the view; '' if votes have none. */
  id: string
  contestantA: string
  contestantB: string
  /** `left` is contestantA. */
  outcome: Outcome
  prompt: string | null
  voter: string | null
  /** Whether a judge decided the vote, if the view needs to know. */
  byJudge?: boolean
}

export interface VoteTable {
  votes: number
  /** Null if no vote has an id. */
  ids: Ids | null
  contestants: readonly string[]
  /** The numbers of contestants A and B, and the code of the outcome. */
  left: Int32Array
  right: Int32Array
  outcome: Uint8Array
  prompt: Texts
  voter: Texts
  /** 1 for the vote of a judge. Only if people's and judges' votes are treated differently. */
  byJudge?: Uint8Array
  /** When each vote was cast, in seconds. Only if every vote has a time. */
  time?: Float64Array
  /** Which answers of A and of B each vote is on, counted from 1. Only if other answers than the first occur. */
  samples?: { left: Int32Array; right: Int32Array }
  /** The other columns of each vote in a file. Only if requested. */
  details?: readonly VoteDetails[]
}

/** The columns of votes that are given as rows. */
export function tableOf(votes: readonly RatedVote[]): VoteTable {
  const ids = new Ids()
  const [contestants, prompts, voters] = [new TextColumn(), new TextColumn(), new TextColumn()]
  const left = new Int32Array(votes.length)
  const right = new Int32Array(votes.length)
  const outcome = new Uint8Array(votes.length)
  votes.forEach((vote, row) => {
    if (vote.id !== '') ids.add(row, vote.id)
    left[row] = contestants.number(vote.contestantA)
    right[row] = contestants.number(vote.contestantB)
    outcome[row] = OUTCOMES.indexOf(vote.outcome)
    if (vote.prompt !== null) prompts.set(row, prompts.number(vote.prompt))
    if (vote.voter !== null) voters.set(row, voters.number(vote.voter))
  })
  return {
    votes: votes.length,
    ids: ids.count > 0 ? ids : null,
    contestants: contestants.names,
    left,
    right,
    outcome,
    prompt: { names: prompts.names, of: prompts.of(votes.length) },
    voter: { names: voters.names, of: voters.of(votes.length) },
    ...(votes.some(({ byJudge }) => byJudge !== undefined) && {
      byJudge: Uint8Array.from(votes, ({ byJudge }) => Number(byJudge)),
    }),
  }
}

/** The given rows of a table, in this order and without details. */
export function picked(table: VoteTable, rows: Int32Array): VoteTable {
  const of = <T extends Int32Array | Uint8Array>(column: T): T =>
    column.length === 0 ? column : ((rows as T).map((_, i) => column[rows[i]]) as T)
  return {
    votes: rows.length,
    ids: table.ids && table.ids.pick(rows),
    contestants: table.contestants,
    left: of(table.left),
    right: of(table.right),
    outcome: Uint8Array.from(rows, (row) => table.outcome[row]),
    prompt: { names: table.prompt.names, of: of(table.prompt.of) },
    voter: { names: table.voter.names, of: of(table.voter.of) },
  }
}

/** The votes of a table as rows, in its order. */
export function votesIn({ votes, ids, contestants, left, right, outcome, prompt, voter }: VoteTable) {
  const textOf = ({ names, of }: Texts, row: number) =>
    of.length > 0 && of[row] >= 0 ? names[of[row]] : null
  return Array.from({ length: votes }, (_, row): RatedVote => ({
    id: ids?.text(row) ?? '',
    contestantA: contestants[left[row]],
    contestantB: contestants[right[row]],
    outcome: OUTCOMES[outcome[row]],
    prompt: textOf(prompt, row),
    voter: textOf(voter, row),
  }))
}
