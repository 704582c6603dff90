/** Pair contestants of an arena compared directly, and the decision of a gate. Shares are 0 … 1; null means "none". */
import { z } from 'zod'
import { count, integerSchema, Interval, Pair } from './pieces.ts'
import { refuse, type RefusalCode } from './problem.ts'
import { JudgeChoice } from './board-parts.ts'
import { Board, Cluster, Warning } from './board.ts'
import { ArenaLedger, RunEstimate } from './judging.ts'
import { PEOPLE, presentSource, sourcePattern } from './source.ts'

/** The first contestant against the second: its interval lies above one half, below, or neither is shown. */
export const Answer = z.enum(['better', 'worse', 'not_shown'])
export type Answer = z.infer<typeof Answer>
export const GatePreset = z.enum(['cosmetic', 'default', 'critical'])

export const ComparedGate = z.object({
  preset: GatePreset,
  /** Whose thresholds replace some of the preset. `preset`: nobody's. */
  setBy: z.enum(['preset', 'arena', 'request']),
  minWinRate: z.number(),
  minVotes: integerSchema,
  /** Pair-sided. Null: no significance is required. */
  alpha: z.number().nullable(),
})

export type ComparedGate = z.infer<typeof ComparedGate>

/** What an arena's judges can give at most: prompts that one of them judges, judges, and votes of all together. */
export const ComparisonReach = z.object({ prompts: count, judges: count, mostVotes: count })
export type ComparisonReach = z.infer<typeof ComparisonReach>

/** The fewest wins of so many prompts that show a lead. Null: not even all of them. */
export const LeastWins = z.object({ tasks: count, wins: count.nullable() })

/** The votes under one criterion. All figures are from the first contestant's side. */
export const CriterionFinding = z.object({
  criterion: z.string(),
  wins: count,
  losses: count,
  /** Includes ties that called both bad, and inconsistent ones. */
  ties: count,
  votes: count,
  /** What is resampled together: the votes on a prompt, of a person, or both. */
  cluster: Cluster,
  isGrouped: z
    .literal(true)
    .optional()
    .describe('Whether groups of prompts are the units instead of prompts.'),
  /** The number of prompts or other units. Of two kinds, the smaller number. */
  units: count,
  /** How many equal units give as exact a variance: one more than the degrees of freedom. */
  effectiveUnits: z.number().min(0),
  /** How many voters with equally many votes would be as informative (Kish 1965). Null if no vote names its voter. */
  voters: z.number().nullable(),
  /** (wins + ties/2) / votes. */
  winRate: z.number(),
  /** Of the expected share. */
  standardError: z.number(),
  /** The interval of the expected share, at the comparison's level. */
  interval: Interval,
  p: z.number(),
  /** p of the exact two-sided sign test of wins and losses. */
  signTest: z.number(),
  /** Ties because both answers were bad, and because the judge's verdicts in the two orders differ. */
  bothBad: count,
  inconsistent: count,
  /** Judgements that failed for good. They gave no votes. */
  failed: count,
  /** Results of skipped pairs: an answer failed a gating check, so no judge saw the pair. */
  byChecks: z.object({ wins: count, losses: count, ties: count }),
  /** p with Holm's correction for all compared criteria. */
  pHolm: z.number(),
  /** The contestant with a significant lead. Null: neither. */
  significantFor: z.string().nullable(),
  /** The votes that the gate requires here. A preset with significance requires no more than judges can give. */
  minVotes: count,
  /** Null for votes that are not of the arena's judges: nobody knows how many will come. */
  reach: ComparisonReach.nullable(),
  /** What so many prompts can show, one vote on each and no ties. Null: nobody knows how many there will be. */
  leastWins: LeastWins.nullable(),
  answer: Answer,
  /** Whether the gate is passed under this criterion. */
  passes: z.boolean(),
  because: z.enum([
    'passed',
    'worse',
    'win_rate_too_low',
    'too_few_votes',
    'could_not_show',
    'practically_equal',
    'more_votes',
  ]),
  /** About how many more votes would decide. Null: decided, or no number is known, or judges cannot give it. */
  moreVotes: count.nullable(),
})
export type CriterionFinding = z.infer<typeof CriterionFinding>

/**
 * The votes on one category under one criterion. The guardrail fails if the first contestant loses them
 * significantly.
 */
