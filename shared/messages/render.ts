import type { WireMessage } from '../contracts/problem.ts'
import type { en } from './en/index.ts'

/** The text of every message by its code, in one language. */
export type Catalogue = typeof en
export type MessageCode = keyof Catalogue

/**
 * A message without a language: the code of its text, and the values that this text needs. A value may be a
 * message.
 */
export interface CodedMessage<Code extends MessageCode = MessageCode> {
  code: Code
  values: Readonly<Record<string, unknown>>
}

/**
 * The text of a message in the language of the catalogue. The catalogue must have its code and those of all
 * messages within.
 */
export function render({ code, values }: CodedMessage, catalogue: Partial<Catalogue>): string {
  const text = catalogue[code] as string | ((values: never) => string)
  const rendered = renderedWithin(values, catalogue)
  return typeof text === 'string' ? filled(text, rendered) : text(rendered as never)
}

/** The text with each {name} replaced by its value. {{name}} stays: an arena.yaml has such placeholders. */
const filled = (text: string, values: Record<string, unknown>): string =>
  text.replace(/\{\{.*?\}\}|\{(\w+)\}/g, (match, name?: string) =>
    name === undefined ? match : String(values[name]),
  )

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
