/** `arena.yaml`: an arena as its author writes it. Paths in it are relative to the file. */
import { z } from 'zod'
import { integerSchema } from './pieces.ts'
import { ArenaSlug, Visibility } from './arena.ts'
import { Message } from './battle.ts'
import { GateSettings } from './comparison.ts'
import { DecidesSetting } from './decides.ts'
import { MAX_CONTESTANTS } from './limits.ts'
import { LiveSettings } from './live.ts'
import { refuse, refuseUnlessOne } from './problem.ts'
import { JudgementForm } from './judging.ts'
import { TrustTerms } from './judges.ts'

const Name = z.string().trim().min(1).max(200)

/** Refuses the second of two items with the same name, at the place of the second one. */
export function namesOnce(all: readonly { name: string }[], context: z.RefinementCtx): void {
  const places = new Map<string, number>()
  for (const [i, { name }] of all.entries()) {
    const first = places.get(name)
    if (first === undefined) places.set(name, i)
    else
      context.addIssue({
        code: 'custom',
        path: [i, 'name'],
        params: { finding: { code: 'twice_in_list', values: { of: 'name', value: name, first: first + 1 } } },
      })
  }
}

// `providers` of arena.yaml: who makes answers, and how each is called.

const Variable = z.string().regex(/^[A-Z_][A-Z0-9_]*$/, refuse('no_variable'))

const Limits = {
  concurrency: integerSchema.positive().optional().describe('Calls at once from each process. Default: 8.'),
  requestsPerMinute: z.number().positive().optional().describe('Requests a minute from each process.'),
}

const Query = z.record(z.string(), z.string())

const ModelServer = {
  baseUrl: z.url().optional().describe("The server's address, if it is not the vendor's."),
  apiKeyEnv: Variable.optional().describe(
    'The environment variable with the key. With a `baseUrl` it may be left out: then no key is sent.',
  ),
  ...Limits,
}

/** How long one call may take: a day is more than any answer needs, and timers take no more than 24 days. */
const LONGEST_SECONDS = 86_400

const PerCall = {
  answer: z
    .string()
    .regex(/^(\/([^~/]|~[01])*)*$/, refuse('no_pointer'))
    .optional()
    .describe(
      'The JSON Pointer to the answer in a reply, such as `/choices/0/text`; the whole reply if left out.',
    ),
  timeoutSeconds: z
    .number()
    .positive()
    .max(LONGEST_SECONDS)
    .optional()
    .describe('The longest time of a call. Default: DEADHEAT_CALL_TIMEOUT.'),
  costUsd: z.number().nonnegative().optional().describe('What one call costs, in US dollars. Default: 0.'),
}

/** One provider of an arena.yaml. */
export const ProviderFile = z.discriminatedUnion('type', [
  z.strictObject({
    type: z.literal('openai').describe('How it is called.'),
    ...ModelServer,
    apiKeyHeader: z
      .string()
      .regex(/^[A-Za-z0-9-]+$/, refuse('no_header'))
      .optional()
      .describe('The header with the key, such as `api-key`. Default: `authorization`.'),
    query: Query.optional().describe('Added to the address of each call, such as `api-version`.'),
  }),
  z.strictObject({ type: z.literal('anthropic'), ...ModelServer }),
  z.strictObject({
    type: z.literal('http'),
    url: z.url().describe('The address that is called.'),
    method: z.enum(['POST', 'PUT', 'PATCH', 'GET']).default('POST').describe('`GET` sends no body.'),
    query: Query.optional(),
    headers: z
      .record(z.string().regex(/^[A-Za-z0-9-]+$/, refuse('no_header')), z.string())
      .optional()
      .describe('Headers of each call. A secret is written as `{{env.NAME}}`, never itself.'),
    body: z
      .json()
      .optional()
      .describe('The JSON that is sent, with placeholders (docs/how-to/contestants.md#placeholders).'),
    ...PerCall,
    ...Limits,
  }),
  z.strictObject({
    type: z.literal('exec'),
    command: z
      .array(z.string())
      .min(1)
      .describe('The program and its arguments (docs/how-to/contestants.md#a-command).'),
    env: z
      .array(Variable)
      .optional()
      .describe('Variables that are passed on, besides PATH, HOME, LANG and TMPDIR.'),
    ...PerCall,
    ...Limits,
  }),
])
export type ProviderFile = z.infer<typeof ProviderFile>
export type ProviderType = ProviderFile['type']

