/** The rows of a board with their bars, as SVG: one drawing for pages, narrow frames and the picture to share. */
import type { Bar, BoardView, Group, Row } from './board-view.ts'
import { boardWords, levelPercent } from './headline.ts'
import {
  barMark,
  chequered,
  linesMark,
  lineWidth,
  rect,
  textMark,
  type BarStyle,
  type Palette,
  type Run,
  type TextMarkOptions,
} from './mark.ts'
import { cut, px, maxTextWidth, type Face } from './text.ts'

/** How the rows of a picture are drawn. Lengths are pixels. */
export interface PlotStyle extends BarStyle {
  /** Font sizes: of names and ratings, of intervals, of column heads and ticks, and of group headings. */
  size: { name: number; interval: number; head: number; group: number }
  /** The height of the line with the bar, a multiple of two squares. */
  row: number
  /** The height of a line with the texts above the bar, in narrow pictures. 0: texts and bar share a line. */
  above: number
  /** The side of a square of the finish line. */
  square: number
  /** The height of a group heading. 0: a rule between the groups instead. */
  group: number
  /** Whether there are an axis and column heads. */
  hasHead: boolean
  hasPlaces: boolean
  /** Whether win rates and votes stand right of the bars. */
  hasRecord: boolean
  /** From one thin bar to the next. */
  pitch: number
}

const GAP = 12
const HEAD = 42
/** How far the zone past the finish line goes on beyond the axis. */
const ZONE = 12
/** Left and right of the axis. */
const SIDES = { left: 26, right: 22, narrow: 4 }
/** The least share of a row for the bars, and the widest name. */
const MIN_PLOT = 0.4
const MAX_NAME = 270
/** From one line of a name to the next, in narrow pictures. */
const NAME_LEADING = 19
/** Narrower names than this, in pixels, take the room of intervals. */
const MIN_NAME = 40
/** Every so many thin bars, a label says which rating they have. */
const LABEL_EVERY = 50

/** A part of a picture, and its height in pixels. */
export interface Part {
  svg: string
  height: number
}

/** The part of a picture that rows fill. */
export interface Box {
  left: number
  top: number
  right: number
}

/** Where columns begin, or end if they are aligned to the right. */
interface Columns {
  place: number
  name: number
  nameRoom: number
  rating: number
  interval: number
  plotLeft: number
  plotRight: number
  winRate: number
  votes: number
  /** False only where a narrow picture has no room for intervals of vast numbers. */
  hasInterval: boolean
}

/** What all parts of a plot share. */
interface Drawing {
  view: BoardView
  style: PlotStyle
  box: Box
  columns: Columns
  /** Pixels of a place on the axis, 0 … 1. */
  x: (position: number) => number
  /** The right edge of the finish line, a whole pixel. */
  lineX: number
  c: Palette
}

/** All groups with ratings, from the head to the last row. `height` is in pixels. */
export function plotMarks(view: BoardView, style: PlotStyle, box: Box, c: Palette): Part {
  const { axis } = view
  if (!axis) return { svg: '', height: 0 }
  const columns = plotColumns(view, style, box)
  const x = (position: number) => columns.plotLeft + position * (columns.plotRight - columns.plotLeft)
  const drawing: Drawing = { view, style, box, columns, x, lineX: Math.round(x(axis.finishLine.position)), c }
  const [ground, lanes, marks]: [string[], string[], string[]] = [[], [], []]
  const top = box.top + (style.hasHead ? HEAD : 0)
  if (style.hasHead) marks.push(headMarks(drawing))
  const isNarrow = style.above > 0
  let y = top
  let rank = 0
  const ruleAt = (height: number, fill: string) =>
    ground.push(rect(box.left, y, box.right - box.left, height, fill))
  for (const [nth, group] of ratedGroups(view).entries()) {
    const isFirst = group.kind === 'first'
    if (style.group > 0) ruleAt(nth === 0 ? 2 : 1, nth === 0 ? c.ink : c.ink2)
    else ruleAt(nth === 0 ? 1 : 2, nth === 0 ? c.line : c.ink)
    if (style.group > 0) marks.push(headingMark(group, y, drawing))
    y += style.group
    for (const [index, row] of group.rows.entries()) {
      const names = nameLines(row.name, isFirst, drawing)
      const lane = y + style.above + (names.length - 1) * NAME_LEADING
      if (view.density.kind === 'rows' && (index > 0 || style.group > 0)) ruleAt(1, c.line)
      marks.push(rowTexts(row, names, isFirst, y, drawing))
      if (isNarrow) lanes.push(laneMarks(lane, style.row, drawing))
      const middle = lane + style.row / 2
      marks.push(barMark(row, x, drawing.lineX, middle, style, view.state, c))
      if (isFirst && view.bracket) marks.push(bracketMark(view.bracket, middle, drawing))
      y = lane + style.row
    }
    rank += group.rows.length
    if (group.thin.length > 0) {
      const thin = thinMarks(group, rank, y, drawing)
      marks.push(thin.svg)
      if (isNarrow) lanes.push(laneMarks(y, thin.height, drawing))
      y += thin.height
      rank += group.thin.length
    }
  }
  if (!isNarrow) lanes.push(laneMarks(top, y - top, drawing))
  return { svg: [...ground, ...lanes, ...marks].join('\n'), height: y - box.top }
}

