/** The progress of judging, as HTTP and terminal report it. */
import { z } from 'zod'
import { count, integerSchema } from './pieces.ts'
import { JudgeTrial } from './judges.ts'
import { WireMessage, refuse, refuseUnlessOne } from './problem.ts'

export const RunStatus = z.enum(['running', 'paused', 'cancelled', 'budget_reached', 'done'])
export type RunStatus = z.infer<typeof RunStatus>

/** What all calls of an arena cost, of runs, challenges, checks and live battles together, and its budgets. */
export const ArenaLedger = z.object({
  /** Null: no limit. */
  budgetUsd: z.number().nullable(),
  spentUsd: z.number(),
  /** The highest possible cost of the calls that are under way. */
  reservedUsd: z.number(),
  /** Null: no limit. */
  budgetUsdPerDay: z.number().nullable(),
  /** What calls that ended in this day (UTC) cost. */
  todayUsd: z.number(),
})
export type ArenaLedger = z.infer<typeof ArenaLedger>

export const JudgingProgress = z.object({
  run: integerSchema,
  status: RunStatus,
  /** Why it is paused or stopped, if no operator asked for that: a code, or a code and a line of text. */
  cause: z.string().nullable(),
  /** The text of the cause as a message, if it is one of ours. */
  finding: WireMessage.optional(),
  startedAt: z.string(),
  endedAt: z.string().nullable(),
  /** The answers of this run. `failed` stay so until another run tries again. */
  answers: z.object({ total: count, done: count, failed: count }),
  /** `total` is null until all answers are there, since it depends on them. `setAside`: the judge is stopped. */
  judgements: z.object({ total: count.nullable(), done: count, failed: count, setAside: count }),
  /** Skipped pairs, for each judge: one of the two answers failed a gating check. */
  skippedPairs: count,
  /** Judgements of this run that showed an answer with words that speak to a judge. They count. */
  injected: count,
  /** Results of rules and of models. `total` is null until all answers are there. `failed` could not be made. */
  checks: z.object({ total: count.nullable(), done: count, failed: count }),
  calls: z.object({
    done: count,
    failed: count,
    underWay: count,
    /** Calls still to be made for answers, judgements and checks. An estimate until all answers are there. */
    left: count.nullable(),
    /** Why calls failed, the most frequent cause first, with those that were made again. */
    causes: z.array(z.object({ cause: z.string(), count })),
    /** The mean time until a reply, in seconds; null before the first. */
    secondsEach: z.number().nullable(),
  }),
  /** Judges with a reply in this run that holds no verdict that can be read: why, its first 200 letters, and when it came. */
  unreadable: z.array(z.object({ judge: z.string(), cause: z.string(), reply: z.string(), at: z.string() })),
  /** The trials of its judges. The judgements of one that failed are set aside until the run continues. */
  trials: z.array(JudgeTrial.extend({ judge: z.string() })),
  /** Of a run over one prompt and two contestants: where to read what each judge said. Null: it is over more. */
  pair: z
    .object({
      prompt: z.string(),
      contestants: z.array(z.string()),
      battles: z.array(z.object({ judge: z.string(), criterion: z.string(), battle: z.string() })),
    })
    .nullable(),
  /** Why judgements failed, the most frequent cause first. */
  failures: z.array(z.object({ cause: z.string(), count })),
  budgetUsd: z.number().nullable(),
  spentUsd: z.number(),
  /** The highest possible cost of the calls that are running. */
  reservedUsd: z.number(),
  /**
   * Calls that were sent and whose cost nobody knows, such as those of a process that was killed: what was reserved for
   * them counts as spent.
   */
  cutOff: z.object({ calls: count, usd: z.number() }),
  /** The money of the whole arena, within which the run stays. */
  ledger: ArenaLedger,
  /**
   * The expected cost of the whole run, from its cost so far or, before that, from known or typical text lengths.
   * Null if the price of a model is not known.
   */
  estimatedUsd: z.number().nullable(),
  /** Calls that succeeded in the last minute. */
  callsPerMinute: z.number().nullable(),
  /** Time until the run ends at this rate. */
  etaSeconds: z.number().nullable(),
  /** Providers that this process cannot call at the moment. */
  waitingFor: z.array(
    z.object({
      provider: z.string(),
      why: z.enum(['paused', 'no_key']),
      until: z.string().nullable(),
      /** One line on why the last call failed, if the provider is paused. */
      cause: z.string().nullable(),
      finding: WireMessage.optional(),
    }),
  ),
})
export type JudgingProgress = z.infer<typeof JudgingProgress>

export const JudgingState = z.object({ arena: z.string(), judging: JudgingProgress.nullable() })
export type JudgingState = z.infer<typeof JudgingState>

