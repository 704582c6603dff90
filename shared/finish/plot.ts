/** The rows of a board with their bars, as SVG: one drawing for pages, narrow frames and the picture to share. */
import type { Bar, BoardView, Group, Row, Tick } from './board-view.ts'
import { WORDS } from './headline.ts'
import {
  barOf,
  chequered,
  linesAt,
  lineWidth,
  rect,
  textAt,
  type BarStyle,
  type Palette,
  type Run,
  type TextAt,
} from './mark.ts'
import { cut, px, widthOf } from './text.ts'

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
const LEAST_PLOT = 0.4
const MOST_NAME = 270
/** From one line of a name to the next, in narrow pictures. */
const NAME_LEADING = 19
/** Every so many thin bars, a label says which rating they have. */
const LABEL_EVERY = 50

/** The part of a picture that rows fill. */
export interface Box {
  left: number
  top: number
  right: number
}

interface Columns {
  place: number
  name: number
  nameRoom: number
  /** Right end of ratings. */
  rating: number
  /** Left end of intervals, or in narrow pictures their right end. */
  interval: number
  plotLeft: number
  plotRight: number
  winRate: number
  votes: number
}

/** All groups with ratings, from the head to the last row. `height` is in pixels. */
export function plotOf(
  view: BoardView,
  style: PlotStyle,
  box: Box,
  c: Palette,
): { svg: string; height: number } {
  const { axis } = view
  if (!axis) return { svg: '', height: 0 }
  const columns = columnsOf(view, style, box)
  const x = (at: number) => columns.plotLeft + at * (columns.plotRight - columns.plotLeft)
  const lineX = Math.round(x(axis.finishLine.at))
  const parts = { ground: [] as string[], lanes: [] as string[], marks: [] as string[] }
  const top = box.top + (style.hasHead ? HEAD : 0)
  if (style.hasHead) parts.marks.push(headOf(view, style, box, columns, x, lineX, c))
  let y = top
  const isNarrow = style.above > 0
  const laneAt = (from: number, height: number) =>
    parts.lanes.push(lane(axis.ticks, x, lineX, columns, from, height, style, c))
  const groups = view.groups.filter(({ kind }) => kind !== 'unrated')
  groups.forEach((group, nth) => {
    const isFirst = group.kind === 'first'
    parts.ground.push(rect(box.left, y, box.right - box.left, ...ruleAbove(nth, style, c)))
    if (style.group > 0) {
      parts.marks.push(
        headingOf(
          group,
          view,
          style,
          { ...box, right: isNarrow ? box.right : lineX - 2 * style.square },
          y,
          c,
        ),
      )
      y += style.group
    }
    for (const [index, row] of group.rows.entries()) {
      const wraps = isNarrow && view.density.kind === 'rows'
      const names = wraps ? namesOf(row.name, isFirst, style, columns.nameRoom) : [row.name]
      const texts = style.above + (names.length - 1) * NAME_LEADING
      const hasRule = view.density.kind === 'rows' && (index > 0 || style.group > 0)
      if (hasRule) parts.ground.push(rect(box.left, y, box.right - box.left, 1, c.line))
      parts.marks.push(rowTexts(row, names, isFirst, style, columns, y, c))
      if (isNarrow) laneAt(y + texts, style.row)
      const middle = y + texts + style.row / 2
      parts.marks.push(barOf(row, x, lineX, middle, style, view.state, c))
      if (isFirst && view.bracket)
        parts.marks.push(bracketOf(view.bracket, x, lineX, middle, columns, style, c))
      y += texts + style.row
    }
    if (group.thin.length > 0) {
      const isBelowRows = group.rows.length > 0
      const drawn = thinOf(group, view, style, { ...box, top: y }, x, lineX, isBelowRows, c)
      parts.marks.push(drawn.svg)
      if (isNarrow) laneAt(y, drawn.height)
      y += drawn.height
    }
  })
  if (!isNarrow) laneAt(top, y - top)
  return { svg: [...parts.ground, ...parts.lanes, ...parts.marks].join('\n'), height: y - box.top }
}

/** The thickness and colour of the rule above a group. */
function ruleAbove(nth: number, { group }: PlotStyle, c: Palette): [number, string] {
  if (group > 0) return nth === 0 ? [2, c.ink] : [1, c.ink2]
  return nth === 0 ? [1, c.line] : [2, c.ink]
}