export const CategoryRail = z.object({
  rail: z.literal('category'),
  criterion: z.string(),
  category: z.string(),
  votes: count,
  winRate: z.number(),
  interval: Interval,
  p: z.number(),
  /** p with Holm's correction for all categories and criteria. */
  pHolm: z.number(),
  /** Whether no loss of these votes could be significant, with the correction and the other categories as they are. */
  tooFew: z.boolean(),
  holds: z.boolean(),
})
export type CategoryRail = z.infer<typeof CategoryRail>

/** A check on the prompts where it could be made for both. The guardrail fails if fewer answers pass it. */
export const CheckRail = z.object({
  rail: z.literal('check'),
  check: z.string(),
  prompts: count,
  /** On how many prompts each passes. With several answers to a prompt, the share that passes counts. */
  passed: z.tuple([z.number().min(0), z.number().min(0)]),
  holds: z.boolean(),
})
export type CheckRail = z.infer<typeof CheckRail>

/** Mean cost (USD) or latency (ms) of an answer, over the prompts where it is known for both. */
export const SpendingRail = z.object({
  rail: z.enum(['cost', 'latency']),
  prompts: count,
  means: Interval,
  /** The first's value divided by the second's. 1 if both are zero; null if only the second's is. */
  ratio: z.number().nullable(),
  maxRatio: z.number(),
  holds: z.boolean(),
})
export type SpendingRail = z.infer<typeof SpendingRail>

/** Something that must not get worse, however many votes are won. While one is broken, nothing ships. */
export const GuardRail = z.discriminatedUnion('rail', [CategoryRail, CheckRail, SpendingRail])
export type GuardRail = z.infer<typeof GuardRail>

/** Calls to judges: made, planned in all, and planned but not needed. */
export const JudgeCalls = z.object({ made: count, planned: count, saved: count })
export type JudgeCalls = z.infer<typeof JudgeCalls>

/** What judging two contestants came to. It is stored, and stays as it was when votes change. */
export const PairDecision = z.object({
  at: z.string(),
  votes: count,
  answer: Answer,
  ship: z.boolean(),
  sequential: z.boolean(),
  isCurrent: z.boolean(),
})
export type PairDecision = z.infer<typeof PairDecision>

export const Comparison = z.object({
  arena: z.string(),
  /** Names, and the slugs used in addresses. */
  contestants: Pair,
  slugs: Pair,
  source: z.string().transform(presentSource),
  /** The judges that were counted, if not all were. */
  judges: JudgeChoice.optional(),
  /** The level of all intervals. */
  level: z.number(),
  gate: ComparedGate,
  /** Whether intervals and p hold at every look. */
  sequential: z.boolean(),
  /** `better` if it is better under every criterion, `worse` if it is worse under one. */
  answer: Answer,
  /** Why: of an open answer, what is missing; else what the gate says. */
  because: z.enum([...CriterionFinding.shape.because.options, 'no_chance', 'guardrail', 'held_back']),
  /** Whether every criterion passes the gate, no guardrail is broken and nothing is held back. */
  ship: z.boolean(),
  /** If undecided: about how many more votes the criterion that needs most still needs. Null if no number is known. */
  moreVotes: count.nullable(),
  /** Why the decision of the votes is held back: judges that may not make it alone. `answer` is then `not_shown`. */
  heldBack: Warning.optional(),
  /** The latest decision on the same question. If `isCurrent`, no vote changed since, and this comparison is it. */
  decision: PairDecision.optional(),
  /** Set if the bars of the two overlap on the last board of these votes, though the two alone are told apart. */
  barsOverlap: z.literal(true).optional(),
  criteria: z.array(CriterionFinding),
  guardRails: z.array(GuardRail),
  warnings: z.array(Warning),
  /** If the two were judged in batches: the number of calls, and why judging ended. */
  calls: JudgeCalls.optional(),
  stopped: z
    .enum(['decided', 'no_chance', 'everything_judged', 'budget_reached', 'paused', 'cancelled'])
    .optional(),
  /** What this judging changed on the board of the judges, in a sentence. */
  changed: z.string().optional(),
})
export type Comparison = z.infer<typeof Comparison>

// The requirements for one contestant to replace another, as an arena.yaml or a request states them.

