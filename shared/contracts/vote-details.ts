/** What a votes file says beyond who won. */
import { z } from 'zod'

const Count = z.number().nullable()

/** What an answer looks like; null where that is not known. Markdown is counted outside code blocks. */
export const AnswerStyle = z.object({
  /** Characters, or tokens where that is what the file counts. */
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
  /** How surely B is preferred, 0 … 1. */
  preferenceB: z.number().nullable(),
  /** How hard the prompt is, on whatever scale. */
  difficulty: z.number().nullable(),
  /** Seconds since 1970. */
  castAt: z.number().nullable(),
})
export type VoteDetails = z.infer<typeof VoteDetails>