const ratedGroups = ({ groups }: BoardView) => groups.filter(({ kind }) => kind !== 'unrated')

function plotColumns(view: BoardView, style: PlotStyle, { left, right }: Box): Columns {
  const { size, hasPlaces, hasRecord } = style
  const say = boardWords(view.language)
  const isNarrow = style.above > 0
  const rows = ratedGroups(view).flatMap((group) => group.rows)
  /** The width of a column with its head. */
  const columnWidth = (head: string, text: (row: Row) => string, face: Face, fontSize: number) => {
    const least = style.hasHead && !isNarrow ? maxTextWidth(head, 'sans', size.head) : 0
    return rows.reduce((width, row) => Math.max(width, maxTextWidth(text(row), face, fontSize)), least)
  }
  const places = hasPlaces ? columnWidth(say.place, ({ place }) => place, 'sans', size.name) + GAP : 0
  const names = columnWidth(say.contestant, ({ name }) => name, 'sans-bold', size.name)
  const ratings = columnWidth(say.rating, ({ rating }) => rating, 'sans-bold', size.name)
  const intervals = columnWidth(
    say.interval({ level: levelPercent(view.board.level) }),
    ({ interval }) => interval,
    'sans',
    size.interval,
  )
  const name = left + places
  const record = { winRate: 0, votes: right, hasInterval: true }
  if (isNarrow) {
    const roomBefore = (end: number) => end - ratings - GAP - name
    const hasInterval = roomBefore(right - intervals - GAP) >= MIN_NAME
    const rating = hasInterval ? right - intervals - GAP : right
    const nameRoom = Math.max(0, roomBefore(rating))
    const plot = { plotLeft: left + SIDES.narrow, plotRight: right - SIDES.narrow }
    return { ...record, place: left, name, nameRoom, rating, interval: right, ...plot, hasInterval }
  }
  const votes = hasRecord ? columnWidth(say.votesHead, (row) => row.votes, 'sans', size.name) + GAP : 0
  const rates = hasRecord ? columnWidth(say.winRate, ({ winRate }) => winRate, 'sans', size.name) + GAP : 0
  const plotRight = right - votes - rates - (hasRecord ? SIDES.right : ZONE)
  const free = plotRight - name - 2 * GAP - ratings - intervals - SIDES.left
  const most = Math.max(free - MIN_PLOT * (right - left), 0.3 * free)
  const nameRoom = Math.min(names, Math.max(MAX_NAME, 16 * size.name), most)
  const rating = name + nameRoom + GAP + ratings
  const interval = rating + GAP
  const plotLeft = interval + intervals + SIDES.left
  return {
    ...record,
    place: left,
    name,
    nameRoom,
    rating,
    interval,
    plotLeft,
    plotRight,
    winRate: right - votes,
  }
}

/** A name in one line, in narrow pictures of few rows in two: broken where it must be. */
function nameLines(name: string, isFirst: boolean, { view, style, columns }: Drawing): string[] {
  const face = isFirst ? 'sans-bold' : 'sans'
  const size = style.size.name
  const room = columns.nameRoom
  const mayWrap = style.above > 0 && view.density.kind === 'rows'
  if (!mayWrap || maxTextWidth(name, face, size) <= room) return [name]
  const head = cut(name, face, size, room + maxTextWidth('…', face, size)).slice(0, -1)
  const end = Math.max(head.lastIndexOf(' '), head.lastIndexOf('-')) + 1
  const first = end > head.length / 2 ? head.slice(0, end) : head
  return first.trim() === '' ? [name] : [first.trim(), name.slice(first.length).trim()]
}

