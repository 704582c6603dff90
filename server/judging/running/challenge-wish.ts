/** What a run of a climb examines: two contestants on the prompts of an epoch. */
import type { Run } from './run-queries.ts'

export interface ChallengeWish {
  /** Of the attempt it belongs to: a run with the same key and prompts goes on. */
  key: string
  epoch: number
  versionId: number
  criterion: string
  /** Incumbent and challenger, in the order of the first showing. */
  contestants: [number, number]
  promptIds: number[]
}

/** For which challenge a run was started, and for the how manieth time that was asked for. */
export interface AskedBy {
  challenge: number
  asked: number
}

/** Null for a run of another kind. */
export const challengeOf = ({ plan }: Pick<Run, 'plan'>): ChallengeWish | null =>
  (plan as { challenge?: ChallengeWish }).challenge ?? null
