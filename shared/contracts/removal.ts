/** Removing a whole arena. */
import { z } from 'zod'

export const RemovalRequest = z.object({
  /** The slug of the arena once more, typed by the operator. */
  confirm: z.string().max(64),
})
export type RemovalRequest = z.infer<typeof RemovalRequest>

export const RemovedArena = z.object({
  arena: z.string(),
  /** What was removed with it. */
  contestants: z.number().int(),
  prompts: z.number().int(),
  answers: z.number().int(),
  votes: z.number().int(),
})
export type RemovedArena = z.infer<typeof RemovedArena>