function rowTexts(row: Row, names: readonly string[], isFirst: boolean, y: number, drawing: Drawing): string {
  const { style, columns, c } = drawing
  const { size, above, hasPlaces, hasRecord } = style
  const middle = y + (above > 0 ? above / 2 + 1 : style.row / 2)
  const face = isFirst ? 'sans-bold' : 'sans'
  const put = (text: string, x: number, options: Partial<TextMarkOptions> = {}) =>
    text &&
    textMark({
      x,
      y: middle + (options.size ?? size.name) * 0.36,
      size: size.name,
      fill: c.ink,
      ...options,
      text,
    })
  const base = middle + size.name * 0.36
  const interval = { size: size.interval, fill: c.ink2, anchor: above > 0 ? 'end' : 'start' } as const
  return [
    hasPlaces ? put(row.place, columns.place, { fill: c.ink2 }) : '',
    ...names.map((name, nth) =>
      put(name, columns.name, { y: base + nth * NAME_LEADING, face, room: columns.nameRoom }),
    ),
    put(row.rating, columns.rating, { face, anchor: 'end' }),
    columns.hasInterval ? put(row.interval, columns.interval, interval) : '',
    hasRecord ? put(row.winRate, columns.winRate, { anchor: 'end' }) : '',
    hasRecord ? put(row.votes, columns.votes, { anchor: 'end', fill: c.ink2 }) : '',
  ].join('')
}

/** The heading of a group; it ends before the finish line, if that goes through it. */
function headingMark(group: Group, y: number, { style, box, lineX, c }: Drawing): string {
  const size = style.size.group
  const end = style.above > 0 ? box.right : lineX - 2 * style.square
  const room = end - box.left
  const fill = group.kind === 'first' ? c.state.edge : c.ink
  const label: Run = { text: cut(group.label, 'sans-bold', size, room), face: 'sans-bold', fill }
  const note: Run = { text: group.note && ` · ${group.note}`, face: 'sans', fill: c.ink2 }
  const line = lineWidth([label, note], size) <= room ? [label, note] : [label]
  return linesMark([line], { x: box.left, y: y + style.group / 2 + size * 0.36, size })
}

/** The grid, the zone past the finish line, and the line itself. */
function laneMarks(top: number, height: number, { view, style, columns, x, lineX, c }: Drawing): string {
  const { square, above } = style
  const end = columns.plotRight + (above > 0 ? SIDES.narrow : ZONE)
  const grid = view
    .axis!.ticks.map(({ position }) => x(position))
    .filter((tickX) => tickX < lineX - 2 * square)
  const lines = grid.map((tickX) => `M${px(Math.round(tickX) + 0.5)} ${px(top)}v${px(height)}`).join('')
  return [
    lines && `<path d="${lines}" stroke="${c.line}"/>`,
    rect(lineX, top, Math.max(0, end - lineX), height, c.state.zone),
    chequered(lineX, top, height, square, c),
  ].join('')
}

/** Column heads, ticks, and the finish line with its rating. */
function headMarks({ view, style, box, columns, x, lineX, c }: Drawing): string {
  const say = boardWords(view.language)
  const { finishLine, ticks } = view.axis!
  const size = style.size.head
  const y = box.top + HEAD - 9
  const put = (text: string, x: number, options: Partial<TextMarkOptions> = {}) =>
    textMark({ x, y, size, fill: c.ink2, ...options, text })
  const least = Math.max(box.left, columns.plotLeft - SIDES.left / 2)
  const most = Math.min(box.right, columns.plotRight + SIDES.right / 2)
  const inside = (center: number, half: number) => Math.min(most - half, Math.max(least + half, center))
  const lineHalf = maxTextWidth(finishLine.text, 'sans-bold', size) / 2
  const lineAt = inside(lineX - lineHalf / 4, lineHalf)
  let free = least
  const labels = ticks.map(({ position, text }) => {
    const half = maxTextWidth(text, 'sans', size) / 2
    const middle = inside(x(position), half)
    if (Math.abs(middle - lineAt) <= half + lineHalf + 8 || middle - half < free) return ''
    free = middle + half + 10
    return put(text, middle, { anchor: 'middle' })
  })
  const line = { face: 'sans-bold', fill: c.ink } as const
  const lineLabel = Math.max(lineX, box.left + maxTextWidth(say.finishLine, 'sans-bold', size))
  const end = { anchor: 'end' } as const
  const heads = [
    style.hasPlaces ? put(say.place, columns.place) : '',
    put(say.contestant, columns.name, { room: columns.nameRoom }),
    put(say.rating, columns.rating, end),
    put(say.interval({ level: levelPercent(view.board.level) }), columns.interval),
    style.hasRecord ? put(say.winRate, columns.winRate, end) + put(say.votesHead, columns.votes, end) : '',
  ]
  return [
    ...(style.above > 0 ? [] : heads),
    ...labels,
    put(finishLine.text, lineAt, { anchor: 'middle', ...line }),
    put(say.finishLine, lineLabel, { y: y - size - 4, ...end, ...line }),
  ].join('')
}

