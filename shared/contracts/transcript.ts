/** What an agent did before its answer. */
import { z } from 'zod'

export const TranscriptStep = z.strictObject({
  kind: z
    .enum(['text', 'user', 'call', 'result'])
    .describe(
      '`text`: the agent wrote something. `user`: the user did. `call`: it called a tool. `result`: what the tool returned.',
    ),
  text: z.string().describe('The text, the arguments of the call as given, or the result.'),
  tool: z.string().optional().describe('The name of the tool, for a call and its result.'),
  failed: z.literal(true).optional().describe('Set if the tool reported an error.'),
  turn: z
    .number()
    .int()
    .min(2)
    .optional()
    .describe('In an answer of several turns: the turn it belongs to, from the second on.'),
})
export type TranscriptStep = z.infer<typeof TranscriptStep>

/** The most steps and characters of one transcript. */
export const MOST_TRANSCRIPT_STEPS = 500
export const MOST_TRANSCRIPT_CHARACTERS = 200_000
