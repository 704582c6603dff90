/** Putting votes into quarantine and releasing them. */
import { z } from 'zod'
import { integerSchema, pageSchema, PageRequest } from './pieces.ts'
import { WireMessage } from './problem.ts'
import { Outcome, VoteSource } from './votes.ts'

export const MAX_QUARANTINED = 1000

export const QuarantineRequest = z.object({
  /** Ids as in an export of votes. */
  votes: z.array(integerSchema.positive()).min(1).max(MAX_QUARANTINED),
  reason: z.string().trim().min(1).max(1000),
})
export type QuarantineRequest = z.infer<typeof QuarantineRequest>

export const QuarantineReceipt = z.object({
  arena: z.string(),
  quarantined: z.boolean(),
  /** The votes that changed. */
  votes: z.array(integerSchema),
})
export type QuarantineReceipt = z.infer<typeof QuarantineReceipt>

/** Filters of the list of votes for operators. */
export const VotesRequest = PageRequest.extend({
  source: VoteSource.optional(),
  voter: z.string().min(1).max(200).optional(),
  /** `true`: only votes that are in quarantine now. */
  quarantined: z.enum(['true', 'false']).optional(),
  /** `true`: only votes whose voter said why. */
  said: z.enum(['true', 'false']).optional(),
})
export type VotesRequest = z.infer<typeof VotesRequest>

export const AdminVote = z.object({
  id: integerSchema,
  left: z.string(),
  right: z.string(),
  outcome: Outcome,
  source: VoteSource,
  voter: z.string(),
  /** The key of the prompt. Null if it is not known. */
  prompt: z.string().nullable(),
  criterion: z.string(),
  castAt: z.string(),
  /** The voter's reason, in the voter's own words. Null: none given. */
  said: z.string().nullable(),
  /** Why and since when it is in quarantine; `finding` where the server itself put it there. Null: it is not. */
  quarantine: z.object({ reason: z.string(), finding: WireMessage.optional(), at: z.string() }).nullable(),
})
export type AdminVote = z.infer<typeof AdminVote>

/** Votes that were not retracted, newest first. */
export const AdminVotes = pageSchema('votes', AdminVote)
export type AdminVotes = z.infer<typeof AdminVotes>

export const SimulatedRemoval = z.object({ arena: z.string(), removed: z.number().int() })

// Voters and groups whose votes look like an attack, for operators.

export const MAX_SUSPICIONS = 500

export const Suspicion = z.object({
  /** A voter, or a kind of group with its aim. */
  subject: z.string(),
  /** Null for a group: which of its voters attack is not known. */
  voter: z.string().nullable(),
  /** The sentence of `finding` in English. */
  reason: z.string(),
  finding: WireMessage,
  /** Common logarithm of the e-value: 3 means that honest votes reach it with a chance of at most 1 in 1,000. Null: not stored. */
  log10E: z.number().nullable(),
  /** When it was first found. */
  at: z.string(),
  /** Votes of this voter on the page that were not taken back. 0 for a group. */
  votes: integerSchema,
  /** How many of them are in quarantine. */
  quarantined: integerSchema,
  /**
   * `open`: votes count and nobody has decided; `quarantined`: no vote counts; `released`: an operator has released
   * votes, and the server leaves them alone.
   */
  state: z.enum(['open', 'quarantined', 'released']),
})
export type Suspicion = z.infer<typeof Suspicion>

/** The newest first, at most `MAX_SUSPICIONS`. */
export const Suspicions = z.object({ suspicions: z.array(Suspicion) })
export type Suspicions = z.infer<typeof Suspicions>

export const SuspicionRequest = z.object({
  voter: z.string().min(1).max(200),
  /** Default for a quarantine: the finding; for a release: that an operator found no attack. */
  reason: z.string().trim().min(1).max(1000).optional(),
})
export type SuspicionRequest = z.infer<typeof SuspicionRequest>

export const SuspicionReceipt = z.object({
  arena: z.string(),
  voter: z.string(),
  quarantined: z.boolean(),
  /** How many votes changed. */
  votes: integerSchema,
})
export type SuspicionReceipt = z.infer<typeof SuspicionReceipt>

// Answers that name their model or its maker, and prompts that ask for it.

export const LeakRequest = z.object({
  leaks: z.array(integerSchema.positive()).min(1).max(MAX_QUARANTINED),
  reason: z.string().trim().min(1).max(1000),
})
export type LeakRequest = z.infer<typeof LeakRequest>

export const LeakReceipt = z.object({
  arena: z.string(),
  /** Whether votes on these leaks no longer count. */
  held: z.boolean(),
  /** The leaks that changed. */
  leaks: z.array(integerSchema),
  /** How many votes began or ceased to count. */
  votes: integerSchema,
})
export type LeakReceipt = z.infer<typeof LeakReceipt>

export const Leak = z.object({
  id: integerSchema,
  /** Whose answer it is; null: the prompt itself asks who answers. */
  contestant: z.string().nullable(),
  /** The key of the prompt. */
  prompt: z.string(),
  /** The number of the answer among the contestant's answers to the prompt, from 1. Null: the leak is in the prompt. */
  sample: integerSchema.nullable(),
  /** The telling words. */
  found: z.string(),
  /** The sentence of `finding` in English. */
  reason: z.string(),
  finding: WireMessage,
  at: z.string(),
  /** Votes that went into quarantine for it. */
  votes: integerSchema,
  /** Who released it and why: an operator, or rules that no longer find it. Null: it is open. */
  released: z
    .object({ at: z.string(), by: z.enum(['operator', 'rules']), because: z.string().nullable() })
    .nullable(),
})
export type Leak = z.infer<typeof Leak>