const NO_SHARE = refuse('no_share')
const NO_COUNT = refuse('no_count')
const NO_ALPHA = refuse('no_alpha')
/** The smallest significance level: for one near 1e-16 no interval has ends that can be computed. */
export const SMALLEST_ALPHA = 1e-9

const NO_RATIO = refuse('no_ratio')

/** A missing value is the preset's. A missing limit is not checked. */
export const GateSettings = z.strictObject({
  preset: z.enum(GatePreset.options).optional().describe('Thresholds to start from.'),
  minWinRate: z
    .number(NO_SHARE)
    .min(0, NO_SHARE)
    .max(1, NO_SHARE)
    .optional()
    .describe('The smallest win rate that passes.'),
  minVotes: z
    .number(NO_COUNT)
    .int(NO_COUNT)
    .min(1, NO_COUNT)
    .optional()
    .describe('The smallest number of votes under each criterion.'),
  alpha: z
    .number(NO_ALPHA)
    .min(SMALLEST_ALPHA, NO_ALPHA)
    .lt(1, NO_ALPHA)
    .optional()
    .describe('Significance level, two-sided, over all criteria.'),
  maxCostRatio: z
    .number(NO_RATIO)
    .positive(NO_RATIO)
    .optional()
    .describe('The most its answers may cost, as a multiple of what it replaces.'),
  maxLatencyRatio: z
    .number(NO_RATIO)
    .positive(NO_RATIO)
    .optional()
    .describe('The longest its answers may take, as a multiple of what it replaces.'),
  judge: z
    .enum(['any', 'measured'])
    .optional()
    .describe(
      '`measured`: judges decide only if each judge that counts is calibrated. Default: `any`, with a warning.',
    ),
})
export type GateSettings = z.infer<typeof GateSettings>

// The parameters of a comparison in an address. An empty value counts as absent.

interface Bounds {
  type: 'number' | 'integer'
  minimum?: number
  maximum?: number
  exclusiveMinimum?: number
  exclusiveMaximum?: number
}

/** A number in an address, described with the range that is checked. */
const figure = (code: RefusalCode, range: Bounds) =>
  z
    .string()
    .refine((text) => text === '' || (text.trim() !== '' && isWithin(Number(text), range)), refuse(code))
    .optional()
    .meta({ ...range })

const isWithin = (
  value: number,
  { type, minimum = -Infinity, maximum = Infinity, exclusiveMinimum, exclusiveMaximum }: Bounds,
) =>
  (type === 'integer' ? Number.isSafeInteger(value) : Number.isFinite(value)) &&
  value >= minimum &&
  value <= maximum &&
  value > (exclusiveMinimum ?? -Infinity) &&
  value < (exclusiveMaximum ?? Infinity)

const SHARE: Bounds = { type: 'number', minimum: 0, maximum: 1 }
const COUNT: Bounds = { type: 'integer', minimum: 1, maximum: 2 ** 31 - 1 }
const ALPHA: Bounds = { type: 'number', minimum: SMALLEST_ALPHA, exclusiveMaximum: 1 }
const RATIO: Bounds = { type: 'number', exclusiveMinimum: 0 }
const ContestantName = z.string(refuse('contestant_asked')).min(1, refuse('contestant_asked')).max(200)

export const ComparisonQuery = z.object({
  a: ContestantName,
  b: ContestantName,
  source: z
    .string()
    .regex(sourcePattern(PEOPLE, 'judges', 'all', 'live', 'simulated'), refuse('source_asked'))
    .transform(presentSource)
    .optional(),
  /** May be repeated. Default: all criteria under which the two share votes. */
  criterion: z.union([z.string().max(200), z.array(z.string().max(200)).max(100)]).optional(),
  preset: z.enum([...GatePreset.options, '']).optional(),
  minWinRate: figure('no_share', SHARE),
  minVotes: figure('no_count', COUNT),
  alpha: figure('no_alpha', ALPHA),
  sequential: z
    .enum(['true', 'false', ''])
    .optional()
    .describe('Whether to decide for all looks (`true`) or for one (`false`). Default: as the board.'),
  maxCostRatio: figure('no_ratio', RATIO),
  maxLatencyRatio: figure('no_ratio', RATIO),
})
export type ComparisonQuery = z.infer<typeof ComparisonQuery>

