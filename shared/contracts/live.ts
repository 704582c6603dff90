/** Live battles: a visitor's own prompt, answered side by side and blind by two contestants, then voted on. */
import { z } from 'zod'
import { count, integerSchema } from './pieces.ts'
import { ArenaLedger } from './judging.ts'
import { WireMessage } from './problem.ts'

const Usd = z.number().positive().max(1_000_000)

/** `live` of an arena.yaml. */
export const LiveSettings = z.strictObject({
  budgetUsd: Usd.describe('The most that all live battles may cost, in US dollars.'),
  dailyUsd: Usd.optional().describe('The most in one day (UTC). Default: `budgetUsd`.'),
  visitorUsd: Usd.optional().describe('The most for one visitor in a day. Default: a tenth of `dailyUsd`.'),
  addressUsd: Usd.optional().describe(
    'The most for one network address in a day. Default: a quarter of `dailyUsd`.',
  ),
  vote: z
    .enum(['end', 'turn'])
    .default('end')
    .describe(
      'A vote for each conversation, or after each turn; public exports then name the contestants while it may go on.',
    ),
  turns: integerSchema.min(1).max(20).default(5).describe('The most prompts of one conversation.'),
  characters: integerSchema.min(10).max(100_000).default(4000).describe('The longest prompt.'),
  tokens: integerSchema
    .min(16)
    .max(100_000)
    .default(1000)
    .describe('The longest answer, for contestants without `max_tokens`.'),
  consent: z
    .string()
    .trim()
    .min(1)
    .max(1000)
    .optional()
    .describe('What a visitor agrees to before the first prompt.'),
  keepDays: integerSchema.min(1).max(3650).default(90).describe('After so many days the texts are erased.'),
  moderation: z
    .strictObject({
      provider: z
        .string()
        .trim()
        .min(1)
        .max(200)
        .describe(
          'One of `providers`. Type `openai`: its endpoint /moderations is asked. `http` or `exec`: it gets the messages and answers `flagged` or `ok`.',
        ),
      model: z.string().max(200).optional().describe('The model of the endpoint.'),
      keepRefused: z.boolean().default(false).describe('Whether the texts of refused prompts are kept.'),
    })
    .optional()
    .describe('What checks each prompt before it is sent.'),
})
export type LiveSettings = z.infer<typeof LiveSettings>

/** The limits of an arena in US dollars: in all, and in a day for everybody, one visitor and one address. */
export const liveLimits = ({ budgetUsd, dailyUsd = budgetUsd, visitorUsd, addressUsd }: LiveSettings) => ({
  budgetUsd,
  dailyUsd,
  visitorUsd: visitorUsd ?? dailyUsd / 10,
  addressUsd: addressUsd ?? dailyUsd / 4,
})

/** What a visitor is told before the first prompt. */
export const LiveTerms = z.object({
  characters: integerSchema.describe('The longest prompt.'),
  turns: integerSchema.describe('The most prompts of one conversation.'),
  vote: z.enum(['end', 'turn']),
  consent: z.string().nullable().describe('What the visitor has to agree to. Null: nothing.'),
  keepDays: integerSchema.describe('After so many days texts are erased.'),
  isMonitored: z.boolean().describe('Whether each prompt is checked before it is sent.'),
  closed: z
    .enum(['budget', 'day'])
    .nullable()
    .describe(
      'Why no prompt is taken now: the budget is used up, or that of this day. Null: prompts are taken.',
    ),
})
export type LiveTerms = z.infer<typeof LiveTerms>

export type LiveRequest = z.infer<typeof LiveRequest>
export const LiveTurnRequest = z.strictObject({ text: z.string().trim().min(1).max(100_000) })
export const LiveRequest = LiveTurnRequest.extend({
  criterion: z.string().min(1).max(200).optional(),
  consent: z.literal(true).optional().describe('Needed where the arena asks for consent.'),
})

const LiveTurn = z.object({
  text: z.string().describe('The prompt of the visitor.'),
  left: z.string().describe('What is shown of the answer so far.'),
  right: z.string(),
  isCut: z.boolean().describe('Whether an answer ended at its longest length.'),
})

/** A conversation with two contestants, as its visitor sees it. No names. */
export const LiveBattle = z.object({
  id: z.string(),
  criterion: z.string(),
  status: z
    .enum(['answering', 'answered', 'failed', 'stopped', 'over'])
    .describe(
      '`answering`: answers are on their way. `failed`: one of them could not be finished. `stopped`: by the visitor. `over`: voted on, or too old.',
    ),
  turns: z.array(LiveTurn),
  web: z
    .literal(true)
    .optional()
    .describe(
      'In an arena with `webAnswers: on`: whole answers that are HTML pages or SVG pictures run in a frame.',
    ),
  turnsLeft: count,
  mayVote: z.boolean(),
  mayRetry: z.boolean(),
  problem: WireMessage.nullable().describe('Why it failed. It does not say on which side.'),
})
export type LiveBattle = z.infer<typeof LiveBattle>

/**
 * What the stream sends: `text` with the next characters of both sides, whose id is `TURN:LEFT:RIGHT` (characters sent so
 * far), and at last `end` with the LiveBattle.
 */
export const LiveText = z.object({ left: z.string(), right: z.string() })
export type LiveText = z.infer<typeof LiveText>

/** What an operator sees of the live battles of an arena. */
export const LiveReport = z.object({
  spentUsd: z.number(),
  reservedUsd: z.number().describe('Reserved for answers that are being made.'),
  budgetUsd: z.number(),
  todayUsd: z.number().describe('Spent and reserved this day (UTC).'),
  dailyUsd: z.number(),
  ledger: ArenaLedger.describe('The money of the whole arena, within which live battles stay.'),
  closed: z
    .array(z.object({ contestant: z.string(), at: z.string(), message: z.string(), finding: WireMessage }))
    .describe(
      'Contestants that charged more than was reserved. They answer no visitor until they are reopened.',
    ),
  turnUsd: z
    .object({ least: z.number(), most: z.number() })
    .nullable()
    .describe(
      'The most that two answers to a short prompt may cost: by the two cheapest contestants, and by the two dearest. Null: fewer than two can answer.',
    ),
  conversations: count,
  refused: count.describe('How many prompts the moderation refused.'),
  refusals: z
    .array(z.object({ at: z.string(), text: z.string().nullable().describe('Null: not kept, or erased.') }))
    .describe('The last of them, newest first.'),
})
export type LiveReport = z.infer<typeof LiveReport>

export const ReopenRequest = z.strictObject({ contestant: z.string().min(1).describe('Its name.') })