/** The latest leak of each text, newest first. */
export const Leaks = pageSchema('leaks', Leak)
export type Leaks = z.infer<typeof Leaks>

// Erasing a text or a voter.

export const EraseVoterRequest = z
  .object({
    /** The voter's id, as in exports and in the list of votes. */
    voter: z.string().min(1).max(500).optional(),
    /** Or the id of a battle that this voter was shown. */
    battle: z.uuid().optional(),
  })
  .refine(({ voter, battle }) => (voter === undefined) !== (battle === undefined), {
    error: 'Give either `voter` or `battle`.',
  })
export type EraseVoterRequest = z.infer<typeof EraseVoterRequest>

export const ErasedVoter = z.object({
  arena: z.string(),
  /** The pseudonym that stands in place of the voter. */
  erasedAs: z.string(),
  /** How many battles it was shown. */
  battles: integerSchema,
})
export type ErasedVoter = z.infer<typeof ErasedVoter>

export const EraseTextRequest = z.object({
  /** The key of the prompt. */
  prompt: z.string().min(1).max(1000),
  /** Only the answers of this contestant, by name. Default: the prompt and all answers to it. */
  contestant: z.string().min(1).max(500).optional(),
})
export type EraseTextRequest = z.infer<typeof EraseTextRequest>

export const ErasedText = z.object({
  arena: z.string(),
  prompt: z.string(),
  contestant: z.string().nullable(),
  /** How many answers were erased now; 0: they were erased before. */
  answers: integerSchema,
})
export type ErasedText = z.infer<typeof ErasedText>

// The people who vote in an arena, as operators see them.

export const AdminVoter = z.object({
  voter: z.string().describe('The id, as in votes and exports.'),
  name: z.string().nullable().describe('Whom the operator invited; null for anybody else.'),
  group: z.string().nullable(),
  votes: integerSchema.describe('Votes cast on the page and not taken back.'),
  quarantined: integerSchema.describe('How many of them are in quarantine.'),
  lastVoteAt: z.string(),
  shared: integerSchema.describe(
    'Counted votes of others on the same pairs of answers as counted votes of this voter.',
  ),
  same: integerSchema.describe('How many of these say the same. Tie and both bad are one choice.'),
})
export type AdminVoter = z.infer<typeof AdminVoter>

export const AdminVoters = z.object({
  voters: z.array(AdminVoter).describe('Those who voted last come first.'),
  more: z.boolean().describe('Whether there are more voters than these.'),
})
export type AdminVoters = z.infer<typeof AdminVoters>

/** Answers with words that speak to a judge. */
export const InjectedAnswer = z.object({
  /** The id of the answer. */
  id: integerSchema,
  contestant: z.string(),
  /** The key of the prompt. */
  prompt: z.string(),
  /** The number of the answer among the contestant's answers to the prompt, from 1. */
  sample: integerSchema,
  /** The words. */
  found: z.string(),
  /** Finished judgements that showed the answer. They count. */
  judgements: integerSchema,
})
export type InjectedAnswer = z.infer<typeof InjectedAnswer>

/** Newest first. */
export const InjectedAnswers = pageSchema('answers', InjectedAnswer)
export type InjectedAnswers = z.infer<typeof InjectedAnswers>

/**
 * Why a page has no picture for judges: it took too long, also without end; its frame or the browser ended; pictures of
 * one colour differed from each other; Chromium did not work.
 */
export const DrawingFailure = z.enum(['took_too_long', 'broke_off', 'uniform', 'chromium_failed'])
export type DrawingFailure = z.infer<typeof DrawingFailure>

/** An answer that is a web page, as a browser drew it for judges. */
export const DrawnAnswer = z.object({
  /** The id of the answer. */
  id: integerSchema,
  contestant: z.string(),
  /** The key of the prompt. */
  prompt: z.string(),
  /** The number of the answer among the contestant's answers to the prompt, from 1. */
  sample: integerSchema,
  pages: z
    .array(
      z.object({
        turn: integerSchema.describe('From 1.'),
        picture: z.string().nullable().describe('A PNG as a data URL. Null: it was not drawn.'),
        failure: DrawingFailure.nullable(),
      }),
    )
    .describe('The turns that are pages.'),
})
export type DrawnAnswer = z.infer<typeof DrawnAnswer>

/** Newest first. */
export const DrawnAnswers = pageSchema('answers', DrawnAnswer).extend({
  counts: z
    .object({ drawn: integerSchema, failed: integerSchema })
    .describe('Answers of which every page was drawn, and those with one that was not.'),
})
export type DrawnAnswers = z.infer<typeof DrawnAnswers>

export const DrawnAnswersRequest = PageRequest.extend({
  /** Each answer comes with its pictures. */
  limit: z.coerce.number().int().min(1).max(12).default(6),
  failed: z
    .stringbool()
    .default(false)
    .describe('Only answers with a page that was not drawn; otherwise only those of which every page was.'),
})
export type DrawnAnswersRequest = z.infer<typeof DrawnAnswersRequest>