// Judging two contestants batch by batch, until the gate is decided.

export const BatchBody = z.strictObject({
  /** The challenger: name or slug. */
  a: z.string().min(1).max(200),
  /** The contestant it would replace. */
  b: z.string().min(1).max(200),
  /** `judges` or `judge:NAME`. Default: judges. */
  source: z.string().max(200).transform(presentSource).optional(),
  criteria: z.array(z.string().min(1).max(200)).max(100).default([]),
  ...GateSettings.omit({ judge: true }).shape,
  /** How many prompts are judged before the next look. */
  batch: integerSchema.min(1).max(10_000).default(20),
  /** The limit for judging these two, in US dollars, earlier calls included. Null: none. Missing: the arena's. */
  budgetUsd: z.number().positive().nullable().optional(),
  /** Prompts of earlier batches, as `prompts` named them. They are not tried again. */
  tried: z.array(integerSchema).max(20_000).default([]),
  /** For how many looks it decides. Missing: one, when all is judged, on fewer than 200 prompts; else any. */
  looks: z.enum(['one', 'any']).optional(),
  /** Whether the next batch starts, if nothing is decided yet. */
  start: z.boolean().default(true),
})
export type BatchBody = z.infer<typeof BatchBody>

export const BatchLook = z.object({
  arena: z.string(),
  /** Null until every criterion has a vote. */
  comparison: Comparison.nullable(),
  calls: JudgeCalls,
  /** The ids of the prompts of the next batch, which runs if it was to start. Null: judging has stopped. */
  prompts: z.array(integerSchema).nullable(),
  stopped: z.enum(['decided', 'no_chance', 'everything_judged', 'budget_reached']).nullable(),
  /** For how many looks judging was planned: one, when all is judged, or any. */
  looks: z.enum(['one', 'any']),
  /** What the prompts of the two can show at these looks. Null: they share none. */
  leastWins: LeastWins.nullable(),
})
export type BatchLook = z.infer<typeof BatchLook>

/** What `plan` asks of an arena. */
export const NeedsQuery = z.object({
  /** The win rate to detect, above 0.5; without it, no number of votes. */
  winRate: z.coerce.number().pipe(z.number().gt(0.5).max(1)).optional(),
  /** The two-sided significance level. */
  alpha: z.coerce.number().pipe(z.number().min(1e-9).lt(1)).default(0.05),
  /** The probability of detecting it. */
  power: z.coerce
    .number()
    .pipe(
      z
        .number()
        .min(1e-9)
        .max(1 - 1e-9),
    )
    .default(0.8),
  /** Votes for each pair, judge and criterion; default: as the arena has it. */
  votesPerPair: z.coerce.number().pipe(integerSchema.positive()).optional(),
})
export type NeedsQuery = z.infer<typeof NeedsQuery>

const VotePlan = z.object({
  winRate: z.number(),
  alpha: z.number(),
  power: z.number(),
  votesForSignificance: integerSchema,
  votesForPower: integerSchema,
  /** By the exact sign test; null above a million. */
  exactVotesForSignificance: integerSchema.nullable(),
  exactVotesForPower: integerSchema.nullable(),
})

/** What is left to judge in an arena, what it costs, and how many votes its board still needs. */
export const ArenaNeeds = RunEstimate.extend({
  arena: z.string(),
  budgetUsd: z.number().nullable(),
  ledger: ArenaLedger,
  board: Board.pick({ view: true, votes: true, state: true, leader: true, deadHeat: true, settle: true }),
  /** Null without a win rate to detect. */
  votesNeeded: VotePlan.extend({
    /** What judging them takes; null: the arena has no judges. */
    judging: z
      .object({
        callsPerPair: integerSchema,
        costUsdPerPair: z.number().nullable(),
        pairs: integerSchema,
        mostVotes: integerSchema,
      })
      .nullable(),
  }).nullable(),
  /** How many votes people have to cast, for each true win rate; null: judges decide. */
  people: z
    .object({
      contestants: integerSchema,
      pairs: integerSchema,
      votes: integerSchema,
      perPair: z.array(VotePlan),
    })
    .nullable(),
})
export type ArenaNeeds = z.infer<typeof ArenaNeeds>
