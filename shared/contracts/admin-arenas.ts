/** Arenas as operators see them, and the files with which they create or change one. */
import { z } from 'zod'
import { ArenaSettings } from './arena-file.ts'
import { KindOfChange } from './arena-recipe.ts'
import { ArenaDetail, ArenaListing, ArenaSlug, Visibility } from './arena.ts'
import { RunStatus } from './judging.ts'
import { FileProblem } from './problem.ts'

/** The size limit of the arena.yaml alone. Long lists belong in files of their own. */
export const LARGEST_ARENA_FILE_BYTES = 256 * 1024
export const MOST_ARENA_FILES = 200

/** An arena of any visibility, with the status of its latest judging run. */
export const AdminArena = ArenaListing.extend({
  visibility: Visibility,
  createdAt: z.string(),
  judging: RunStatus.nullable(),
  archivedAt: z.string().optional().describe('Since when the arena is archived. Absent: it is in use.'),
})
export type AdminArena = z.infer<typeof AdminArena>

export const AdminArenas = z.object({ arenas: z.array(AdminArena) })
export type AdminArenas = z.infer<typeof AdminArenas>

export const VisibilityRequest = z.strictObject({ visibility: Visibility })
export type VisibilityRequest = z.infer<typeof VisibilityRequest>

/** The files of an arena as JSON: each text by its path from the folder of the arena.yaml, which is one of them. */
export const SentArena = z.strictObject({ files: z.record(z.string().min(1).max(300), z.string()) })
export type SentArena = z.infer<typeof SentArena>

/** The environment variable of a provider's API key, and whether it is set on this server. */
export const ProviderKey = z.object({ provider: z.string(), apiKeyEnv: z.string(), isSet: z.boolean() })
export type ProviderKey = z.infer<typeof ProviderKey>

export const AdminArenaDetail = ArenaDetail.extend({
  createdAt: z.string(),
  settings: ArenaSettings,
  keys: z.array(ProviderKey),
})
export type AdminArenaDetail = z.infer<typeof AdminArenaDetail>

export const AdminContestant = z.object({
  /** The slug. */
  contestant: z.string(),
  name: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  answers: z.number().int(),
  unanswered: z.number().int().describe('Prompts in use without an answer of this contestant.'),
  leaks: z.number().int().describe('Answers that name their model or its maker. Voters are not shown them.'),
  retiredAt: z.string().nullable(),
})
export type AdminContestant = z.infer<typeof AdminContestant>

export const AdminContestants = z.object({ contestants: z.array(AdminContestant) })
export type AdminContestants = z.infer<typeof AdminContestants>

export const AdminPrompt = z.object({
  key: z.string(),
  category: z.string().nullable(),
  /** The beginning of the last message. Null: the text is not known. */
  beginning: z.string().nullable(),
  retiredAt: z.string().nullable(),
  contestants: z.number().int().describe('How many contestants have an answer to it.'),
  alike: z.boolean().describe('Whether several contestants answered, all with the same text.'),
  leaks: z
    .number()
    .int()
    .describe('Answers that name their model or its maker, and 1 more if the prompt asks for it.'),
  /** When everybody may read who gave which answer to this prompt. Null: the prompt is in use. */
  textsPublicFrom: z.string().nullable(),
})
export type AdminPrompt = z.infer<typeof AdminPrompt>

/** Asks for a part of the list of prompts. */
export const PromptsRequest = z.strictObject({
  find: z
    .string()
    .max(200)
    .optional()
    .describe('A part of the key, the category or the beginning of the text.'),
  offset: z.coerce.number().int().min(0).max(10_000_000).default(0),
  limit: z.coerce.number().int().min(1).max(200).default(100),
})
export type PromptsRequest = z.infer<typeof PromptsRequest>

export const AdminPrompts = z.object({
  prompts: z.array(AdminPrompt),
  matching: z.number().int().describe('How many prompts match.'),
  total: z.number().int(),
})
export type AdminPrompts = z.infer<typeof AdminPrompts>

/** What an import changed in the database, or what a trial would change. */
export const ArenaChange = z.object({
  created: z.boolean(),
  contestants: z.number().int(),
  prompts: z.number().int(),
  answers: z.number().int(),
  votable: z.boolean(),
  contestantsAdded: z.number().int(),
  promptsAdded: z.number().int(),
  answersAdded: z.number().int(),
  /** Contestants of the arena that the file no longer names. They stay in the arena. */
  contestantsNotNamed: z.array(z.string()),
  /** The changes to existing things, by kind. Empty for a new arena. */
  kinds: z.array(KindOfChange),
})
export type ArenaChange = z.infer<typeof ArenaChange>

export const ArenaReceipt = z.object({
  arena: ArenaSlug,
  change: ArenaChange,
  /** Parts of the files that may be a mistake. */
  warnings: z.array(FileProblem),
  keys: z.array(ProviderKey),
})
export type ArenaReceipt = z.infer<typeof ArenaReceipt>

/** What a run of the files would do and cost from the beginning. Nothing is stored. */
export const ArenaTrial = z.object({
  /** The slug. Empty if even that cannot be read. */
  arena: z.string(),
  /** Null if a problem prevents the import. */
  change: ArenaChange.nullable(),
  /** Null if problems leave nothing to estimate. */
  estimate: z
    .object({
      calls: z.number().int(),
      answers: z.number().int(),
      judgements: z.number().int(),
      /** Null if the price of a model is not known. */
      costUsd: z.number().nullable(),
      costByModel: z.record(z.string(), z.number().nullable()),
    })
    .nullable(),
  budgetUsd: z.number().nullable(),
  problems: z.array(FileProblem),
  warnings: z.array(FileProblem),
  keys: z.array(ProviderKey),
})
export type ArenaTrial = z.infer<typeof ArenaTrial>
