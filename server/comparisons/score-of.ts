import type { SharedVote } from './queries.ts'

/** 1 won, ½ tied (both bad too), 0 lost, for the one compared. */
export function scoreOf({ outcome, isLeft }: Pick<SharedVote, 'outcome' | 'isLeft'>): 0 | 0.5 | 1 {
  if (outcome === 'tie' || outcome === 'both_bad') return 0.5
  return (outcome === 'left') === isLeft ? 1 : 0
}
