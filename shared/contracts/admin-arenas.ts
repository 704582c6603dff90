/** What an operator sees of arenas, and brings in. */
import { z } from 'zod'
import { ArenaListing, ArenaSlug, Visibility } from './arena.ts'
import { RunStatus } from './judging.ts'
import { FileProblem } from './problem.ts'

/** What all files of one request may have together. */
export const LARGEST_ARENA_BYTES = 16 * 1024 * 1024
/** An arena.yaml alone; long lists belong in files of their own. */
export const LARGEST_ARENA_FILE_BYTES = 1024 * 1024
export const MOST_ARENA_FILES = 200

/** An arena whatever its visibility, with how its latest run of judging stands. */
export const AdminArena = ArenaListing.extend({
  visibility: Visibility,
  createdAt: z.string(),
  judging: RunStatus.nullable(),
})
export type AdminArena = z.infer<typeof AdminArena>

export const AdminArenas = z.object({ arenas: z.array(AdminArena) })
export type AdminArenas = z.infer<typeof AdminArenas>

export const VisibilityRequest = z.strictObject({ visibility: Visibility })
export type VisibilityRequest = z.infer<typeof VisibilityRequest>

/** Files as JSON: texts by their paths from the folder of the arena.yaml, which is one of them. */
export const SentArena = z.strictObject({ files: z.record(z.string().min(1).max(300), z.string()) })
export type SentArena = z.infer<typeof SentArena>

/** A provider's key by the name of its variable, and whether this server has it. */
export const ProviderKey = z.object({ provider: z.string(), apiKeyEnv: z.string(), isSet: z.boolean() })
export type ProviderKey = z.infer<typeof ProviderKey>

/** What came, or would come, into the database. */
export const ArenaChange = z.object({
  created: z.boolean(),
  contestants: z.number().int(),
  prompts: z.number().int(),
  answers: z.number().int(),
  votable: z.boolean(),
  contestantsAdded: z.number().int(),
  promptsAdded: z.number().int(),
  answersAdded: z.number().int(),
  /** Contestants that the file names no longer: they stay. */
  contestantsNotNamed: z.array(z.string()),
})
export type ArenaChange = z.infer<typeof ArenaChange>

export const ArenaReceipt = z.object({
  arena: ArenaSlug,
  change: ArenaChange,
  /** What may not be meant. */
  warnings: z.array(FileProblem),
  keys: z.array(ProviderKey),
})
export type ArenaReceipt = z.infer<typeof ArenaReceipt>

/** What a run of the files would do and cost from the beginning; nothing was kept. */
export const ArenaTrial = z.object({
  /** Empty where even that cannot be read. */
  arena: z.string(),
  /** Null where problems keep the arena from being made. */
  change: ArenaChange.nullable(),
  /** Null where problems leave nothing to count. */
  estimate: z
    .object({
      calls: z.number().int(),
      answers: z.number().int(),
      judgements: z.number().int(),
      /** Null where a model has no price. */
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