/** What an arena.yaml says about a provider besides its type, address, key and limits. */
export interface ProviderOptions {
  apiKeyHeader?: string
  query?: Record<string, string>
  method?: 'POST' | 'PUT' | 'PATCH' | 'GET'
  headers?: Record<string, string>
  body?: z.core.util.JSONType
  answer?: string
  timeoutSeconds?: number
  costUsd?: number
  command?: string[]
  env?: string[]
  /** The folder in which the command is started: that of the arena.yaml. */
  folder?: string
}

/** Whether a provider is no server of models: it takes any parameters, and its calls have a price of their own. */
export const isExternalProgram = (type: ProviderType): type is 'http' | 'exec' =>
  type === 'http' || type === 'exec'

/** The environment variables named as `{{env.NAME}}` in the headers of a provider. */
export const headerVariables = (headers: Readonly<Record<string, string>> = {}): string[] => [
  ...new Set(
    Object.values(headers).flatMap((value) =>
      [...value.matchAll(/\{\{\s*env\.([A-Z_][A-Z0-9_]*)\s*\}\}/g)].map(([, name]) => name!),
    ),
  ),
]

// Checks: pass or fail for one answer, decided by a rule, a model or a command.

const Common = {
  name: Name.describe('The name of the check.'),
  categories: z.array(z.string().trim().min(1)).optional().describe('Only prompts of these categories.'),
  mustPass: z.number().min(0).max(1).optional().describe('The smallest share of answers that must pass.'),
  required: z
    .boolean()
    .optional()
    .describe('Judges do not see an answer that fails (docs/how-to/checks.md#checks-first-judges-second).'),
}

/** `value` may refer to data of the prompt: `{{reference}}` or `{{variables.NAME}}`. */
export const CheckSpec = z.discriminatedUnion('kind', [
  z.strictObject({
    ...Common,
    kind: z.literal('exact').describe('How the answer is checked.'),
    value: z.string().describe('What to look for. It may hold `{{reference}}` and `{{variables.NAME}}`.'),
    ignoreCase: z.boolean().default(false).describe('Upper and lower case are the same.'),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('contains'),
    value: z.union([z.string().min(1), z.array(z.string().min(1)).min(1)]),
    ignoreCase: z.boolean().default(false),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('regex'),
    pattern: z.string().min(1).describe('A regular expression.'),
    flags: z
      .string()
      .regex(/^[imsu]*$/, refuse('no_flags'))
      .default('')
      .describe('Any of `i`, `m`, `s`, `u`.'),
    absent: z.boolean().default(false).describe('The answer passes if nothing matches.'),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('json-schema'),
    schema: z
      .record(z.string(), z.unknown())
      .describe('A JSON Schema: draft 2020-12, or 2019-09 or 07 by `$schema`.'),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('llm'),
    provider: z.string().min(1).describe('A name from `providers`.'),
    model: z.string().min(1).describe('The model, by its dated name.'),
    params: z.record(z.string(), z.unknown()).default({}).describe('Sent along with each call.'),
    question: z.string().min(1).describe('A yes-or-no question. The answer passes if the model says yes.'),
  }),
  z.strictObject({
    ...Common,
    kind: z.literal('exec'),
    provider: z.string().min(1).describe('A command from `providers`.'),
  }),
])
export type CheckSpec = z.infer<typeof CheckSpec>

// The arena itself.

const Params = z.record(z.string(), z.unknown())
const File = z.string().min(1)
/** A level of an ingredient. YAML reads `true` and `2` as no texts. */
const Level = z
  .union([Name, z.number().transform(String), z.boolean().transform((is) => (is ? 'yes' : 'no'))])
  .describe('A level.')

