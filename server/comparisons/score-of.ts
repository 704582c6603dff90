import type { SharedVote } from './queries.ts'

/** 1 won, ½ tied (both bad too), 0 lost, for the one compared. */
export function scoreOf({ outcome, isLeft }: Pick<SharedVote, 'outcome' | 'isLeft'>): 0 | 0.5 | 1 {
  if (outcome === 'tie' || outcome === 'both_bad') return 0.5
  return (outcome === 'left') === isLeft ? 1 : 0
}

/** What hangs together: all votes on a prompt; a vote that names none stands by itself. */
export function unitsOf(meetings: readonly Pick<SharedVote, 'promptId'>[]): number[] {
  return meetings.map(({ promptId }, i) => promptId ?? -1 - i)
}
