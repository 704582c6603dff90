/** A new arena made of another. */
import { z } from 'zod'
import { ArenaSlug } from './arena.ts'

export const DuplicateRequest = z.strictObject({
  as: ArenaSlug.describe('The slug of the new arena.'),
  title: z.string().trim().min(1).max(200).optional().describe('Its title. Absent: the same.'),
})
export type DuplicateRequest = z.infer<typeof DuplicateRequest>

export const DuplicatedArena = z.object({
  arena: ArenaSlug,
  copyOf: ArenaSlug,
  contestants: z.number().int(),
  prompts: z.number().int(),
  answers: z.number().int(),
})
export type DuplicatedArena = z.infer<typeof DuplicatedArena>
