/** Judges on trial: what is known of each, as `calibrate` and the API tell it. Shares are 0 … 1, intervals 95 %. */
import { z } from 'zod'
import { TrustTerms } from './arena-file.ts'
import { Message } from './battle.ts'
import { Warning } from './board.ts'
import { TextsWithheld } from './decided-battle.ts'
import { Outcome } from './outcome.ts'

const count = z.number().int().min(0)
const Range = z.tuple([z.number(), z.number()])

/**
 * How often something happened: `hits` of `n`, with Wilson's interval; share and interval are null where n is 0. Not
 * whole where several voters of one pair count for it together.
 */
export const Share = z.object({
  hits: z.number().min(0),
  n: z.number().min(0),
  share: z.number().nullable(),
  interval: Range.nullable(),
})
export type Share = z.infer<typeof Share>

/** `share` with Cohen's κ; null where chance explains everything. */
export const AgreementFigures = Share.extend({ kappa: z.number().nullable() })
export type AgreementFigures = z.infer<typeof AgreementFigures>

/** A preference that may be deserved, so that what humans do on the same pairs stands beside it. */
export const Preference = Share.extend({
  /** On the pairs that judge and humans both decided: how often each picked such an answer. */
  judgeOnShared: Share,
  humansOnShared: Share,
})
export type Preference = z.infer<typeof Preference>

/** What is measured of some of a judge's votes. */
export const JudgeFigures = z.object({
  votes: count,
  /** Pairs of answers that humans voted on too, whatever either said. */
  shared: count,
  /** Left, right and tie as three classes. */
  threeWay: AgreementFigures,
  /** Where judge and humans both name a winner. */
  decisive: AgreementFigures,
  /** Shared pairs on which the humans decided and the judge did not. */
  undecidedByJudge: count,
  /** Votes whose two orders named the same outcome; n is 0 where both orders are not known to have been asked. */
  consistency: Share,
  /** Single showings, ties aside, that named the answer shown first; ½ where places do not matter. */
  firstPosition: Share,
  /** Votes for the longer of two answers. */
  longer: Preference,
  /** Votes for the answer of the judge's own family over one of another. */
  ownFamily: Preference,
})
export type JudgeFigures = z.infer<typeof JudgeFigures>

/** What calls cost. */
export const JudgeCost = z.object({
  calls: count,
  failedCalls: count,
  usd: z.number(),
  usdPerVote: z.number().nullable(),
  /** Of one call, in milliseconds. */
  medianLatencyMs: z.number().nullable(),
  /** Of the calls behind one vote, summed up. */
  latencyMsPerVote: z.number().nullable(),
})
export type JudgeCost = z.infer<typeof JudgeCost>

/** `uncalibrated`: measured, and under what is asked. */
export const TrustState = z.enum(['calibrated', 'uncalibrated', 'not_measured'])
export type TrustState = z.infer<typeof TrustState>

/** What boards go by. */
export const JudgeTrust = z.object({
  judge: z.string(),
  state: TrustState,
  /** Pairs decided by both, and those of them with the same winner. */
  decided: count,
  agreed: count,
  minAgreement: z.number(),
})
export type JudgeTrust = z.infer<typeof JudgeTrust>

const Standing = z.object({
  state: TrustState,
  /** Half of the newest pairs it rests on are older than this; null unless measured. */
  measuredAt: z.string().nullable(),
  /** Measured longer ago than the arena allows. */
  due: z.boolean(),
  /** Pairs that humans have to decide before it is measured, at least. */
  pairsMissing: count,
})

export const JudgeVersionReport = Standing.extend({
  /** Null: votes that came by import, of which no version is known. */
  version: z.number().int().nullable(),
  model: z.string().nullable(),
  rubric: z.string().nullable(),
  rubricSha256: z.string().nullable(),
  params: z.record(z.string(), z.unknown()).nullable(),
  since: z.string().nullable(),
  /** Whether it is the one asked now. */
  current: z.boolean(),
  /** Its votes that no later version took back. */
  standing: count,
  figures: JudgeFigures,
  cost: JudgeCost.nullable(),
  failures: z.array(z.object({ cause: z.string(), count })),
})
export type JudgeVersionReport = z.infer<typeof JudgeVersionReport>

/** A period that differs from the one before by more than chance. */
export const Drift = z.object({
  measure: z.enum(['decisive', 'consistency']),
  period: z.string(),
  before: z.string(),
  from: z.number(),
  to: z.number(),
  /** Of the change, at the level that all comparisons of this judge leave to each. */
  interval: Range,
})
export type Drift = z.infer<typeof Drift>

