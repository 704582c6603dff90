/** What is told of an arena step by step, before it is files. */
import type { AnswerTable } from './answer-table.ts'

export interface TextFile {
  name: string
  text: string
}

/** What of an entry no field shows; it is written back as it came. */
export type Kept = Readonly<Record<string, unknown>>

export interface Maker {
  name: string
  provider: string
  model: string
  system: string
  template: string
  /** As YAML, `temperature: 0.3`; blank for none. */
  params: string
  /** Answers that are there; null: the model gives them. */
  given: TextFile | null
  kept: Kept
}

export interface JudgeChosen {
  name: string
  provider: string
  model: string
  /** A shipped one's name, the path of a file, or that of one written here. */
  rubric: string
  params: string
  kept: Kept
}

export interface ProviderChosen {
  name: string
  type: 'openai' | 'anthropic'
  baseUrl: string
  apiKeyEnv: string
  /** It is one of an arena that is there, which keeps it. */
  isThere: boolean
  kept: Kept
}

/** A rule that answers pass or fail; which of the fields are meant its kind says. */
export interface CheckTold {
  name: string
  kind: 'exact' | 'contains' | 'regex' | 'json-schema' | 'llm'
  /** The value, the pattern, the question, or the schema as JSON; of `contains` one a line. */
  says: string
  provider: string
  model: string
  required: boolean
  /** The least share of answers that must pass, 0 to 1. */
  mustPass: number | null
  kept: Kept
}

export const TRUST = ['minAgreement', 'minVotes', 'recheckDays'] as const
export const GATE = ['minWinRate', 'minVotes', 'alpha', 'maxCostRatio', 'maxLatencyRatio'] as const
type Numbers<Key extends string> = Record<Key, number | null>

/** How much is judged, when a judge is trusted, and when one contestant may replace another. */
export interface Terms {
  /** Null: everything. */
  votesPerPair: number | null
  /** The contestant whom all others meet; blank: all meet all. */
  baseline: string
  trust: Numbers<(typeof TRUST)[number]>
  preset: '' | 'cosmetic' | 'default' | 'critical'
  gate: Numbers<(typeof GATE)[number]>
  budgetUsd: number | null
  /** What stood there under each key; null: nothing. */
  kept: { plan: Kept | null; trust: Kept | null; gate: Kept | null }
}

export interface PromptStanding {
  id: string
  /** How it begins. */
  text: string
  row: Kept
}

/** What was told of a prompt that stands. */
export interface PromptEdit {
  isOut: boolean
  category: string
  reference: string
}

/** The prompts of an arena that is there. */
export interface PromptsStanding {
  /** Null: they are listed in the arena.yaml itself. */
  file: string | null
  prompts: readonly PromptStanding[]
  /** Ids that no new prompt may have. */
  taken: ReadonlySet<string>
}

export interface Told {
  title: string
  slug: string
  description: string
  visibility: 'public' | 'link' | 'private'
  criteria: string
  /** Answers that are there, of an arena that is not; null: contestants stand one by one. */
  table: AnswerTable | null
  /** An empty line between them; not used where there is a file. */
  prompts: string
  promptFile: TextFile | null
  standing: PromptsStanding | null
  /** By id. */
  edits: Readonly<Record<string, PromptEdit>>
  makers: readonly Maker[]
  judges: readonly JudgeChosen[]
  rubricText: string
  /** Rubrics that are files. */
  rubrics: readonly TextFile[]
  checks: readonly CheckTold[]
  providers: readonly ProviderChosen[]
  terms: Terms
  kept: Kept
}

const NOTHING: Kept = {}

export const maker = (name: string, provider = 'openai', given: TextFile | null = null): Maker => ({
  name,
  provider,
  model: '',
  system: '',
  template: '',
  params: '',
  given,
  kept: NOTHING,
})

export const judge = (number: number, provider = 'openai'): JudgeChosen => ({
  name: `judge-${number}`,
  provider,
  model: '',
  rubric: 'overall',
  params: '',
  kept: NOTHING,
})

export const provider = (type: ProviderChosen['type']): ProviderChosen => ({
  name: type,
  type,
  baseUrl: '',
  apiKeyEnv: type === 'openai' ? 'OPENAI_API_KEY' : 'ANTHROPIC_API_KEY',
  isThere: false,
  kept: NOTHING,
})

export const check = (number: number, provider = 'openai'): CheckTold => ({
  name: `check-${number}`,
  kind: 'contains',
  says: '',
  provider,
  model: '',
  required: false,
  mustPass: null,
  kept: NOTHING,
})

export const terms = (): Terms => ({
  votesPerPair: null,
  baseline: '',
  trust: { minAgreement: null, minVotes: null, recheckDays: null },
  preset: '',
  gate: { minWinRate: null, minVotes: null, alpha: null, maxCostRatio: null, maxLatencyRatio: null },
  budgetUsd: null,
  kept: { plan: null, trust: null, gate: null },
})
