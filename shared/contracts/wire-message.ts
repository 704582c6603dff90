import { z } from 'zod'

/** A message as it is sent: enough to write its sentence in any language. shared/messages has the sentences by code. */
export const WireMessage = z.object({
  code: z.string(),
  /** Names, figures, and messages within the message. */
  values: z.record(z.string(), z.unknown()),
})
export type WireMessage = z.infer<typeof WireMessage>
