import type { BoardView, Group } from './board-view.ts'
import { PLATE_SIZE } from './embed-code.ts'
import { headline, boardWords } from './headline.ts'
import {
  brandMark,
  brandWidth,
  linesMark,
  wrapRuns,
  lineWidth,
  logoMark,
  statePalette,
  picture,
  textMark,
  type Palette,
  type Run,
  type Theme,
} from './mark.ts'
import { countMarks, progressMarks, unratedMarks } from './lists.ts'
import { plotMarks, type Box, type PlotStyle } from './plot.ts'
import { cut, displayName, maxTextWidth } from './text.ts'

export interface PlateOptions {
  theme: Theme
  /** Pixels, at least 240. Up to 560 a row is a line with the name and a line with the bar. */
  width: number
  /** Begins the ids of title and description, so that pictures can stand in one page. */
  ids?: string | undefined
}

export interface Picture {
  svg: string
  /** Pixels. */
  width: number
  height: number
}

const MIN_WIDTH = 240
const WIDE = 800
const NARROW = 560
/** Win rates and votes have columns from this width. */
const RECORD = 1000

/** Lengths and font sizes of a picture by its width, in pixels. */
const FRAMES = {
  wide: { side: 40, top: 30, title: 15, headline: 46, rule: 17, small: 15, gap: 20, brand: 20, unrated: 30 },
  middle: {
    side: 18,
    top: 18,
    title: 14,
    headline: 27,
    rule: 14,
    small: 13,
    gap: 10,
    brand: 16,
    unrated: 26,
  },
  narrow: {
    side: 12,
    top: 14,
    title: 13,
    headline: 24,
    rule: 14,
    small: 13,
    gap: 10,
    brand: 16,
    unrated: 26,
  },
} as const
type Frame = keyof typeof FRAMES

const tick = (height: number, width: number) => ({ height, width })
const sizes = (name: number, interval: number, head: number, group: number) => ({
  name,
  interval,
  head,
  group,
})

/** How rows are drawn, by the width of the picture and by how many there are. */
const ROWS = {
  wide: {
    rows: { size: sizes(17, 15, 14, 15), row: 40, above: 0, bar: 18, tick: tick(28, 3), edge: 1.5 },
    dense: { size: sizes(13, 13, 14, 15), row: 18, above: 0, bar: 10, tick: tick(14, 2), edge: 1 },
    thin: { size: sizes(15, 14, 14, 15), row: 24, above: 0, bar: 12, tick: tick(18, 2), edge: 1 },
  },
  middle: {
    rows: { size: sizes(15, 14, 13, 14), row: 30, above: 0, bar: 14, tick: tick(22, 3), edge: 1.5 },
    dense: { size: sizes(13, 13, 13, 14), row: 18, above: 0, bar: 10, tick: tick(14, 2), edge: 1 },
    thin: { size: sizes(14, 13, 13, 14), row: 24, above: 0, bar: 12, tick: tick(18, 2), edge: 1 },
  },
  narrow: {
    rows: { size: sizes(16, 14, 13, 14), row: 30, above: 34, bar: 16, tick: tick(24, 3), edge: 1.5 },
    dense: { size: sizes(14, 13, 13, 14), row: 18, above: 19, bar: 10, tick: tick(14, 2), edge: 1 },
    thin: { size: sizes(15, 13, 13, 14), row: 24, above: 22, bar: 12, tick: tick(18, 2), edge: 1 },
  },
} as const

/** Between the letters of a headline, in times its font size. */
const TRACKING = -0.012

/**
 * A board as one picture that needs no script and no fonts of its own: sentence, rule, rows with their bars, and what was
 * counted. Its height follows from its content.
 */