/** What a run would do and cost. */
export const RunEstimate = z.object({
  /** Answers to be made. */
  answers: integerSchema,
  judgements: integerSchema,
  /** Skipped pairs, counted for each judge. */
  skippedPairs: integerSchema,
  /** Whether results of gating checks are missing. Such answers are counted as passing. */
  openRequirements: z.boolean(),
  /** Whether it is as much as a tournament may take, which ends once one wins. */
  isMost: z.boolean(),
  /** Planned judgements that exist already. */
  judgementsThere: integerSchema,
  /** Pairs of answers with the same text, which are not judged. */
  identicalAnswers: integerSchema,
  calls: integerSchema,
  callsFor: z.object({ answers: integerSchema, judgements: integerSchema, checks: integerSchema }),
  /** The cost of one kind of calls alone. */
  answersUsd: z.number().nullable(),
  judgementsUsd: z.number().nullable(),
  checksUsd: z.number().nullable(),
  /** An estimate in US dollars; null if the price table lacks a model. */
  costUsd: z.number().nullable(),
  costByModel: z.record(z.string(), z.number().nullable()),
})
export type RunEstimate = z.infer<typeof RunEstimate>

/** Changes to the arena's plan for one run. */
export const JudgingRequest = z
  .strictObject({
    /**
     * The limit of the whole run in US dollars, with what was already spent. Null: none of its own. Missing: the arena's
     * limit. Where the arena's budget leaves less, the role admin raises it by this, and others are stopped by it.
     */
    budgetUsd: z.number().positive().nullable().optional(),
    /** Only these judges. Default: all. */
    judges: z.array(z.string().min(1)).min(1).optional(),
    /** For each pair, judge and criterion. */
    votesPerPair: integerSchema.positive().optional(),
    /** In place of the arena's plan: every pair, or a tournament, which judges the field and then the dead heat for first. */
    plan: z.enum(['everything', 'tournament']).optional(),
    /** How often the same answers are judged. Repeats show how far a judge agrees with itself. */
    repeats: integerSchema.min(1).max(100).optional(),
    /** How many prompts of each pair of contestants are judged more than once. */
    sample: integerSchema.positive().optional(),
    /** Tries again the judgements that failed for good. */
    retryFailed: z.boolean().optional(),
    /** Judges two answers to one prompt, and makes those that are missing, so that one sees a judge before it is paid for more. */
    singlePair: z.literal(true).optional(),
  })
  .refine(
    ({ singlePair, plan, votesPerPair, repeats = 1, retryFailed }) =>
      !singlePair || (plan === undefined && votesPerPair === undefined && repeats === 1 && !retryFailed),
    refuse('one_pair_alone'),
  )
  .refine(
    ({ plan, votesPerPair, repeats = 1 }) =>
      plan !== 'tournament' || (votesPerPair === undefined && repeats === 1),
    refuse('tournament_alone'),
  )
export type JudgingRequest = z.infer<typeof JudgingRequest>

export const BudgetRequest = z.strictObject({
  /** The limit of the whole run in US dollars, with what was already spent. Null: none beside the arena's. */
  budgetUsd: z.number().positive().nullable(),
})

// Rubrics: the instructions of judges, as files with front matter.

export const JudgementForm = z.enum(['pairwise', 'listwise'])
export type JudgementForm = z.infer<typeof JudgementForm>

const Criterion = z.string().trim().min(1).max(200)

const Shown = z.enum(['context', 'reference', 'pictures'])

/** Front matter of `rubrics/<name>.md`. */
export const RubricHead = z
  .strictObject({
    criterion: Criterion.optional(),
    /** Several criteria judged in one call, with one verdict each. */
    criteria: z.array(Criterion).min(1).optional(),
    forms: z.array(JudgementForm).min(1).default(['pairwise']),
    /** Whether the judge gives its reason before or after its verdict. */
    reason: z.enum(['before', 'after']).default('before'),
    /** What the judge sees besides prompt and answers. */
    shows: z.array(Shown).default([]),
  })
  .refine(
    ({ criterion, criteria }) => (criterion === undefined) !== (criteria === undefined),
    refuseUnlessOne('criterion', 'criteria'),
  )
  .refine(
    ({ criteria = [] }) =>
      new Set(criteria.map((criterion) => criterion.toLowerCase())).size === criteria.length,
    {
      ...refuse('criterion_twice'),
      path: ['criteria'],
    },
  )

export const Rubric = z.object({
  name: z.string().min(1),
  criteria: z.array(Criterion).min(1),
  forms: z.array(JudgementForm).min(1),
  reason: z.enum(['before', 'after']),
  shows: z.array(Shown),
  /** The text below the front matter. */
  instructions: z.string().min(1),
  /** By form, the judge prompt around the instructions. `{{names}}` in it stand for what differs by rubric. */
  judgePrompts: z.partialRecord(JudgementForm, z.string().min(1)),
})
export type Rubric = z.infer<typeof Rubric>

/**
 * The judge's verdict on one request, by criterion. `first` is the answer shown first. In a listwise request
 * `order` ranks the answers shown (from 0), best first, with equal ones in one group.
 */
export const Verdict = z.union([
  z.object({
    verdict: z.enum(['first', 'second', 'tie', 'both_bad']),
    reason: z.string().nullable(),
  }),
  z.object({ order: z.array(z.array(count).min(1)), reason: z.string().nullable() }),
])
export type Verdict = z.infer<typeof Verdict>

export const Verdicts = z.record(z.string(), Verdict)
export type Verdicts = z.infer<typeof Verdicts>
