import type { Span } from './span.ts'

/** A maximal set of rows whose comparison intervals share a point. At least two ascending row numbers. */
export interface DeadHeat {
  rows: number[]
  /** Whether it is the dead heat for first: it contains the row with the highest lower end. */
  first: boolean
}

interface End {
  at: number
  row: number
  opens: boolean
}

/**
 * All maximal dead heats of the rows, from the first row down. Sweeps the ends from low to high: just before an
 * interval closes, the open ones form a maximal set if another has opened since the last one was noted.
 */
export function deadHeats(spans: readonly (Span | null)[]): DeadHeat[] {
  /** Ascending. */
  const open: number[] = []
  const heats: DeadHeat[] = []
  let grown = false
  for (const end of endsOf(spans)) {
    if (end.opens) {
      open.splice(placeOf(end.row, open), 0, end.row)
      grown = true
      continue
    }
    if (grown) heats.push({ rows: [...open], first: false })
    grown = false
    open.splice(placeOf(end.row, open), 1)
  }
  const last = heats.at(-1)
  if (last) last.first = true
  return heats
    .filter((heat) => heat.rows.length > 1)
    .sort((a, b) => a.rows[0] - b.rows[0] || a.rows.at(-1)! - b.rows.at(-1)!)
}

/** How many of these ascending rows come before a row. */
function placeOf(row: number, rows: readonly number[]): number {
  let [low, high] = [0, rows.length]
  while (low < high) {
    const middle = (low + high) >> 1
    if (rows[middle] < row) low = middle + 1
    else high = middle
  }
  return low
}

function endsOf(spans: readonly (Span | null)[]): End[] {
  return spans
    .flatMap((span, row): End[] =>
      span
        ? [
            { at: span.low, row, opens: true },
            { at: span.high, row, opens: false },
          ]
        : [],
    )
    .sort((a, b) => (a.at === b.at ? Number(b.opens) - Number(a.opens) : a.at - b.at))
}
