/** Texts and conversations as other tools write them. */
import { createHash } from 'node:crypto'
import { structureField, textField } from '../fields.ts'
import type { Fields } from '../fields.ts'

/** The fields of an object, also of one written as JSON text; empty for anything else. */
export function objectIn(value: unknown): Fields {
  const structure = structureField(value)
  return typeof structure === 'object' && structure !== null && !Array.isArray(structure)
    ? (structure as Fields)
    : {}
}

/** A list, also one written as JSON text; empty for anything else. */
export function listIn(value: unknown): unknown[] {
  const structure = structureField(value)
  return Array.isArray(structure) ? structure : []
}

/** The text of a content: a text, or parts `{ type, text }`. Null: it has none. */
export function contentText(content: unknown): string | null {
  if (typeof content === 'string') return content
  if (Array.isArray(content)) {
    const texts = content.flatMap((part) => contentText(part) ?? [])
    return texts.length === 0 ? null : texts.join('\n')
  }
  const text = objectIn(content)['text']
  return typeof text === 'string' ? text : null
}

/** A name for a prompt that has none: a hash of its text. */
export const keyOfText = (text: string): string =>
  createHash('sha256').update(text, 'utf8').digest('hex').slice(0, 12)

interface Turn {
  role: string
  content: string
}

function turnsIn(conversation: unknown): Turn[] {
  return listIn(conversation).flatMap((message) => {
    const { role, content } = objectIn(message)
    const text = contentText(content)
    return typeof role === 'string' && text !== null ? [{ role, content: text }] : []
  })
}

/**
 * The prompt and the answer in a conversation `[{ role, content }]`. The prompt is its system message and what people
 * said; the answer is what the assistant said, one text for each turn. Null: it has no question or no answer.
 */
export function splitConversation(conversation: unknown): { messages: Turn[]; answer: Fields } | null {
  const turns = turnsIn(conversation)
  const messages = turns.filter(({ role }) => role === 'user' || role === 'system')
  const said = turns.filter(({ role }) => role === 'assistant').map(({ content }) => content)
  if (!messages.some(({ role }) => role === 'user') || said.length === 0) return null
  return { messages, answer: answerOf(said) }
}

/** One text as `text`, several as `turns`. */
export const answerOf = (said: readonly string[]): Fields =>
  said.length === 1 ? { text: said[0] } : { turns: said }

/** What a tool shows as input or output: a text, the only value of an object, or the object as JSON. Null: nothing. */
export function shownText(value: unknown): string | null {
  const structure = structureField(value)
  if (structure === null) return null
  if (typeof structure !== 'object') return textField(structure) === null ? null : String(structure)
  const text = contentText(structure)
  if (text !== null && text !== '') return text
  const values = Object.values(structure)
  if (!Array.isArray(structure) && values.length === 1) return shownText(values[0])
  return values.length === 0 ? null : JSON.stringify(structure)
}
