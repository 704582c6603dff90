/** What simulations print: one table, as Markdown or CSV. */
import { stringify } from 'csv-stringify/sync'

export interface Column<Line> {
  head: string
  of: (line: Line) => string | number
  /** Words, which are aligned to the left. The first column always is. */
  isText?: true
}

/** A share and its standard error. */
export interface Share {
  share: number
  error: number
}

/**
 * A share of boards with its binomial standard error. If none or all boards count, the error comes from (x + 1) /
 * (n + 2), since it is not zero.
 */
export function shareOf(count: number, boards: number): Share {
  const p = count === 0 || count === boards ? (count + 1) / (boards + 2) : count / boards
  return { share: count / boards, error: Math.sqrt((p * (1 - p)) / boards) }
}

/** Per cent ± one standard error. */
export const percent = ({ share, error }: Share): string =>
  `${(100 * share).toFixed(1)} ± ${(100 * error).toFixed(1)}`

export const percentOf = (count: number, boards: number): string => percent(shareOf(count, boards))

/** Markdown. Lines of one group stand below its name. Columns without values are left out. */
export function markdown<Line>(
  lines: readonly Line[],
  columns: readonly Column<Line>[],
  groupOf: (line: Line) => string = () => '',
): string {
  return Map.groupBy(lines, groupOf)
    .entries()
    .map(([group, own]) => {
      const filled = columns.filter(({ of }) => own.some((line) => of(line) !== ''))
      const rows = own.map((line) => rowOf(filled.map(({ of }) => of(line))))
      const rule = `|${filled.map(({ isText }, i) => (isText || i === 0 ? '---' : '--:')).join('|')}|`
      const head = group === '' ? [] : [`**${group}**`, '']
      return [...head, rowOf(filled.map((column) => column.head)), rule, ...rows].join('\n')
    })
    .toArray()
    .join('\n\n')
}

const rowOf = (cells: readonly (string | number)[]): string => `| ${cells.join(' | ')} |`

/** All columns, with the group as the first one if there are several. */
export function csv<Line>(
  lines: readonly Line[],
  columns: readonly Column<Line>[],
  groupOf: (line: Line) => string = () => '',
): string {
  const isGrouped = new Set(lines.map(groupOf)).size > 1
  const all = isGrouped ? [{ head: 'group', of: groupOf }, ...columns] : columns
  return stringify([all.map(({ head }) => head), ...lines.map((line) => all.map(({ of }) => of(line)))])
}
