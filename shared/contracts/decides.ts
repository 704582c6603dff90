/** The decision day: when an arena decides, the plan that is sealed for it, and the record of the decision. */
import { z } from 'zod'
import { BoardState, Looks, UnitKind, type View } from './board-parts.ts'
import { hasDecisionDay, isPlannedView } from './limits.ts'
import { integerSchema } from './pieces.ts'
import { refuse } from './problem.ts'

/** When an arena decides: after a number of votes, at a moment, or at whichever comes first. */
export const DecisionDay = z
  .strictObject({
    votes: integerSchema
      .min(1)
      .max(10_000_000)
      .optional()
      .describe('The first so many counted votes decide.'),
    at: z.iso
      .datetime({ offset: true })
      .or(z.iso.date())
      .optional()
      .describe('Votes before this moment decide: `2026-12-01T18:00:00Z`, or a date, from 00:00 UTC on.'),
    afterwards: z
      .enum(['close', 'go_on'])
      .optional()
      .describe('Whether people may vote afterwards. Default: `go_on`.'),
    source: z
      .enum(['people', 'judges'])
      .optional()
      .describe('Whose votes decide. Default: judges where there are some, else people.'),
  })
  .refine(({ votes, at }) => votes !== undefined || at !== undefined, refuse('decides_when'))
export type DecisionDay = z.infer<typeof DecisionDay>

/** The key `decides` of an arena.yaml. */
export const DecidesSetting = z.union([z.literal('never'), DecisionDay])
export type DecidesSetting = z.infer<typeof DecidesSetting>

/** A new decision day. */
export const DecidesRequest = z.union([
  DecidesSetting,
  z.strictObject({ now: z.literal(true).describe('It decides at once, and closes.') }),
  z.strictObject({
    afterwards: z.enum(['close', 'go_on']).describe('What follows a decision that was made.'),
  }),
])
export type DecidesRequest = z.infer<typeof DecidesRequest>

/** What is sealed before the first vote. Its SHA-256 in canonical JSON is the seal. */
export const SealedPlan = z.object({
  question: z.object({ title: z.string(), description: z.string() }),
  /** Those in use, by name, and a hash of what each is made of. */
  contestants: z.object({ names: z.array(z.string()), sha256: z.string() }),
  /** The number of those in use, and a hash of their texts. */
  prompts: z.object({ count: integerSchema, sha256: z.string() }),
  /** The one view that is decided. */
  view: z.object({ source: z.enum(['humans', 'judges']), criterion: z.string().nullable() }),
  criteria: z.array(z.string()),
  /** The kinds of units that are resampled where votes name enough of them. */
  units: z.array(UnitKind),
  level: z.number(),
  gate: z.record(z.string(), z.unknown()).nullable(),
  decides: z.object({ votes: integerSchema.nullable(), at: z.string().nullable() }),
})
export type SealedPlan = z.infer<typeof SealedPlan>

export const PlanPart = z.enum([
  'question',
  'contestants',
  'prompts',
  'view',
  'criteria',
  'units',
  'level',
  'gate',
  'decides',
])
export type PlanPart = z.infer<typeof PlanPart>

/** A decision as it was written down. It is never computed again. */
export const Decision = z.object({
  /** When it was written. */
  at: z.string(),
  /** `first_votes`: not decided, too few votes. */
  state: BoardState,
  leader: z.string().nullable(),
  deadHeat: z.array(z.string()),
  looks: Looks,
  rule: z.object({
    method: z.string(),
    methodVersion: integerSchema,
    level: z.number(),
    units: z.array(UnitKind),
    rounds: integerSchema,
    seed: integerSchema,
  }),
  votes: integerSchema,
  votesSha256: z.string(),
  /** The seal that the arena had. */
  seal: z.string(),
})
export type Decision = z.infer<typeof Decision>

/** The decision day of a board. */
export const Decides = z.object({
  /** Null with `at`: never. */
  votes: integerSchema.nullable(),
  at: z.string().nullable(),
  afterwards: z.enum(['close', 'go_on']),
  sealedAt: z.string(),
  seal: z.string(),
  plan: SealedPlan,
  /** What was changed after the first vote, and when. */
  changed: z.array(z.object({ at: z.string(), what: z.array(PlanPart) })),
  decided: Decision.nullable(),
})
export type Decides = z.infer<typeof Decides>

/** Whether a board may name a winner: on the sealed question alone, and not before its day. */
export const mayDeclareWinner = (view: View, decides: Decides | null | undefined): boolean =>
  !decides || !hasDecisionDay(decides) || (isPlannedView(view, decides) && decides.decided !== null)

/** For how many looks a board holds: for the one that was planned while it counts the votes of the decision, and no others. */
export const boardLooks = (
  votesSha256: string,
  { view, decides, looks }: { view: View; decides?: Decides | null | undefined; looks?: Looks | undefined },
): Looks | undefined =>
  decides?.decided && decides.decided.votesSha256 === votesSha256 && isPlannedView(view, decides)
    ? decides.decided.looks
    : looks
