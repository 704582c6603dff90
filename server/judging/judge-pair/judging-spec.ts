/** What a run of judging is to do: the arena's plan, or a part of it. */
import { z } from 'zod'
import { JudgingPlan } from '../../../shared/contracts/index.ts'
import { Expected } from '../../runs/index.ts'
import type { PlanSpec } from '../plan/index.ts'

const id = z.number().int()

/** The stored form of a `PlanWish`. A key that is not known is refused: it may narrow what money is spent on. */
export const JudgingSpec = z.strictObject({
  plan: JudgingPlan,
  seed: z.number().int(),
  judges: z.array(z.string()).optional(),
  repeats: z.number().int().min(1).optional(),
  sample: z.number().int().min(1).optional(),
  only: z
    .strictObject({
      contestants: z.tuple([id, id]),
      prompts: z.array(id),
      criteria: z.array(z.string()).optional(),
    })
    .optional(),
  /** Missing in runs that were started before it was kept. */
  expected: Expected.optional(),
})
export type JudgingSpec = PlanSpec & Pick<z.infer<typeof JudgingSpec>, 'expected'>
