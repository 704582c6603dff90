/** Votes, answers and prompts that an operator brings into an arena as files. */
import { z } from 'zod'
import { ArenaSlug } from './arena.ts'
import { Warning } from './board.ts'
import { WireMessage } from './wire-message.ts'

export const ImportRequest = z.object({
  /** Whether the two orders of a judgement are made one vote, or each counts. */
  orders: z.enum(['merge', 'separate']).default('merge'),
  /** With it nothing is kept. */
  'dry-run': z.string().optional(),
})
export type ImportRequest = z.infer<typeof ImportRequest>

/** One file as it was read. */
export const ImportedFile = z.object({
  name: z.string(),
  kind: z.enum(['votes', 'answers', 'answers-wide', 'prompts']),
  votes: z.number().int(),
  answers: z.number().int(),
  prompts: z.number().int(),
  /** How many rows cannot be used and are left out, and the first hundred of them. */
  bad: z.number().int(),
  badRows: z.array(z.object({ line: z.number().int(), wrong: z.string(), finding: WireMessage })),
})
export type ImportedFile = z.infer<typeof ImportedFile>

/** What the files brought, or would bring. */
export const ImportReceipt = z.object({
  arena: ArenaSlug,
  /** Nothing was kept. */
  dryRun: z.boolean(),
  files: z.array(ImportedFile),
  contestantsAdded: z.number().int(),
  promptsAdded: z.number().int(),
  answersAdded: z.number().int(),
  votesAdded: z.number().int(),
  votesAlreadyThere: z.number().int(),
  /** Answered prompts of the arena that nobody can be shown. */
  promptsWithoutText: z.number().int(),
  /** Of the contestants it has then, more than half come with these files: it may be the wrong arena. */
  mostlyNew: z.boolean(),
  warnings: z.array(Warning),
})
export type ImportReceipt = z.infer<typeof ImportReceipt>
