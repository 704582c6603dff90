/** Arenas as operators see them, and the files with which they create or change one. */
import { z } from 'zod'
import { integerSchema } from './pieces.ts'
import { OUTCOME_MEANINGS, ReadPlan } from './read-plan.ts'
import { COUNTED } from './votes.ts'
import { ArenaSettings, JudgingPlan } from './arena-file.ts'
import { ArenaDetail, ArenaListing, ArenaSlug, Visibility } from './arena.ts'
import { RunEstimate, RunStatus } from './judging.ts'
import { FileProblem, WireMessage, refuseUnlessOne } from './problem.ts'
import { Warning } from './board.ts'

// An existing arena written as the files that would create it, and what other files would change in it.

/** Things of an arena that no file can describe. An import never changes them. */
export const LeftOut = z.object({
  why: z.enum([
    /** Prompts that are known only by their key. */
    'prompts_without_text',
    /** Prompts that an arena.yaml no longer names. Naming them again would restore them. */
    'prompts_retired',
    /** Contestants without a provider and without known answers. They have only votes. */
    'contestants_without_answers',
    /**
     * Contestants whose answers were made by models. The files say how to make them, but do not contain the
     * answers.
     */
    'answers_made',
    /** Prompts with pictures in their text or in an answer. The files name them, and the arena has them. */
    'pictures',
  ]),
  names: z.array(z.string()),
})
export type LeftOut = z.infer<typeof LeftOut>

export const ArenaRecipe = z.object({
  arena: z.string(),
  /** Texts by their path from the folder of the arena.yaml. The arena.yaml comes first. */
  files: z.record(z.string(), z.string()),
  leftOut: z.array(LeftOut),
  /** Contestants (by name) and prompts (by key) that the files contain but that are no longer shown or judged. */
  retired: z.object({ contestants: z.array(z.string()), prompts: z.array(z.string()) }),
})
export type ArenaRecipe = z.infer<typeof ArenaRecipe>

/** What files changed, or would change, in one kind of thing that an arena already had. */
export const KindOfChange = z.object({
  of: z.enum(['arena', 'contestants', 'prompts', 'judges', 'checks', 'providers']),
  how: z.enum(['added', 'changed', 'removed', 'restored']),
  count: integerSchema,
  /** The first few changed items, each with the arena.yaml keys that differ. */
  items: z.array(z.object({ name: z.string(), keys: z.array(z.string()) })),
})
export type KindOfChange = z.infer<typeof KindOfChange>

/** The size limit of the arena.yaml alone. Long lists belong in files of their own. */
export const MAX_ARENA_FILE_BYTES = 256 * 1024
export const MAX_ARENA_FILES = 200

/** An arena of any visibility, with the status of its latest judging run. */
export const AdminArena = ArenaListing.extend({
  visibility: Visibility,
  createdAt: z.string(),
  judging: RunStatus.nullable(),
})
export type AdminArena = z.infer<typeof AdminArena>

export const AdminArenas = z.object({ arenas: z.array(AdminArena) })

export const VisibilityRequest = z.strictObject({ visibility: Visibility })

/** The files of an arena as JSON: each text by its path from the folder of the arena.yaml, which is one of them. */
export const SentArena = z.strictObject({ files: z.record(z.string().min(1).max(300), z.string()) })

/** The environment variable of a provider's API key, and whether it is set on this server. */
export const ProviderKey = z.object({ provider: z.string(), apiKeyEnv: z.string(), isSet: z.boolean() })
export type ProviderKey = z.infer<typeof ProviderKey>

export const AdminArenaDetail = ArenaDetail.extend({
  createdAt: z.string(),
  settings: ArenaSettings,
  keys: z.array(ProviderKey),
  judges: integerSchema.describe('How many judges are asked.'),
  cast: integerSchema.describe('Votes that people cast on the page of this server and did not take back.'),
})
export type AdminArenaDetail = z.infer<typeof AdminArenaDetail>

