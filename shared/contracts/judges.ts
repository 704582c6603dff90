/** The evaluation of judges, as `calibrate` and the API report it. Shares are 0 … 1, intervals 95 %. */
import { z } from 'zod'
import { count, integerSchema, Interval, Pair } from './pieces.ts'
import { Warning } from './board.ts'
import { WireMessage } from './problem.ts'

/** The requirements that a judge must meet before its votes count beside people's. */
export const TrustTerms = z.strictObject({
  minAgreement: z
    .number()
    .min(0)
    .max(1)
    .default(0.75)
    .describe('Of the pairs decided by both judge and people, the share with the same answer.'),
  minVotes: integerSchema
    .min(1)
    .default(50)
    .describe('Shared pairs that are needed before a judge is rated.'),
  recheckDays: z.number().positive().default(30).describe('Days after which a calibration is due again.'),
})
export type TrustTerms = z.infer<typeof TrustTerms>

/**
 * How often something happened: `hits` of `n`, with Wilson's interval. Share and interval are null if n is 0.
 * Counts can be fractions if several voters of one pair share its weight.
 */
export const Share = z.object({
  hits: z.number().min(0),
  n: z.number().min(0),
  share: z.number().nullable(),
  interval: Interval.nullable(),
})
export type Share = z.infer<typeof Share>

/** `share` with Cohen's κ. κ is null if chance explains everything. */
export const AgreementFigures = Share.extend({ kappa: z.number().nullable() })
export type AgreementFigures = z.infer<typeof AgreementFigures>

/**
 * How often a judge prefers some kind of answer. The preference may be deserved, so people's votes are shown beside
 * it.
 */
export const Preference = Share.extend({
  /** How often each picked such an answer, on the pairs that both the judge and people decided. */
  judgeOnShared: Share,
  humansOnShared: Share,
})
export type Preference = z.infer<typeof Preference>

export const JudgeFigures = z.object({
  votes: count,
  /** Pairs of answers that people voted on too, whatever the outcomes. */
  shared: count,
  /** Left, right and tie as three classes. */
  threeWay: AgreementFigures,
  /** Pairs on which the judge and people both name a winner. */
  decisive: AgreementFigures,
  /** Shared pairs that people decided and the judge did not. */
  undecidedByJudge: count,
  /** Votes whose two orders gave the same outcome. n is 0 if it is not known that both orders were asked. */
  consistency: Share,
  /** Verdicts without ties that named the answer shown first. ½ means that the position does not matter. */
  firstPosition: Share,
  longer: Preference,
  /** Votes for the answer of the judge's own model family against one of another family. */
  ownFamily: Preference,
})
export type JudgeFigures = z.infer<typeof JudgeFigures>

export const JudgeCost = z.object({
  calls: count,
  failedCalls: count,
  usd: z.number(),
  /** Repeats and climbs cast no votes, so their calls are left out. */
  usdPerVote: z.number().nullable(),
  /** The latency of one call, in milliseconds. */
  medianLatencyMs: z.number().nullable(),
  /** The latency of all calls made for one vote, in milliseconds. */
  latencyMsPerVote: z.number().nullable(),
})
export type JudgeCost = z.infer<typeof JudgeCost>

/**
 * How a judge is asked for its reply: one JSON object by a schema; one in a code fence, with the marker of the call; lines with the
 * marker; or prose, with the verdicts in its last lines.
 */
export const ReplyForm = z.enum(['schema', 'json', 'lines', 'prose'])
export type ReplyForm = z.infer<typeof ReplyForm>

/** Why a judge is stopped: a code, as causes of calls have, and the reason with what to try. */
export const JudgeStop = z.object({
  /** `position`, or the cause of its failed calls. */
  code: z.string(),
  reason: z.string(),
  finding: WireMessage,
})
export type JudgeStop = z.infer<typeof JudgeStop>

