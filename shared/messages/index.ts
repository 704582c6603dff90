/**
 * Every warning, error and finding for users, as a code and values. A catalogue for each language, in en/ and de/,
 * turns them into a text. The server sends the English text together with code and values.
 */
import type { advice } from './en/arenas.ts'

export { shortList } from './short-list.ts'
export { coded, englishText, msg, wireFields, withinMessage, type AnyMessage, warning } from './message.ts'
export { schemaFinding, messagesOfIssue } from './message.ts'
export type { CodedMessage, MessageCode } from './render.ts'

/** The codes of advice on a method. Advice stops nothing. */
export type AdviceCode = keyof typeof advice
