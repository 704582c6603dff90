import { z } from 'zod'

/** What was found, as a sentence in any language is made of it; shared/messages has the sentences by their codes. */
export const WireMessage = z.object({
  code: z.string(),
  /** Names, figures, and findings within. */
  values: z.record(z.string(), z.unknown()),
})
export type WireMessage = z.infer<typeof WireMessage>
