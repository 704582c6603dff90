/** The spec of a challenge's run: two contestants, judged on some prompts of an epoch. */
import { z } from 'zod'
import { ClimbGate } from '../../shared/contracts/index.ts'
import type { ChallengeTrial } from './tables.ts'
import { Expected } from '../runs/index.ts'

const id = z.number().int()

export const ChallengeJudging = z.strictObject({
  /** The key of its attempt. A run with the same key and prompts is continued. */
  key: z.string(),
  epoch: z.number().int(),
  versionId: id,
  criterion: z.string(),
  /** Incumbent and challenger, as the judge sees them in the first order. */
  contestants: z.tuple([id, id]),
  promptIds: z.array(id),
})
export type ChallengeJudging = z.infer<typeof ChallengeJudging>

/** The challenge that a run was started for, and how often that challenge had been requested. */
export const AskedBy = z.strictObject({ challenge: id, asked: z.number().int() })
export type AskedBy = z.infer<typeof AskedBy>

export const ChallengeSpec = z.strictObject({
  challenge: ChallengeJudging,
  /** Missing in runs that were started before challenges were stored. */
  by: AskedBy.optional(),
  expected: Expected.optional(),
})
export type ChallengeSpec = z.infer<typeof ChallengeSpec>

const side = z.strictObject({ promptIds: z.array(id), references: z.array(id) })

/** The attempts of a challenge, as `challenges.trials` stores them. */
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