/**
 * The trial of a version of a judge: its first calls on four pairs in both orders, up to a dozen. `failed` also later, if it no longer
 * holds what it showed.
 */
export const JudgeTrial = z.object({
  state: z.enum(['open', 'passed', 'failed']),
  /** The form of reply that is asked for. */
  form: ReplyForm,
  stop: JudgeStop.nullable(),
  calls: count,
  refused: count,
  /** Pairs that it judged in both orders, and those of them on which both orders named the same place. */
  pairs: count,
  byPosition: count,
  /** US dollars for a pair; null: no pair, or no price. */
  usdPerPair: z.number().nullable(),
  /** The mean time of a reply; null without any. */
  seconds: z.number().nullable(),
  /** Pairs that people and the judge decided, and those of them with the same winner. */
  decided: count,
  agreed: count,
})
export type JudgeTrial = z.infer<typeof JudgeTrial>

/** `uncalibrated`: measured, and below the requirements. `not_measured`: too few pairs, or chance may explain them. */
export const TrustState = z.enum(['calibrated', 'uncalibrated', 'not_measured'])
export type TrustState = z.infer<typeof TrustState>

/**
 * Why a judge is uncalibrated, or what chance may explain of one that is not measured yet. `hits` of `n` are: for `agreement` and `drift`, the pairs decided by both on which they
 * agree; for `consistency`, votes whose two orders agreed; for `undecided`, the pairs decided by people on which the
 * judge decided the same; for `self_agreement`, the pairs on which it repeated its verdict when it was asked again; for
 * `position`, the latest pairs on which both orders named the same place.
 */
export const TrustFailure = z.object({
  reason: z.enum(['agreement', 'consistency', 'undecided', 'drift', 'self_agreement', 'position']),
  hits: z.number().min(0),
  n: count,
})
export type TrustFailure = z.infer<typeof TrustFailure>

/** The result that decides whether boards count the judge. */
export const JudgeTrust = z.object({
  judge: z.string(),
  state: TrustState,
  /** Missing if there is none, and in evaluations from before it was stored. */
  failure: TrustFailure.optional(),
  /** Pairs decided by both, and those of them with the same winner. */
  decided: count,
  agreed: count,
  minAgreement: z.number(),
  /** The first month of these pairs, such as 2026-01, or the day of the re-check before them. Missing: all pairs. */
  since: z.string().optional(),
  /** What it prefers beyond chance, and beyond people where enough of them voted on the same pairs. Missing: nothing is known. */
  prefers: z.array(z.enum(['first', 'second', 'longer', 'own_family'])).optional(),
  /** Missing: its current version is not stopped. */
  stopped: JudgeStop.optional(),
})
export type JudgeTrust = z.infer<typeof JudgeTrust>

/** The pairs that decide whether a version is calibrated: the newest ones, and none from before the judge changed. */
export const Evidence = z.object({
  /** The first month of these pairs, such as 2026-01, or the day of the re-check before them; null: all pairs. */
  since: z.string().nullable(),
  /** The day of the re-check after these pairs. Missing: none is after them. */
  until: z.string().optional(),
  /** Pairs decided by both, and those of them with the same winner. */
  decided: count,
  agreed: count,
})

export const Standing = z.object({
  state: TrustState,
  /** Null if there is none. Missing in reports from before it was stored. */
  failure: TrustFailure.nullable().optional(),
  /** Half of the newest pairs used are older than this. Null unless measured. */
  measuredAt: z.string().nullable(),
  /** Whether the measurement is older than the arena allows. */
  due: z.boolean(),
  /** How many more pairs people must decide before the judge can be measured. */
  pairsMissing: count,
  /** Missing in reports from before it was stored. */
  evidence: Evidence.optional(),
})
export type Standing = z.infer<typeof Standing>

