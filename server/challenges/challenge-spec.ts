/** What a run of a challenge is to do: two contestants, judged on prompts of an epoch. */
import { z } from 'zod'
import { ClimbGate } from '../../shared/contracts/index.ts'
import type { ChallengeTrial } from './tables.ts'
import { Expected } from '../runs/index.ts'

const id = z.number().int()

export const ChallengeJudging = z.strictObject({
  /** Of the attempt it belongs to: a run with the same key and prompts is continued. */
  key: z.string(),
  epoch: z.number().int(),
  versionId: id,
  criterion: z.string(),
  /** Incumbent and challenger, in the order of the first showing. */
  contestants: z.tuple([id, id]),
  promptIds: z.array(id),
})
export type ChallengeJudging = z.infer<typeof ChallengeJudging>

/** For which challenge a run was started, and for the how manieth time that was asked for. */
export const AskedBy = z.strictObject({ challenge: id, asked: z.number().int() })
export type AskedBy = z.infer<typeof AskedBy>

export const ChallengeSpec = z.strictObject({
  challenge: ChallengeJudging,
  /** Missing in runs that were started before challenges were on record. */
  by: AskedBy.optional(),
  expected: Expected.optional(),
})
export type ChallengeSpec = z.infer<typeof ChallengeSpec>

const side = z.strictObject({ promptIds: z.array(id), references: z.array(id) })

/** The attempts that a challenge consists of, as `challenges.trials` stores them. */
export const ChallengeTrials: z.ZodType<ChallengeTrial[]> = z
  .array(
    z.strictObject({
      kind: z.enum(['challenge', 'again']),
      incumbentId: id,
      challengerId: id,
      gate: ClimbGate,
      key: z.string(),
      open: side,
      heldOut: side,
    }),
  )
  .min(1)
