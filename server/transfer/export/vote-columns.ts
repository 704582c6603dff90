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

/** Which answers were shown, in files of arenas where some contestant has several to a prompt. */
export const SAMPLE_COLUMNS = ['sample_a', 'sample_b'] as const

/** With which probability the pair was drawn, in files of arenas that drew some pairs with focus. */
export const PAIR_COLUMNS = ['pair_probability'] as const

/** Which columns the files of an arena have beside those of every arena. */
export interface MoreColumns {
  samples: boolean
  pairs: boolean
}

type Cell = string | number | boolean | null
export type VoteRecord = Record<(typeof VOTE_COLUMNS)[number], Cell> & DrawCells
type DrawCells = Partial<Record<(typeof SAMPLE_COLUMNS | typeof PAIR_COLUMNS)[number], Cell>>

/** The columns of a file, with those that this arena needs. */
export const withMore = (columns: readonly string[], { samples, pairs }: MoreColumns): readonly string[] => [
  ...columns,
  ...(samples ? SAMPLE_COLUMNS : []),
  ...(pairs ? PAIR_COLUMNS : []),
]

/** The cells of a vote in the further columns of its arena. */
export const drawCells = (
  vote: Pick<ExportedVote, 'prompt' | 'leftSample' | 'rightSample' | 'pairProbability'>,
  { samples, pairs }: MoreColumns,
): DrawCells => ({
  ...(samples && sampleCells(vote)),
  ...(pairs && { pair_probability: vote.pairProbability }),
})

/** The samples of a vote whose prompt is known. */
const sampleCells = (vote: Pick<ExportedVote, 'prompt' | 'leftSample' | 'rightSample'>): DrawCells =>
  vote.prompt === null
    ? { sample_a: null, sample_b: null }
    : { sample_a: vote.leftSample, sample_b: vote.rightSample }

export const WINNERS = { left: 'model_a', right: 'model_b', tie: 'tie', both_bad: 'tie (bothbad)' } as const
export const JUDGE_TYPES = { human: 'human', judge: 'llm', result: 'result', simulated: 'simulated' } as const

/** `model_a` is the answer that was shown on the left; `tstamp` is in seconds since 1970. */
export function voteRecord(vote: ExportedVote, more: MoreColumns): VoteRecord {
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
    ...drawCells(vote, more),
  }
}