export const AdminContestant = z.object({
  /** The slug. */
  contestant: z.string(),
  name: z.string(),
  provider: z.string().nullable(),
  model: z.string().nullable(),
  answers: integerSchema,
  unanswered: integerSchema.describe('Prompts in use without an answer of this contestant.'),
  leaks: integerSchema.describe('Answers that name their model or its maker. Voters are not shown them.'),
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
  contestants: integerSchema.describe('How many contestants have an answer to it.'),
  alike: z.boolean().describe('Whether several contestants answered, all with the same text.'),
  leaks: integerSchema.describe(
    'Answers that name their model or its maker, and 1 more if the prompt asks for it.',
  ),
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
  matching: integerSchema.describe('How many prompts match.'),
  total: integerSchema,
})
export type AdminPrompts = z.infer<typeof AdminPrompts>

const ContentChange = z.object({
  /** Whether the arena is new. */
  created: z.boolean(),
  /** The totals of the arena after the import. */
  contestants: integerSchema,
  prompts: integerSchema,
  answers: integerSchema,
  /** Whether people can vote on it. */
  votable: z.boolean(),
  contestantsAdded: integerSchema,
  promptsAdded: integerSchema,
  answersAdded: integerSchema,
})

/** What an import changed in the database, or what a trial would change. */
export const ArenaChange = ContentChange.extend({
  /** Contestants of the arena that the file no longer names. They stay in the arena. */
  contestantsNotNamed: z.array(z.string()),
  /** Prompts that the file no longer names, which are retired, and those that it names again. */
  promptsRetired: z.array(z.string()),
  promptsRestored: z.array(z.string()),
  /** The changes to existing things, by kind. Empty for a new arena. */
  kinds: z.array(KindOfChange),
})

export const ArenaReceipt = z.object({
  arena: ArenaSlug,
  change: ArenaChange,
  /** With `renew`: the new names of changed contestants, by those in the file. */
  renewed: z.record(z.string(), z.string()).optional(),
  /** Parts of the files that may be a mistake. */
  warnings: z.array(FileProblem),
  keys: z.array(ProviderKey),
})
export type ArenaReceipt = z.infer<typeof ArenaReceipt>

/** A way to judge many contestants, and what it takes. A tournament may take less: it ends once one wins. */
export const JudgingWay = z.object({
  plan: JudgingPlan,
  calls: integerSchema,
  /** Null if the price of a model is not known. */
  costUsd: z.number().nullable(),
})
export type JudgingWay = z.infer<typeof JudgingWay>

/** The query of an arena that is sent. With `dry-run` the others say which run is priced, as a `JudgingRequest` does. */
export const SentArenaQuery = z
  .object({
    'dry-run': z.string().optional(),
    renew: z.string().optional(),
    /** Once for each judge. Default: all. */
    judges: z.union([z.string().transform((name) => [name]), z.array(z.string())]).optional(),
    votesPerPair: z.coerce.number().pipe(integerSchema.positive()).optional(),
    plan: z.enum(['everything', 'tournament']).optional(),
    /** What the run may cost at most, in place of the budget of the file. */
    budgetUsd: z.coerce.number().pipe(z.number().positive()).optional(),
    /** If present, what only prevents calls of models is no problem. */
    'no-calls': z.string().optional(),
  })
  .transform(({ 'dry-run': dryRun, renew, 'no-calls': noCalls, ...options }) => ({
    dryRun: isSet(dryRun),
    renew: isSet(renew),
    options: { ...options, noCalls: isSet(noCalls) },
  }))

const isSet = (value: string | undefined) => value !== undefined && value !== 'false'

