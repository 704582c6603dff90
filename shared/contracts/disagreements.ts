/** Pairs of answers on which a judge and people differ, as the API lists them. */
import { z } from 'zod'
import { Message } from './battle.ts'
import { TextsWithheld } from './decided-battle.ts'
import { Outcome } from './outcome.ts'
import { TranscriptStep } from './transcript.ts'

const count = z.number().int().min(0)

const DisputedAnswer = z.object({
  contestant: z.string(),
  slug: z.string(),
  /** Texts are null if the votes came without them, or if they are not shown to this reader. */
  text: z.string().nullable(),
  turns: z.array(z.string()).nullable(),
  context: z.array(z.string()).nullable(),
  transcript: z.array(TranscriptStep).nullable(),
})

/**
 * A pair of answers on which a judge and most people differ. Operators see texts and reasons; everybody else sees
 * them once the prompt is no longer in use.
 */
export const Disagreement = z.object({
  /** The judge's battle. */
  battle: z.string(),
  /** Why there are no texts. Null: there are texts. */
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
  /** Whether both decided for opposite sides. Otherwise one of them said tie. */
  opposite: z.boolean(),
  judge: z.object({
    outcome: Outcome,
    inconsistent: z.boolean(),
    reason: z.string().nullable(),
    version: z.number().int().nullable(),
    castAt: z.string(),
    /** The judge's verdict in each order, with its reason. Empty for imported votes. */
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
  /** The number of all disagreements. The list may be shorter. */
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
