import { en } from './en/index.ts'
import { isCoded, render, type Catalogue, type CodedMessage, type MessageCode } from './render.ts'
import type { Warning } from '../contracts/board.ts'

/** A message, or a text without a code, such as one that another program wrote. */
export type AnyMessage = string | CodedMessage

/** The values of a text. A message may stand in place of a string; it is rendered in the same language. */
type Within<T> = T extends string ? T | CodedMessage : T extends readonly string[] ? readonly AnyMessage[] : T
type ValuesOf<S> = S extends (values: infer V) => string ? [values: { [K in keyof V]: Within<V[K]> }] : []

/** Makes a message. The compiler checks that `values` fit the text of this code. */
export const msg = <C extends MessageCode>(
  code: C,
  ...[values]: ValuesOf<Catalogue[C]>
): CodedMessage<C> => ({
  code,
  values: values ?? {},
})

/** The English text of a message, as used by the terminal, the log and the API. */
export const inEnglish = (message: AnyMessage): string =>
  typeof message === 'string' ? message : render(message, en)

/** A message in the form in which it is sent: its English text with code and values. */
export const wireFields = (message: AnyMessage): { message: string; finding?: CodedMessage } =>
  typeof message === 'string' ? { message } : { message: inEnglish(message), finding: message }

/** The message with every text among its values changed, also in messages within it. */
export const withinMessage = (
  { code, values }: CodedMessage,
  change: (text: string) => string,
): CodedMessage => {
  const changed = (value: unknown): unknown => {
    if (typeof value === 'string') return change(value)
    if (Array.isArray(value)) return value.map(changed)
    return isCoded(value) ? withinMessage(value, change) : value
  }
  return {
    code,
    values: Object.fromEntries(Object.entries(values).map(([name, value]) => [name, changed(value)])),
  }
}

/** The message of a stored text, which may be a plain text. */
export const coded = (message: AnyMessage): CodedMessage =>
  typeof message === 'string' ? msg('as_given', { text: message }) : message

/**
 * A warning as it is stored and sent. `code` names its kind and never changes; several messages may be of one kind.
 * @param kind  if it differs from the code of the message
 */
export const warning = (
  message: CodedMessage,
  {
    kind = message.code,
    ...more
  }: { kind?: string; count?: number; lines?: number[]; unit?: 'element' } = {},
): Warning => ({ code: kind, ...wireFields(message), ...more })
