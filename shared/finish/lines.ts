/** Answers as lines of text: figures, paragraphs and tables of a width, for the terminal and whoever asks for plain text. */
import { withCommas } from '../sentence/index.ts'
import { visible } from './measured.ts'
import { columnWidth, cutToColumns } from './text.ts'

export { visible }

/** 59.6 %. Only what is nothing or all of it is shown as 0.0 or 100.0 %. */
export const percent = (share: number): string => `${tenths(share)} %`

const LEAST = 0.001
const tenths = (share: number): string =>
  (100 * (share > 0 && share < 1 ? Math.max(LEAST, Math.min(1 - LEAST, share)) : share)).toFixed(1)

/** 53.2–61.0 %. Ends may reach 0.0 and 100.0, the wider way. Empty without an interval. */
export function range(interval: readonly [number, number] | null): string {
  if (!interval) return ''
  const low = interval[0] < LEAST ? '0.0' : tenths(interval[0])
  const high = interval[1] > 1 - LEAST ? '100.0' : tenths(interval[1])
  return `${low}–${high} %`
}

/** A probability with two significant digits, or "< 0.0001". */
export const chance = (p: number): string => (p < 1e-4 ? '< 0.0001' : String(Number(p.toPrecision(2))))

/** An amount with two significant digits, below a dollar. */
export function usd(amount: number): string {
  if (amount === 0 || amount >= 1) return `$${amount.toFixed(2)}`
  return `$${amount.toFixed(Math.min(8, 1 - Math.floor(Math.log10(amount))))}`
}

/** Bold and faint by escape codes, or plain text without colour. */
export function terminalStyles(colour: boolean) {
  const code = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`
  return colour ? { strong: code(1, 22), faint: code(2, 22) } : { strong: String, faint: String }
}

/** A paragraph, wrapped to the width. */
export const paragraph = (text: string, width: number): string[] => wrap(visible(text), width)

/**
 * Breaks a text into lines of at most `width` columns, at spaces if possible. Every line but the first starts with
 * `indent`.
 */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (columnWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = (lines.length > 0 ? indent : '') + word
    while (columnWidth(line) > width) {
      const head = headOf(line, width)
      lines.push(head)
      line = indent + line.slice(head.length)
    }
  }
  return [...lines, line]
}

const segmenter = new Intl.Segmenter()

/** The beginning of the text that fits in `width` columns; at least one character. */
function headOf(text: string, width: number): string {
  let head = ''
  for (const { segment } of segmenter.segment(text)) {
    if (head !== '' && columnWidth(head + segment) > width) break
    head += segment
  }
  return head
}

export interface Column {
  title: string
  align: 'left' | 'right'
}

/** The lines of a table, head first. Columns are as wide as their widest cell, with two spaces between them. */
export function align(columns: readonly Column[], rows: readonly string[][]): string[] {
  const all = [columns.map(({ title }) => title), ...rows]
  const widths = columns.map((_, i) => all.reduce((most, row) => Math.max(most, columnWidth(row[i])), 0))
  return all.map((row) =>
    row
      .map((cell, i) => {
        const space = ' '.repeat(widths[i] - columnWidth(cell))
        return columns[i].align === 'left' ? cell + space : space + cell
      })
      .join('  ')
      .trimEnd(),
  )
}

/** The fewest columns that a name is cut to. */
const MIN_NAME = 8
const GAP = 2

/** A table: `names` columns of names, cut to fit the width, then columns of numbers. */
export function table(
  titles: readonly string[],
  rows: readonly string[][],
  { width, names = 1 }: { width: number; names?: number },
): string[] {
  const columns = titles.map((title, i) => ({
    title,
    align: i < names ? ('left' as const) : ('right' as const),
  }))
  const cells = rows.map((row) => row.map(visible))
  const widest = (i: number) => Math.max(...[titles, ...cells].map((row) => columnWidth(row[i])))
  const numbers = titles.map((_, i) => i).filter((i) => i >= names)
  const room = width - numbers.reduce((sum, i) => sum + GAP + widest(i), 0) - GAP * (names - 1)
  const most = Math.max(MIN_NAME, Math.floor(room / names))
  return align(
    columns,
    cells.map((row) => row.map((cell, i) => (i < names ? cutToColumns(cell, most) : cell))),
  )
}

/** What a report says: a paragraph, an empty line or a table, whose first `names` columns are names. */
export type Part = string | { titles: readonly string[]; rows: readonly string[][]; names?: number }

export const layoutLines = (parts: readonly Part[], width: number): string[] =>
  parts.flatMap((part) =>
    typeof part === 'string' ? paragraph(part, width) : table(part.titles, part.rows, { width, ...part }),
  )

/** `1 vote`, `1,200 votes`. */
export const countWithNoun = (count: number, noun: string): string =>
  `${withCommas(count)} ${noun}${count === 1 ? '' : 's'}`

const CONTENT = ['contestants', 'prompts', 'answers', 'votes'] as const

/** What an arena has, or got: `2 contestants`, `3 prompts` and so on, as far as it is counted. */
export const contentCounts = (counts: Partial<Record<(typeof CONTENT)[number], number>>): string[] =>
  CONTENT.flatMap((content) =>
    counts[content] === undefined ? [] : [countWithNoun(counts[content], content.slice(0, -1))],
  )
