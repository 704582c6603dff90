/** The single votes behind a comparison. */
import { z } from 'zod'
import { ExampleKind } from './comparison-request.ts'
import { TranscriptStep } from './transcript.ts'

/** Whom a verdict prefers: the first contestant of the comparison (`own`), or the second (`other`). */
const Said = z.enum(['own', 'other', 'tie', 'both_bad'])

/** One vote with prompt and answers. Texts are complete. Null: the arena does not know the text, or it is not shown. */
export const Example = z.object({
  criterion: z.string(),
  /** The id of its battle, whose page is `/a/ARENA/b/ID`. Null for a pair that judges skipped, and if texts are not shown. */
  battle: z.string().nullable(),
  /** The key of the prompt. */
  prompt: z.string().nullable(),
  category: z.string().nullable(),
  /** Null for votes of people. */
  judge: z.string().nullable(),
  said: Said,
  /** A tie because the judge chose another answer in each order. */
  inconsistent: z.boolean(),
  /** Whether texts and reasons are shown. While a prompt is in use they would reveal who gave which answer. */
  isOpen: z.boolean(),
  /** The last message of the prompt. */
  question: z.string().nullable(),
  /** The answers of the two contestants, in the order of the comparison. */
  answers: z.tuple([z.string().nullable(), z.string().nullable()]),
  /** What each answer had retrieved, as judges see it. Null: it has no passages of its own, or they are not shown. */
  contexts: z.tuple([z.array(z.string()).nullable(), z.array(z.string()).nullable()]),
  /** What each agent did before its answer. Null: nothing is known, or it is not shown. */
  transcripts: z.tuple([z.array(TranscriptStep).nullable(), z.array(TranscriptStep).nullable()]),
  reason: z.string().nullable(),
  /** Gating checks that an answer failed, which decided the pair without a judge. Empty: a vote decided it. */
  failedChecks: z.array(z.string()),
  /** The judge's verdict in each order. Empty for people and for imported votes. */
  orders: z.array(
    z.object({
      first: z.enum(['own', 'other']),
      /** Null if several answers were ranked together. */
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
  /** The number of all examples. `examples` starts at `offset`. */
  total: z.number().int(),
  offset: z.number().int(),
  examples: z.array(Example),
})
export type ComparisonExamples = z.infer<typeof ComparisonExamples>
