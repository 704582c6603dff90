import { en } from './en/index.ts'
import { isCoded, render } from './render.ts'
import type { Catalogue, CodedMessage, MessageCode } from './render.ts'

/** A message; or a text without a code, as where another program wrote it. */
export type AnyMessage = string | CodedMessage

/** What a text takes. A message may take the place of a string, and is rendered in the same language. */
type Within<T> = T extends string ? T | CodedMessage : T extends readonly string[] ? readonly AnyMessage[] : T
type ValuesOf<S> = S extends (values: infer V) => string ? [values: { [K in keyof V]: Within<V[K]> }] : []

/** Makes a message. The compiler checks that `values` are what the text of this code takes. */
export const msg = <C extends MessageCode>(
  code: C,
  ...[values]: ValuesOf<Catalogue[C]>
): CodedMessage<C> => ({
  code,
  values: values ?? {},
})

/** The English text of a message, as terminal, log and the wire have it. */
export const inEnglish = (message: AnyMessage): string =>
  typeof message === 'string' ? message : render(message, en)

/** A message as it is sent: its English text, with code and values beside it. */
export const wireFields = (message: AnyMessage): { message: string; finding?: CodedMessage } =>
  typeof message === 'string' ? { message } : { message: inEnglish(message), finding: message }

/** The message with every text among its values changed, and those of the messages within. */
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

/** A message of what may have been stored as a text alone. */
export const coded = (message: AnyMessage): CodedMessage =>
  typeof message === 'string' ? msg('as_given', { text: message }) : message
