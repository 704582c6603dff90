/**
 * Every warning, error and finding that a user can read, as a code and values. Each language has one catalogue, in en/
 * and de/, that makes a text of them. The server sends the English text together with code and values.
 */
import type { advice } from './en/advice.ts'

export { few } from './few.ts'
export type { Few } from './few.ts'
export { coded, inEnglish, msg, wireFields, withinMessage } from './message.ts'
export type { AnyMessage } from './message.ts'
export { messagesOfIssue } from './of-issue.ts'
export type { CodedMessage, MessageCode } from './render.ts'
export { warning } from './warning.ts'

/** The codes of advice on a method, which stops nothing. */
export type AdviceCode = keyof typeof advice
