import { z } from 'zod'
import { Message } from '../../../shared/contracts/battle.ts'
import type { PictureExtractor } from '../../pictures/index.ts'
import type { NewPrompt } from '../../prompts/index.ts'
import type { RowProblems } from './complaints.ts'
import { contextField, structureField, textField, tooLong, unstorableField, type Fields } from './fields.ts'
import type { OpenFile } from './open-file.ts'
import { fileRows } from './rows.ts'
import { msg, type CodedMessage } from '../../../shared/messages/index.ts'

/** One good row of a prompts file. */
export interface PromptRow extends Required<Omit<NewPrompt, 'messages' | 'promptGroup'>> {
  line: number
  /** What contestants receive: a text, the messages as written, or each turn as a message of the user. */
  messages: Message[]
  /** Missing if it has none. */
  promptGroup?: string
  /** Other keys of the row, which Deadheat does not read. */
  unread: string[]
}

/** The columns of a prompts file. */
export const READ_OF_PROMPTS =
  'id question_id text messages turns category group reference variables context'.split(' ')

const Messages = z.array(Message).min(1)
const Turns = z.array(z.string()).min(1)
const Variables = z.record(z.string(), z.unknown())

/** The good rows of a prompts file, in portions; every other row goes to `complaints`. */
export async function* readPrompts(file: OpenFile, complaints: RowProblems): AsyncGenerator<PromptRow[]> {
  const lines = new Map<string, number>()
  for await (const rows of fileRows(file)) {
    const prompts: PromptRow[] = []
    for (const row of rows) {
      const prompt = 'wrong' in row ? row.wrong : parsePromptRow(row.line, row.fields, file.pictures)
      if ('code' in prompt) complaints.add(row.line, prompt)
      else if (lines.has(prompt.key))
        complaints.add(
          row.line,
          msg('row_unusable', { why: 'an id that already exists' }),
          `the first is on line ${lines.get(prompt.key)!}`,
        )
      else {
        lines.set(prompt.key, row.line)
        prompts.push(prompt)
      }
    }
    yield prompts
  }
}

/** The prompt of a row, or its fault. */
export function parsePromptRow(
  line: number,
  fields: Fields,
  pictures?: PictureExtractor,
): PromptRow | CodedMessage {
  const column = textField(fields['question_id']) === null ? 'id' : 'question_id'
  const key = textField(fields[column])
  if (key === null) return msg('field_missing', { field: 'id' })
  const long = tooLong(fields, [column, 'category', 'group'])
  if (long) return long
  const messages = readMessages(fields)
  if ('code' in messages) return messages
  const variables = Variables.nullable().safeParse(structureField(fields['variables']))
  if (!variables.success) return msg('field_is_not', { field: 'variables', wanted: 'an object' })
  const context = contextField(fields['context'])
  if (context === undefined)
    return msg('field_is_not', { field: 'context', wanted: 'a text or a list of texts' })
  const { category, group, reference } = {
    category: textField(fields['category']),
    group: textField(fields['group']),
    reference: textField(fields['reference']),
  }
  const stored = { [column]: key, category, group, reference, messages, variables: variables.data, context }
  const unstorable = unstorableField(stored)
  if (unstorable) return unstorable
  const unread = Object.keys(fields).filter((name) => !READ_OF_PROMPTS.includes(name))
  const prompt: PromptRow = {
    ...(group !== null && { promptGroup: group }),
    line,
    key,
    messages,
    category,
    reference,
    variables: variables.data,
    context,
    unread,
  }
  return pictures ? pictures.fromPrompt(prompt) : prompt
}

function readMessages(fields: Fields): Message[] | CodedMessage {
  const messages = structureField(fields['messages'])
  if (messages !== null) {
    const parsed = Messages.safeParse(messages)
    return parsed.success
      ? parsed.data
      : msg('field_is_not', { field: 'messages', wanted: 'a list of { role, content }' })
  }
  const turns = structureField(fields['turns'])
  if (turns !== null) {
    const parsed = Turns.safeParse(turns)
    return parsed.success
      ? parsed.data.map((content) => ({ role: 'user', content }))
      : msg('field_is_not', { field: 'turns', wanted: 'a list of texts' })
  }
  const { text } = fields
  if (typeof text !== 'string' || text.trim() === '')
    return msg('texts_missing', { fields: ['text', 'messages'], last: 'turns' })
  return [{ role: 'user', content: text }]
}