const ContestantFile = z
  .strictObject({
    name: Name.describe('The name on the board.'),
    provider: z.string().optional().describe('Who makes the answers: a name from `providers`.'),
    model: z.string().optional().describe('The model, by its dated name.'),
    system: z
      .string()
      .optional()
      .describe(
        'The system prompt. It may hold `{{text}}`, `{{context}}` and `{{variables.NAME}}`, as `template` may.',
      ),
    template: z.string().optional().describe("Sent instead of the prompt's text."),
    params: Params.optional().describe('Sent along with each call, such as `temperature` or `max_tokens`.'),
    responses: File.optional().describe(
      'A file of answers made elsewhere (docs/reference/files.md#answers). Its rows may leave out `model`.',
    ),
    owner: z.string().optional().describe('Whose contestant it is.'),
    family: z.string().optional().describe('The family of the model, if its name does not show it.'),
    controlOf: Name.optional().describe('A contestant that this one is a copy of.'),
    factors: z
      .record(Name, Level)
      .optional()
      .describe('What it is made of, such as `tone: warm`, with the same keys for all.'),
  })
  .refine(
    ({ responses, provider, model }) =>
      responses === undefined ? provider !== undefined || model !== undefined : provider === undefined,
    refuse('responses_or_model'),
  )

const PromptFile = z
  .strictObject({
    id: z
      .union([z.string().min(1), z.number().transform(String)])
      .describe('The name that votes and answers use.'),
    text: z
      .string()
      .min(1)
      .optional()
      .describe('One text. Exactly one of `text`, `messages` and `turns` is needed.'),
    messages: z
      .array(Message)
      .min(1)
      .optional()
      .describe('A conversation. User messages without an assistant message after them are answered.'),
    turns: z.array(z.string()).min(1).optional().describe("The user's turns of a conversation."),
    category: z.string().optional().describe('The board can be filtered by category.'),
    group: z.string().min(1).optional().describe('Its document, topic or template: one unit of boards.'),
    reference: z.string().optional().describe('A gold answer, for judges whose rubric asks for it.'),
    variables: z.record(z.string(), z.unknown()).optional().describe('Values for placeholders.'),
    context: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe(
        'Material such as retrieved documents, for contestants with `{{context}}` and judges whose rubric asks for it.',
      ),
  })
  .refine(
    ({ text, messages, turns }) =>
      [text, messages, turns].filter((value) => value !== undefined).length === 1,
    refuseUnlessOne('text', 'messages', 'turns'),
  )

const JudgeFile = z.strictObject({
  name: Name.describe('The name of the judge in votes and reports.'),
  provider: z.string().describe('A name from `providers`.'),
  model: z.string().min(1).describe('The model, by its dated name.'),
  params: Params.optional().describe('Sent along with each call.'),
  rubric: File.optional().describe('A shipped rubric by its name, or a file (docs/reference/rubrics.md).'),
  judge_prompt: File.optional().describe(
    'A file in place of the shipped judge prompt (docs/reference/rubrics.md#a-judge-prompt-of-your-own).',
  ),
  criteria: z.array(Name).optional().describe('Only these criteria of the rubric.'),
  categories: z.array(Name).optional().describe('Only prompts of these categories.'),
  family: z.string().optional().describe('The family of the model, if its name does not show it.'),
  form: JudgementForm.default('pairwise').describe('Two answers at a time, or a ranked list of several.'),
  answers: integerSchema.min(3).max(6).default(4).describe('With `listwise`: answers in a list.'),
  ask: z
    .enum(['together', 'apart'])
    .default('together')
    .describe('Several criteria in one call, or each in a call of its own.'),
})

/** The highest number of judges, and of checks, in one arena.yaml. */
const MAX_JUDGES = 1000
const MAX_CHECKS = 1000

