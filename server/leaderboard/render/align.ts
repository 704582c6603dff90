import { displayWidth } from './display-width.ts'

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
