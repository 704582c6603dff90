/** What stands in a picture beside the plot: the way to the first ratings, counts, and who is not rated. */
import type { BoardView, Group } from './board-view.ts'
import { boardWords } from './headline.ts'
import { chequered, linesMark, wrapRuns, lineWidth, rect, textMark, type Palette, type Run } from './mark.ts'
import type { Box, Part, PlotStyle } from './plot.ts'
import { px, maxTextWidth } from './text.ts'

/** How far the votes are on their way to the first ratings. */
export function progressMarks(
  { share, text, note }: NonNullable<BoardView['progress']>,
  { left, right, top }: Box,
  size: number,
  c: Palette,
): Part {
  const runs: Run[] = [
    { text, face: 'sans-bold', fill: c.ink },
    { text: note, face: 'sans', fill: c.ink },
  ]
  const beside = 278
  const [line] = [wrapRuns(runs, size, Infinity)]
  const isBeside = left + beside + lineWidth(line[0] ?? [], size) <= right
  const length = Math.min(264, right - left)
  const lines = isBeside ? line : wrapRuns(runs, size, right - left)
  const place = isBeside ? { x: left + beside, y: top + 10 + size * 0.36 } : { x: left, y: top + 26 + size }
  const svg = [
    `<rect x="${px(left + 0.5)}" y="${px(top + 4.5)}" width="${px(length - 1)}" height="11" fill="${c.soft}" stroke="${c.line}"/>`,
    rect(left, top + 4, (length - 10) * Math.min(1, share), 12, c.ink),
    chequered(Math.round(left + length), top, 20, 5, c),
    linesMark(lines, { ...place, size, leading: size * 1.4 }),
  ]
  return { svg: svg.join(''), height: isBeside ? 20 : 26 + lines.length * size * 1.4 }
}

const MAX_UNRATED = 20

/** Contestants without a rating, each with what it lacks. */
export function unratedMarks(
  { label, rows }: Group,
  view: BoardView,
  size: PlotStyle['size'],
  row: number,
  { left, right, top }: Box,
  c: Palette,
): Part {
  const listed = rows.slice(0, MAX_UNRATED)
  const room = right - left
  const names = listed.reduce(
    (width, { name }) => Math.max(width, maxTextWidth(name, 'sans', size.interval)),
    0,
  )
  const column = Math.min(names, room * 0.5)
  const baseline = (nth: number) => top + 34 + nth * row + row / 2 + size.interval * 0.36
  const put = (nth: number, x: number, text: string, fill: string, most: number) =>
    textMark({ x, y: baseline(nth), size: size.interval, text, fill, room: most })
  const more = rows.length - listed.length
  const svg = [
    rect(left, top, room, 1, c.ink2),
    textMark({
      x: left,
      y: top + 17 + size.group * 0.36,
      size: size.group,
      text: label,
      fill: c.ink,
      face: 'sans-bold',
      room,
    }),
    ...listed.flatMap(({ name, lacks }, nth) => [
      put(nth, left, name, c.ink, column),
      put(nth, left + column + 20, lacks ?? '', c.ink2, room - column - 20),
    ]),
    more > 0
      ? put(listed.length, left, boardWords(view.language).more({ contestants: more }), c.ink2, room)
      : '',
  ]
  return { svg: svg.join(''), height: 34 + (listed.length + (more > 0 ? 1 : 0)) * row }
}

/** Between columns of counts, in pixels, and the most of a line that they take. */
const BETWEEN = { least: 10, most: 40 }
const MAX_COUNTS = 0.75

/** Counts before the first ratings: won, lost, tied and votes of each; in narrow pictures the last that have room. */
export function countMarks(
  { rows, thin }: Group,
  view: BoardView,
  size: PlotStyle['size'],
  row: number,
  { left, right: end, top }: Box,
  c: Palette,
): Part {
  const say = boardWords(view.language)
  const heads = [say.won, say.lost, say.tied, say.votesHead]
  const right = Math.min(end, left + 36 * size.name)
  const widths = heads.map((head, nth) =>
    rows.reduce(
      (width, { counts }) => Math.max(width, maxTextWidth(counts[nth]!, 'sans', size.name)),
      maxTextWidth(head, 'sans', size.head),
    ),
  )
  const sum = (first: number) => widths.slice(first).reduce((all, width) => all + width + BETWEEN.least, 0)
  const first = Math.max(
    0,
    heads.findIndex((_, nth) => sum(nth) <= MAX_COUNTS * (right - left)),
  )
  const spare = (0.6 * (right - left) - sum(first)) / (heads.length - first)
  const gap = BETWEEN.least + Math.min(BETWEEN.most - BETWEEN.least, Math.max(0, spare))
  const x = heads.map((_, nth) => right - widths.slice(nth + 1).reduce((all, width) => all + width + gap, 0))
  const room = x[first]! - widths[first]! - gap - left
  const y = (nth: number) => top + 24 + nth * row
  const head = { y: top + 14, size: size.head, fill: c.ink2 }
  const more = { x: left, y: y(rows.length) + row / 2 + size.head * 0.36, size: size.head, fill: c.ink2 }
  const svg = [
    textMark({ ...head, x: left, text: say.contestant, room }),
    ...heads.map((text, nth) => (nth < first ? '' : textMark({ ...head, x: x[nth]!, text, anchor: 'end' }))),
    ...rows.flatMap(({ name, counts }, nth) => {
      const at = { y: y(nth) + row / 2 + size.name * 0.36, size: size.name }
      const figure = (text: string, place: number) => {
        const fill = text === '–' || place === 3 ? c.ink2 : c.ink
        return place < first ? '' : textMark({ ...at, x: x[place]!, text, fill, anchor: 'end' })
      }
      const rule = rect(left, y(nth), right - left, 1, c.line)
      return [rule, textMark({ ...at, x: left, text: name, fill: c.ink, room }), ...counts.map(figure)]
    }),
    thin.length > 0 ? textMark({ ...more, text: say.more({ contestants: thin.length }) }) : '',
  ]
  return { svg: svg.join(''), height: 24 + (rows.length + (thin.length > 0 ? 1 : 0)) * row }
}
