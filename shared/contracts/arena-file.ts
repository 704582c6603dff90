/** `arena.yaml`: an arena as its author writes it. Paths in it are relative to the file. */
import { z } from 'zod'
import { ArenaSlug, Visibility } from './arena.ts'
import { Message } from './battle.ts'
import { CheckSpec } from './check.ts'
import { GateSettings } from './comparison.ts'
import { MOST_CONTESTANTS } from './limits.ts'
import { namesOnce, Schedule } from './schedule-file.ts'
import { ProviderFile } from './provider-file.ts'
import { refuse } from './refusals.ts'
import { JudgementForm } from './judging.ts'
import { TrustTerms } from './judges.ts'

const Name = z.string().trim().min(1).max(200)
const Params = z.record(z.string(), z.unknown())
const File = z.string().min(1)

const ContestantFile = z
  .strictObject({
    name: Name.describe('The name on the board.'),
    provider: z.string().optional().describe('Who makes the answers: a name from `providers`.'),
    model: z
      .string()
      .optional()
      .describe('The model, by its dated name. With `responses`: the model that gave them.'),
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
    family: z
      .string()
      .optional()
      .describe(
        'The family of the model, if its name does not show it. Judges of the same family are reported.',
      ),
    controlOf: Name.optional().describe(
      'Makes this contestant a copy of another one, with answers of its own. The two should stay in a dead heat.',
    ),
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
      .describe(
        'A conversation. Each user message without a following assistant message is answered, in order.',
      ),
    turns: z.array(z.string()).min(1).optional().describe("The user's turns of a conversation."),
    category: z.string().optional().describe('The board can be filtered by category.'),
    reference: z
      .string()
      .optional()
      .describe('A gold answer. Judges see it if their rubric asks for it; contestants never do.'),
    variables: z
      .record(z.string(), z.unknown())
      .optional()
      .describe('Values for the placeholders of system prompts, templates and checks.'),
    context: z
      .union([z.string(), z.array(z.string())])
      .optional()
      .describe(
        'Material for the answer, such as retrieved documents. Contestants get it where they have `{{context}}`; judges see it if their rubric asks for it.',
      ),
  })
  .refine(
    ({ text, messages, turns }) => [text, messages, turns].filter((one) => one !== undefined).length === 1,
    refuse('one_of_text'),
  )

/** What a judge does with log-probabilities of its verdicts. */
export const Logprobs = z.enum(['off', 'measure', 'weigh'])
export type Logprobs = z.infer<typeof Logprobs>

const JudgeFile = z.strictObject({
  name: Name.describe('The name of the judge in votes and reports.'),
  provider: z.string().describe('A name from `providers`.'),
  model: z.string().describe('The model, by its dated name.'),
  params: Params.optional().describe('Sent along with each call.'),
  rubric: File.optional().describe(
    'A shipped rubric by its name, or a file (docs/reference/rubrics.md). If left out: `voice` where all prompts come from `dataset fill-in-the-middle`, else `overall`.',
  ),
  judge_prompt: File.optional().describe(
    'A file with a judge prompt of your own, in place of the shipped one (docs/reference/rubrics.md#a-judge-prompt-of-your-own).',
  ),
  criteria: z.array(Name).optional().describe('Only these criteria of the rubric.'),
  categories: z.array(Name).optional().describe('Only prompts of these categories.'),
  family: z
    .string()
    .optional()
    .describe(
      'The family of the model, if its name does not show it. Contestants of the same family are reported.',
    ),
  form: JudgementForm.default('pairwise').describe('Two answers at a time, or a ranked list of several.'),
  answers: z.number().int().min(3).max(6).default(4).describe('With `listwise`: answers in a list.'),
  ask: z
    .enum(['together', 'apart'])
    .default('together')
    .describe('Several criteria in one call, or each in a call of its own.'),
  logprobs: Logprobs.default('off').describe(
    '`measure`: ask for log-probabilities of verdicts, and let `calibrate` measure them against people. `weigh`: votes are weighed by them (docs/explanation/judges.md#verdicts-weighed-by-log-probabilities).',
  ),
})

/** The highest number of judges, and of checks, in one arena.yaml. */
const MOST_JUDGES = 1000
const MOST_CHECKS = 1000

/** Which pairs are judged: `votesPerPair` for each pair of contestants, judge and criterion, or everything. */
export const JudgingPlan = z
  .strictObject({
    votesPerPair: z
      .number()
      .int()
      .positive()
      .optional()
      .describe('Votes for each pair of contestants, judge and criterion.'),
    everything: z.boolean().optional().describe('Judge every pair on every prompt. This is the default.'),
    baseline: Name.optional().describe('Every contestant is compared only with this one.'),
  })
  .refine(
    ({ votesPerPair, everything }) => votesPerPair === undefined || everything !== true,
    refuse('votes_or_everything'),
  )
export type JudgingPlan = z.infer<typeof JudgingPlan>

/** The highest number of answers that a run makes for each contestant and prompt. */
export const MOST_SAMPLES = 20

export const Sampling = z.enum(['uniform', 'focus'])
export type Sampling = z.infer<typeof Sampling>

