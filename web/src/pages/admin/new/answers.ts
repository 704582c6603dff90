/** Answers that exist already: a pasted table of prompts and answers, or a file for each contestant. */
import { parse } from 'csv-parse/browser/esm/sync'
import { lines, type TextFile } from './prompts.svelte.ts'

/** A pasted table. Each row has a prompt and the answer of each contestant. */
export interface AnswerTable {
  contestants: string[]
  rows: { prompt: string; answers: string[] }[]
}

/** Reads a table. Its first row names the contestants, from the second cell on. Null: the text is no such table. */
export function readTable(text: string): AnswerTable | null {
  let cells: string[][]
  try {
    cells = parse(text.replace(/^\uFEFF/, '').trim(), {
      delimiter: separatorOf(text),
      relax_column_count: true,
      skip_empty_lines: true,
    })
  } catch {
    return null
  }
  const [head, ...rest] = cells
  const contestants = head?.slice(1).map((name) => name.trim()) ?? []
  if (contestants.length === 0 || contestants.some((name) => name === '') || rest.length === 0) return null
  const rows = rest.map(([prompt = '', ...answers]) => ({ prompt, answers }))
  return { contestants, rows: rows.filter(({ prompt }) => prompt.trim() !== '') }
}

/** The separator of the cells: the one that occurs most often in the first row. Spreadsheets copy tabs. */
function separatorOf(text: string): string {
  const [first] = text.split('\n', 1)
  const count = (sign: string) => first!.split(sign).length
  return ['\t', ';', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

/** One file of answers for each contestant of a table. */
export const answersOf = ({ contestants, rows }: AnswerTable, ids: readonly string[]): TextFile[] =>
  contestants.map((_, i) => ({
    name: `answers/${i + 1}.jsonl`,
    text: lines(
      rows.flatMap(({ answers }, row) =>
        answers[i]?.trim() ? [{ prompt: ids[row], text: answers[i] }] : [],
      ),
    ),
  }))

/**
 * A path for a file of answers, in a new folder because file names can repeat.
 * @param taken  the path of each contestant, if it has one
 */
export function answersPath(name: string, taken: readonly unknown[]): string {
  let n = taken.length + 1
  while (taken.some((path) => String(path).startsWith(`answers/${n}/`))) n++
  return `answers/${n}/${name}`
}

/** The path of a replacement file: the old path with the new extension, which decides how it is read. */
export const answersPathFor = (name: string, before: string): string =>
  before.replace(/\.\w+$/, '') + (/\.\w+$/.exec(name)?.[0].toLowerCase() ?? '')

/** Answers in JSONL, without those of removed prompts; those of renamed prompts follow. */
export function followed({ name, text }: TextFile, moved: ReadonlyMap<string, string | null>): TextFile {
  if (moved.size === 0 || !name.endsWith('.jsonl')) return { name, text }
  const left = text.split('\n').flatMap((line) => {
    const row = rowIn(line)
    const now = moved.get(String(row?.['prompt']))
    if (now === undefined) return [line]
    return now === null ? [] : [JSON.stringify({ ...row, prompt: now })]
  })
  return { name, text: left.join('\n') }
}

function rowIn(line: string): Record<string, unknown> | null {
  try {
    return JSON.parse(line) as Record<string, unknown> | null
  } catch {
    return null
  }
}