function columnsOf(view: BoardView, style: PlotStyle, { left, right }: Box): Columns {
  const { size, above } = style
  const rows = view.groups.filter(({ kind }) => kind !== 'unrated').flatMap((group) => group.rows)
  const say = WORDS[view.language]
  const head = (text: string) => (style.hasHead ? widthOf(text, 'sans', size.head) : 0)
  const widest = (texts: readonly string[], face: 'sans' | 'sans-bold', fontSize: number) =>
    texts.reduce((width, text) => Math.max(width, widthOf(text, face, fontSize)), 0)
  const places = style.hasPlaces
    ? Math.max(
        above ? 0 : head(say.place),
        widest(
          rows.map(({ place }) => place),
          'sans',
          size.name,
        ),
      ) + GAP
    : 0
  const names = Math.max(
    head(say.contestant),
    widest(
      rows.map(({ name }) => name),
      'sans-bold',
      size.name,
    ),
  )
  const ratings = Math.max(
    above ? 0 : head(say.rating),
    widest(
      rows.map(({ rating }) => rating),
      'sans-bold',
      size.name,
    ),
  )
  const intervals = Math.max(
    above ? 0 : head(say.interval(view.board.level)),
    widest(
      rows.map(({ interval }) => interval),
      'sans',
      size.interval,
    ),
  )
  const name = left + places
  if (above > 0) {
    const rating = right - intervals - GAP
    return {
      place: left,
      name,
      nameRoom: Math.max(0, rating - ratings - GAP - name),
      rating,
      interval: right,
      plotLeft: left + SIDES.narrow,
      plotRight: right - SIDES.narrow,
      winRate: 0,
      votes: 0,
    }
  }
  const votesWidth = style.hasRecord
    ? Math.max(
        head(say.votesHead),
        widest(
          rows.map(({ votes }) => votes),
          'sans',
          size.name,
        ),
      )
    : 0
  const rates = style.hasRecord
    ? Math.max(
        head(say.winRate),
        widest(
          rows.map(({ winRate }) => winRate),
          'sans',
          size.name,
        ),
      )
    : 0
  const record = style.hasRecord ? votesWidth + rates + 2 * GAP : 0
  const rightSide = style.hasRecord ? SIDES.right : ZONE
  const fixed = places + ratings + intervals + 2 * GAP + record + SIDES.left + rightSide
  const free = right - left - fixed
  const most = Math.max(0, free - LEAST_PLOT * (right - left))
  const nameRoom = Math.min(names, Math.max(MOST_NAME, 16 * size.name), Math.max(most, 0.3 * free))
  const rating = name + nameRoom + GAP + ratings
  return {
    place: left,
    name,
    nameRoom,
    rating,
    interval: rating + GAP,
    plotLeft: rating + GAP + intervals + SIDES.left,
    plotRight: right - record - rightSide,
    winRate: right - votesWidth - GAP,
    votes: right,
  }
}

/** A name in at most two lines, broken where it must be. */
function namesOf(name: string, isFirst: boolean, { size }: PlotStyle, room: number): string[] {
  const face = isFirst ? 'sans-bold' : 'sans'
  if (widthOf(name, face, size.name) <= room) return [name]
  const head = cut(name, face, size.name, room + widthOf('…', face, size.name)).slice(0, -1)
  const at = Math.max(head.lastIndexOf(' '), head.lastIndexOf('-')) + 1
  const first = at > head.length / 2 ? head.slice(0, at) : head
  return first.trim() === '' ? [name] : [first.trim(), name.slice(first.length).trim()]
}

function rowTexts(
  row: Row,
  names: readonly string[],
  isFirst: boolean,
  style: PlotStyle,
  columns: Columns,
  y: number,
  c: Palette,
): string {
  const { size, above } = style
  const middle = y + (above > 0 ? above / 2 + 1 : style.row / 2)
  const face = isFirst ? 'sans-bold' : 'sans'
  const put = (text: string, at: Partial<TextAt> & { x: number }) => {
    const fontSize = at.size ?? size.name
    return text === ''
      ? ''
      : textAt({ y: middle + fontSize * 0.36, fill: c.ink, ...at, size: fontSize, text })
  }
  return [
    style.hasPlaces ? put(row.place, { x: columns.place, fill: c.ink2 }) : '',
    ...names.map((name, nth) =>
      textAt({
        x: columns.name,
        y: middle + size.name * 0.36 + nth * NAME_LEADING,
        size: size.name,
        text: name,
        fill: c.ink,
        face,
        room: columns.nameRoom,
      }),
    ),
    put(row.rating, { x: columns.rating, face, anchor: 'end' }),
    put(row.interval, {
      x: columns.interval,
      size: size.interval,
      fill: c.ink2,
      anchor: above > 0 ? 'end' : 'start',
    }),
    style.hasRecord ? put(row.winRate, { x: columns.winRate, anchor: 'end' }) : '',
    style.hasRecord ? put(row.votes, { x: columns.votes, anchor: 'end', fill: c.ink2 }) : '',
  ].join('')
}

