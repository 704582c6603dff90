/** A vote as a row of an exported file: the Chatbot Arena battle columns, plus ours. */
import type { ExportedVote } from '../queries.ts'

export const VOTE_COLUMNS = [
  'id',
  'question_id',
  'model_a',
  'model_b',
  'winner',
  'judge',
  'judge_type',
  'criterion',
  'category',
  'anony',
  'tstamp',
] as const

export type VoteRecord = Record<(typeof VOTE_COLUMNS)[number], string | number | boolean | null>

export const WINNERS = { left: 'model_a', right: 'model_b', tie: 'tie', both_bad: 'tie (bothbad)' } as const
export const JUDGE_TYPES = { human: 'human', judge: 'llm', result: 'result', simulated: 'simulated' } as const

/** `model_a` is the answer that was shown on the left; `tstamp` is in seconds since 1970. */
export function voteRecord(vote: ExportedVote): VoteRecord {
  return {
    id: String(vote.id),
    question_id: vote.prompt,
    model_a: vote.left,
    model_b: vote.right,
    winner: vote.inconsistent ? 'tie (inconsistent)' : WINNERS[vote.outcome],
    judge: vote.voter,
    judge_type: JUDGE_TYPES[vote.source],
    criterion: vote.criterion,
    category: vote.category,
    anony: true,
    tstamp: vote.castAt.getTime() / 1000,
  }
}
