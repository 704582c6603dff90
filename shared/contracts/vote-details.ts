/** What a votes file contains besides the outcome. */
import { z } from 'zod'

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
