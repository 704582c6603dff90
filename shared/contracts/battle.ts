/** What the API sends and receives for one blind battle: the battle, the vote, and the names revealed after it. */
import { z } from 'zod'
import { integerSchema } from './pieces.ts'
import { Outcome } from './votes.ts'

// What an agent did before its answer.

export const TranscriptStep = z.strictObject({
  kind: z
    .enum(['text', 'user', 'call', 'result'])
    .describe(
      '`text`: the agent wrote something. `user`: the user did. `call`: it called a tool. `result`: what the tool returned.',
    ),
  text: z.string().describe('The text, the arguments of the call as given, or the result.'),
  tool: z.string().optional().describe('The name of the tool, for a call and its result.'),
  failed: z.literal(true).optional().describe('Set if the tool reported an error.'),
  turn: integerSchema
    .min(2)
    .optional()
    .describe('In an answer of several turns: the turn it belongs to, from the second on.'),
})
export type TranscriptStep = z.infer<typeof TranscriptStep>

/** The most steps and characters of one transcript. */
export const MAX_TRANSCRIPT_STEPS = 500
export const MAX_TRANSCRIPT_CHARACTERS = 200_000

// Proof of work: the puzzle that a battle asks for, and the proof that it was solved.

const hex = (most: number) =>
  z
    .string()
    .regex(/^([0-9a-f]{2})*$/)
    .min(2)
    .max(most)

/** A puzzle in the format of ALTCHA version 2, bound to one battle. */
export const Puzzle = z
  .strictObject({
    parameters: z.strictObject({
      algorithm: z.literal('PBKDF2/SHA-256'),
      cost: integerSchema.positive().describe('Iterations of each derivation.'),
      data: z.strictObject({ battle: z.string().max(100).describe('The battle that it belongs to.') }),
      keyLength: integerSchema.positive().describe('Bytes of a derived key.'),
      keyPrefix: hex(64).describe('How the searched key begins, in hexadecimal.'),
      keySignature: hex(128),
      nonce: hex(128).describe(
        'Hexadecimal. The password is these bytes and the counter as 4 bytes, big-endian.',
      ),
      salt: hex(128),
    }),
    signature: hex(128),
  })
  .describe(
    'Only in arenas that ask for proof of work: find the counter, from 1 up to 1,000, whose key begins with `keyPrefix`.',
  )
export type Puzzle = z.infer<typeof Puzzle>

export const Proof = z
  .strictObject({
    puzzle: Puzzle,
    solution: z.strictObject({
      counter: integerSchema.min(0).max(0xffffffff),
      derivedKey: hex(64).describe('The whole key, in hexadecimal.'),
    }),
  })
  .describe("The battle's puzzle, unchanged, and its solution. Needed if the battle came with a puzzle.")
export type Proof = z.infer<typeof Proof>

export const Message = z.object({
  role: z.enum(['system', 'user', 'assistant']).describe('Who speaks.'),
  content: z.string().describe('The text of the message.'),
})
export type Message = z.infer<typeof Message>

/**
 * One side of a battle: the text or the turns of a conversation, the context that the answer retrieved, and what an
 * agent did before it. No names.
 */
export const ShownAnswer = z.object({
  text: z.string().optional(),
  turns: z.array(z.string()).optional(),
  context: z.array(z.string()).optional(),
  transcript: z.array(TranscriptStep).optional(),
  web: z
    .literal(true)
    .optional()
    .describe('In an arena with `webAnswers: on`: its HTML pages and SVG pictures run in a frame.'),
})
export type ShownAnswer = z.infer<typeof ShownAnswer>

export const BattleRequest = z.object({ criterion: z.string().min(1).max(200).optional() }).strict()

/** What a pair answers, as a voter sees it. */
const ShownPrompt = z.object({
  messages: z.array(Message),
  reference: z
    .string()
    .optional()
    .describe('What a good answer says, if the judges of this criterion see it too.'),
  context: z
    .array(z.string())
    .optional()
    .describe('Passages that belong to the prompt, if an answer has none of its own.'),
})