export function drawPlate(
  view: BoardView,
  { theme, width: requestedWidth, ids = 'finish' }: PlateOptions,
): Picture {
  const width = Math.max(MIN_WIDTH, Math.round(requestedWidth))
  const name: Frame = width >= WIDE ? 'wide' : width > NARROW ? 'middle' : 'narrow'
  const frame = FRAMES[name]
  const c = statePalette(view.state, theme)
  const box = { left: frame.side, right: width - frame.side, top: 0 }
  const room = box.right - box.left
  const marks: string[] = []
  let y = frame.top
  if (view.title) {
    y += frame.title
    marks.push(textMark({ x: box.left, y, size: frame.title, text: view.title, fill: c.ink2, room }))
    y += 10
  }
  const most = name === 'narrow' ? 3 : 2
  const head = headlineLines(view, frame.headline, most, room, c)
  marks.push(
    linesMark(head.lines, {
      x: box.left,
      y: y + head.size * 0.85,
      size: head.size,
      leading: head.size * 1.1,
      tracking: TRACKING,
    }),
  )
  y += head.lines.length * head.size * 1.1 + frame.rule * 0.6
  const rule = wrapRuns(ruleRuns(view, name === 'wide' ? 'rest' : 'short', c), frame.rule, room)
  marks.push(linesMark(rule, { x: box.left, y: y + frame.rule, size: frame.rule, leading: frame.rule * 1.4 }))
  y += rule.length * frame.rule * 1.4 + frame.gap
  if (view.progress) {
    const drawn = progressMarks(view.progress, { ...box, top: y }, frame.small, c)
    marks.push(drawn.svg)
    y += drawn.height + frame.gap
  }
  const style: PlotStyle = {
    ...ROWS[name][view.density.kind],
    square: view.density.square,
    group: 30,
    hasHead: true,
    hasPlaces: true,
    hasRecord: width >= RECORD,
    pitch: 3,
  }
  const plot = plotMarks(view, style, { ...box, top: Math.round(y) }, c)
  marks.push(plot.svg)
  y = Math.round(y) + plot.height
  for (const group of view.groups.filter(({ kind }) => kind === 'unrated')) {
    const drawn = unratedMarks(group, view, style.size, frame.unrated, { ...box, top: y }, c)
    marks.push(drawn.svg)
    y += drawn.height
  }
  for (const group of view.groups.filter(({ kind }) => kind === 'counts')) {
    const height = view.density.kind === 'rows' ? (name === 'wide' ? 40 : 30) : 22
    const drawn = countMarks(group, view, style.size, height, { ...box, top: y }, c)
    marks.push(drawn.svg)
    y += drawn.height
  }
  const free = room - brandWidth(frame.brand) - 16
  // a number and its noun share a line
  const counted = plateFoot(view, view.source).replace(/(?<!·) (?!·)/g, '\u00a0')
  const source = wrapRuns([{ text: counted, face: 'sans', fill: c.ink2 }], frame.small, free)
  const foot = y + frame.gap + Math.max(frame.brand, frame.small)
  marks.push(linesMark(source, { x: box.left, y: foot, size: frame.small, leading: frame.small * 1.4 }))
  marks.push(brandMark(box.right, foot, frame.brand, c))
  const height = Math.ceil(foot + (source.length - 1) * frame.small * 1.4 + frame.top)
  marks.push(`<path d="M.5 .5H${width - 0.5}V${height - 0.5}H.5z" stroke="${c.line}"/>`)
  return { svg: picture({ width, height, background: c.paper }, plateWords(view, ids), marks), width, height }
}

/** The picture of a board as SVG. */
export const plateSvg = (view: BoardView, options: PlateOptions): string => drawPlate(view, options).svg

/** Heights of rows with squares of which they are a multiple, the tallest first. */
const SHARE_ROWS = [
  [60, 6],
  [55, 5.5],
  [50, 5],
  [45, 4.5],
  [40, 5],
  [36, 4.5],
  [30, 5],
] as const
const MANY = [40, 5] as const
/** `rows`: the height of all rows. A headline of two lines moves them down, a rule of two lines the foot. */
const SHARE = { side: 56, top: 170, rows: 330, lower: 22, foot: 595, lowerFoot: 612, most: 11, named: 5 }

