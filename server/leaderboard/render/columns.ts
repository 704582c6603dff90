export { visible } from '../../../shared/finish/measured.ts'

const segmenter = new Intl.Segmenter()
const WIDE =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{fe0f}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u

/** The width of a text in columns of a terminal. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += widthOf(segment)
  return width
}

/** The text in at most `width` columns, cut with an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${headOf(text, width - 1)}…`
}

/** The beginning of the text that fits in `width` columns; at least one character. */
function headOf(text: string, width: number): string {
  let head = ''
  let used = 0
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment)
    if (used > width && head !== '') break
    head += segment
  }
  return head
}

function widthOf(segment: string): number {
  return WIDE.test(segment) ? 2 : 1
}

/**
 * Breaks a text into lines of at most `width` columns, at spaces if possible. Every line but the first starts with
 * `indent`.
 */
export function wrap(text: string, width: number, indent = ''): string[] {
  const lines: string[] = []
  let line = ''
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`
    if (displayWidth(longer) <= width) {
      line = longer
      continue
    }
    if (line !== '') lines.push(line)
    line = (lines.length > 0 ? indent : '') + word
    while (displayWidth(line) > width) {
      const head = headOf(line, width)
      lines.push(head)
      line = indent + line.slice(head.length)
    }
  }
  return [...lines, line]
}

export interface Column {
  title: string
  align: 'left' | 'right'
}

/** The lines of a table, head first. Columns are as wide as their widest cell, with two spaces between them. */
export function align(columns: readonly Column[], rows: readonly string[][]): string[] {
  const all = [columns.map(({ title }) => title), ...rows]
  const widths = columns.map((_, i) => all.reduce((width, row) => Math.max(width, displayWidth(row[i])), 0))
  return all.map((row) =>
    row
      .map((cell, i) => pad(cell, widths[i], columns[i].align))
      .join('  ')
      .trimEnd(),
  )
}

function pad(text: string, width: number, side: 'left' | 'right'): string {
  const space = ' '.repeat(Math.max(0, width - displayWidth(text)))
  return side === 'left' ? text + space : space + text
}