export const Anomalies = z.enum(['quarantine', 'flag', 'off'])
export type Anomalies = z.infer<typeof Anomalies>

export const ProofOfWork = z.enum(['off', 'on'])
export type ProofOfWork = z.infer<typeof ProofOfWork>

/** How answers that name their model or its maker are found. */
export const LeakSettings = z.strictObject({
  find: z
    .boolean()
    .optional()
    .describe('Whether such answers are looked for; `true` by default. `false` releases what was found.'),
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

/** When voting of people closes: at a moment, at a number of votes, or at whichever comes first. */
export const Closing = z.strictObject({
  at: z.iso
    .datetime({ offset: true })
    .or(z.iso.date())
    .optional()
    .describe(
      'From this moment on, no pair is shown and no vote is taken: `2026-12-01T18:00:00Z`, or a date, from 00:00 UTC of that day on.',
    ),
  votes: z
    .number()
    .int()
    .min(1)
    .max(10_000_000)
    .optional()
    .describe('Voting closes with this many votes that people cast here and did not take back.'),
})
export type Closing = z.infer<typeof Closing>

/** The settings of an arena.yaml: all but its contestants, prompts and judges. */
export const ArenaSettings = z.strictObject({
  plan: JudgingPlan.optional().describe('How much is judged; everything if left out.'),
  trust: TrustTerms.optional().describe(
    'When a judge counts as calibrated (docs/explanation/judges.md#trust).',
  ),
  gate: GateSettings.optional().describe('What `compare` asks for (docs/explanation/compare.md#the-gate).'),
  sampling: Sampling.optional().describe(
    'How pairs are drawn for voters. `uniform` (the default): all pairs equally often. `focus`: half of the battles are between contestants that may still be first.',
  ),
  samples: z
    .number()
    .int()
    .min(1)
    .max(MOST_SAMPLES)
    .optional()
    .describe(
      'How many answers a run makes for each contestant and prompt, each by its own call; 1 if left out. Battles and judgements show one of them, drawn at random.',
    ),
  anomalies: Anomalies.optional().describe(
    'What happens to the votes of voters whose votes look like an attack (docs/explanation/attacks.md). `quarantine`: no board counts them (the default where others can reach the server). `flag`: the log says so (the default on a server for this machine alone). `off`: no search.',
  ),
  proofOfWork: ProofOfWork.optional().describe(
    'Whether each vote costs the voter some computing time (docs/explanation/attacks.md#proof-of-work). `on`: a vote counts only with the solution of a puzzle, which the page solves while the voter reads. Default: `off`.',
  ),
  voterCap: z
    .number()
    .int()
    .min(1)
    .max(1_000_000)
    .optional()
    .describe(
      'How many votes of one person count under each criterion, the first ones; later ones are kept and count on no board (docs/explanation/attacks.md#a-cap-for-each-voter). No limit if left out.',
    ),
  closes: Closing.optional().describe(
    'When voting of people closes; whichever of the two comes first (docs/how-to/invite.md#close-voting). Judging and imports go on.',
  ),
  leaks: LeakSettings.optional().describe(
    'Answers that name their model or its maker, and prompts that ask for it (docs/explanation/leaks.md). Votes on them count on no board.',
  ),
  schedule: Schedule.optional().describe('What happens by itself at fixed times (docs/how-to/schedule.md).'),
  budgetUsd: z
    .number()
    .positive()
    .optional()
    .describe('The most a run may cost, in US dollars. It needs the price of every model.'),
})
export type ArenaSettings = z.infer<typeof ArenaSettings>

export const ArenaFile = z.strictObject({
  arena: ArenaSlug.describe('The address: 1 to 64 of `a-z`, `0-9` and `-`.'),
  title: z.string().optional().describe('The heading of the board.'),
  description: z
    .string()
    .optional()
    .describe('Shown to voters as the question, if it has at most 120 characters.'),
  visibility: Visibility.default('public').describe(
    '`public` is listed. `link` is for everybody who has the address. `private` needs the admin token.',
  ),
  criteria: z
    .array(Name)
    .min(1)
    .default(['overall'])
    .describe('What answers are judged by. Each criterion has a board of its own.'),
  contestants: z
    .array(ContestantFile)
    .min(1)
    .max(MOST_CONTESTANTS)
    .superRefine(namesOnce)
    .describe('What is ranked. Each has `responses`, or a `provider` and a `model`.'),
  prompts: z
    .union([File, z.array(PromptFile).min(1)])
    .describe('A file of prompts (docs/reference/files.md#prompts), or a list.'),
  judges: z
    .array(JudgeFile)
    .max(MOST_JUDGES)
    .superRefine(namesOnce)
    .default([])
    .describe('The models that judge.'),
  checks: z
    .array(CheckSpec)
    .max(MOST_CHECKS)
    .superRefine(namesOnce)
    .default([])
    .describe('Rules that an answer passes or fails (docs/how-to/checks.md).'),
  ...ArenaSettings.shape,
  providers: z
    .record(z.string(), ProviderFile)
    .default({})
    .describe('The servers and programs that are called. Their keys are in the environment.'),
})
export type ArenaFile = z.infer<typeof ArenaFile>