/** Which pairs are judged: `votesPerPair` for each pair of contestants, judge and criterion, a tournament, or everything. */
export const JudgingPlan = z
  .strictObject({
    votesPerPair: integerSchema
      .positive()
      .optional()
      .describe('Votes for each pair of contestants, judge and criterion.'),
    everything: z.boolean().optional().describe('Judge every pair on every prompt, the default.'),
    baseline: Name.optional().describe('Every contestant is compared only with this one.'),
    tournament: z
      .boolean()
      .optional()
      .describe('Judge for a tenth of everything at most (docs/how-to/judge.md#many-contestants).'),
    live: z.boolean().optional().describe('Whether judges also judge live battles (docs/how-to/live.md).'),
  })
  .refine(
    ({ votesPerPair, everything }) => votesPerPair === undefined || everything !== true,
    refuseUnlessOne('votesPerPair', 'everything'),
  )
  .refine(
    ({ tournament, votesPerPair, baseline, everything }) =>
      tournament !== true || (votesPerPair === undefined && baseline === undefined && everything !== true),
    refuse('tournament_alone'),
  )
export type JudgingPlan = z.infer<typeof JudgingPlan>

/** The highest number of answers that a run makes for each contestant and prompt. */
export const MAX_SAMPLES = 20

export const Sampling = z.enum(['uniform', 'focus'])

export const Anomalies = z.enum(['quarantine', 'flag', 'off'])
export type Anomalies = z.infer<typeof Anomalies>

export const ProofOfWork = z.enum(['off', 'on'])

/** How answers that name their model or its maker are found. */
export const LeakSettings = z.strictObject({
  find: z
    .boolean()
    .optional()
    .describe('Whether they are looked for. Default: `true`. `false` releases what was found.'),
  words: z
    .array(z.string().trim().min(1).max(100))
    .max(100)
    .optional()
    .describe('More names by which any answer could give itself away.'),
  of: z
    .record(Name, z.array(z.string().trim().min(1).max(100)).max(100))
    .optional()
    .describe('More names for the answers of one contestant, by its name.'),
})
export type LeakSettings = z.infer<typeof LeakSettings>

/** The settings of an arena.yaml: all but its contestants, prompts and judges. */
export const ArenaSettings = z.strictObject({
  plan: JudgingPlan.optional().describe('How much is judged; everything if left out.'),
  trust: TrustTerms.optional().describe(
    'When a judge counts as calibrated (docs/explanation/judges.md#trust).',
  ),
  gate: GateSettings.optional().describe('What `compare` asks for (docs/explanation/compare.md#the-gate).'),
  sampling: Sampling.optional().describe(
    'How pairs are drawn for voters: all equally often, the default, or with focus (docs/how-to/focus.md).',
  ),
  samples: integerSchema
    .min(1)
    .max(MAX_SAMPLES)
    .optional()
    .describe(
      'Answers of each contestant to each prompt. Default: 1. Battles and judgements draw one of them; climbs use the first, checks all.',
    ),
  anomalies: Anomalies.optional().describe(
    'What happens to votes that look like an attack (docs/explanation/attacks.md#what-follows). Default: `quarantine` where others can reach the server, else `flag`.',
  ),
  proofOfWork: ProofOfWork.optional().describe(
    'Whether a vote costs computing time (docs/explanation/attacks.md#proof-of-work). Default: `off`.',
  ),
  webAnswers: z
    .enum(['off', 'on'])
    .optional()
    .describe(
      'Whether HTML pages and SVG pictures run in a frame (docs/how-to/web-answers.md). Default: `off`.',
    ),
  live: LiveSettings.optional().describe('Visitors write prompts of their own (docs/how-to/live.md).'),
  voterCap: integerSchema
    .min(1)
    .max(1_000_000)
    .optional()
    .describe(
      'How many votes of one person count under each criterion (docs/explanation/attacks.md#a-cap-for-each-voter).',
    ),
  decides: DecidesSetting.optional().describe(
    'When the arena decides, or `never`, the default (docs/how-to/invite.md#the-decision-day).',
  ),
  leaks: LeakSettings.optional().describe(
    'Answers that name their model or its maker (docs/explanation/leaks.md). Votes on them count on no board.',
  ),
  budgetUsd: z
    .number()
    .positive()
    .optional()
    .describe('The most that the arena may cost, in US dollars (docs/how-to/judge.md#budget).'),
  budgetUsdPerDay: z.number().positive().optional().describe('The most that it may cost in one day (UTC).'),
})
export type ArenaSettings = z.infer<typeof ArenaSettings>

