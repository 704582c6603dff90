import { parse } from 'csv-parse/browser/esm/sync'

/** A pasted table. Each row has a prompt and the answer of each contestant. */
export interface AnswerTable {
  contestants: string[]
  rows: { prompt: string; answers: string[] }[]
}

/** The separator of the cells: the one that occurs most often in the first row. Spreadsheets copy tabs. */
function separatorOf(text: string): string {
  const first = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'))
  const count = (sign: string) => first.split(sign).length
  return ['\t', ';', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
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
