import { drawnRank } from '../judging/index.ts'
import type { SharedVote } from './queries.ts'

/** The order in which prompts were drawn for judging two contestants. */
export interface Drawing {
  seed: number
  /** Prompts that are not fully judged. */
  open: readonly number[]
}

/**
 * The votes that a confidence sequence may use while judging goes on: those on prompts in drawn order, up to the
 * first open prompt. In recorded order, prompts that are answered faster would come first and skipped pairs last.
 * Then the scores of equal contestants would not have mean ½ given the earlier ones, and the sequence would not be
 * valid.
 */
export function inDrawnOrder<M extends Pick<SharedVote, 'promptId'>>(
  votes: readonly M[],
  { seed, open }: Drawing,
): M[] {
  const firstOpen = open.reduce((least, prompt) => Math.min(least, drawnRank(seed, prompt)), Infinity)
  return votes
    .map((vote) => ({ vote, rank: vote.promptId === null ? -1 : drawnRank(seed, vote.promptId) }))
    .filter(({ rank }) => rank < firstOpen)
    .sort((a, b) => a.rank - b.rank)
    .map(({ vote }) => vote)
}
