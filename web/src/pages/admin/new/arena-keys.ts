/**
 * The keys of an arena.yaml, with the limits of each as an input of a form takes them. Made by `npm run docs` from the
 * schema in shared/contracts/arena-file.ts; change that and make this file again.
 */
export const ARENA_FILE = {
  arena: { required: true, pattern: '[a-z0-9\\-]{1,64}' },
  title: {},
  description: {},
  visibility: { choices: ['public', 'link', 'private'] },
  criteria: {},
  contestants: { required: true },
  prompts: { required: true },
  judges: {},
  checks: {},
  plan: {},
  trust: {},
  gate: {},
  sampling: { choices: ['uniform', 'focus'] },
  samples: { min: 1, max: 20, step: 1 },
  anomalies: { choices: ['quarantine', 'flag', 'off'] },
  proofOfWork: { choices: ['off', 'on'] },
  voterCap: { min: 1, max: 1000000, step: 1 },
  closes: {},
  leaks: {},
  schedule: {},
  budgetUsd: { above: 0 },
  providers: {},
} as const

export const CONTESTANTS = {
  name: { required: true, maxlength: 200 },
  provider: {},
  model: {},
  system: {},
  template: {},
  params: {},
  responses: {},
  owner: {},
  family: {},
  controlOf: { maxlength: 200 },
} as const

export const PROMPTS = {
  id: { required: true },
  text: {},
  messages: {},
  turns: {},
  category: {},
  reference: {},
  variables: {},
  context: {},
} as const

export const JUDGES = {
  name: { required: true, maxlength: 200 },
  provider: { required: true },
  model: { required: true },
  params: {},
  rubric: {},
  judge_prompt: {},
  criteria: {},
  categories: {},
  family: {},
  form: { choices: ['pairwise', 'listwise'] },
  answers: { min: 3, max: 6, step: 1 },
  ask: { choices: ['together', 'apart'] },
  logprobs: { choices: ['off', 'measure', 'weigh'] },
} as const

export const CHECKS = {
  name: { required: true, maxlength: 200 },
  categories: {},
  mustPass: { min: 0, max: 1 },
  required: {},
  kind: { required: true, choices: ['exact', 'contains', 'regex', 'json-schema', 'llm', 'exec'] },
  value: { required: true },
  ignoreCase: {},
  pattern: { required: true },
  flags: { pattern: '[imsu]*' },
  absent: {},
  schema: { required: true },
  provider: { required: true },
  model: { required: true },
  params: {},
  question: { required: true },
} as const

export const PLAN = {
  votesPerPair: { min: 1, step: 1 },
  everything: {},
  baseline: { maxlength: 200 },
} as const

export const TRUST = {
  minAgreement: { min: 0, max: 1 },
  minVotes: { min: 1, step: 1 },
  recheckDays: { above: 0 },
} as const

export const GATE = {
  preset: { choices: ['cosmetic', 'default', 'critical'] },
  minWinRate: { min: 0, max: 1 },
  minVotes: { min: 1, step: 1 },
  alpha: { min: 1e-9, below: 1 },
  maxCostRatio: { above: 0 },
  maxLatencyRatio: { above: 0 },
} as const

export const CLOSES = {
  at: {},
  votes: { min: 1, max: 10000000, step: 1 },
} as const

export const LEAKS = {
  find: {},
  words: {},
  of: {},
} as const

export const SCHEDULE = {
  timezone: {},
  entries: { required: true },
} as const

export const PROVIDERS = {
  type: { required: true, choices: ['openai', 'anthropic', 'http', 'exec'] },
  baseUrl: {},
  apiKeyEnv: { pattern: '[A-Z_][A-Z0-9_]*' },
  concurrency: { min: 1, step: 1 },
  requestsPerMinute: { above: 0 },
  apiKeyHeader: { pattern: '[A-Za-z0-9\\-]+' },
  query: {},
  url: { required: true },
  method: { choices: ['POST', 'PUT', 'PATCH', 'GET'] },
  headers: {},
  body: {},
  answer: { pattern: '(\\/([^~/]|~[01])*)*' },
  timeoutSeconds: { above: 0, max: 86400 },
  costUsd: { min: 0 },
  command: { required: true },
  env: {},
} as const
