import { parse } from 'csv-parse/browser/esm/sync'

/** A pasted table: prompts, and beside them what each contestant answered. */
export interface AnswerTable {
  contestants: string[]
  rows: { prompt: string; answers: string[] }[]
}

/** What stands between the cells: whichever the first row has most of, a tab where it comes from a spreadsheet. */
function separatorOf(text: string): string {
  const first = text.slice(0, text.indexOf('\n') < 0 ? undefined : text.indexOf('\n'))
  const count = (sign: string) => first.split(sign).length
  return ['\t', ';', ','].reduce((best, sign) => (count(sign) > count(best) ? sign : best), ',')
}

/** Reads a table whose first row names the contestants from its second cell on; null where it is none. */
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