/** The heading of a group, ending before `box.right`. */
function headingOf(group: Group, view: BoardView, style: PlotStyle, box: Box, y: number, c: Palette): string {
  const size = style.size.group
  const at = { x: box.left, y: y + style.group / 2 + size * 0.36, size }
  const fill = group.kind === 'first' ? c.state.edge : c.ink
  const room = box.right - box.left
  const label: Run = { text: cut(group.label, 'sans-bold', size, room), face: 'sans-bold', fill }
  const line = [
    label,
    ...(group.note ? [{ text: ` · ${group.note}`, face: 'sans' as const, fill: c.ink2 }] : []),
  ]
  return linesAt([lineWidth(line, size) <= room ? line : [label]], at)
}

/** The grid, the zone past the finish line, and the line itself. */
function lane(
  ticks: readonly Tick[],
  x: (at: number) => number,
  lineX: number,
  { plotRight }: Columns,
  top: number,
  height: number,
  { square, above }: PlotStyle,
  c: Palette,
): string {
  const end = plotRight + (above > 0 ? SIDES.narrow : ZONE)
  const grid = ticks.map(({ at }) => x(at)).filter((at) => at < lineX - 2 * square)
  const lines = grid.map((at) => `M${px(Math.round(at) + 0.5)} ${px(top)}v${px(height)}`).join('')
  return [
    lines && `<path d="${lines}" stroke="${c.line}"/>`,
    rect(lineX, top, Math.max(0, end - lineX), height, c.state.zone),
    chequered(lineX, top, height, square, c),
  ].join('')
}

/** Column heads, ticks, and the finish line with its rating. */
function headOf(
  view: BoardView,
  style: PlotStyle,
  box: Box,
  columns: Columns,
  x: (at: number) => number,
  lineX: number,
  c: Palette,
): string {
  const say = WORDS[view.language]
  const { finishLine, ticks } = view.axis!
  const size = style.size.head
  const y = box.top + HEAD - 9
  const text = (at: Partial<TextAt> & { x: number; text: string }) => textAt({ y, size, fill: c.ink2, ...at })
  const width = (label: string) => widthOf(label, 'sans', size)
  const [least, most] = [
    Math.max(box.left, columns.plotLeft - SIDES.left / 2),
    Math.min(box.right, columns.plotRight + SIDES.right / 2),
  ]
  const inside = (at: number, half: number) => Math.min(most - half, Math.max(least + half, at))
  const lineHalf = widthOf(finishLine.text, 'sans-bold', size) / 2
  const lineAt = inside(lineX - lineHalf / 4, lineHalf)
  let free = least
  const labels = ticks.flatMap(({ at, text: label }) => {
    const half = width(label) / 2
    const middle = inside(x(at), half)
    const isClear = Math.abs(middle - lineAt) > half + lineHalf + 8 && middle - half >= free
    if (isClear) free = middle + half + 10
    return isClear ? [text({ x: middle, text: label, anchor: 'middle' })] : []
  })
  const lineLabel = widthOf(say.finishLine, 'sans-bold', size)
  const head = { face: 'sans-bold' as const, fill: c.ink }
  return [
    ...(style.above > 0
      ? []
      : [
          style.hasPlaces ? text({ x: columns.place, text: say.place }) : '',
          text({ x: columns.name, text: say.contestant, room: columns.nameRoom }),
          text({ x: columns.rating, text: say.rating, anchor: 'end' }),
          text({ x: columns.interval, text: say.interval(view.board.level) }),
        ]),
    ...(style.hasRecord
      ? [
          text({ x: columns.winRate, text: say.winRate, anchor: 'end' }),
          text({ x: columns.votes, text: say.votesHead, anchor: 'end' }),
        ]
      : []),
    ...labels,
    text({ x: lineAt, text: finishLine.text, anchor: 'middle', ...head }),
    text({
      x: Math.max(lineX, box.left + lineLabel),
      y: y - size - 4,
      text: say.finishLine,
      anchor: 'end',
      ...head,
    }),
  ].join('')
}

