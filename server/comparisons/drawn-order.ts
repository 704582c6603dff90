import { drawnRank } from '../judging/index.ts'
import type { SharedVote } from './queries.ts'

/** How the prompts of two that judges are asked about were drawn. */
export interface Drawing {
  seed: number
  /** Prompts of which more is to come. */
  open: readonly number[]
}

/**
 * What a confidence sequence may take while judging goes on: the prompts in the order in which they were drawn, up to the
 * first that is open. In the order in which they were recorded, whatever is answered faster would come first, and what is
 * left out by checks last: then scores of equals do not have mean ½, given those before, and the sequence promises nothing.
 */
export function inDrawnOrder<M extends Pick<SharedVote, 'promptId'>>(
  meetings: readonly M[],
  { seed, open }: Drawing,
): M[] {
  const firstOpen = open.reduce((least, prompt) => Math.min(least, drawnRank(seed, prompt)), Infinity)
  return meetings
    .map((meeting) => ({ meeting, rank: meeting.promptId === null ? -1 : drawnRank(seed, meeting.promptId) }))
    .filter(({ rank }) => rank < firstOpen)
    .sort((a, b) => a.rank - b.rank)
    .map(({ meeting }) => meeting)
}