export const JudgeVersionReport = Standing.extend({
  /** Null: imported votes without a known version. */
  version: integerSchema.nullable(),
  model: z.string().nullable(),
  /**
   * The model that the provider named in its replies. A version has a report for each. Null: it named none. Missing in
   * reports from before it was stored.
   */
  servedModel: z.string().nullable().optional(),
  rubric: z.string().nullable(),
  rubricSha256: z.string().nullable(),
  params: z.record(z.string(), z.unknown()).nullable(),
  since: z.string().nullable(),
  /** Whether this version is in use. */
  current: z.boolean(),
  /** Its votes that no later version replaced. */
  standing: count,
  figures: JudgeFigures,
  cost: JudgeCost.nullable(),
  failures: z.array(z.object({ cause: z.string(), count })),
})
export type JudgeVersionReport = z.infer<typeof JudgeVersionReport>

/** A period that differs from the period before it by more than chance. */
export const Drift = z.object({
  measure: z.enum(['decisive', 'consistency']),
  period: z.string(),
  before: z.string(),
  from: z.number(),
  to: z.number(),
  /** The interval of the change. All comparisons of this judge share the level. */
  interval: Interval,
})
export type Drift = z.infer<typeof Drift>

/** How far two raters agree on the pairs of answers that both judged: won, lost and tied as three classes. */
export const PairedAgreement = z.object({
  criterion: z.string(),
  agreement: AgreementFigures,
  /** The interval of κ, by the jackknife over 32 groups of prompts. */
  kappaInterval: Interval.nullable(),
})
export type PairedAgreement = z.infer<typeof PairedAgreement>

/** How far the judges of an arena agree with each other. No vote of a person is needed. */
export const JuryAgreement = z.object({
  /** Each two judges that judged the same pairs of answers. */
  pairs: z.array(PairedAgreement.extend({ judges: Pair })),
  together: z.array(
    z.object({
      criterion: z.string(),
      judges: z.array(z.string()),
      /** Pairs of answers that at least two of them judged. */
      pairs: count,
      /** Krippendorff's α for nominal classes: 1 is perfect agreement, 0 that of chance. Null: all verdicts are the same. */
      alpha: z.number().nullable(),
      interval: Interval.nullable(),
    }),
  ),
})
export type JuryAgreement = z.infer<typeof JuryAgreement>

export const JudgeReport = Standing.extend({
  judge: z.string(),
  /** Whether the arena still uses the judge. False also for judges that are only known from imported votes. */
  active: z.boolean(),
  /** Of its version in use; null: none was begun. Missing in stored reports. */
  trial: JudgeTrial.nullable().optional(),
  family: z.string().nullable(),
  /** Contestants of the same model family; none if all are, since none of them can gain by it. */
  kin: z.array(z.string()),
  /** The figures of all votes that were not replaced. */
  figures: JudgeFigures,
  /**
   * What its version in use says of live battles that people voted on, and whether it would be trusted by these alone.
   * Missing: it judged none. No other figure has any of it.
   */
  live: JudgeFigures.pick({
    shared: true,
    threeWay: true,
    decisive: true,
    undecidedByJudge: true,
    consistency: true,
  })
    .extend({ state: TrustState, failure: TrustFailure.nullable() })
    .optional(),
  cost: JudgeCost.nullable(),
  failures: z.array(z.object({ cause: z.string(), count })),
  /** Judgements that showed an answer with words that speak to a judge; null: not counted yet. */
  injected: count.nullable(),
  /** The effect of the first position: the interval of its log odds, and how often the first of two equal answers wins. */
  positionEffect: z.object({ interval: Interval, firstWins: z.number() }).nullable(),
  /** Agreement when the same version judged the same answers again. */
  selfAgreement: AgreementFigures,
  versions: z.array(JudgeVersionReport),
  byCategory: z.array(z.object({ category: z.string().nullable(), figures: JudgeFigures })),
  /** By month of the judge's vote, such as 2026-01, in UTC. Votes that later versions replaced count too. */
  byMonth: z.array(z.object({ month: z.string(), figures: JudgeFigures })),
  drift: z.array(Drift),
  /** Its board compared with people's: Kendall's τ-b of the contestants rated on both, with a 95 % interval. */
  boards: z.array(
    z.object({
      criterion: z.string(),
      contestants: count,
      tau: z.number().nullable(),
      interval: Interval.nullable(),
      /** The share of pairs on its board whose bars do not overlap. Missing in stored reports. */
      separability: z.number().nullable().optional(),
    }),
  ),
  /**
   * A contestant against a copy of itself under another name. `wins` are over the copy. Neither should win more
   * than chance allows.
   */
  controls: z.array(
    z.object({
      criterion: z.string(),
      contestant: z.string(),
      control: z.string(),
      wins: count,
      losses: count,
      ties: count,
      /** Exact two-sided sign test on the decisive votes. */
      p: z.number(),
      isToldApart: z.boolean(),
    }),
  ),
  /** What a reader should know about the judge: codes, each with a sentence. */
  findings: z.array(Warning.pick({ code: true, message: true, finding: true })),
})
export type JudgeReport = z.infer<typeof JudgeReport>