/** A board as the picture that sites show for a link: 1200 × 630 pixels, no text below 22. */
export function shareSvg(view: BoardView, { theme, ids = 'finish' }: Omit<PlateOptions, 'width'>): string {
  const c = statePalette(view.state, theme)
  const { width, height } = PLATE_SIZE
  const room = width - 2 * SHARE.side
  const head = headlineLines(view, 50, 1, room, c)
  const top = SHARE.top + (head.lines.length > 1 ? SHARE.lower : 0)
  const box = { left: SHARE.side, right: width - SHARE.side, top }
  const unrated = view.axis ? view.all - view.rated : 0
  const source = [
    view.source,
    ...(unrated > 0 ? [boardWords(view.language).unratedCount({ contestants: unrated })] : []),
  ].join(' · ')
  const rule = wrapRuns(ruleRuns(view, 'short', c, c.ink), 23, room).slice(0, 2)
  const foot = rule.length > 1 ? SHARE.lowerFoot : SHARE.foot
  return picture({ width, height, background: c.paper }, plateWords(view, ids), [
    logoMark(box.left, 37, 36, c.ink),
    textMark({ x: box.left + 46, y: 65, size: 30, text: 'Deadheat', fill: c.ink, face: 'serif-bold' }),
    textMark({
      x: box.right,
      y: 63,
      size: 24,
      text: view.title,
      fill: c.ink2,
      anchor: 'end',
      room: room - 240,
    }),
    linesMark(head.lines, {
      x: box.left,
      y: top - 30 - (head.lines.length > 1 ? (head.lines.length - 1) * head.size * 1.1 - 8 : 0),
      size: head.size,
      leading: head.size * 1.1,
      tracking: TRACKING,
    }),
    shareRows(view, box, c),
    linesMark(rule, { x: box.left, y: foot - rule.length * 32, size: 23, leading: 32 }),
    textMark({ x: box.left, y: foot, size: 23, text: plateFoot(view, source), fill: c.ink2, room }),
  ])
}

/** What was counted, and when it decides or what was decided. */
const plateFoot = ({ decision }: BoardView, source: string): string =>
  [
    source,
    ...(decision && !decision.isElsewhere && !decision.lead.endsWith(':') ? [decision.lead] : []),
  ].join(' · ')

/** As many rows as fit, the first by name and all others as thin bars. */
function shareRows(view: BoardView, box: Box, c: Palette): string {
  const free = SHARE.rows
  const size = sizes(25, 22, 22, 22)
  if (!view.axis) {
    const progress = view.progress && progressMarks(view.progress, { ...box, top: box.top + 6 }, 24, c)
    const [group] = view.groups
    const from = box.top + 50
    if (!group) return progress?.svg ?? ''
    const listed = group.rows.slice(0, group.rows.length > 7 ? 6 : 7)
    const table = { ...group, rows: listed, thin: [...group.rows.slice(listed.length), ...group.thin] }
    return [progress?.svg, countMarks(table, view, size, 36, { ...box, top: from }, c).svg].join('\n')
  }
  const groups = view.groups.filter(({ kind }) => kind !== 'unrated')
  const isMany = view.rated > SHARE.most
  const [row, square] = isMany ? MANY : SHARE_ROWS.find(([height]) => height * view.rated <= free)!
  const pitch = isMany ? Math.min(6, (free - SHARE.named * row - 2 * square) / (view.rated - SHARE.named)) : 0
  const short = isMany ? firstRows(groups, SHARE.named) : groups
  const style: PlotStyle = {
    size,
    row,
    above: 0,
    bar: Math.round(row * 0.5) + (row < 50 ? 2 : 0),
    tick: tick(Math.round(row * 0.75), 4),
    edge: 1.5,
    square,
    group: 0,
    hasHead: false,
    hasPlaces: false,
    hasRecord: false,
    pitch,
  }
  return plotMarks({ ...view, groups: short, density: { ...view.density, kind: 'rows' } }, style, box, c).svg
}