/** From the best rival's high end to the finish line, with the gap in points where there is room for it. */
function bracketOf(
  { from, text }: NonNullable<BoardView['bracket']>,
  x: (at: number) => number,
  lineX: number,
  middle: number,
  { plotLeft }: Columns,
  style: PlotStyle,
  c: Palette,
): string {
  const [left, right] = [x(from), lineX - 2 * style.square]
  const size = style.size.interval
  const width = widthOf(text, 'sans-bold', size)
  const fits = left - 8 - width >= plotLeft - SIDES.narrow
  const label = {
    x: left - 8,
    y: middle + size * 0.36,
    size,
    text,
    face: 'sans-bold',
    anchor: 'end',
  } as const
  const [above, below] = [style.tick.height / 4, style.row / 2]
  return [
    right > left ? rect(left, middle - 1, right - left, 2, c.state.edge) : '',
    rect(left - 1, middle - above, 2, above + below, c.state.edge),
    fits ? textAt({ ...label, fill: c.state.edge }) : '',
  ].join('')
}

/** The lower rows of a board of many as bars 2 px high, with how many they are. */
function thinOf(
  group: Group,
  view: BoardView,
  style: PlotStyle,
  box: Box,
  x: (at: number) => number,
  lineX: number,
  isBelowRows: boolean,
  c: Palette,
): { svg: string; height: number } {
  const say = WORDS[view.language]
  const { thin } = group
  const size = style.size.head
  const square = 2 * style.square
  const lead = isBelowRows || style.group === 0 ? 0 : style.square
  const height = Math.ceil((lead + thin.length * style.pitch + style.square) / square) * square
  const thickness = Math.max(Math.min(2, style.pitch), 0.67 * style.pitch)
  const top = (nth: number) => box.top + lead + nth * style.pitch
  const isFirst = group.kind === 'first'
  const blocks = (ends: (bar: Bar) => readonly [number, number]) =>
    thin.map(({ bar }, nth) => (bar ? block(ends(bar), top(nth), thickness) : '')).join('')
  const past = isFirst ? blocks(({ high }) => [lineX, Math.max(x(high), lineX + 2)]) : ''
  const before = blocks(({ low, high }) => {
    const right = isFirst ? lineX : Math.min(x(high), lineX)
    return [Math.min(x(low), isFirst ? right : right - 1), right]
  })
  const ticks = thin.map(({ tick }, nth) =>
    tick === null ? '' : block([x(tick) - 1, x(tick) + 1], top(nth) - 0.25, Math.min(3, style.pitch)),
  )
  const nearest = Math.min(...thin.map(({ bar, tick }) => x(bar?.low ?? tick ?? 1)))
  const label = (y: number, text: string) =>
    textAt({ x: box.left, y, size, text, fill: c.ink2, room: Math.max(0, nearest - box.left - GAP) })
  const above = view.rated - thin.length
  const numbers = thin.flatMap((_, nth) => {
    const isLabelled = (above + nth + 1) % LABEL_EVERY === 0
    return isLabelled && style.hasHead && style.above === 0
      ? [label(top(nth) + size * 0.36, say.byRating(above + nth + 1))]
      : []
  })
  const count =
    style.hasHead || height < 1.4 * size
      ? ''
      : label(
          box.top + height / 2 + size * 0.36,
          isFirst ? say.more(thin.length) : say.countBehind(thin.length, view.rated),
        )
  const svg = [
    `<path d="${before}" fill="${isFirst ? c.state.edge : c.grey.edge}"${isFirst ? ' fill-opacity=".45"' : ''}/>`,
    past && `<path d="${past}" fill="${c.state.edge}"/>`,
    `<path d="${ticks.join('')}" fill="${c.ink}"/>`,
    ...numbers,
    count,
  ]
  return { svg: svg.join('\n'), height }
}

const block = ([left, right]: readonly [number, number], top: number, height: number) =>
  `M${px(left)} ${rounded(top)}H${px(right)}v${rounded(height)}H${px(left)}z`
/** Thin bars need more than one decimal. */
const rounded = (value: number) => Number(value.toFixed(2))
