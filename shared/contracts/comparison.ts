/** Two contestants of an arena compared directly, and held against a gate. Shares are 0 … 1; null is "none". */
import { z } from 'zod'
import { refuse } from './refusals.ts'
import { Cluster, JudgeChoice, Warning } from './board.ts'

const count = z.number().int().min(0)
const Range = z.tuple([z.number(), z.number()])
/** Of the first, then of the second. */
const Two = z.tuple([z.string(), z.string()])

export const GateVerdict = z.enum(['ship', 'do_not_ship', 'not_decided_yet'])
export const GatePreset = z.enum(['cosmetic', 'default', 'critical'], refuse('other_preset'))

export const ComparedGate = z.object({
  preset: GatePreset,
  minWinRate: z.number(),
  minVotes: z.number().int(),
  /** Two-sided; null: no significance is asked. */
  alpha: z.number().nullable(),
})

/** What holds at every look, at alpha shared out evenly among the criteria. */
export const Sequence = z.object({
  /** `prompts`: in drawn order, each a score once it is judged; `votes`: in the order of recording. */
  of: z.enum(['prompts', 'votes']),
  /** Prompts seen. */
  batches: count,
  mean: z.number(),
  /** Every mean that holds up against all looks; null where none is left. */
  interval: Range.nullable(),
  decidedAfter: count.nullable(),
  votesToDecide: count.nullable(),
  /** Name of who it was decided for. */
  decidedFor: z.string().nullable(),
  moreToDecide: count.nullable(),
  /** Undecided: about how many more votes like these would decide; null where none is known. */
  moreVotesToDecide: count.nullable(),
})
export type Sequence = z.infer<typeof Sequence>

/** Figures are those of the first contestant against the second. */
export const CriterionFinding = z.object({
  criterion: z.string(),
  wins: count,
  losses: count,
  /** Both bad and inconsistent ones too. */
  ties: count,
  votes: count,
  /** What hangs together: votes on a prompt, of a person, or both. */
  cluster: Cluster,
  /** Prompts, or whatever else hangs together; of two kinds, the smaller number. */
  units: count,
  /** So many equal units they are worth: one more than the degrees of freedom. */
  effectiveUnits: z.number().min(0),
  /** How many voters of equally many votes theirs are worth (Kish 1965); null where no vote names its voter. */
  voters: z.number().nullable(),
  /** (wins + ties/2) / votes. */
  winRate: z.number(),
  /** Clustered by unit; null from fewer than two. */
  standardError: z.number().nullable(),
  /** Of the win rate, at the comparison's level. */
  interval: Range,
  intervalBy: z.enum(['normal', 'exact']),
  p: z.number(),
  /** Wilson's interval of wins/(wins + losses); null where nothing is decisive. */
  wilson: Range.nullable(),
  /** The exact two-sided sign test of wins and losses. */
  signTest: z.number(),
  /** Of the ties: both answers were bad; the judge preferred another in each order. */
  bothBad: count,
  inconsistent: count,
  /** Judgements that failed for good: no votes. */
  failed: count,
  /** Wins, losses and ties of skipped pairs: no judge saw them, because an answer failed a gating check. */
  byChecks: z.object({ wins: count, losses: count, ties: count }),
  /** With Holm's correction for the criteria compared. */
  pHolm: z.number(),
  /** Name of who it is significant for; null: nobody. */
  significantFor: z.string().nullable(),
  /** Null: not asked for. */
  sequence: Sequence.nullable(),
  verdict: GateVerdict,
  because: z.enum(['passed', 'too_few_votes', 'lost', 'win_rate_too_low', 'not_significant']),
  moreVotes: count.nullable(),
})
export type CriterionFinding = z.infer<typeof CriterionFinding>

/** The votes on one category under one criterion. It holds unless they are lost significantly. */
export const CategoryRail = z.object({
  rail: z.literal('category'),
  criterion: z.string(),
  category: z.string(),
  votes: count,
  winRate: z.number(),
  interval: Range,
  /** Of a single look. */
  p: z.number(),
  /** With Holm's correction for all categories and criteria. */
  pHolm: z.number(),
  holds: z.boolean(),
})
export type CategoryRail = z.infer<typeof CategoryRail>

/** A direct check on the prompts for which it could be made of both. It holds unless fewer answers pass it. */
export const CheckRail = z.object({
  rail: z.literal('check'),
  check: z.string(),
  prompts: count,
  /** On how many prompts each passes; several answers to a prompt count by the share that passes. */
  passed: z.tuple([z.number().min(0), z.number().min(0)]),
  holds: z.boolean(),
})
export type CheckRail = z.infer<typeof CheckRail>

/** Mean cost (USD) or latency (ms) of an answer, over the prompts for which it is known of both. */
export const SpendingRail = z.object({
  rail: z.enum(['cost', 'latency']),
  prompts: count,
  means: Range,
  /** The first's by the second's; 1 where both are nought, null where only the second's is. */
  ratio: z.number().nullable(),
  maxRatio: z.number(),
  holds: z.boolean(),
})
export type SpendingRail = z.infer<typeof SpendingRail>

/** What must not get worse, however many votes are won: one that does not hold is a `do_not_ship`. */
export const GuardRail = z.discriminatedUnion('rail', [CategoryRail, CheckRail, SpendingRail])
export type GuardRail = z.infer<typeof GuardRail>

/** Calls to judges: made, of all that the fixed plan asks for, and those it turned out not to need. */
export const JudgeCalls = z.object({ made: count, planned: count, saved: count })
export type JudgeCalls = z.infer<typeof JudgeCalls>

export const Comparison = z.object({
  arena: z.string(),
  /** Names, and what they are in an address. */
  contestants: Two,
  slugs: Two,
  source: z.string(),
  /** Which judges were counted, where not all were. */
  judges: JudgeChoice.optional(),
  /** Of all intervals. */
  level: z.number(),
  gate: ComparedGate,
  /** Whether significance is that of the confidence sequence. */
  sequential: z.boolean(),
  /** `ship` only where every criterion passes the gate and every guard rail holds. */
  verdict: GateVerdict,
  /** Not decided yet: about how many more votes of the criterion that needs most; null where no number is known. */
  moreVotes: count.nullable(),
  criteria: z.array(CriterionFinding),
  guardRails: z.array(GuardRail),
  warnings: z.array(Warning),
  /** Where the two were judged in batches: the calls that took, and why it ended. */
  calls: JudgeCalls.optional(),
  stopped: z.enum(['decided', 'everything_judged', 'budget_reached', 'paused', 'cancelled']).optional(),
})
export type Comparison = z.infer<typeof Comparison>
