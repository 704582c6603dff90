/** Votes, answers and prompts that an operator imports into an arena from files. */
import { z } from 'zod'
import { ArenaSlug } from './arena.ts'
import { Warning } from './board.ts'
import { WireMessage } from './wire-message.ts'

export const ImportRequest = z.object({
  /** Whether the two orders of a judgement are merged into one vote or counted separately. */
  orders: z.enum(['merge', 'separate']).default('merge'),
  /** If present, nothing is stored. */
  'dry-run': z.string().optional(),
  /** If present, the first bad row stops the import. */
  strict: z.string().optional(),
  /** Columns that are read under other names, such as `input=prompt,output=text`. */
  map: z.string().max(2000).optional(),
  /** Columns that are not read, such as `notes,score`. */
  ignore: z.string().max(2000).optional(),
  /** What outcomes of votes mean, such as `1=model_a,0=model_b`. */
  outcomes: z.string().max(2000).optional(),
  /** If present, the arena is new, and it is an error if there is one already. */
  create: z.string().optional(),
  /** Title of the arena; default: unchanged, and the name of a new arena. */
  title: z.string().max(200).optional(),
  /** What voters are asked; default: unchanged. */
  question: z.string().max(2000).optional(),
})
export type ImportRequest = z.infer<typeof ImportRequest>

/** The summary of one file. */
export const ImportedFile = z.object({
  name: z.string(),
  kind: z.enum(['votes', 'answers', 'answers-wide', 'prompts']),
  /** The tool whose format the file has; missing for Deadheat's own columns. */
  tool: z.string().optional(),
  votes: z.number().int(),
  answers: z.number().int(),
  prompts: z.number().int(),
  /** How many bad rows were left out, and the first hundred of them. */
  bad: z.number().int(),
  badRows: z.array(z.object({ line: z.number().int(), wrong: z.string(), finding: WireMessage })),
  /** One warning about all bad rows; null if there are none. */
  leftOut: Warning.nullable(),
})
export type ImportedFile = z.infer<typeof ImportedFile>

/** What the files added, or would add. */
export const ImportReceipt = z.object({
  arena: ArenaSlug,
  /** Whether nothing was stored. */
  dryRun: z.boolean(),
  files: z.array(ImportedFile),
  /** Whether the arena is new. */
  created: z.boolean(),
  /** The totals of the arena after the import. */
  contestants: z.number().int(),
  prompts: z.number().int(),
  answers: z.number().int(),
  /** Whether people can vote on it. */
  votable: z.boolean(),
  /** The contestants that the files name, in alphabetical order. */
  contestantsNamed: z.array(z.string()),
  contestantsAdded: z.number().int(),
  promptsAdded: z.number().int(),
  answersAdded: z.number().int(),
  votesAdded: z.number().int(),
  votesAlreadyThere: z.number().int(),
  /** Prompts of the arena that have answers but no text, so nobody can vote on them. */
  promptsWithoutText: z.number().int(),
  /** Whether more than half of the arena's contestants come from these files. It may be the wrong arena. */
  mostlyNew: z.boolean(),
  warnings: z.array(Warning),
})
export type ImportReceipt = z.infer<typeof ImportReceipt>
