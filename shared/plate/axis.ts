import type { Board } from '../contracts/board.ts'
import type { Language } from '../sentence/index.ts'
import type { Scale } from './scale.ts'
import { textAt, widthOf } from './text.ts'
import { words } from './words/index.ts'
import { px } from './xml.ts'

const SIZE = 15
const LABEL = 16
/** Between the labels of ticks. */
const CLEAR = 12

/** Grid, shade and line behind the rows, from the height `top` to `end`. */
export function ground({ ticks, x, right }: Scale, line: number | null, top: number, end: number): string {
  const grid = `<path class="r" d="${ticks.map((tick) => `M${px(x(tick))} ${px(top)}V${px(end)}`).join('')}"/>`
  if (line === null) return grid
  const at = x(line)
  const shade = `<rect class="w" x="${px(at)}" y="${px(top)}" width="${px(right - at)}" height="${px(end - top)}"/>`
  return `${shade}${grid}<path class="l" d="M${px(at)} ${px(top - 6)}V${px(end)}"/>`
}

/** The labels above the rows: ticks, the rating of the line, and what reaching it means. */
export function axisHead(
  { winner }: Board,
  { ticks, x, left, right }: Scale,
  line: number | null,
  top: number,
  language: Language,
): string {
  const y = top - 12
  const label = (rating: number) => String(Math.round(rating))
  const half = (rating: number) => widthOf(label(rating), SIZE) / 2
  const clear = (tick: number) =>
    line === null || Math.abs(x(tick) - x(line)) > half(tick) + half(line) + CLEAR
  const inFrame = (rating: number) => Math.min(right - half(rating), Math.max(left + half(rating), x(rating)))
  const numbers = ticks
    .filter(clear)
    .map((tick) =>
      textAt({ x: inFrame(tick), y, size: SIZE, text: label(tick), anchor: 'middle', tone: 's' }),
    )
  if (line === null) return numbers.join('')
  const say = words[language]
  const text = winner === null ? say.mayBeFirst : say.leads
  const fitsRight = x(line) + widthOf(text, LABEL) <= right
  return [
    ...numbers,
    textAt({ x: inFrame(line), y, size: SIZE, text: label(line), anchor: 'middle', tone: 'a' }),
    textAt({
      x: fitsRight ? x(line) : right,
      y: y - 20,
      size: LABEL,
      text,
      anchor: fitsRight ? 'start' : 'end',
      tone: 'a',
    }),
  ].join('')
}
