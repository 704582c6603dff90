/** The values of the arena form. Entries use the keys of arena.yaml. */
import * as keys from './arena-keys.ts'
import type { AnswerTable } from './answer-table.ts'
import type { NamedEntry } from './entry-names.ts'
import {
  commas,
  eachALine,
  flag,
  json,
  names,
  number,
  oneOf,
  passages,
  text,
  turnedOff,
  verbatim,
  yaml,
  type Field,
  type Row,
  type ValuesOf,
} from './fields.ts'

export interface TextFile {
  name: string
  text: string
}

/** A field for each key of the schema, so that a key without a field does not compile; `Apart` are read in another way. */
type FieldsOf<Keys, Apart extends keyof Keys = never> = Record<Exclude<keyof Keys, Apart>, Field<unknown>>

interface OfRow {
  /** The entry as saved; empty for a new one. */
  row: Row
}

export const CONTESTANT = {
  name: text,
  provider: text,
  model: text,
  system: text,
  template: text,
  /** As YAML, `temperature: 0.3`. */
  params: yaml,
  owner: text,
  family: text,
  controlOf: text,
} satisfies FieldsOf<typeof keys.CONTESTANTS, 'responses'>
export interface ContestantValues extends ValuesOf<typeof CONTESTANT>, OfRow, NamedEntry {
  /** Uploaded answers; null if the model writes them. */
  uploadedAnswers: TextFile | null
}

export const JUDGE = {
  name: text,
  provider: text,
  model: text,
  params: yaml,
  /** The name of a built-in rubric, the path of a file, or OWN_RUBRIC. */
  rubric: text,
  /** The path of a file; empty for the shipped judge prompt. */
  judge_prompt: text,
  criteria: names,
  categories: names,
  family: text,
  form: oneOf(...keys.JUDGES.form.choices),
  answers: number,
  ask: oneOf(...keys.JUDGES.ask.choices),
  logprobs: oneOf(...keys.JUDGES.logprobs.choices),
} satisfies FieldsOf<typeof keys.JUDGES>
export interface JudgeValues extends ValuesOf<typeof JUDGE>, OfRow {}

export const PROVIDER = {
  type: oneOf(...keys.PROVIDERS.type.choices),
  baseUrl: text,
  apiKeyEnv: text,
  concurrency: number,
  requestsPerMinute: number,
  apiKeyHeader: text,
  /** As YAML, `api-version: 2024-10-21`. */
  query: yaml,
} satisfies FieldsOf<typeof keys.PROVIDERS, OnlyInFiles>

/** HTTP endpoints are written in the file, and commands are taken only from a file of the server's machine. */
type OnlyInFiles =
  | 'url'
  | 'method'
  | 'headers'
  | 'body'
  | 'answer'
  | 'timeoutSeconds'
  | 'costUsd'
  | 'command'
  | 'env'
export interface ProviderValues extends ValuesOf<typeof PROVIDER>, OfRow, NamedEntry {
  /** The saved arena has it, so it cannot be removed. */
  isThere: boolean
  /** The user added it, so it stays even if nothing uses it. */
  isAdded: boolean
}

const CHECK = {
  name: text,
  kind: oneOf(...keys.CHECKS.kind.choices),
  categories: names,
  mustPass: number,
  required: flag,
}
/** The key that holds the content of each kind of check. The form has one field for all of them. */
export const SAYS = {
  exact: { value: verbatim },
  contains: { value: eachALine },
  regex: { pattern: verbatim },
  'json-schema': { schema: json },
  llm: { question: verbatim },
  exec: {},
}
const OF_KINDS = {
  exact: { ignoreCase: flag },
  contains: { ignoreCase: flag },
  regex: { flags: text, absent: flag },
  'json-schema': {},
  llm: { provider: text, model: text, params: yaml },
  exec: { provider: text },
}
export const checkFields = (kind: CheckValues['kind']) => ({ ...CHECK, ...OF_KINDS[kind] })

export const ALL_OF_CHECKS = {
  ...CHECK,
  ...OF_KINDS.exact,
  ...OF_KINDS.regex,
  ...OF_KINDS.llm,
} satisfies FieldsOf<typeof keys.CHECKS, SaidKey>

type SaidKey = { [Kind in keyof typeof SAYS]: keyof (typeof SAYS)[Kind] }[keyof typeof SAYS]

