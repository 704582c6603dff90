/** In which order the lines of a board stand: heads of groups, rows with a name, and thin bars. */
import type { BoardView, Group, Row } from '../../../../shared/finish/board-view.ts'

export type Line =
  | { kind: 'group'; key: string; group: Group }
  | { kind: 'row'; key: string; name: string }
  | { kind: 'thin'; key: string; group: Group; rows: readonly Row[]; first: number; isAll: boolean }

interface Order {
  /** The names of all rated contestants in the shown order. */
  names: readonly string[]
  /** Whether rows stand in groups: only in the usual order. */
  isGrouped: boolean
  /** Whether a board of more than 100 draws the lower rows as thin bars. */
  isFolded: boolean
  /** Names that have a row in any case: those searched and the selected one. */
  named: ReadonlySet<string>
}

export function boardLines(
  { groups }: Pick<BoardView, 'groups'>,
  { names, isGrouped, isFolded, named }: Order,
): Line[] {
  const rowLine = (name: string): Line => ({ kind: 'row', key: `=${name}`, name })
  if (!isGrouped) return names.map(rowLine)
  const rated = groups.filter(({ kind }) => kind === 'first' || kind === 'behind')
  let before = 0
  return rated.flatMap((group): Line[] => {
    const thin = isFolded ? group.thin.filter(({ key }) => !named.has(key)) : []
    const unnamed = new Set(thin.map(({ key }) => key))
    const members = new Set([...group.rows, ...group.thin].map(({ key }) => key))
    const shown = names.filter((name) => members.has(name) && !unnamed.has(name))
    const first = before + members.size - thin.length + 1
    before += members.size
    const isAll = shown.length === 0
    return [
      ...(isAll && thin.length > 0 ? [] : [{ kind: 'group' as const, key: group.kind, group }]),
      ...shown.map(rowLine),
      ...(thin.length > 0
        ? [{ kind: 'thin' as const, key: `${group.kind} thin`, group, rows: thin, first, isAll }]
        : []),
    ]
  })
}

/** Distance of thin bars in pixels, their height, and that of their ticks. */
export const THIN = { pitch: 3, bar: 2, tick: 3 }

/** Thin bars as paths, on an axis of 1000. */
export function thinPaths(rows: readonly Row[]): { bars: string; ticks: string; height: number } {
  const x = (position: number) => Math.round(10_000 * position) / 10
  const middle = (nth: number) => nth * THIN.pitch + THIN.pitch / 2
  const bars = rows.map(({ bar }, nth) => (bar ? `M${x(bar.low)} ${middle(nth)}H${x(bar.high)}` : ''))
  const ticks = rows.map(({ tick }, nth) =>
    tick === null ? '' : `M${x(tick)} ${middle(nth) - THIN.tick / 2}v${THIN.tick}`,
  )
  return { bars: bars.join(''), ticks: ticks.join(''), height: rows.length * THIN.pitch + 2 }
}

const ROUND = [10, 20, 50, 100, 150, 200, 250, 300, 400, 500, 600, 700, 800, 900]
/** Labels beside thin bars are at least so many rows apart; fewer rows have none. */
const APART = 7

/** Which of thin bars have a label, by their position in the whole board: round ones, and the last. */
export function labelledRows(first: number, count: number): { nth: number; position: number }[] {
  if (count < 2 * APART) return []
  const last = first + count - 1
  const step = Math.max(1, Math.ceil(last / 1000))
  const round = ROUND.map((position) => position * step).filter(
    (position) => position >= first && last - position >= APART,
  )
  return [...round, last].map((position) => ({ nth: position - first, position }))
}
