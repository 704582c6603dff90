import type { PromptStanding, Told } from './told.ts'
import { lines } from './written.ts'

const FILE = 'prompts.jsonl'

/** What an arena.yaml says under `prompts`, the file that names if it names one, and the ids in their order. */
export interface PromptsWritten {
  named: unknown
  file: { name: string; text: string } | null
  ids: string[]
}

export function promptsOf(told: Told): PromptsWritten {
  const { table, promptFile, standing } = told
  if (!table && promptFile) return { named: promptFile.name, file: promptFile, ids: [] }
  const texts = table ? table.rows.map(({ prompt }) => prompt) : paragraphsOf(told.prompts)
  const added = newRows(texts, standing?.taken ?? new Set())
  const rows = [...(standing?.prompts ?? []).flatMap((prompt) => rowOf(prompt, told)), ...added]
  const ids = added.map(({ id }) => id)
  if (standing?.file === null) return { named: rows, file: null, ids }
  const name = standing?.file ?? FILE
  return { named: name, file: { name, text: lines(rows) }, ids }
}

export const paragraphsOf = (text: string): string[] =>
  text
    .split(/\r?\n[ \t]*\r?\n/)
    .map((paragraph) => paragraph.trim())
    .filter((paragraph) => paragraph !== '')

/** The row of a prompt that stands as it is now told; none where it is taken out. */
function rowOf({ id, row }: PromptStanding, { edits }: Told): object[] {
  const edit = edits[id]
  if (!edit) return [row]
  if (edit.isOut) return []
  const { category: _, reference: __, ...rest } = row
  const said = { category: edit.category, reference: edit.reference }
  return [{ ...rest, ...Object.fromEntries(Object.entries(said).filter(([, text]) => text !== '')) }]
}

/** Numbered on from where nothing is taken. */
function newRows(texts: readonly string[], taken: ReadonlySet<string>): { id: string; text: string }[] {
  let n = 0
  return texts.map((text) => {
    do n++
    while (taken.has(`p${n}`))
    return { id: `p${n}`, text }
  })
}
