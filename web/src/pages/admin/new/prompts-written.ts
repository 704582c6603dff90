import { without, writtenRow } from './fields.ts'
import { messagesIn } from './entries.ts'
import { PROMPT } from './form-values.ts'
import type { ExistingPrompt, PromptValues, MessageValues, FormValues } from './form-values.ts'
import { lines } from './written.ts'

const FILE = 'prompts.jsonl'

/** What an arena.yaml says under `prompts`, the file that names if it names one, and the ids of those of a table. */
export interface PromptsWritten {
  named: unknown
  file: { name: string; text: string } | null
  ids: string[]
}

export function promptsOf(told: FormValues): PromptsWritten {
  const { table, promptFile, standing } = told
  if (!table && promptFile) return { named: promptFile.name, file: promptFile, ids: [] }
  const oneByOne = table ? [] : told.added
  const texts = table ? table.rows.map(({ prompt }) => prompt) : paragraphsOf(told.prompts)
  const listed = numbered(texts, new Set([...(standing?.taken ?? []), ...oneByOne.map(({ id }) => id)]))
  const added = [...oneByOne.map(promptWritten), ...listed]
  const ids = listed.map(({ id }) => id)
  const stand = (standing?.prompts ?? []).filter(({ id }) => !told.edits[id]?.isOut)
  const rowNow = ({ id, row }: ExistingPrompt) => (told.edits[id] ? promptWritten(told.edits[id]) : row)
  if (standing?.file === null) return { named: [...stand.map(rowNow), ...added], file: null, ids }
  const name = standing?.file ?? FILE
  // most stand as they stood, of long lists too
  const before = stand.map((one) => (told.edits[one.id] ? lines([rowNow(one)]) : `${one.line}\n`))
  return { named: name, file: { name, text: before.join('') + lines(added) }, ids }
}

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

const WAYS_TO_SAY = ['text', 'turns', 'messages']

/** What it says stands as it stood unless it is told otherwise. */
function promptWritten({ id, messages, row, isOut: _, ...told }: PromptValues): object {
  const isAsBefore = JSON.stringify(messages) === JSON.stringify(messagesIn(row))
  const stood = isAsBefore ? row : { id, ...said(messages), ...without(WAYS_TO_SAY, row) }
  return writtenRow(PROMPT, { ...stood, id }, told)
}

function said(messages: readonly MessageValues[]): { text: string } | { messages: readonly MessageValues[] } {
  const [only, ...more] = messages
  return only && more.length === 0 && only.role === 'user' ? { text: only.content } : { messages }
}

/** Texts under ids that nothing has, counted on from one. */
export function numbered(
  texts: readonly string[],
  taken: ReadonlySet<string>,
): { id: string; text: string }[] {
  let n = 0
  return texts.map((text) => {
    do n++
    while (taken.has(`p${n}`))
    return { id: `p${n}`, text }
  })
}
