import type { Span } from './scales.ts'

/** A maximal set of rows whose comparison intervals share a point. At least two ascending row numbers. */
interface DeadHeat {
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
  const open: number[] = []
  const heats: DeadHeat[] = []
  let grown = false
  for (const end of endsOf(spans)) {
    if (end.opens) {
      open.push(end.row)
      grown = true
      continue
    }
    if (grown) heats.push({ rows: open.toSorted((a, b) => a - b), first: false })
    grown = false
    open.splice(open.indexOf(end.row), 1)
  }
  const last = heats.at(-1)
  if (last) last.first = true
  return heats
    .filter((heat) => heat.rows.length > 1)
    .sort((a, b) => a.rows[0] - b.rows[0] || a.rows.at(-1)! - b.rows.at(-1)!)
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

/** A dead heat drawn as a bracket in the margin. Lane 0 is nearest to the table. */
export interface Bracket extends DeadHeat {
  lane: number
}

interface Hanging {
  brackets: Bracket[]
  /** Number of all dead heats, drawn or not. */
  total: number
  /** Whether every row of a dead heat is in a drawn bracket. */
  complete: boolean
}

/** The part of a bracket beside one row. `slips`: a row between its ends that is not a member. */
interface Segment {
  lane: number
  part: 'top' | 'middle' | 'bottom' | 'slips'
  bracket: Bracket
}

/** A segment with its emphasis. `strong`: it is part of the dead heat for first, or of one with the selected row. */
export interface BracketPiece extends Pick<Segment, 'lane' | 'part'> {
  strong: boolean
}

/**
 * Assigns dead heats to at most `lanes` lanes by first fit. The dead heat for first comes first.
 * If not all fit, it then adds the one that covers most uncovered rows, one by one.
 */
export function hang(heats: readonly DeadHeat[], lanes: number): Hanging {
  const inOrder = [...heats].sort((a, b) => Number(b.first) - Number(a.first))
  const all = inOrder.reduce<Bracket[] | null>((hung, heat) => hung && fit(hung, heat, lanes), [])
  if (all) return { brackets: all, total: heats.length, complete: true }
  return mostRows(inOrder, lanes)
}

function mostRows(heats: readonly DeadHeat[], lanes: number): Hanging {
  const rows = new Set(heats.flatMap((heat) => heat.rows))
  let brackets: Bracket[] = []
  let waiting = heats
  while (waiting.length > 0) {
    const [next, ...others] = waiting
    const more = fit(brackets, next, lanes)
    if (more) next.rows.forEach((row) => rows.delete(row))
    brackets = more ?? brackets
    waiting = byGain(others, rows)
  }
  return { brackets, total: heats.length, complete: rows.size === 0 }
}

/** The heats that cover any of these rows, the one with most of them first. */
function byGain(heats: readonly DeadHeat[], rows: ReadonlySet<number>): DeadHeat[] {
  return heats
    .map((heat) => ({ heat, gain: heat.rows.filter((row) => rows.has(row)).length }))
    .filter(({ gain }) => gain > 0)
    .sort((a, b) => b.gain - a.gain)
    .map(({ heat }) => heat)
}

function fit(hung: readonly Bracket[], heat: DeadHeat, lanes: number): Bracket[] | null {
  for (let lane = 0; lane < lanes; lane++) {
    const free = hung.every((other) => other.lane !== lane || apart(other, heat))
    if (free) return [...hung, { ...heat, lane }]
  }
  return null
}

function apart(a: DeadHeat, b: DeadHeat): boolean {
  return a.rows.at(-1)! < b.rows[0] || b.rows.at(-1)! < a.rows[0]
}

/** The pieces of all brackets beside row number `row`. */
export function piecesAtRow(row: number, brackets: readonly Bracket[]): Segment[] {
  return brackets
    .filter((bracket) => bracket.rows[0] <= row && row <= bracket.rows.at(-1)!)
    .map((bracket) => ({ lane: bracket.lane, part: partAt(row, bracket), bracket }))
}

function partAt(row: number, { rows }: Bracket): Segment['part'] {
  if (row === rows[0]) return 'top'
  if (row === rows.at(-1)) return 'bottom'
  return rows.includes(row) ? 'middle' : 'slips'
}
