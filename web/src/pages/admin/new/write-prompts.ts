import { without, writtenRow } from './fields.ts'
import { messagesIn } from './entries.ts'
import {
  PROMPT,
  type ExistingPrompt,
  type PromptValues,
  type MessageValues,
  type FormValues,
} from './form-values.ts'
import { lines } from './json-lines.ts'

const FILE = 'prompts.jsonl'

/** The value of `prompts` in arena.yaml, the prompts file if any, and the ids of prompts from a table. */
export interface PromptsWritten {
  named: unknown
  file: { name: string; text: string } | null
  ids: string[]
}

export function promptsOf(values: FormValues): PromptsWritten {
  const { table, promptFile, existing } = values
  if (!table && promptFile) return { named: promptFile.name, file: promptFile, ids: [] }
  const oneByOne = table ? [] : values.newPrompts
  const texts = table ? table.rows.map(({ prompt }) => prompt) : paragraphsOf(values.prompts)
  const pasted = numbered(texts, new Set([...(existing?.usedIds ?? []), ...oneByOne.map(({ id }) => id)]))
  const added = [...oneByOne.map(promptWritten), ...pasted]
  const ids = pasted.map(({ id }) => id)
  const inUse = (existing?.prompts ?? []).filter(({ id }) => !values.edits[id]?.isRemoved)
  const rowNow = ({ id, row }: ExistingPrompt) => (values.edits[id] ? promptWritten(values.edits[id]) : row)
  if (existing?.file === null) return { named: [...inUse.map(rowNow), ...added], file: null, ids }
  const name = existing?.file ?? FILE
  // unchanged prompts keep their line, byte by byte
  const before = inUse.map((one) => (values.edits[one.id] ? lines([rowNow(one)]) : `${one.line}\n`))
  return { named: name, file: { name, text: before.join('') + lines(added) }, ids }
}

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

const NOTATIONS = ['text', 'turns', 'messages']

/** Keeps the notation of the messages unless they were edited. */
function promptWritten({ id, messages, row, isRemoved: _, ...values }: PromptValues): object {
  const isAsBefore = JSON.stringify(messages) === JSON.stringify(messagesIn(row))
  const saved = isAsBefore ? row : { id, ...notationOf(messages), ...without(NOTATIONS, row) }
  return writtenRow(PROMPT, { ...saved, id }, values)
}

function notationOf(
  messages: readonly MessageValues[],
): { text: string } | { messages: readonly MessageValues[] } {
  const [only, ...more] = messages
  return only && more.length === 0 && only.role === 'user' ? { text: only.content } : { messages }
}

/** Gives each text the next free id: p1, p2, and so on. */
export function numbered(
  texts: readonly string[],
  usedIds: ReadonlySet<string>,
): { id: string; text: string }[] {
  let n = 0
  return texts.map((text) => {
    do n++
    while (usedIds.has(`p${n}`))
    return { id: `p${n}`, text }
  })
}
