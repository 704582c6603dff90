/** Two contestants of an arena compared directly, and the decision of a gate. Shares are 0 … 1; null means "none". */
import { z } from 'zod'
import { refuse } from './refusals.ts'
import { Cluster, JudgeChoice, Warning } from './board.ts'

const count = z.number().int().min(0)
const Range = z.tuple([z.number(), z.number()])
/** The value of the first contestant, then of the second. */
const Two = z.tuple([z.string(), z.string()])

export const GateVerdict = z.enum(['ship', 'do_not_ship', 'not_decided_yet'])
export const GatePreset = z.enum(['cosmetic', 'default', 'critical'], refuse('other_preset'))

export const ComparedGate = z.object({
  preset: GatePreset,
  minWinRate: z.number(),
  minVotes: z.number().int(),
  /** Two-sided. Null: no significance is required. */
  alpha: z.number().nullable(),
})

/** The confidence sequence, which holds at every look. The criteria share alpha evenly. */
export const Sequence = z.object({
  /** `prompts`: in drawn order, each a score once it is judged; `votes`: in the order of recording. */
  of: z.enum(['prompts', 'votes']),
  /** How many prompts were judged. */
  batches: count,
  mean: z.number(),
  /** Every mean that no look has excluded. Null if none is left. */
  interval: Range.nullable(),
  decidedAfter: count.nullable(),
  votesToDecide: count.nullable(),
  /** The contestant it was decided for. */
  decidedFor: z.string().nullable(),
  moreToDecide: count.nullable(),
  /** If undecided: about how many more votes like these would decide. Null if no number is known. */
  moreVotesToDecide: count.nullable(),
})
export type Sequence = z.infer<typeof Sequence>

/** What an arena's judges can give at most: prompts that one of them judges, judges, and votes of all together. */
export const ComparisonReach = z.object({ prompts: count, judges: count, mostVotes: count })
export type ComparisonReach = z.infer<typeof ComparisonReach>

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
  /** The number of prompts or other units. Of two kinds, the smaller number. */
  units: count,
  /** How many equal units give as exact a variance: one more than the degrees of freedom. */
  effectiveUnits: z.number().min(0),
  /** How many voters with equally many votes would be as informative (Kish 1965). Null if no vote names its voter. */
  voters: z.number().nullable(),
  /** (wins + ties/2) / votes. */
  winRate: z.number(),
  /** Clustered by unit. Null for fewer than two units. */
  standardError: z.number().nullable(),
  /** The interval of the win rate, at the comparison's level. */
  interval: Range,
  intervalBy: z.enum(['normal', 'exact']),
  p: z.number(),
  /** Wilson's interval of wins/(wins + losses). Null without decisive votes. */
  wilson: Range.nullable(),
  /** p of the exact two-sided sign test of wins and losses. */
  signTest: z.number(),
  /** Ties because both answers were bad, and because the judge chose another one in each order. */
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
  /** Null: not requested. */
  sequence: Sequence.nullable(),
  /** The votes that the gate requires here. A preset with significance requires no more than judges can give. */
  minVotes: count,
  /** Null for votes that are not of the arena's judges: nobody knows how many will come. */
  reach: ComparisonReach.nullable(),
  verdict: GateVerdict,
  because: z.enum(['passed', 'too_few_votes', 'lost', 'win_rate_too_low', 'not_significant']),
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
  interval: Range,
  /** p at a single look. */
  p: z.number(),
  /** p with Holm's correction for all categories and criteria. */
  pHolm: z.number(),
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
  means: Range,
  /** The first's value divided by the second's. 1 if both are zero; null if only the second's is. */
  ratio: z.number().nullable(),
  maxRatio: z.number(),
  holds: z.boolean(),
})
export type SpendingRail = z.infer<typeof SpendingRail>

/** Something that must not get worse, however many votes are won. One that fails means `do_not_ship`. */
export const GuardRail = z.discriminatedUnion('rail', [CategoryRail, CheckRail, SpendingRail])
export type GuardRail = z.infer<typeof GuardRail>

/** Calls to judges: made, planned in all, and planned but not needed. */
export const JudgeCalls = z.object({ made: count, planned: count, saved: count })
export type JudgeCalls = z.infer<typeof JudgeCalls>

export const Comparison = z.object({
  arena: z.string(),
  /** Names, and the slugs used in addresses. */
  contestants: Two,
  slugs: Two,
  source: z.string(),
  /** The judges that were counted, if not all were. */
  judges: JudgeChoice.optional(),
  /** The level of all intervals. */
  level: z.number(),
  gate: ComparedGate,
  /** Whether significance comes from the confidence sequence. */
  sequential: z.boolean(),
  /** `ship` only if every criterion passes the gate and no guardrail fails. */
  verdict: GateVerdict,
  /** If undecided: about how many more votes the criterion that needs most still needs. Null if no number is known. */
  moreVotes: count.nullable(),
  criteria: z.array(CriterionFinding),
  guardRails: z.array(GuardRail),
  warnings: z.array(Warning),
  /** If the two were judged in batches: the number of calls, and why judging ended. */
  calls: JudgeCalls.optional(),
  stopped: z.enum(['decided', 'everything_judged', 'budget_reached', 'paused', 'cancelled']).optional(),
})
export type Comparison = z.infer<typeof Comparison>
