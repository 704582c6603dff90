import type { WireMessage } from '../contracts/problem.ts'
import { fillText } from '../sentence/words.ts'
import type { en } from './en/index.ts'

export type MessageCode = keyof typeof en

/** Texts of messages under the codes of English: a text with values in braces, or a function of the same values. */
type Translated<English> = {
  readonly [Code in keyof English]: English[Code] extends string ? string : English[Code]
}

/** The text of every message by its code, in one language. */
export type Catalogue = Translated<typeof en>

/**
 * A message without a language: the code of its text, and the values that this text needs. A value may be a
 * message.
 */
export interface CodedMessage<Code extends MessageCode = MessageCode> {
  code: Code
  values: Readonly<Record<string, unknown>>
}

/**
 * The text of a message in the language of the catalogue. Of a code that the catalogue lacks, as in a message that
 * another version stored: the code and the values.
 */
export function render({ code, values }: CodedMessage, catalogue: Partial<Catalogue>): string {
  const text = catalogue[code] as string | ((values: never) => string) | undefined
  const rendered = renderedWithin(values, catalogue)
  if (text === undefined) return [code, ...Object.values(rendered).map(written)].join(': ')
  return typeof text === 'string'
    ? fillText(text, (name) => written(rendered[name]))
    : text(rendered as never)
}

const written = (value: unknown): string => (Array.isArray(value) ? value.join(', ') : String(value))

/**
 * Whether a catalogue has the code of a message and of all messages within. A server of another version may send
 * unknown codes.
 */
export const isKnown = (message: WireMessage, catalogue: Partial<Catalogue>): message is CodedMessage =>
  Object.hasOwn(catalogue, message.code) &&
  Object.values(message.values)
    .flat()
    .every((value) => !isCoded(value) || isKnown(value, catalogue))

function renderedWithin(
  values: CodedMessage['values'],
  catalogue: Partial<Catalogue>,
): Record<string, unknown> {
  const rendered = (value: unknown): unknown => (isCoded(value) ? render(value, catalogue) : value)
  return Object.fromEntries(
    Object.entries(values).map(([name, value]) => [
      name,
      Array.isArray(value) ? value.map(rendered) : rendered(value),
    ]),
  )
}

export const isCoded = (value: unknown): value is CodedMessage =>
  typeof value === 'object' && value !== null && 'code' in value && 'values' in value
