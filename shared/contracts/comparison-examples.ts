/** The votes behind a comparison, one by one. */
import { z } from 'zod'
import { ExampleKind } from './comparison-request.ts'

/** Who a verdict was for: the first of the comparison, or the second. */
const Said = z.enum(['own', 'other', 'tie', 'both_bad'])

/** One vote with what it was about. Texts are whole; null where the arena does not know them, or they are not shown. */
export const Example = z.object({
  criterion: z.string(),
  /** Its key. */
  prompt: z.string().nullable(),
  category: z.string().nullable(),
  /** Null for anyone but a judge. */
  judge: z.string().nullable(),
  said: Said,
  /** A tie, since the judge chose another in each order. */
  inconsistent: z.boolean(),
  /** Whether texts and reasons are shown: while a prompt is voted on they would tell whose answer is whose. */
  isOpen: z.boolean(),
  /** What was asked last. */
  question: z.string().nullable(),
  /** What each of the two answered, by order of the comparison. */
  answers: z.tuple([z.string().nullable(), z.string().nullable()]),
  reason: z.string().nullable(),
  /** Gating checks that an answer failed, which decided the pair without a judge. Empty: a vote decided it. */
  failedChecks: z.array(z.string()),
  /** What the judge said in each order; empty for others, and for votes that came by import. */
  orders: z.array(
    z.object({
      first: z.enum(['own', 'other']),
      /** Null where several answers were ranked at once. */
      said: Said.nullable(),
      reason: z.string().nullable(),
    }),
  ),
})
export type Example = z.infer<typeof Example>

export const ComparisonExamples = z.object({
  arena: z.string(),
  contestants: z.tuple([z.string(), z.string()]),
  source: z.string(),
  show: ExampleKind,
  /** How many there are; `examples` are those from `offset`. */
  total: z.number().int(),
  offset: z.number().int(),
  examples: z.array(Example),
})
export type ComparisonExamples = z.infer<typeof ComparisonExamples>
