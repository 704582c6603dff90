/** Archiving an arena. */
import { z } from 'zod'
import { ArenaSlug } from './arena.ts'

export const ArchiveRequest = z.strictObject({
  archived: z.boolean().describe('Whether the arena is archived from now on.'),
})
export type ArchiveRequest = z.infer<typeof ArchiveRequest>

export const ArchiveReceipt = z.object({
  arena: ArenaSlug,
  archivedAt: z.string().nullable().describe('Since when the arena is archived. Null: it is not.'),
})
export type ArchiveReceipt = z.infer<typeof ArchiveReceipt>