/** The form of an arena.yaml, part by part. */
export const ArenaShape = z.strictObject({
  arena: ArenaSlug.describe('The address: 1 to 64 of `a-z`, `0-9` and `-`.'),
  title: z.string().optional().describe('The heading of the board.'),
  description: z
    .string()
    .optional()
    .describe('The question that voters see, if it has at most 120 characters.'),
  visibility: Visibility.default('public').describe(
    '`public` is listed, `link` is for everybody with the address, `private` needs the admin token.',
  ),
  criteria: z
    .array(Name)
    .min(1)
    .default(['overall'])
    .describe('What answers are judged by. Each has a board.'),
  contestants: z
    .array(ContestantFile)
    .min(1)
    .max(MAX_CONTESTANTS)
    .superRefine(namesOnce)
    .describe('What is ranked. Each has `responses`, or a `provider` and a `model`.'),
  prompts: z
    .union([File, z.array(PromptFile).min(1)])
    .describe('A file of prompts (docs/reference/files.md#prompts), or a list.'),
  judges: z
    .array(JudgeFile)
    .max(MAX_JUDGES)
    .superRefine(namesOnce)
    .default([])
    .describe('The models that judge.'),
  checks: z
    .array(CheckSpec)
    .max(MAX_CHECKS)
    .superRefine(namesOnce)
    .default([])
    .describe('Rules that an answer passes or fails (docs/how-to/checks.md).'),
  ...ArenaSettings.shape,
  providers: z
    .record(z.string(), ProviderFile)
    .default({})
    .describe('The servers and programs that are called.'),
})
export type ArenaFile = z.infer<typeof ArenaShape>

// What is wrong about the parts of an arena.yaml together, though each has the right form.

/** A fault at a path. Its code is of shared/messages; `there` lists what `name` could have been. */
export interface ArenaFault {
  path: (string | number)[]
  finding: { code: string; values: Record<string, unknown> }
}

const fault = (path: ArenaFault['path'], code: string, values: Record<string, unknown> = {}): ArenaFault => ({
  path,
  finding: { code, values },
})

/** What a provider is named for, and the types that can be. */
const FITTING: Record<string, readonly ProviderType[]> = {
  'judges and checks by a model': ['openai', 'anthropic'],
  'checks of kind exec': ['exec'],
  'the moderation of live battles': ['openai', 'http', 'exec'],
}

/** Who names a provider: where, which, and what for, if only some types can be. */
function* providersNamed({ contestants, judges, checks, live }: ArenaFile) {
  for (const [i, { responses, provider }] of contestants.entries())
    if (responses === undefined) yield { path: ['contestants', i], provider, use: null }
  for (const [i, { provider }] of judges.entries())
    yield { path: ['judges', i], provider, use: 'judges and checks by a model' }
  for (const [i, check] of checks.entries()) {
    const use = check.kind === 'exec' ? 'checks of kind exec' : 'judges and checks by a model'
    if ('provider' in check) yield { path: ['checks', i], provider: check.provider, use }
  }
  if (live?.moderation)
    yield { path: ['live', 'moderation'], ...live.moderation, use: 'the moderation of live battles' }
}

/** What each protocol adds to a base URL. */
const ROUTES = { openai: '/chat/completions', anthropic: '/messages' }

function* faultsOfProvider(name: string, provider: ProviderFile): Generator<ArenaFault> {
  if (provider.type !== 'openai' && provider.type !== 'anthropic') return
  const { type, baseUrl, apiKeyEnv } = provider
  const route = ROUTES[type]
  if (apiKeyEnv === undefined && baseUrl === undefined)
    yield fault(['providers', name], 'key_needed', { type })
  const base = baseUrl?.replace(/\/+$/, '')
  if (base?.endsWith(route))
    yield fault(['providers', name, 'baseUrl'], 'base_url_with_route', {
      route,
      instead: base.slice(0, -route.length),
    })
}

