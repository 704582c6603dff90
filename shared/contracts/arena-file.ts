/** `arena.yaml`: an arena as its author writes it down. Files named in it are relative to it. */
import { z } from 'zod'
import { ArenaSlug, Visibility } from './arena.ts'
import { Message } from './battle.ts'
import { CheckSpec } from './check.ts'
import { GateSettings } from './gate.ts'
import { REFUSALS } from './refusals.ts'
import { JudgementForm } from './rubric.ts'

const Name = z.string().trim().min(1).max(200)
const Params = z.record(z.string(), z.unknown())
const File = z.string().min(1)

const ContestantFile = z
  .strictObject({
    name: Name,
    provider: z.string().optional(),
    model: z.string().optional(),
    system: z.string().optional(),
    template: z.string().optional(),
    params: Params.optional(),
    /** Answers made elsewhere: JSONL, CSV. */
    responses: File.optional(),
    owner: z.string().optional(),
    family: z.string().optional(),
    /** The contestant of which this one is the same again, with answers of its own. */
    controlOf: Name.optional(),
  })
  .refine(
    ({ responses, provider, model }) =>
      responses === undefined ? provider !== undefined || model !== undefined : provider === undefined,
    { message: REFUSALS.responses_or_model },
  )

const PromptFile = z
  .strictObject({
    id: z.union([z.string().min(1), z.number().transform(String)]),
    text: z.string().min(1).optional(),
    messages: z.array(Message).min(1).optional(),
    turns: z.array(z.string()).min(1).optional(),
    category: z.string().optional(),
    reference: z.string().optional(),
    variables: z.record(z.string(), z.unknown()).optional(),
    context: z.union([z.string(), z.array(z.string())]).optional(),
  })
  .refine(
    ({ text, messages, turns }) => [text, messages, turns].filter((one) => one !== undefined).length === 1,
    { message: REFUSALS.one_of_text },
  )

const JudgeFile = z.strictObject({
  name: Name,
  provider: z.string(),
  model: z.string(),
  params: Params.optional(),
  rubric: File,
  criteria: z.array(Name).optional(),
  categories: z.array(Name).optional(),
  /** Of models: a judge is warned about that is of a contestant's. */
  family: z.string().optional(),
  /** `listwise` shows several answers at once, as many as `answers` says. */
  form: JudgementForm.default('pairwise'),
  answers: z.number().int().min(3).max(6).default(4),
  /** Whether several criteria are asked in one call, or each in a call of its own. */
  ask: z.enum(['together', 'apart']).default('together'),
})

const ProviderFile = z.strictObject({
  type: z.enum(['openai', 'anthropic']),
  baseUrl: z.url().optional(),
  /** Name of the environment variable that holds the key; never the key itself. */
  apiKeyEnv: z.string().regex(/^[A-Z_][A-Z0-9_]*$/, REFUSALS.no_variable),
  concurrency: z.number().int().positive().optional(),
  requestsPerMinute: z.number().positive().optional(),
})

/** Refuses the second of two that have the same name, at its own place. */
function namesOnce(all: readonly { name: string }[], context: z.RefinementCtx): void {
  for (const [i, { name }] of all.entries()) {
    const first = all.findIndex((one) => one.name === name)
    if (first < i)
      context.addIssue({
        code: 'custom',
        path: [i, 'name'],
        params: { finding: { code: 'name_twice', values: { name, first: first + 1 } } },
      })
  }
}

/** Which pairs are judged: `votesPerPair` for each pair of contestants, judge and criterion, or everything. */
export const JudgingPlan = z
  .strictObject({
    votesPerPair: z.number().int().positive().optional(),
    everything: z.boolean().optional(),
    /** Every contestant meets this one only. */
    baseline: Name.optional(),
  })
  .refine(({ votesPerPair, everything }) => votesPerPair === undefined || everything !== true, {
    message: REFUSALS.votes_or_everything,
  })
export type JudgingPlan = z.infer<typeof JudgingPlan>

/** What is asked of a judge before it counts beside people. */
export const TrustTerms = z.strictObject({
  /** Share of the pairs decided by both, judge and humans, on which they name the same answer. */
  minAgreement: z.number().min(0).max(1).default(0.75),
  /** Shared pairs before anything is said of a judge. */
  minVotes: z.number().int().min(1).default(50),
  /** After so many days a calibration is due again. */
  recheckDays: z.number().positive().default(30),
})
export type TrustTerms = z.infer<typeof TrustTerms>

/** What an arena.yaml says beside who competes, on what and by whom it is judged. */
export const ArenaSettings = z.strictObject({
  plan: JudgingPlan.optional(),
  trust: TrustTerms.optional(),
  gate: GateSettings.optional(),
  budgetUsd: z.number().positive().optional(),
})
export type ArenaSettings = z.infer<typeof ArenaSettings>

export const ArenaFile = z.strictObject({
  arena: ArenaSlug,
  title: z.string().optional(),
  description: z.string().optional(),
  visibility: Visibility.default('public'),
  criteria: z.array(Name).min(1).default(['overall']),
  contestants: z.array(ContestantFile).min(1).superRefine(namesOnce),
  prompts: z.union([File, z.array(PromptFile).min(1)]),
  judges: z.array(JudgeFile).superRefine(namesOnce).default([]),
  checks: z.array(CheckSpec).superRefine(namesOnce).default([]),
  ...ArenaSettings.shape,
  providers: z.record(z.string(), ProviderFile).default({}),
})
export type ArenaFile = z.infer<typeof ArenaFile>
