/**
 * What is wrong with files and requests, as sentences in every language that the page speaks: by code in en/ and de/.
 * The server writes the English one and sends what it is made of along.
 */
import type { advice } from './en/advice.ts'
import { en } from './en/index.ts'
import { tell } from './tell.ts'
import type { Finding, FindingCode, Sentences } from './tell.ts'

export { few } from './few.ts'
export type { Few } from './few.ts'
export { findingsOf } from './of-issue.ts'
export type { Finding, FindingCode } from './tell.ts'

/** The codes of advice on a method, which stops nothing. */
export type AdviceCode = keyof typeof advice

/** A finding; or a text for which there is no sentence, as where another program wrote it. */
export type Said = string | Finding

/** What a sentence takes; in the place of a text a finding may stand, which is told in the same language. */
type Within<T> = T extends string ? T | Finding : T extends readonly string[] ? readonly Said[] : T
type ValuesOf<S> = S extends (values: infer V) => string ? [values: { [K in keyof V]: Within<V[K]> }] : []

/** What was found, by the code of its sentence and with all that the sentence takes. */
export const found = <C extends FindingCode>(code: C, ...[values]: ValuesOf<Sentences[C]>): Finding<C> => ({
  code,
  values: values ?? {},
})

/** In English, which the terminal, the log and every message speak. */
export const inEnglish = (said: Said): string => (typeof said === 'string' ? said : tell(said, en))

/** As it goes over the wire: in English, and as what it is made of. */
export const bothWays = (said: Said): { message: string; finding?: Finding } =>
  typeof said === 'string' ? { message: said } : { message: inEnglish(said), finding: said }
