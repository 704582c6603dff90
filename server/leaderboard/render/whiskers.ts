import type { Board, BoardContestant } from '../../../shared/contracts/index.ts'
import { ratingExtent } from '../../../shared/rating-axis/index.ts'
import { isPlaced } from '../../../shared/sentence/index.ts'

/** One axis for all rows, with the range of the page's axis. */
export interface Axis {
  from: number
  to: number
  /** In characters. */
  width: number
  /** The line at the best lower bound. A row that reaches it may still be first. */
  line: number | null
}

export function axisOf(board: Board, width: number): Axis | null {
  const extent = ratingExtent(board.contestants.filter(isPlaced).filter(({ marginal }) => marginal))
  if (!extent) return null
  const [lowest, highest] = extent
  const lowerEnds = board.contestants.flatMap(({ comparison }) => comparison?.[0] ?? [])
  const line = lowerEnds.length > 0 ? lowerEnds.reduce((a, b) => Math.max(a, b)) : null
  return { from: lowest, to: highest > lowest ? highest : lowest + 1, width, line }
}

/**
 * The plot of a row: a thin whisker for comparison, a thick one for the rating alone, a dot, and the line. An arrow
 * marks an interval that leaves the axis. Characters are coarse, so a whisker that ends just before the line is drawn
 * one character before it.
 */
export function whiskers({ rating, marginal, comparison }: BoardContestant, axis: Axis): string {
  const cells = new Array<string>(axis.width).fill(' ')
  const line = axis.line === null ? null : Math.max(1, cellOf(axis.line, axis))
  const reaches = line === null || !comparison || comparison[1] === null || comparison[1] >= axis.line!
  const last = reaches ? axis.width - 1 : line - 1
  const cellAt = (value: number) => Math.min(last, cellOf(value, axis))
  const draw = ([lower, upper]: readonly [number | null, number | null], stroke: string) =>
    cells.fill(stroke, lower === null ? 0 : cellAt(lower), (upper === null ? last : cellAt(upper)) + 1)

  if (comparison) draw(comparison, '─')
  if (marginal) draw(marginal, '━')
  if (comparison && marginal) for (const end of hiddenEnds(comparison, marginal)) cells[cellAt(end)] = '╂'
  if (line !== null) cells[line] = CROSSED[reaches && cells[line] === ' ' ? '─' : cells[line]]
  for (const [lower, upper] of [marginal, comparison].flatMap((ends) => (ends ? [ends] : []))) {
    if (lower === null || lower < axis.from) cells[0] = '←'
    if (reaches && (upper === null || upper > axis.to)) cells[last] = '→'
  }
  if (rating !== null) cells[cellAt(rating)] = '●'
  return cells.join('')
}

function cellOf(value: number, { from, to, width }: Axis): number {
  return Math.min(width - 1, Math.max(0, Math.round(((value - from) / (to - from)) * (width - 1))))
}

/** The ends of a thin whisker that the thick one hides: with few contestants the thin one is shorter. */
function hiddenEnds(
  [lower, upper]: readonly [number | null, number | null],
  [low, high]: readonly [number, number],
): number[] {
  return [lower !== null && lower > low ? lower : null, upper !== null && upper < high ? upper : null].filter(
    (end) => end !== null,
  )
}

const CROSSED: Record<string, string> = { ' ': '│', '─': '┼', '━': '┿', '╂': '╂' }
