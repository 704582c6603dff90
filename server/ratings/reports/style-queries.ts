/** Reads the texts of an arena's answers for style control. Only the style stays in memory. */
import type { AnswerStyle } from '../../../shared/contracts/votes.ts'

/** Styles by the key of the prompt, then by the name of the contestant. */
export type StylesByAnswer = ReadonlyMap<string, ReadonlyMap<string, AnswerStyle>>
