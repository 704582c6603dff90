import type { Board, BoardContestant } from '../../../shared/contracts/index.ts'

/** One axis for all rows: from the lowest to the highest end anyone has, retired ones aside. */
export interface Axis {
  from: number
  to: number
  /** Characters. */
  width: number
  /** The line: the highest lower end. Who reaches it may be first. */
  line: number | null
}

export function axisOf(board: Board, width: number): Axis | null {
  const rated = board.contestants.filter(({ status, marginal }) => status === 'rated' && marginal)
  const shown = rated.some(({ retired }) => !retired) ? rated.filter(({ retired }) => !retired) : rated
  const ends = shown.flatMap(({ rating, marginal, comparison }) => [
    rating,
    ...marginal!,
    ...(comparison ?? []),
  ])
  const points = ends.filter((end) => end !== null)
  if (points.length === 0) return null
  const lowest = points.reduce((a, b) => Math.min(a, b))
  const highest = points.reduce((a, b) => Math.max(a, b))
  const lowerEnds = board.contestants.flatMap(({ comparison }) => comparison?.[0] ?? [])
  const line = lowerEnds.length > 0 ? lowerEnds.reduce((a, b) => Math.max(a, b)) : null
  return { from: lowest, to: highest > lowest ? highest : lowest + 1, width, line }
}

/**
 * A row's plot: thin whisker for comparison, thick for the rating alone, a dot, and the line. Characters are coarse,
 * so a whisker that ends short of the line is drawn short of it, however little it lacks.
 */
export function whiskers({ rating, marginal, comparison }: BoardContestant, axis: Axis): string {
  const cells = new Array<string>(axis.width).fill(' ')
  const line = axis.line === null ? null : Math.max(1, cellOf(axis.line, axis))
  const reaches = line === null || !comparison || comparison[1] === null || comparison[1] >= axis.line!
  const last = reaches ? axis.width - 1 : line - 1
  const at = (value: number) => Math.min(last, cellOf(value, axis))
  const draw = ([lower, upper]: readonly [number | null, number | null], stroke: string) =>
    cells.fill(stroke, lower === null ? 0 : at(lower), (upper === null ? last : at(upper)) + 1)

  if (comparison) draw(comparison, '─')
  if (marginal) draw(marginal, '━')
  if (comparison && marginal) for (const end of hiddenEnds(comparison, marginal)) cells[at(end)] = '╂'
  if (line !== null) cells[line] = CROSSED[reaches && cells[line] === ' ' ? '─' : cells[line]]
  if (rating !== null) cells[at(rating)] = '●'
  return cells.join('')
}

function cellOf(value: number, { from, to, width }: Axis): number {
  return Math.min(width - 1, Math.max(0, Math.round(((value - from) / (to - from)) * (width - 1))))
}

/** Ends of a thin whisker that lie on the thick one: with few contestants it is the shorter. */
function hiddenEnds(
  [lower, upper]: readonly [number | null, number | null],
  [low, high]: readonly [number, number],
): number[] {
  return [lower !== null && lower > low ? lower : null, upper !== null && upper < high ? upper : null].filter(
    (end) => end !== null,
  )
}

const CROSSED: Record<string, string> = { ' ': '│', '─': '┼', '━': '┿', '╂': '╂' }
