import type { Board } from '../contracts/board.ts'
import type { Language } from '../sentence/index.ts'
import { reachOf } from './marks.ts'
import type { PlateRows } from './rows.ts'
import type { Scale } from './scale.ts'
import { textAt, widthOf } from './text.ts'
import { words } from './words/index.ts'
import { px } from './xml.ts'

const SIZE = 15
const SAMPLE = 30
const GAP = 8
/** From a label to the whisker beside it. */
const CLEAR = 16
/** Labels stand in the first rows only. */
const FIRST_ROWS = 5

/** The meaning of a line. Below the rows it has a sample; beside a whisker, where a sample would look like one, none. */
interface Label {
  kind: 'k' | 'n'
  text: string
  width: number
}

export interface Legend {
  svg: string
  /** Whether it needs a line below the rows. */
  below: boolean
}

/** What thick and thin lines mean. */
function labelsOf({ level, contestants }: Board, language: Language): Label[] {
  const say = words[language]
  const label = (kind: 'k' | 'n', text: string) => ({ kind, text, width: widthOf(text, SIZE) })
  return [
    ...(contestants.some(({ marginal }) => marginal) ? [label('k', say.thick(Math.round(100 * level)))] : []),
    ...(contestants.some(({ comparison }) => comparison) ? [label('n', say.thin)] : []),
  ]
}

/**
 * The legend in the free space of the first rows, left or right of their whiskers. Below the rows if they have no
 * such space.
 * @param yOf  the height of the middle of a row
 */
export function legendOf(
  board: Board,
  { placed }: PlateRows,
  scale: Scale,
  line: number | null,
  language: Language,
  yOf: (row: number) => number,
  yBelow: number,
): Legend {
  const labels = labelsOf(board, language)
  const free = placed.slice(0, FIRST_ROWS).map((row, nth) => ({
    y: yOf(nth),
    ...freeSpace([row.comparison, row.marginal], scale, line === null ? null : scale.x(line)),
  }))
  const places: { label: Label; x: number; y: number }[] = []
  let next = 0
  for (const label of labels) {
    const row = free
      .slice(next)
      .findIndex(({ left, right }) => Math.max(left.room, right.room) >= label.width)
    if (row < 0) return { svg: belowRows(labels, scale, yBelow), below: labels.length > 0 }
    const { y, left, right } = free[next + row]!
    places.push({ label, y, x: left.room >= label.width ? left.end - label.width : right.start })
    next += row + 1
  }
  return { svg: places.map(({ label, x, y }) => textOf(label, x, y)).join(''), below: false }
}

/** The room left of the whiskers of a row, up to the line, and the room right of them. */
function freeSpace(
  intervals: readonly (readonly [number | null, number | null] | null)[],
  scale: Scale,
  line: number | null,
) {
  const reaches = intervals.flatMap((interval) => (interval ? [reachOf(interval, scale)] : []))
  const from = Math.min(line ?? Infinity, ...reaches.map((reach) => reach.from))
  const to = Math.max(line ?? -Infinity, ...reaches.map((reach) => reach.to))
  const [end, start] = [from - CLEAR, to + CLEAR]
  return { left: { end, room: end - scale.left }, right: { start, room: scale.right - start } }
}

function belowRows(labels: readonly Label[], scale: Scale, y: number): string {
  const between = 3 * GAP
  const widthWithSample = ({ width }: Label) => SAMPLE + GAP + width
  const width = labels.reduce((sum, label) => sum + widthWithSample(label) + between, -between)
  let x = scale.right - width
  return labels
    .map((label) => {
      const svg = withSample(label, x, y)
      x += widthWithSample(label) + between
      return svg
    })
    .join('')
}

const textOf = ({ text }: Label, x: number, y: number) => textAt({ x, y: y + 5, size: SIZE, text, tone: 's' })

function withSample(label: Label, x: number, y: number): string {
  const sample = `<path class="${label.kind}" d="M${px(x)} ${px(y)}h${SAMPLE}"/>`
  return `<g class="o">${sample}</g>${textOf(label, x + SAMPLE + GAP, y)}`
}
