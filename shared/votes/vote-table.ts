/**
 * Votes as columns: what a board is computed from, whether they come from a file or from a database. Names are kept
 * once and stand in the columns by number, in no order that means anything.
 */
import type { Outcome } from '../contracts/index.ts'
import type { VoteDetails } from '../contracts/vote-details.ts'
import { Ids } from './ids.ts'
import { TextColumn } from './text-column.ts'
import type { Texts } from './text-column.ts'

/** By the code of an outcome in `VoteTable.outcome`: those of shared/stats. */
export const OUTCOMES: readonly Outcome[] = ['left', 'right', 'tie', 'both_bad']

/** One vote as a row. */
export interface RatedVote {
  /** Unique among the votes of the view; '' where votes have none. */
  id: string
  contestantA: string
  contestantB: string
  /** `left` is contestantA. */
  outcome: Outcome
  prompt: string | null
  voter: string | null
}

export interface VoteTable {
  votes: number
  /** Null where no vote has an id. */
  ids: Ids | null
  contestants: readonly string[]
  /** Contestants A and B by their number, and the code of the outcome. */
  left: Int32Array
  right: Int32Array
  outcome: Uint8Array
  prompt: Texts
  voter: Texts
  /** By vote what a file says of it beyond who won; only where that was asked for. */
  details?: readonly VoteDetails[]
}

/** The columns of votes that stand as rows. */
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