/** What a run of the files would do and cost beside what is there. Nothing is stored. */
export const ArenaTrial = z.object({
  /** The slug. Empty if even that cannot be read. */
  arena: z.string(),
  /** Null if a problem prevents the import. */
  change: ArenaChange.nullable(),
  /** Null if problems leave nothing to estimate. */
  estimate: RunEstimate.nullable(),
  /** For more than eight contestants the ways to judge them; else empty. */
  ways: z.array(JudgingWay),
  budgetUsd: z.number().nullable(),
  problems: z.array(FileProblem),
  warnings: z.array(FileProblem),
  keys: z.array(ProviderKey),
})
export type ArenaTrial = z.infer<typeof ArenaTrial>

// Retiring and restoring prompts.

export const MAX_PROMPTS_NAMED = 1000

/** A selection of prompts: by keys, by category, or all. */
export const PromptSelection = z
  .object({
    keys: z.array(z.string().min(1).max(1000)).min(1).max(MAX_PROMPTS_NAMED).optional(),
    category: z.string().min(1).max(200).optional(),
    all: z.literal(true).optional(),
  })
  .strict()
  .refine(
    ({ keys, category, all }) => [keys, category, all].filter((value) => value !== undefined).length === 1,
    refuseUnlessOne('keys (a list)', 'category', 'all: true'),
  )
export type PromptSelection = z.infer<typeof PromptSelection>

/** Prompts to bring back, and the category that those of visitors get as they join the set. */
export const PromptRestoration = PromptSelection.safeExtend({
  into: z.string().trim().min(1).max(200).optional(),
})
export type PromptRestoration = z.infer<typeof PromptRestoration>

export const PromptsReceipt = z.object({
  arena: z.string(),
  retired: z.boolean(),
  /** The keys of the prompts that changed. */
  prompts: z.array(z.string()),
  /** On restoring: the prompts whose texts everybody could read beside names until now. On retiring: empty. */
  werePublic: z.array(z.string()),
  /** What that means for votes on them, in one sentence. Null: nothing to warn of. */
  warning: z.string().nullable(),
  /** The warning as code and values. */
  finding: WireMessage.optional(),
  /** On retiring: from when everybody may read who gave which answer to these prompts. On restoring: null. */
  textsPublicFrom: z.string().nullable(),
})
export type PromptsReceipt = z.infer<typeof PromptsReceipt>

// Votes, answers and prompts that an operator imports into an arena from files.

function parsePlan(text: string, context: z.RefinementCtx): ReadPlan | typeof z.NEVER {
  try {
    const parsed = ReadPlan.safeParse(JSON.parse(text))
    if (parsed.success) return parsed.data
    for (const { path, message } of parsed.error.issues) context.addIssue({ code: 'custom', path, message })
  } catch {
    context.addIssue({ code: 'custom', message: 'no JSON' })
  }
  return z.NEVER
}

/** Texts of any length, as in an arena.yaml: Node limits the address of a request, and a command sends none. */
export const ImportRequest = z.object({
  /** Whether the two orders of a judgement are merged into one vote or counted separately. */
  orders: z.enum(['merge', 'separate']).default('merge'),
  /** If present, nothing is stored. */
  'dry-run': z.string().optional(),
  /** If present, the first bad row stops the import. */
  strict: z.string().optional(),
  /** Columns that are read under other names, such as `input=prompt,output=text`. */
  map: z.string().optional(),
  /** Columns that are not read, such as `notes,score`. */
  ignore: z.string().optional(),
  /** What outcomes of votes mean, such as `1=model_a,0=model_b`. */
  outcomes: z.string().optional(),
  /** If present, scores, ranks or results of tests are read as votes, or a table of how often the row beat the column. */
  from: z.enum(COUNTED).optional(),
  /** How files are read, as JSON, in place of the four before: the `plan` that a look has. */
  plan: z
    .string()
    .transform((text, context) => parsePlan(text, context))
    .optional(),
  /** The name of a file of prompts: the options for columns are not about it, and what is doubtful in it is meant. */
  prompts: z.string().optional(),
  /** The same for a file of answers. */
  answers: z.string().optional(),
  /** If present, what is doubtful is meant. Without it, a file with something doubtful is not imported. */
  yes: z.string().optional(),
  /** If present, the arena is new, and it is an error if there is one already. */
  create: z.string().optional(),
  /** Title of the arena; default: unchanged, and the name of a new arena. */
  title: z.string().optional(),
  /** What voters are asked; default: unchanged. */
  question: z.string().optional(),
})
export type ImportRequest = z.infer<typeof ImportRequest>