export const Battle = z.object({
  id: z.string(),
  criterion: z.string(),
  prompt: ShownPrompt,
  left: ShownAnswer,
  right: ShownAnswer,
  expiresAt: z.string(),
})

export const IssuedBattle = z.object({
  battle: Battle,
  ticket: z.string(),
  puzzle: Puzzle.optional(),
  arena: z
    .object({ title: z.string(), description: z.string(), criteria: z.array(z.string()) })
    .optional()
    .describe(
      'What a private arena asks. Absent in any other: GET /api/arenas/{arena} says it to everybody.',
    ),
  progress: z
    .object({
      cast: integerSchema.describe('The votes of this voter in the arena.'),
      goal: integerSchema.describe('After so many, POST /api/arenas/{arena}/result says what they come to.'),
    })
    .optional()
    .describe('Absent where a voter is shown no result: in a private arena while people can vote.'),
  invited: z
    .literal(true)
    .optional()
    .describe('Set for a voter with an invitation; GET /api/arenas/{arena}/invitation has the progress.'),
})
export type IssuedBattle = z.infer<typeof IssuedBattle>

export const VoteRequest = z
  .object({
    ticket: z.string().min(1).max(2000),
    outcome: Outcome,
    reason: z.string().trim().max(500).optional(),
    proof: Proof.optional(),
    seconds: z
      .number()
      .min(0)
      .max(86_400)
      .optional()
      .describe('How long the voter looked at the pair. Exports have it; nothing is computed from it.'),
  })
  .strict()
export type VoteRequest = z.infer<typeof VoteRequest>

export const VoteReceipt = z.object({
  battle: z.string(),
  outcome: Outcome,
  final: z
    .boolean()
    .describe(
      'False: the same request with another outcome changes it. It is final after a reveal, the next draw, or a minute.',
    ),
})
export type VoteReceipt = z.infer<typeof VoteReceipt>

export const RevealRequest = z.strictObject({ ticket: z.string().min(1).max(2000) })

const Side = z.object({ name: z.string().nullable() })

export const Reveal = z.object({
  battle: z.string(),
  outcome: Outcome,
  left: Side,
  right: Side,
  names: z
    .enum(['shown', 'withheld'])
    .describe('`withheld`: too many names were shown lately; the vote counts.'),
})
export type Reveal = z.infer<typeof Reveal>

// What the votes of one voter come to.

const Contested = z.object({
  name: z.string(),
  won: integerSchema,
  tied: integerSchema.describe('Ties, and pairs of which both were bad.'),
  lost: integerSchema,
})

const AloneBattle = z.object({
  battle: z.string(),
  prompt: z.string().describe('How the prompt begins.'),
  chose: z.string().nullable().describe('Whom this voter chose; null: a tie, or both bad.'),
  others: z.object({
    chose: z.string().nullable(),
    votes: integerSchema.describe('How many other people chose so.'),
    of: integerSchema,
  }),
})

/** After so many votes a voter is shown what they come to. */
export const RESULT_VOTES = 20

export const VoterResult = z.object({
  votes: integerSchema.describe('The votes of this voter that count.'),
  contestants: z.array(Contested).describe('Most liked first.'),
  others: z
    .object({
      same: integerSchema.describe('Where this voter chose as most of the others did.'),
      of: integerSchema.describe('Pairs on which at least two others voted, and most of them alike.'),
      alone: z.array(AloneBattle).describe('Where all others chose alike, and this voter did not.'),
    })
    .describe('Votes of other people on the same pair and prompt, as published.'),
  moved: z
    .array(z.object({ name: z.string(), points: z.number() }))
    .nullable()
    .describe(
      'How far these votes moved each rating on the board of people, the largest change first. Null: the board is too large for that, or has no ratings without these votes.',
    ),
})
export type VoterResult = z.infer<typeof VoterResult>