export const JudgeReport = Standing.extend({
  judge: z.string(),
  /** Whether the arena still asks it; false also of judges known by imported votes only. */
  active: z.boolean(),
  family: z.string().nullable(),
  /** Contestants of the same family. */
  kin: z.array(z.string()),
  /** Of the votes that stand. */
  figures: JudgeFigures,
  cost: JudgeCost.nullable(),
  failures: z.array(z.object({ cause: z.string(), count })),
  /** The odds of the first place: natural log, and how often it beats an equal. */
  positionEffect: z.object({ eta: z.number(), interval: Range, firstWins: z.number() }).nullable(),
  /** The same answers examined again by the same version. */
  selfAgreement: AgreementFigures,
  versions: z.array(JudgeVersionReport),
  byCriterion: z.array(z.object({ criterion: z.string(), figures: JudgeFigures })),
  byCategory: z.array(z.object({ category: z.string().nullable(), figures: JudgeFigures })),
  /** `month` as 2026-01, UTC, by when the judge voted; votes that were taken back by later versions count too. */
  byMonth: z.array(z.object({ month: z.string(), figures: JudgeFigures })),
  drift: z.array(Drift),
  /** Its board against the humans': Kendall's τ-b of those rated on both, with 95 %. */
  boards: z.array(
    z.object({
      criterion: z.string(),
      contestants: count,
      tau: z.number().nullable(),
      interval: Range.nullable(),
    }),
  ),
  /** A contestant against itself under another name: `wins` over its control; neither may win more than chance has it. */
  controls: z.array(
    z.object({
      criterion: z.string(),
      contestant: z.string(),
      control: z.string(),
      wins: count,
      losses: count,
      ties: count,
      /** Exact sign test, two-sided, on the decisive votes. */
      p: z.number(),
      isToldApart: z.boolean(),
    }),
  ),
  /** What a reader should know of it: codes with a sentence each. */
  findings: z.array(Warning.pick({ code: true, message: true, finding: true })),
})
export type JudgeReport = z.infer<typeof JudgeReport>

/** How far people agree: no judge can be asked for more. */
export const HumanCeiling = z.object({
  voters: count,
  votes: count,
  /** Pairs of answers that two voters or more decided; n counts pairs of answers, each once. */
  betweenVoters: z.object({ threeWay: AgreementFigures, decisive: AgreementFigures }),
  /** The same pair shown to the same voter again, sides swapped. */
  withThemselves: z.object({ threeWay: AgreementFigures, decisive: AgreementFigures }),
  /** Left against right, sides by coin. */
  firstPosition: Share,
})
export type HumanCeiling = z.infer<typeof HumanCeiling>

export const JudgesReport = z.object({
  arena: z.string(),
  triedAt: z.string(),
  trust: TrustTerms,
  judges: z.array(JudgeReport),
  humans: HumanCeiling,
})
export type JudgesReport = z.infer<typeof JudgesReport>

const DisputedAnswer = z.object({
  contestant: z.string(),
  slug: z.string(),
  /** Texts are null where votes came without them, or where they are withheld. */
  text: z.string().nullable(),
  turns: z.array(z.string()).nullable(),
  context: z.array(z.string()).nullable(),
})

/**
 * A pair of answers on which a judge and most humans do not say the same. Texts, and what was said of them in words, are
 * there for operators, and for all where the prompt is no longer voted on.
 */
export const Disagreement = z.object({
  /** The judge's battle. */
  battle: z.string(),
  /** Why there are no texts; null: there are. */
  withheld: TextsWithheld.nullable(),
  criterion: z.string(),
  prompt: z.object({
    id: z.string(),
    category: z.string().nullable(),
    messages: z.array(Message).nullable(),
    reference: z.string().nullable(),
  }),
  left: DisputedAnswer,
  right: DisputedAnswer,
  /** Both decided, for opposite sides; else one of them said tie. */
  opposite: z.boolean(),
  judge: z.object({
    outcome: Outcome,
    inconsistent: z.boolean(),
    reason: z.string().nullable(),
    version: z.number().int().nullable(),
    castAt: z.string(),
    /** What it said in each order, with its reason; empty for votes that came by import. */
    showings: z.array(
      z.object({
        shownFirst: z.enum(['left', 'right']),
        said: z.enum(['left', 'right', 'tie', 'both_bad']).nullable(),
        reason: z.string().nullable(),
      }),
    ),
  }),
  humans: z.object({ left: count, right: count, tie: count, bothBad: count, reasons: z.array(z.string()) }),
})
export type Disagreement = z.infer<typeof Disagreement>

export const Disagreements = z.object({
  arena: z.string(),
  judge: z.string(),
  /** How many there are; the list may be cut. */
  total: count,
  disagreements: z.array(Disagreement),
})
export type Disagreements = z.infer<typeof Disagreements>

export const DisagreementsRequest = z.object({
  criterion: z.string().max(200).optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  offset: z.coerce.number().int().min(0).max(1_000_000).default(0),
})
export type DisagreementsRequest = z.infer<typeof DisagreementsRequest>
