/** Answers as lines of text: figures, paragraphs and tables of a width, for the terminal and whoever asks for plain text. */
import { languageNumbers } from '../sentence/numbers.ts'
import { visible } from './measured.ts'
import { columnWidth, cutToColumns } from './text.ts'

export { visible }

/** Numbers as plain text has them, with spaces that break. */
export const plainNumbers = languageNumbers('en', ' ')
export const { tenths: percent, counted: countWithNoun, list: joinNames, chance, usd } = plainNumbers

/** 53.2–61.0 %; empty without an interval. */
export const range = (interval: readonly [number, number] | null): string =>
  interval ? plainNumbers.tenthsRange(interval) : ''

/** Bold and faint by escape codes, or plain text without colour. */
export function terminalStyles(colour: boolean) {
  const code = (open: number, close: number) => (text: string) => `\u001b[${open}m${text}\u001b[${close}m`
  return colour ? { strong: code(1, 22), faint: code(2, 22) } : { strong: String, faint: String }
}

/** A paragraph, wrapped to the width, also at spaces that keep a figure and its sign together on a page. */
export const paragraph = (text: string, width: number): string[] =>
  wrap(visible(text).replaceAll('\u00a0', ' '), width)

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
      const head = fittingHead(line, width)
      lines.push(head)
      line = indent + line.slice(head.length)
    }
  }
  return [...lines, line]
}

const segmenter = new Intl.Segmenter()

/** The beginning of the text that fits in `width` columns; at least one character. */
function fittingHead(text: string, width: number): string {
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

const CONTENT = ['contestants', 'prompts', 'answers', 'votes'] as const

/** What an arena has, or got: `2 contestants`, `3 prompts` and so on, as far as it is counted. */
export const contentCounts = (counts: Partial<Record<(typeof CONTENT)[number], number>>): string[] =>
  CONTENT.flatMap((content) =>
    counts[content] === undefined ? [] : [countWithNoun(counts[content], content.slice(0, -1))],
  )
