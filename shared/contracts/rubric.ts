/** Rubrics: the instructions of judges, as files with front matter. */
import { z } from 'zod'
import { refuse } from './refusals.ts'

export const JudgementForm = z.enum(['pairwise', 'listwise'])
export type JudgementForm = z.infer<typeof JudgementForm>

const Criterion = z.string().trim().min(1).max(200)

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
    shows: z.array(z.enum(['context', 'reference'])).default([]),
  })
  .refine(
    ({ criterion, criteria }) => (criterion === undefined) !== (criteria === undefined),
    refuse('criterion_or_criteria'),
  )
  .refine(({ criteria = [] }) => new Set(criteria.map((one) => one.toLowerCase())).size === criteria.length, {
    ...refuse('criterion_twice'),
    path: ['criteria'],
  })

export const Rubric = z.object({
  name: z.string().min(1),
  criteria: z.array(Criterion).min(1),
  forms: z.array(JudgementForm).min(1),
  reason: z.enum(['before', 'after']),
  shows: z.array(z.enum(['context', 'reference'])),
  /** The text below the front matter. */
  instructions: z.string().min(1),
  /** By form, the judge prompt around the instructions. `{{names}}` in it stand for what differs by rubric. */
  judgePrompts: z.partialRecord(JudgementForm, z.string().min(1)),
})
export type Rubric = z.infer<typeof Rubric>

/** The probability of each word that a verdict on two answers may be. */
export const VerdictProbabilities = z.object({
  first: z.number(),
  second: z.number(),
  tie: z.number(),
  both_bad: z.number(),
})
export type VerdictProbabilities = z.infer<typeof VerdictProbabilities>

/**
 * The judge's verdict on one request, by criterion. `first` is the answer shown first. In a listwise request
 * `order` ranks the answers shown (from 0), best first, with equal ones in one group.
 */
export const Verdict = z.union([
  z.object({
    verdict: z.enum(['first', 'second', 'tie', 'both_bad']),
    reason: z.string().nullable(),
    /** By the log-probabilities of the reply, if they were asked for and the provider returned them. Their sum is 1. */
    probabilities: VerdictProbabilities.optional(),
  }),
  z.object({ order: z.array(z.array(z.number().int().min(0)).min(1)), reason: z.string().nullable() }),
])
export type Verdict = z.infer<typeof Verdict>

export const Verdicts = z.record(z.string(), Verdict)
export type Verdicts = z.infer<typeof Verdicts>