/** A rule that answers pass or fail. Its kind decides which fields apply. */
export interface CheckValues extends ValuesOf<typeof ALL_OF_CHECKS>, OfRow {
  /** The value, pattern, question, or JSON schema. For `contains`, one value per line. */
  says: string
  /** The values of `contains` if one of them has a line break; otherwise null. */
  each: string[] | null
}

export const TRUST = {
  minAgreement: number,
  minVotes: number,
  recheckDays: number,
} satisfies FieldsOf<typeof keys.TRUST>
export const GATE = {
  minWinRate: number,
  minVotes: number,
  alpha: number,
  maxCostRatio: number,
  maxLatencyRatio: number,
} satisfies FieldsOf<typeof keys.GATE, 'preset'>

/** How answers that name their model are found. */
export const LEAKS = {
  find: turnedOff,
  words: commas,
  /** As YAML, names by contestant. */
  of: yaml,
} satisfies FieldsOf<typeof keys.LEAKS>

/** How much is judged, when a judge is trusted, and when one contestant may replace another. */
export interface Terms {
  /** Null: judge everything. */
  votesPerPair: number | null
  /** The contestant that all others are compared with; blank: all pairs. */
  baseline: string
  trust: ValuesOf<typeof TRUST>
  preset: string
  gate: ValuesOf<typeof GATE>
  budgetUsd: number | null
  /** How pairs are drawn for voters; blank: the default. */
  sampling: string
  /** What happens to votes that look like an attack; blank: the default. */
  anomalies: string
  /** Whether votes need proof of work; blank: the default. */
  proofOfWork: string
  /** How many votes of one person count; null: all. */
  voterCap: number | null
  leaks: ValuesOf<typeof LEAKS>
  /** Answers that a run makes for each contestant and prompt; null: the default. */
  samples: number | null
  /** The saved value of each key; null if it had none. */
  rows: { plan: Row | null; trust: Row | null; gate: Row | null; leaks: Row | null; closes: Row | null }
}

/** The optional fields of a prompt. */
export const PROMPT = {
  category: text,
  reference: text,
  variables: yaml,
  context: passages,
} satisfies FieldsOf<typeof keys.PROMPTS, 'id' | 'text' | 'messages' | 'turns'>

export interface MessageValues {
  role: 'system' | 'user' | 'assistant'
  content: string
}

export interface PromptValues extends ValuesOf<typeof PROMPT>, OfRow {
  id: string
  /** The id that uploaded answers use for it; blank if none do. */
  originalId: string
  messages: MessageValues[]
  /** It was saved and is now retired. */
  isRemoved: boolean
}

export interface ExistingPrompt {
  id: string
  /** The beginning of its text. */
  text: string
  row: Row
  /** Its line in the prompts file; blank if it is in arena.yaml. */
  line: string
}

/** The prompts of a saved arena. */
export interface ExistingPrompts {
  /** Null: they are listed in the arena.yaml itself. */
  file: string | null
  prompts: readonly ExistingPrompt[]
  /** Ids that no new prompt may have. */
  usedIds: ReadonlySet<string>
}

export interface FormValues {
  title: string
  slug: string
  description: string
  visibility: (typeof keys.ARENA_FILE.visibility.choices)[number]
  criteria: string
  /** A table of answers for a new arena; null if contestants are listed one by one. */
  table: AnswerTable | null
  /** Separated by empty lines; ignored if there is a file. */
  prompts: string
  promptFile: TextFile | null
  existing: ExistingPrompts | null
  /** Edits of saved prompts, by id. */
  edits: Readonly<Record<string, PromptValues>>
  /** New prompts, listed one by one. */
  newPrompts: readonly PromptValues[]
  /** Ids of prompts that came from a table, including removed ones. */
  tablePromptIds: readonly string[]
  contestants: readonly ContestantValues[]
  judges: readonly JudgeValues[]
  rubricText: string
  /** What the own rubric shows judges besides prompt and answers: `context`, `reference`. */
  rubricShows: readonly string[]
  /** Rubrics stored as files. */
  rubrics: readonly TextFile[]
  checks: readonly CheckValues[]
  providers: readonly ProviderValues[]
  terms: Terms
  /** The arena.yaml as saved. */
  row: Row
}
