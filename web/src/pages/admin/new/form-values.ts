/** What is told of an arena step by step, before it is files: its entries by the keys that an arena.yaml gives them. */
import * as keys from './arena-keys.ts'
import type { AnswerTable } from './answer-table.ts'
import type { NamedEntry } from './entry-names.ts'
import { eachALine, flag, json, names, number, oneOf, passages, text, verbatim, yaml } from './fields.ts'
import type { Field, Row, ValuesOf } from './fields.ts'

export interface TextFile {
  name: string
  text: string
}

/** A field for each key of the schema, so that a key without a field does not compile; `Apart` are read in another way. */
type FieldsOf<Keys, Apart extends keyof Keys = never> = Record<Exclude<keyof Keys, Apart>, Field<unknown>>

interface OfRow {
  /** As it stood; empty for a new one. */
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
  /** Answers that are there; null: the model gives them. */
  given: TextFile | null
}

export const JUDGE = {
  name: text,
  provider: text,
  model: text,
  params: yaml,
  /** A shipped one's name, the path of a file, or that of one written here. */
  rubric: text,
  criteria: names,
  categories: names,
  family: text,
  form: oneOf(...keys.JUDGES.form.choices),
  answers: number,
  ask: oneOf(...keys.JUDGES.ask.choices),
} satisfies FieldsOf<typeof keys.JUDGES>
export interface JudgeValues extends ValuesOf<typeof JUDGE>, OfRow {}

export const PROVIDER = {
  type: oneOf(...keys.PROVIDERS.type.choices),
  baseUrl: text,
  apiKeyEnv: text,
  concurrency: number,
  requestsPerMinute: number,
} satisfies FieldsOf<typeof keys.PROVIDERS>
export interface ProviderValues extends ValuesOf<typeof PROVIDER>, OfRow, NamedEntry {
  /** It is one of an arena that is there, which keeps it. */
  isThere: boolean
  /** It was asked for, so that it is kept though nobody names it. */
  isAdded: boolean
}

const CHECK = {
  name: text,
  kind: oneOf(...keys.CHECKS.kind.choices),
  categories: names,
  mustPass: number,
  required: flag,
}
/** What the kinds of checks have beside that. What a check says is told as one thing, whatever its key. */
export const SAYS = {
  exact: { value: verbatim },
  contains: { value: eachALine },
  regex: { pattern: verbatim },
  'json-schema': { schema: json },
  llm: { question: verbatim },
}
const OF_KINDS = {
  exact: { ignoreCase: flag },
  contains: { ignoreCase: flag },
  regex: { flags: text, absent: flag },
  'json-schema': {},
  llm: { provider: text, model: text, params: yaml },
}
export const checkFields = (kind: CheckValues['kind']) => ({ ...CHECK, ...OF_KINDS[kind] })

export const ALL_OF_CHECKS = {
  ...CHECK,
  ...OF_KINDS.exact,
  ...OF_KINDS.regex,
  ...OF_KINDS.llm,
} satisfies FieldsOf<typeof keys.CHECKS, SaidKey>

type SaidKey = { [Kind in keyof typeof SAYS]: keyof (typeof SAYS)[Kind] }[keyof typeof SAYS]

/** A rule that answers pass or fail; which of the fields are meant its kind says. */
export interface CheckValues extends ValuesOf<typeof ALL_OF_CHECKS>, OfRow {
  /** The value, the pattern, the question, or the schema as JSON; of `contains` one a line. */
  says: string
  /** Of `contains` one by one, where that has a line break within one; null: they are lines. */
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

/** How much is judged, when a judge is trusted, and when one contestant may replace another. */
export interface Terms {
  /** Null: everything. */
  votesPerPair: number | null
  /** The contestant whom all others meet; blank: all meet all. */
  baseline: string
  trust: ValuesOf<typeof TRUST>
  preset: string
  gate: ValuesOf<typeof GATE>
  budgetUsd: number | null
  /** How pairs are drawn for voters; blank: as by default. */
  sampling: string
  /** What stood there under each key; null: nothing. */
  rows: { plan: Row | null; trust: Row | null; gate: Row | null }
}

/** Of a prompt beside what it says. */
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
  /** By which answers that are there know it; blank: none do. */
  was: string
  messages: MessageValues[]
  /** It stood, and is in use no more. */
  isOut: boolean
}

export interface ExistingPrompt {
  id: string
  /** How it begins. */
  text: string
  row: Row
  /** As its file has it; blank where it stands in the arena.yaml. */
  line: string
}

/** The prompts of an arena that is there. */
export interface ExistingPrompts {
  /** Null: they are listed in the arena.yaml itself. */
  file: string | null
  prompts: readonly ExistingPrompt[]
  /** Ids that no new prompt may have. */
  taken: ReadonlySet<string>
}

export interface FormValues {
  title: string
  slug: string
  description: string
  visibility: (typeof keys.ARENA_FILE.visibility.choices)[number]
  criteria: string
  /** Answers that are there, of an arena that is not; null: contestants stand one by one. */
  table: AnswerTable | null
  /** An empty line between them; not used where there is a file. */
  prompts: string
  promptFile: TextFile | null
  standing: ExistingPrompts | null
  /** Prompts that stand and are told otherwise, by id. */
  edits: Readonly<Record<string, PromptValues>>
  /** Prompts that are new, one by one. */
  added: readonly PromptValues[]
  /** By which answers that are there know those of a table, also those that were taken out since. */
  listed: readonly string[]
  makers: readonly ContestantValues[]
  judges: readonly JudgeValues[]
  rubricText: string
  /** What a rubric written here has judges shown beside prompt and answers: `context`, `reference`. */
  rubricShows: readonly string[]
  /** Rubrics that are files. */
  rubrics: readonly TextFile[]
  checks: readonly CheckValues[]
  providers: readonly ProviderValues[]
  terms: Terms
  /** The arena.yaml as it stood. */
  row: Row
}
