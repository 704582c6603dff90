/** Which fields the arena form shows, in which order, and what the schema of arena.yaml does not say about them. */

/** An entry of an arena.yaml, as in the file. A key that is `undefined` is left out. */
export type Row = Record<string, unknown>

/** How a field is drawn: `texts` is one text or several, `off` a box that sets a key to `false`. */
export type Control =
  | 'line'
  | 'long'
  | 'yaml'
  | 'json'
  | 'whole'
  | 'decimal'
  | 'flag'
  | 'off'
  | 'choice'
  | 'names'
  | 'commas'
  | 'texts'

/** Names that the form knows. `others` are the contestants besides the entry itself. */
export type KnownNames =
  | 'providers'
  | 'contestants'
  | 'others'
  | 'rubrics'
  | 'judgePrompts'
  | 'criteria'
  | 'categories'

export interface FieldLayout {
  /** The control, if the type of the value does not decide it. */
  as?: Control
  /** The value is a choice among these names. */
  from?: KnownNames
  /** Names that are suggested while another may be typed. */
  suggest?: KnownNames
  /** Whether the form needs a value where the file does not. */
  required?: boolean | ((row: Row) => boolean)
  /** The choice that a blank value stands for. */
  blank?: string
  /** Choices that only a file can make. */
  onlyInFiles?: readonly string[]
  /** Whether the field is shown; always if left out. */
  when?: (row: Row) => boolean
}

const isModelServer = ({ type }: Row) => type === 'openai' || type === 'anthropic'

/** By path. Fields without an entry are drawn as the schema says. */
export const FIELDS: Readonly<Record<string, FieldLayout>> = {
  title: { required: true },
  description: { as: 'long' },
  criteria: { required: true },
  sampling: { blank: 'uniform' },
  proofOfWork: { blank: 'off' },
  webAnswers: { blank: 'off' },
  'plan.baseline': { from: 'contestants' },
  'leaks.find': { as: 'off' },
  'contestants.provider': { from: 'providers', required: true },
  'contestants.model': { required: true },
  'contestants.system': { as: 'long' },
  'contestants.template': { as: 'long' },
  'contestants.controlOf': { from: 'others' },
  'uploaded.system': { as: 'long' },
  'uploaded.template': { as: 'long' },
  'uploaded.controlOf': { from: 'others' },
  'prompts.category': { suggest: 'categories' },
  'prompts.reference': { as: 'long' },
  'judges.provider': { from: 'providers' },
  'judges.rubric': { from: 'rubrics' },
  'judges.judge_prompt': { from: 'judgePrompts' },
  'judges.criteria': { from: 'criteria' },
  'judges.categories': { from: 'categories' },
  'judges.answers': { when: ({ form }) => form === 'listwise' },
  // a command is taken only from a file on the machine of the server
  'checks.kind': { onlyInFiles: ['exec'] },
  'checks.provider': { from: 'providers' },
  'checks.categories': { from: 'categories' },
  'checks.value': { as: 'long' },
  'checks.pattern': { as: 'long' },
  'checks.schema': { as: 'json' },
  'checks.question': { as: 'long' },
  'providers.type': { onlyInFiles: ['http', 'exec'], when: isModelServer },
  'providers.apiKeyEnv': { required: ({ baseUrl }) => (baseUrl ?? '') === '' },
  'providers.query': { when: isModelServer },
}

export const QUESTION = [
  'description',
  'criteria',
  'visibility',
  'sampling',
  'anomalies',
  'proofOfWork',
  'webAnswers',
  'voterCap',
  'samples',
] as const

/** The sections of rules after the checks, each with its fields. */
export const RULES = {
  plan: ['baseline'],
  leaks: ['words', 'of', 'find'],
  trust: ['minAgreement', 'minVotes', 'recheckDays'],
  gate: ['preset', 'minWinRate', 'minVotes', 'alpha', 'maxCostRatio', 'maxLatencyRatio', 'judge'],
} as const

/** Keys of an entry: side by side, below each other, and in its closed part. Only those of its variant are shown. */
interface EntryLayout {
  row: readonly string[]
  below: readonly string[]
  more: readonly string[]
}

export const ENTRIES = {
  contestants: {
    row: ['name', 'provider', 'model'],
    below: ['system', 'template'],
    more: ['params', 'owner', 'family', 'controlOf', 'factors'],
  },
  uploaded: {
    row: ['name', 'model'],
    below: [],
    more: ['system', 'template', 'params', 'owner', 'family', 'controlOf', 'factors'],
  },
  prompts: { row: ['id'], below: [], more: ['category', 'group', 'reference', 'variables', 'context'] },
  judges: {
    row: ['name', 'provider', 'model', 'rubric'],
    below: [],
    more: ['params', 'judge_prompt', 'criteria', 'categories', 'form', 'answers', 'ask', 'family'],
  },
  checks: {
    row: ['name', 'kind', 'provider', 'model', 'mustPass'],
    below: ['value', 'pattern', 'schema', 'question', 'required', 'ignoreCase', 'absent'],
    more: ['categories', 'flags', 'params'],
  },
  providers: {
    row: ['name', 'type', 'apiKeyEnv', 'baseUrl'],
    below: [],
    more: ['concurrency', 'requestsPerMinute', 'apiKeyHeader', 'query'],
  },
} as const satisfies Record<string, EntryLayout>

export type EntryKind = keyof typeof ENTRIES