/** From the best rival's high end to the finish line, with the gap in points where there is room for it. */
function bracketMark(
  { from, text }: NonNullable<BoardView['bracket']>,
  middle: number,
  { style, columns, x, lineX, c }: Drawing,
): string {
  const [left, right] = [x(from), lineX - 2 * style.square]
  const size = style.size.interval
  const fill = c.state.edge
  const fits = left - 8 - maxTextWidth(text, 'sans-bold', size) >= columns.plotLeft - SIDES.narrow
  const above = style.tick.height / 4
  return [
    right > left ? rect(left, middle - 1, right - left, 2, fill) : '',
    rect(left - 1, middle - above, 2, above + style.row / 2, fill),
    fits
      ? textMark({ x: left - 8, y: middle + size * 0.36, size, text, fill, face: 'sans-bold', anchor: 'end' })
      : '',
  ].join('')
}

/** The lower rows of a board of many as bars 2 px high, with how many they are. `rank`: of the row above them. */
function thinMarks(group: Group, rank: number, y: number, { view, style, box, x, lineX, c }: Drawing): Part {
  const say = boardWords(view.language)
  const { thin } = group
  const { pitch, square } = style
  const size = style.size.head
  const isFirst = group.kind === 'first'
  const lead = group.rows.length > 0 || style.group === 0 ? 0 : square
  const height = Math.ceil((lead + thin.length * pitch + square) / (2 * square)) * 2 * square
  const thickness = Math.max(Math.min(2, pitch), (2 * pitch) / 3)
  const top = (nth: number) => y + lead + nth * pitch
  const blocks = (ends: (bar: Bar) => readonly [number, number]) =>
    thin.map(({ bar }, nth) => (bar ? block(ends(bar), top(nth), thickness) : '')).join('')
  const past = isFirst ? blocks(({ high }) => [lineX, Math.max(x(high), lineX + 2)]) : ''
  const before = blocks(({ low, high }) => {
    const right = isFirst ? lineX : Math.min(x(high), lineX)
    return [Math.min(x(low), isFirst ? right : right - 1), right]
  })
  const ticks = thin.map(({ tick }, nth) =>
    tick === null ? '' : block([x(tick) - 1, x(tick) + 1], top(nth) - 0.25, Math.min(3, pitch)),
  )
  const room = thin.reduce((least, { bar, tick }) => Math.min(least, x(bar?.low ?? tick ?? 1)), Infinity)
  const label = (middle: number, text: string) => {
    const place = { x: box.left, y: middle + size * 0.36, size, fill: c.ink2 }
    return textMark({ ...place, text, room: Math.max(0, room - box.left - GAP) })
  }
  const labels = style.above > 0 || !style.hasHead ? [] : thin.map((_, nth) => rank + nth + 1)
  const numbers = labels.map((nth) =>
    nth % LABEL_EVERY === 0 ? label(top(nth - rank - 1), say.byRating({ nth })) : '',
  )
  const count = isFirst
    ? say.more({ contestants: thin.length })
    : say.countBehind({ behind: thin.length, rated: view.rated })
  const svg = [
    `<path d="${before}" fill="${isFirst ? c.state.edge : c.grey.edge}"${isFirst ? ' fill-opacity=".45"' : ''}/>`,
    past && `<path d="${past}" fill="${c.state.edge}"/>`,
    `<path d="${ticks.join('')}" fill="${c.ink}"/>`,
    ...numbers,
    style.hasHead || height < 1.4 * size ? '' : label(y + height / 2, count),
  ]
  return { svg: svg.filter(Boolean).join('\n'), height }
}

const block = ([left, right]: readonly [number, number], top: number, height: number) =>
  `M${px(left)} ${rounded(top)}H${px(right)}v${rounded(height)}H${px(left)}z`
/** Thin bars need more than one decimal. */
const rounded = (value: number) => Number(value.toFixed(2))
