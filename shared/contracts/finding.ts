import { z } from 'zod'

/** What was found, as a sentence in any language is made of it; shared/findings has the sentences by their codes. */
export const ToldFinding = z.object({
  code: z.string(),
  /** Names, figures, and findings within. */
  values: z.record(z.string(), z.unknown()),
})
export type ToldFinding = z.infer<typeof ToldFinding>
