/** What an operator sees of arenas, and brings in. */
import { z } from 'zod'
import { ArenaSettings } from './arena-file.ts'
import { KindOfChange } from './arena-recipe.ts'
import { ArenaDetail, ArenaListing, ArenaSlug, Visibility } from './arena.ts'
import { RunStatus } from './judging.ts'
import { FileProblem } from './problem.ts'

/** An arena.yaml alone; long lists belong in files of their own. */
export const LARGEST_ARENA_FILE_BYTES = 256 * 1024
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

export const AdminArenaDetail = ArenaDetail.extend({
  createdAt: z.string(),
  settings: ArenaSettings,
  keys: z.array(ProviderKey),
})
export type AdminArenaDetail = z.infer<typeof AdminArenaDetail>

export const AdminContestant = z.object({
  /** Its slug. */
  contestant: z.string(),
  name: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  answers: z.number().int(),
  retiredAt: z.string().nullable(),
})
export type AdminContestant = z.infer<typeof AdminContestant>

export const AdminContestants = z.object({ contestants: z.array(AdminContestant) })
export type AdminContestants = z.infer<typeof AdminContestants>

export const AdminPrompt = z.object({
  key: z.string(),
  category: z.string().nullable(),
  /** Of its last message; null where its text is not known. */
  beginning: z.string().nullable(),
  retiredAt: z.string().nullable(),
  /** Since then, or from then on, everybody may read who answered what to it; null: it is in use. */
  textsPublicFrom: z.string().nullable(),
})
export type AdminPrompt = z.infer<typeof AdminPrompt>

export const AdminPrompts = z.object({ prompts: z.array(AdminPrompt) })
export type AdminPrompts = z.infer<typeof AdminPrompts>

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
  /** To what stood there, kind by kind; empty for an arena that is new. */
  kinds: z.array(KindOfChange),
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
