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
  const ends = shown.flatMap(({ rating, marginal, comparison }) => [rating, ...marginal!, ...(comparison ?? [])])
  const points = ends.filter((end) => end !== null)
  if (points.length === 0) return null
  const lowest = points.reduce((a, b) => Math.min(a, b))
  const highest = points.reduce((a, b) => Math.max(a, b))
  const lowerEnds = board.contestants.flatMap(({ comparison }) => comparison?.[0] ?? [])
  const line = lowerEnds.length > 0 ? lowerEnds.reduce((a, b) => Math.max(a, b)) : null
  return { from: lowest, to: highest > lowest ? highest : lowest + 1, width, line }
}

/** A row's plot: thin whisker for comparison, thick for the rating alone, a dot, and the line. */
export function whiskers({ rating, marginal, comparison }: BoardContestant, axis: Axis): string {
  const cells = new Array<string>(axis.width).fill(' ')
  const at = (value: number) => Math.round(((value - axis.from) / (axis.to - axis.from)) * (axis.width - 1))
  const draw = (interval: readonly [number | null, number | null] | null, stroke: string) => {
    if (!interval) return
    const first = interval[0] === null ? 0 : Math.max(0, at(interval[0]))
    const last = interval[1] === null ? axis.width - 1 : Math.min(axis.width - 1, at(interval[1]))
    cells.fill(stroke, first, last + 1)
  }
  draw(comparison, '─')
  draw(marginal, '━')
  if (axis.line !== null) {
    const i = Math.min(axis.width - 1, Math.max(0, at(axis.line)))
    cells[i] = CROSSED[cells[i]]
  }
  if (rating !== null) {
    const i = at(rating)
    if (i >= 0 && i < axis.width) cells[i] = '●'
  }
  return cells.join('')
}

const CROSSED: Record<string, string> = { ' ': '│', '─': '┼', '━': '┿' }