type Contestant = ArenaFile['contestants'][number]

/** A value as JSON, with the keys of its objects in order. */
const sortedJson = (value: unknown): string | undefined =>
  JSON.stringify(value, (_key, part: unknown) =>
    typeof part === 'object' && part !== null && !Array.isArray(part)
      ? Object.fromEntries(Object.entries(part).sort())
      : part,
  )

const MADE_FROM = ['provider', 'model', 'system', 'template', 'params'] as const

/** A control is a copy of another contestant, and has answers of its own. */
function* faultsOfControl(
  control: Contestant,
  contestants: readonly Contestant[],
  path: ArenaFault['path'],
): Generator<ArenaFault> {
  const others = contestants.filter((contestant) => contestant !== control)
  const original = others.find(({ name }) => name === control.controlOf)
  if (!original)
    return yield fault(path, 'not_there', {
      kind: 'other contestant',
      name: control.controlOf,
      there: others.map(({ name }) => name),
    })
  const of = original.name
  const keys = MADE_FROM.filter((key) => sortedJson(control[key]) !== sortedJson(original[key]))
  if (control.responses === undefined && keys.length > 0) yield fault(path, 'control_differs', { of, keys })
  if (control.responses !== undefined && control.responses === original.responses)
    yield fault(path, 'control_same_file', { of })
}

/** Names that there are not, and parts that do not fit together. */
function* arenaFaults(file: ArenaFile): Generator<ArenaFault> {
  const { contestants, judges, providers, plan, live, budgetUsd } = file
  for (const { path, provider: name, use } of providersNamed(file)) {
    const at = [...path, 'provider']
    if (name === undefined) yield fault(at, 'provider_missing')
    else if (!Object.hasOwn(providers, name))
      yield fault(at, 'no_provider', { name, there: Object.keys(providers) })
    else if (use && !FITTING[use].includes(providers[name].type))
      yield fault(at, 'provider_unfit', { name, for: use, types: FITTING[use] })
  }
  for (const [name, provider] of Object.entries(providers)) yield* faultsOfProvider(name, provider)
  const names = contestants.map(({ name }) => name)
  if (plan?.baseline !== undefined && !names.includes(plan.baseline))
    yield fault(['plan', 'baseline'], 'not_there', { kind: 'contestant', name: plan.baseline, there: names })
  if (plan?.live && live && budgetUsd === undefined) yield fault(['plan', 'live'], 'plan_live_unlimited')
  if (live && contestants.filter(({ provider }) => provider !== undefined).length < 2)
    yield fault(['live'], 'live_needs_providers')
  for (const [i, contestant] of contestants.entries()) {
    const { provider = '', model, controlOf } = contestant
    const isServer = Object.hasOwn(providers, provider) && !isExternalProgram(providers[provider].type)
    if (isServer && !model) yield fault(['contestants', i, 'model'], 'model_missing')
    if (controlOf !== undefined)
      yield* faultsOfControl(contestant, contestants, ['contestants', i, 'controlOf'])
  }
  const factors = [...new Set(contestants.flatMap((contestant) => Object.keys(contestant.factors ?? {})))]
  for (const [i, { factors: levels }] of contestants.entries()) {
    const lacking = factors.filter((factor) => levels && !Object.hasOwn(levels, factor))
    if (lacking.length > 0)
      yield fault(['contestants', i, 'factors'], 'factors_lack', { names: lacking.join(', ') })
  }
  for (const [i, { form }] of judges.entries())
    if (form === 'listwise' && contestants.length < 3)
      yield fault(['judges', i, 'form'], 'too_few_for_lists', { count: contestants.length })
}

export const ArenaFile = ArenaShape.superRefine((file, context) => {
  for (const { path, finding } of arenaFaults(file))
    context.addIssue({ code: 'custom', path, params: { finding } })
})