/** The summary of one file. */
export const ImportedFile = z.object({
  name: z.string(),
  kind: z.enum(['votes', 'answers', 'prompts']),
  /** The tool whose format the file has; missing for Deadheat's own columns. */
  tool: z.string().optional(),
  votes: integerSchema,
  answers: integerSchema,
  prompts: integerSchema,
  /** How many bad rows were left out, and the first hundred of them. */
  bad: integerSchema,
  badRows: z.array(z.object({ line: integerSchema, wrong: z.string(), finding: WireMessage })),
  /** One warning about all bad rows; null if there are none. */
  leftOut: Warning.nullable(),
})
export type ImportedFile = z.infer<typeof ImportedFile>

export const LookRequest = ImportRequest.pick({
  map: true,
  ignore: true,
  outcomes: true,
  from: true,
  plan: true,
})
export type LookRequest = z.infer<typeof LookRequest>

/** A column of a file, or a key of its rows, and as what it is read. */
export const LookedColumn = z.object({
  name: z.string(),
  /** What it becomes a part of; null if it is not read. */
  part: z.enum(['prompt', 'answer', 'vote', 'row']).nullable(),
  /** The column of such files that it is read as; of a column of answers, `text`. Null: it is used in another way. */
  field: z.string().nullable(),
  /** The contestant whose answers or scores it holds, or over whom its wins are, if the column says so by itself. */
  contestant: z.string().nullable(),
  /** Why it is not read. */
  why: z.enum(['ignored', 'unnamed', 'unknown', 'refused']).nullable(),
  /** The first three values, shortened, without characters that are not visible. */
  samples: z.array(z.string()),
})
export type LookedColumn = z.infer<typeof LookedColumn>

/** A row as it is understood. Texts are shortened. */
export const LookedRow = z.discriminatedUnion('what', [
  z.object({
    what: z.literal('vote'),
    prompt: z.string().nullable(),
    voter: z.string().nullable(),
    left: z.string(),
    right: z.string(),
    outcome: z.enum(['left', 'right', 'tie', 'both_bad']),
    by: z.enum(['people', 'judges', 'results', 'simulated']),
  }),
  z.object({ what: z.literal('answer'), prompt: z.string(), contestant: z.string(), text: z.string() }),
  z.object({ what: z.literal('prompt'), prompt: z.string() }),
])
export type LookedRow = z.infer<typeof LookedRow>

