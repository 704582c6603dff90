/** A pair as voters would see it, for operators. No battle is recorded. */
import { z } from 'zod'
import { Message, ShownAnswer } from './battle.ts'

const Slug = z.string().min(1).max(200)

export const PreviewRequest = z.strictObject({
  criterion: z.string().min(1).max(200).optional().describe('Default: the first one of the arena.'),
  prompt: z.string().min(1).max(500).optional().describe('The key of the prompt. Absent: any.'),
  one: Slug.optional().describe('The slug of a contestant. Absent: any.'),
  other: Slug.optional().describe('The slug of the other contestant. Absent: any.'),
})
export type PreviewRequest = z.infer<typeof PreviewRequest>

const PreviewSide = z.object({ contestant: z.string(), name: z.string(), answer: ShownAnswer })

export const PreviewPair = z.object({
  criterion: z.string(),
  prompt: z.object({
    key: z.string(),
    messages: z.array(Message),
    reference: z
      .string()
      .optional()
      .describe('What a good answer says, if the judges of this criterion see it too.'),
  }),
  left: PreviewSide,
  right: PreviewSide,
})
export type PreviewPair = z.infer<typeof PreviewPair>
