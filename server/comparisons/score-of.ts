import type { SharedVote } from './queries.ts'

/** The score of the challenger: 1 won, ½ tied or both bad, 0 lost. */
export function scoreOf({ outcome, isLeft }: Pick<SharedVote, 'outcome' | 'isLeft'>): 0 | 0.5 | 1 {
  if (outcome === 'tie' || outcome === 'both_bad') return 0.5
  return (outcome === 'left') === isLeft ? 1 : 0
}