/** What a file holds and how it would be read. Nothing is stored. */
export const FileLook = z.object({
  name: z.string(),
  /**
   * How it would be read, or how a refusal proposes to read it: given again, it is read so. Null if nothing is proposed, and for an
   * arena.yaml.
   */
  plan: ReadPlan.nullable(),
  /** Whether the file is read by the plan as it is. Else `refused` says what the plan lacks, such as what outcomes mean. */
  planComplete: z.boolean(),
  /** What would have to be said of a refused file so that it is read, as it was tried on its beginning. Null: nothing is proposed. */
  proposed: z
    .object({
      /** By column: the name under which it is read; null: it is not read. */
      columns: z.record(z.string(), z.string().nullable()),
      outcomes: z.record(z.string(), z.enum(OUTCOME_MEANINGS)),
      from: z.enum(COUNTED).nullable(),
    })
    .nullable(),
  /** Its first three votes, answers or prompts as they are understood. */
  rows: z.array(LookedRow),
  /** Null if it cannot be used. */
  kind: z.enum(['votes', 'answers', 'prompts', 'arena']).nullable(),
  tool: z.string().nullable(),
  /** CSV with its separator, a JSON list with the keys that lead to it, JSON lines, or another by its name, such as Parquet. */
  format: z.object({
    kind: z.enum(['csv', 'json', 'jsonl', 'xml', 'yaml', 'other']),
    detail: z.string().nullable(),
    /** The line of the header of CSV. */
    header: integerSchema.optional(),
  }),
  columns: z.array(LookedColumn),
  votes: integerSchema,
  answers: integerSchema,
  prompts: integerSchema,
  /** How many votes have each outcome. */
  outcomes: z.object({
    left: integerSchema,
    right: integerSchema,
    tie: integerSchema,
    both_bad: integerSchema,
  }),
  /**
   * How often each contestant won and lost, where the file does not say which answer stood where: the sides of its votes are drawn.
   * Else empty.
   */
  records: z.array(
    z.object({
      contestant: z.string(),
      won: integerSchema,
      lost: integerSchema,
      tied: integerSchema,
      bothBad: integerSchema,
    }),
  ),
  /** How many people and prompts the votes name. */
  people: integerSchema,
  promptsNamed: integerSchema,
  /** The times of the first and the last vote; null if no vote has a time. */
  from: z.string().nullable(),
  to: z.string().nullable(),
  /** In alphabetical order. */
  contestants: z.array(z.string()),
  /** Rows that would be left out, and what may be a mistake. */
  warnings: z.array(Warning),
  /** What an import asks a yes for. */
  doubts: z.array(Warning),
  /** Why the file cannot be used as it is. */
  refused: Warning.nullable(),
})
export type FileLook = z.infer<typeof FileLook>

/** How the files of an arena were read, oldest first. */
export const ArenaFilesRead = z.object({
  arena: ArenaSlug,
  files: z.array(
    z.object({
      file: z.string(),
      plan: ReadPlan,
      /** How many of each it had. */
      votes: integerSchema,
      answers: integerSchema,
      prompts: integerSchema,
      readAt: z.string(),
    }),
  ),
})
export type ArenaFilesRead = z.infer<typeof ArenaFilesRead>

export const FileLooks = z.object({ files: z.array(FileLook) })
export type FileLooks = z.infer<typeof FileLooks>

/** What the files added, or would add. */
export const ImportReceipt = z.object({
  arena: ArenaSlug,
  /** Whether nothing was stored. */
  dryRun: z.boolean(),
  files: z.array(ImportedFile),
  ...ContentChange.shape,
  /** The contestants that the files name, in alphabetical order. */
  contestantsNamed: z.array(z.string()),
  votesAdded: integerSchema,
  /** The arena had them before. */
  votesAlreadyThere: integerSchema,
  /** Each is the same vote as another one of these files, and does not count again. */
  votesRepeated: integerSchema,
  /** Prompts of the arena that have answers but no text, so nobody can vote on them. */
  promptsWithoutText: integerSchema,
  /** Whether more than half of the arena's contestants come from these files. It may be the wrong arena. */
  mostlyNew: z.boolean(),
  warnings: z.array(Warning),
})
export type ImportReceipt = z.infer<typeof ImportReceipt>

// A whole arena as a file.

export const BroughtArchive = z.object({
  arena: ArenaSlug,
  /** The rows by table, without empty ones. */
  rows: z.record(z.string(), integerSchema),
})
export type BroughtArchive = z.infer<typeof BroughtArchive>

// Removing a whole arena.

export const RemovalRequest = z.object({
  /** The slug of the arena once more, typed by the operator. */
  confirm: z.string().max(64),
})

export const RemovedArena = z.object({
  arena: z.string(),
  /** What was removed with it. */
  contestants: integerSchema,
  prompts: integerSchema,
  answers: integerSchema,
  votes: integerSchema,
})
export type RemovedArena = z.infer<typeof RemovedArena>