/** How far people agree with each other. No judge can be expected to agree more. */
export const HumanCeiling = z.object({
  voters: count,
  votes: count,
  /** Pairs of answers that two or more voters decided. n counts each pair of answers once. */
  betweenVoters: z.object({ threeWay: AgreementFigures, decisive: AgreementFigures }),
  /** The same pair shown again to the same voter, with the sides swapped. */
  withThemselves: z.object({ threeWay: AgreementFigures, decisive: AgreementFigures }),
  /** How often left won against right. The sides are random. */
  firstPosition: Share,
})
export type HumanCeiling = z.infer<typeof HumanCeiling>

export const JudgesReport = z.object({
  arena: z.string(),
  evaluatedAt: z.string(),
  trust: TrustTerms,
  judges: z.array(JudgeReport),
  humans: HumanCeiling,
  /** Missing in reports from before it was stored. */
  jury: JuryAgreement.optional(),
})
export type JudgesReport = z.infer<typeof JudgesReport>

export const JudgesRequest = z.object({
  by: z
    .enum(['category', 'month', 'version'])
    .optional()
    .describe('As text: list all parts of this kind; by default only if there are few.'),
  fresh: z
    .string()
    .optional()
    .describe('Evaluate the judges now; for operators. `false` is as leaving it out.'),
})
export type JudgesRequest = z.infer<typeof JudgesRequest>

// Repeated judging. Shares are 0 … 1, intervals 95 %; null means "none".

/** What changes if a judge is asked the same again. */
export const RunToRun = z.object({
  judge: z.string(),
  version: integerSchema,
  criterion: z.string(),
  /** The highest number of times that a pair was judged. */
  runs: count,
  /** Pairs of answers judged at least twice. */
  pairs: count,
  /** Each further run compared with the first: won, lost and tied as three classes. */
  again: AgreementFigures,
  /** Pairs on which all runs agreed. */
  unanimous: Share,
  /** Variance of the scores (1, ½, 0) of one pair between runs, variance of all scores, and their ratio. */
  variance: z.object({ betweenRuns: z.number(), total: z.number(), share: z.number().nullable() }),
  /** The win rates of each contestant, by run, over the pairs that were judged in all runs. */
  winRates: z.array(
    z.object({
      contestant: z.string(),
      /** The votes in each run. */
      votes: count,
      byRun: z.array(z.number()),
      /** The standard deviation of these win rates. */
      deviation: z.number(),
    }),
  ),
})
export type RunToRun = z.infer<typeof RunToRun>

export const RetestReport = z.object({
  arena: z.string(),
  repeats: z.array(RunToRun),
  /** Judges that are due to be asked again, and how often the same answers are judged then. */
  due: z.array(z.object({ judge: z.string(), repeats: integerSchema })),
})
export type RetestReport = z.infer<typeof RetestReport>
