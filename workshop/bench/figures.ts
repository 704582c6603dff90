import { availableParallelism, cpus, loadavg, totalmem } from 'node:os'

/** One line on the date and the machine of a measurement. The load says how far to trust the numbers. */
export function machine(): string {
  const memory = Math.round(totalmem() / 2 ** 30)
  const load = loadavg().map((value) => value.toFixed(1))
  return `${availableParallelism()} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memory} GB, Node ${process.versions.node}, load ${load.join(' ')}`
}

/** The value that this share of values stays below. */
export const at = (values: readonly number[], share: number): number =>
  values.toSorted((a, b) => a - b)[Math.floor(values.length * share)] ?? NaN

export const median = (values: readonly number[]): number => at(values, 0.5)

/** Rows of cells as lines. Each column is as wide as its widest cell; the first is left-aligned, the others right. */
export function table(rows: string[][]): string {
  const widths = rows[0].map((_, column) => Math.max(...rows.map((row) => (row[column] ?? '').length)))
  return rows
    .map((row) =>
      row
        .map((cell, column) => (column === 0 ? cell.padEnd(widths[column]) : cell.padStart(widths[column])))
        .join('  ')
        .trimEnd(),
    )
    .join('\n')
}

/** Seconds with as many digits as are meaningful. */
export const seconds = (value: number): string =>
  value < 0.1 ? `${(1000 * value).toFixed(1)} ms` : `${value.toFixed(value < 10 ? 2 : 0)} s`

export const times = (ratio: number): string => `${ratio.toFixed(ratio < 10 ? 2 : 0)} ×`
