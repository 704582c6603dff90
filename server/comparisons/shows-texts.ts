import { textsArePublic } from '../prompts/index.ts'

/** Who reads the examples of a comparison. */
export interface Reader {
  /** Has the admin token, or sits at the terminal. */
  isOperator: boolean
}

/**
 * Whether texts and reasons may stand beside the names of those who wrote them. Whoever votes on a prompt must not know
 * whose answer is whose: so everybody may read those of prompts that are voted on no more, and an operator all.
 */
export const showsTexts = (
  { isOperator }: Reader,
  prompt: Parameters<typeof textsArePublic>[0],
  now: Date,
): boolean => isOperator || textsArePublic(prompt, now)
