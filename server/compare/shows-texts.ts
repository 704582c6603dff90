/** Who reads the examples of a comparison. */
export interface Reader {
  /** Has the admin token, or sits at the terminal. */
  isOperator: boolean
}

/**
 * Whether texts and reasons may stand beside the names of those who wrote them. Whoever votes on a prompt must not know
 * whose answer is whose, so only an operator sees them. The one place where this is decided.
 */
export const showsTexts = ({ isOperator }: Reader): boolean => isOperator