/** The groups with so many rows by name; all others are thin. */
function firstRows(groups: readonly Group[], most: number): Group[] {
  let left = most
  return groups.map((group) => {
    const all = [...group.rows, ...group.thin]
    const named = all.slice(0, left)
    left -= named.length
    return { ...group, rows: named, thin: all.slice(named.length) }
  })
}

function plateWords(view: BoardView, ids: string) {
  const { lead, rest } = view.headline
  const rows = view.groups.flatMap((group) => [...group.rows, ...group.thin])
  const title = [view.title && `${view.title}:`, lead, rest].filter(Boolean).join(' ')
  const description = [lead, rest, ...rows.map((row) => row.description)].filter(Boolean).join(' ')
  return { title, description, language: view.language, ids }
}

/** Names in a headline take at most this share of a line where they fit, and so many times the font size where not. */
const NAME = { share: 0.8, sizes: 12 }
/** A headline that does not fit is made smaller in these steps. */
const STEPS = [1, 0.84, 0.7, 0.6]

/** The sentence in at most `most` lines: with names if they fit, else with a count, else smaller, with one line more. */
function headlineLines(view: BoardView, size: number, most: number, room: number, c: Palette) {
  const runs = (isCounted: boolean, fontSize: number, longest: number): Run[] => {
    const formatName = (name: string) => cut(displayName(name), 'serif-bold', fontSize, longest)
    const { lead, rest } = headline(view.board, view.language, { isCounted, formatName })
    const fill = view.progress ? c.ink : c.state.edge
    return [
      { text: lead, face: 'serif-bold', fill },
      { text: rest, face: 'serif', fill: c.ink },
    ]
  }
  for (const [nth, step] of STEPS.entries())
    for (const isCounted of [false, true])
      for (const longest of [NAME.share * room, NAME.sizes * size * step]) {
        const textRuns = runs(isCounted, size * step, longest)
        const lines = wrapRuns(textRuns, size * step, room)
        if (lines.length <= (nth === 0 ? most : most + 1))
          return { size: size * step, lines: balanced(textRuns, size * step, room, lines.length) }
      }
  const least = size * STEPS.at(-1)!
  return {
    size: least,
    lines: wrapRuns(runs(true, least, NAME.sizes * least), least, room).slice(0, most + 2),
  }
}

/** The runs in so many lines of nearly equal width; in two, each run has its line if that is not far from it. */
function balanced(runs: readonly Run[], size: number, room: number, count: number): Run[][] {
  const runLines = runs.filter(({ text }) => text !== '').map((run) => wrapRuns([run], size, room))
  const widths = runLines.map((lines) => lineWidth(lines.flat(), size))
  if (count === 2 && runLines.length === 2 && runLines.every((lines) => lines.length === 1) && isNear(widths))
    return runLines.flat()
  const words = runs.flatMap(({ text, face }) =>
    text.split(' ').map((word) => maxTextWidth(word, face, size)),
  )
  let [fits, tooNarrow] = [room, Math.min(room, Math.max(...words))]
  while (fits - tooNarrow > 4) {
    const middle = (fits + tooNarrow) / 2
    if (wrapRuns(runs, size, middle).length <= count) fits = middle
    else tooNarrow = middle
  }
  return wrapRuns(runs, size, fits)
}

/** Whether no width is more than twice another. */
const isNear = (widths: readonly number[]) => Math.max(...widths) <= 2 * Math.min(...widths)

function ruleRuns(view: BoardView, part: 'rest' | 'short', c: Palette, fill = c.ink2): Run[] {
  return [
    { text: view.rule.lead, face: 'sans-bold', fill: c.ink },
    { text: view.rule[part], face: 'sans', fill },
    ...(view.caution === null
      ? []
      : [
          {
            text: `${view.caution}.`.replace(/^./u, (first) => first.toUpperCase()),
            face: 'sans-bold' as const,
            fill: c.ink,
          },
        ]),
  ]
}
