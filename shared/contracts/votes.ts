/** One good row of a votes file. */
import { z } from 'zod'

// What a votes file contains besides the outcome.

const Count = z.number().nullable()

/** The style of an answer. Null: not known. Markdown is counted outside code blocks. */
export const AnswerStyle = z.object({
  /** In characters, or in tokens if the file counts tokens. */
  length: Count,
  headers: Count,
  lists: Count,
  bold: Count,
})
export type AnswerStyle = z.infer<typeof AnswerStyle>

export type StyleFeature = keyof AnswerStyle
export const STYLE_FEATURES: readonly StyleFeature[] = ['length', 'headers', 'lists', 'bold']
export const UNKNOWN_STYLE: AnswerStyle = { length: null, headers: null, lists: null, bold: null }

export const VoteDetails = z.object({
  styleA: AnswerStyle,
  styleB: AnswerStyle,
  /** How strongly B is preferred, 0 … 1. */
  preferenceB: z.number().nullable(),
  /** How difficult the prompt is, on any scale. */
  difficulty: z.number().nullable(),
  /** Seconds since 1970. */
  castAt: z.number().nullable(),
})
export type VoteDetails = z.infer<typeof VoteDetails>

/**
 * `winner` names a side of its own row. `tie_inconsistent`: the judge was asked in both orders and disagreed with
 * itself.
 */
export const RowWinner = z.enum(['left', 'right', 'tie', 'both_bad', 'tie_inconsistent'])
export type RowWinner = z.infer<typeof RowWinner>

export const JudgeType = z.enum(['human', 'llm', 'result', 'simulated', 'live'])
export type JudgeType = z.infer<typeof JudgeType>

export const VoteRow = z.object({
  /** The line on which the row starts. */
  line: z.number().int(),
  id: z.string().nullable(),
  modelA: z.string().min(1),
  modelB: z.string().min(1),
  winner: RowWinner,
  questionId: z.string().nullable(),
  /** The voter: a person or a judge. */
  judge: z.string().nullable(),
  judgeType: JudgeType,
  criterion: z.string().nullable(),
  category: z.string().nullable(),
  language: z.string().nullable(),
  turn: z.number().nullable(),
  pairId: z.string().nullable(),
  order: z.string().nullable(),
  /** Seconds since 1970. */
  tstamp: z.number().nullable(),
  /** The group of the prompt, in the column `group`. Missing if it has none. */
  promptGroup: z.string().optional(),
  /** Which answers of the two contestants were shown, counted from 1. Missing if the file does not say. */
  sampleA: z.number().int().optional(),
  sampleB: z.number().int().optional(),
  /** The probability with which the pair was drawn. Missing if draws were uniform or the file does not say. */
  pairProbability: z.number().optional(),
  /** The other columns of the row. Only if requested. */
  details: VoteDetails.optional(),
})
export type VoteRow = z.infer<typeof VoteRow>

// The possible outcomes of a vote.

export const Outcome = z.enum(['left', 'right', 'tie', 'both_bad'])
export type Outcome = z.infer<typeof Outcome>

/** Who decided a vote: a person, an LLM judge, a recorded result (a game played elsewhere), the simulator, or a person
 * on a prompt of their own. */
export const VoteSource = z.enum(['human', 'judge', 'result', 'simulated', 'live'])
export type VoteSource = z.infer<typeof VoteSource>

/** What a file may hold instead of votes: scores, of which more is better; ranks, of which less is; passed and failed. */
export const SCORED = ['scores', 'ranks', 'results'] as const
export type ScoreKind = (typeof SCORED)[number]
/** What a file may hold in place of votes. Of `counts`, the row beat the column so often. */
export const COUNTED = [...SCORED, 'counts'] as const
export type NonVoteKind = (typeof COUNTED)[number]
