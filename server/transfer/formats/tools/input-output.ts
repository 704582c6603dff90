/** Rows of tracing and evaluation tools: an input, an output, and perhaps what was expected. */
import { msg } from '../../../../shared/messages/index.ts'
import type { CodedMessage } from '../../../../shared/messages/index.ts'
import { FileError } from '../file-error.ts'
import { numberField, structureField, textField } from '../fields.ts'
import type { Fields } from '../fields.ts'
import { contentText, keyOfText, objectIn, shownText } from './texts.ts'
import type { FileHead, Translated } from './tool-format.ts'

const ROLES = new Set(['system', 'user', 'assistant'])

/**
 * A row of a prompts file from an input: its messages if it is a conversation, otherwise its text.
 * @param id  a hash of the input if there is none
 * @returns null if it has no text
 */
export function promptOfInput(input: unknown, id: unknown, more: Fields = {}): Fields | null {
  const structure = structureField(input)
  const listed = Array.isArray(structure) ? structure : structureField(objectIn(structure)['messages'])
  if (Array.isArray(listed)) {
    const messages = listed.flatMap((message) => {
      const { role, content } = objectIn(message)
      const text = contentText(content)
      return text === null || !ROLES.has(String(role)) ? [] : [{ role, content: text }]
    })
    if (messages.some(({ role }) => role === 'user'))
      return { id: textField(id) ?? keyOfText(JSON.stringify(messages)), messages, ...more }
  }
  const text = shownText(structure)
  return text === null ? null : { id: textField(id) ?? keyOfText(text), text, ...more }
}

/** The text of an output: a text, the last message of a conversation, or what a tool shows of it. */
export function textOfOutput(output: unknown): string | null {
  const structure = structureField(output)
  const listed = Array.isArray(structure) ? structure : structureField(objectIn(structure)['messages'])
  const last = Array.isArray(listed) ? objectIn(listed.at(-1))['content'] : objectIn(structure)['content']
  return contentText(last) ?? shownText(structure)
}

export interface InputOutput {
  id?: unknown
  input: unknown
  output: unknown
  expected?: unknown
  model: unknown
  tokens?: unknown
  costUsd?: unknown
  latencyMs?: unknown
}

/** One answer with its prompt. Numbers that are none are left out. */
export function answerRow({
  id,
  input,
  output,
  expected,
  model,
  ...figures
}: InputOutput): Translated | CodedMessage {
  const reference = shownText(expected)
  const prompt = promptOfInput(input, id, reference === null ? {} : { reference })
  if (!prompt) return msg('field_empty', { field: 'input' })
  const text = textOfOutput(output)
  if (text === null) return msg('no_answer')
  const counted = Object.entries(figures).filter(([, value]) => (numberField(value) ?? -1) >= 0)
  return { prompt, answers: [{ model, text, ...Object.fromEntries(counted) }] }
}

/**
 * The contestant of a file that names none: the name of the file.
 * @throws {FileError} if the file came without a name
 */
export function contestantOfFile({ title }: FileHead, format: string): string {
  if (title === null) throw new FileError(msg('contestant_unnamed', { format }))
  return title
}
