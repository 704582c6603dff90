/** The spec of a judging run: the arena's plan, or a part of it. */
import { z } from 'zod'
import { JudgingPlan } from '../../../shared/contracts/index.ts'
import { Expected } from '../../runs/index.ts'
import type { PlanSpec } from '../plan/index.ts'

const id = z.number().int()

/** The stored form of a `PlanSpec`. An unknown key is refused, because it might limit what money is spent on. */
export const JudgingSpec = z.strictObject({
  plan: JudgingPlan,
  seed: z.number().int(),
  judges: z.array(z.string()).optional(),
  repeats: z.number().int().min(1).optional(),
  sample: z.number().int().min(1).optional(),
  focus: z.boolean().optional(),
  rejudge: z.boolean().optional(),
  only: z
    .strictObject({
      contestants: z.tuple([id, id]).optional(),
      prompts: z.array(id),
      criteria: z.array(z.string()).optional(),
    })
    .optional(),
  /** Missing in runs that were started before this was stored. */
  expected: Expected.optional(),
})
export type JudgingSpec = PlanSpec & Pick<z.infer<typeof JudgingSpec>, 'expected'>
