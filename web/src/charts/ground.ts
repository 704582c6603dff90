import type { Span } from './span.ts'

export interface Ground {
  /** Maps a rating to percent of the plot's width. */
  percent: (rating: number) => number
  ticks: readonly number[]
  /** Rating of the line. Null: no line. */
  line: number | null
  /** Interval of the selected row, drawn through all rows instead of the line. */
  band: Span | null
}

/** The CSS `background` of every row: the grid, and the line or a band. */
export function groundOf({ percent, ticks, line, band }: Ground): string {
  const [from, to] = band ? [clamped(percent(band.low)), clamped(percent(band.high))] : [0, 0]
  const edges = band ? [from, to] : line === null ? [] : [percent(line)]
  return [
    ...edges.map((at) => hairline('--accent', at)),
    ...ticks.map((tick) => hairline('--rule', percent(tick))),
    ...(band
      ? [`linear-gradient(to right, #0000 ${from}%, var(--accent-wash) ${from}% ${to}%, #0000 ${to}%)`]
      : []),
  ].join(', ')
}

const clamped = (value: number) => Math.min(100, Math.max(0, value))

/** A line of 1 px with its middle at `at` percent. CSS positions an image by the free width beside it, hence the correction. */
function hairline(ink: string, at: number): string {
  return `linear-gradient(var(${ink}) 0 0) calc(${at}% + ${at / 100 - 0.5}px) 0 / 1px 100% no-repeat`
}
