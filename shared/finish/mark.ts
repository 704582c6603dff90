/** The marks of a board as SVG: bars, ticks, the chequered finish line, texts and the logo. Lengths are pixels. */
import type { BoardView, Row } from './board-view.ts'
import { cut, escaped, FAMILIES, px, maxTextWidth, type Face } from './text.ts'

export type Theme = 'light' | 'dark'

/** Colours tell the state of a board and nothing else. */
export const COLOURS = {
  light: {
    paper: '#fffdf8',
    ink: '#15171c',
    ink2: '#565a64',
    line: '#e6e1d6',
    soft: '#f4f0e7',
    red: { edge: '#c8361a', pale: '#f9dbcf', zone: '#fdf2ec' },
    green: { edge: '#0b6b4f', pale: '#d2ebe1', zone: '#eef7f3' },
    grey: { edge: '#7a8190', pale: '#e7e9ee' },
  },
  dark: {
    paper: '#14161b',
    ink: '#f3f0e9',
    ink2: '#adb1bc',
    line: '#2d313a',
    soft: '#20242c',
    red: { edge: '#ff7d5a', pale: '#4b2519', zone: '#211917' },
    green: { edge: '#4fc99e', pale: '#143e32', zone: '#15221f' },
    grey: { edge: '#8c93a3', pale: '#2b2f39' },
  },
} as const

/** The colours of one picture: those of its theme, and those of the state of its board. */
export interface Palette {
  paper: string
  ink: string
  ink2: string
  line: string
  soft: string
  state: { edge: string; pale: string; zone: string }
  grey: { edge: string; pale: string }
}

export function statePalette(state: BoardView['state'], theme: Theme): Palette {
  const { red, green, ...colours } = COLOURS[theme]
  return { ...colours, state: state === 'leads' || state === 'wins' ? green : red }
}

export interface TextMarkOptions {
  x: number
  /** The baseline. */
  y: number
  size: number
  text: string
  fill: string
  face?: Face
  anchor?: 'start' | 'middle' | 'end'
  /** The most pixels of its width. A longer text is cut, and its title has all of it. */
  room?: number
}

export function textMark({
  x,
  y,
  size,
  text,
  fill,
  face = 'sans',
  anchor = 'start',
  room = Infinity,
}: TextMarkOptions) {
  const fitted = cut(text, face, size, room)
  const title = fitted === text ? '' : `<title>${escaped(text)}</title>`
  const anchored = anchor === 'start' ? '' : ` text-anchor="${anchor}"`
  return `<text x="${px(x)}" y="${px(y)}" font-size="${px(size)}"${fontAttributes(face)} fill="${fill}"${anchored}>${title}${escaped(fitted)}</text>`
}

/** The attributes of a face, where they differ from those of the whole picture. */
export function fontAttributes(face: Face): string {
  const family = face.startsWith('serif') ? ` font-family="${FAMILIES.serif}"` : ''
  return family + (face.endsWith('bold') ? ' font-weight="600"' : '')
}

export const rect = (x: number, y: number, width: number, height: number, fill: string) =>
  `<rect x="${px(x)}" y="${px(y)}" width="${px(width)}" height="${px(height)}" fill="${fill}"/>`

/** Two columns of squares whose right edge is at `x`, a whole pixel. */
export function chequered(x: number, y: number, height: number, square: number, c: Palette): string {
  const column = (nth: number) =>
    `<path d="M${px(x - (nth + 0.5) * square)} ${px(y)}v${px(height)}" stroke="${c.ink}" stroke-width="${px(square)}" stroke-dasharray="${px(square)}"${nth === 0 ? ` stroke-dashoffset="${px(square)}"` : ''}/>`
  return rect(x - 2 * square, y, 2 * square, height, c.paper) + column(1) + column(0)
}

/** How bars are drawn: pixels of their height, of the tick, and of the edge of hollow ones. */
export interface BarStyle {
  bar: number
  tick: { height: number; width: number }
  edge: number
}

/** The least width of a part past the finish line, and of any bar. */
const LEAST = 3
/** How far the point of a bar that leaves the axis is drawn into it. */
const POINT = 7

/**
 * The bar of a row around the height `y`: hollow before the finish line and solid past it, grey if it is short of it,
 * and an outline for a lead that is not decided.
 * @param x pixels for a place on the axis, 0 … 1
 * @param lineX the right edge of the finish line
 */
export function barMark(
  { bar, tick }: Row,
  x: (position: number) => number,
  lineX: number,
  y: number,
  style: BarStyle,
  state: BoardView['state'],
  c: Palette,
): string {
  const marks: string[] = []
  if (bar) {
    const [left, right] = [x(bar.low), x(bar.high)]
    const top = y - style.bar / 2
    const points = { low: bar.leavesLow, high: bar.leavesHigh }
    const before = bar.past === null ? right : lineX
    if (bar.past === null) {
      const from = Math.min(left, lineX - LEAST)
      const to = Math.min(Math.max(right, from + LEAST), lineX)
      marks.push(hollow(from, to, top, style.bar, style.edge, c.grey, points))
    } else {
      if (left < before - 0.5)
        marks.push(
          hollow(left, before, top, style.bar, style.edge, c.state, { low: points.low, high: false }),
        )
      const to = Math.max(right, lineX + LEAST)
      const pointed = { low: false, high: points.high }
      marks.push(
        state === 'leads'
          ? hollow(lineX, to, top, style.bar, style.edge + 1, c.state, pointed)
          : `<path d="${outline(lineX, to, top, style.bar, pointed)}" fill="${c.state.edge}"/>`,
      )
    }
  }
  if (tick !== null) {
    const { width, height } = style.tick
    const halo = width / 2
    const left = x(tick) - width / 2
    marks.push(rect(left - halo, y - height / 2, 2 * width, height, c.paper))
    marks.push(rect(left, y - height / 2, width, height, c.ink))
  }
  return marks.join('')
}

function hollow(
  left: number,
  right: number,
  top: number,
  height: number,
  edge: number,
  colours: { edge: string; pale: string },
  points: { low: boolean; high: boolean },
): string {
  if (right - left <= 2 * edge) return rect(left, top, right - left, height, colours.edge)
  const inside = outline(left + edge / 2, right - edge / 2, top + edge / 2, height - edge, points)
  return `<path d="${inside}" fill="${colours.pale}" stroke="${colours.edge}" stroke-width="${px(edge)}"/>`
}

/** A rectangle whose ends are points where they leave the axis. */
function outline(
  left: number,
  right: number,
  top: number,
  height: number,
  points: { low: boolean; high: boolean },
): string {
  const point = Math.min(POINT, (right - left) / 2)
  const [from, to] = [left + (points.low ? point : 0), right - (points.high ? point : 0)]
  const middle = top + height / 2
  const bottom = top + height
  return [
    `M${px(from)} ${px(top)}H${px(to)}`,
    points.high ? `L${px(right)} ${px(middle)}L${px(to)} ${px(bottom)}` : `V${px(bottom)}`,
    `H${px(from)}`,
    points.low ? `L${px(left)} ${px(middle)}` : '',
    'z',
  ].join('')
}

// Texts of several faces in lines that fit.

/** A part of a text in one face and colour. */
export interface Run {
  text: string
  face: Face
  fill: string
}

/** The runs in lines of at most `room` pixels, broken at spaces. A longer word is cut. */
export function wrapRuns(runs: readonly Run[], size: number, room: number): Run[][] {
  const lines: Run[][] = []
  let used = 0
  for (const { text, face, fill } of runs)
    for (const part of text.replace(/ %/g, '\u00a0%').split(' ').filter(Boolean)) {
      const word = cut(part, face, size, room)
      const width = maxTextWidth(word, face, size)
      const space = lines.length > 0 ? maxTextWidth(' ', face, size) : 0
      const starts = lines.length === 0 || used + space + width > room
      if (starts) lines.push([])
      used = starts ? width : used + space + width
      const line = lines.at(-1)!
      const last = line.at(-1)
      if (last?.face === face && last.fill === fill) last.text += ` ${word}`
      else line.push({ text: last ? ` ${word}` : word, face, fill })
    }
  return lines
}

export const lineWidth = (line: readonly Run[], size: number) =>
  line.reduce((width, { text, face }) => width + maxTextWidth(text, face, size), 0)

/** Lines of runs, the first baseline at `y`. */
export function linesMark(
  lines: readonly (readonly Run[])[],
  {
    x,
    y,
    size,
    leading = 0,
    tracking = 0,
  }: { x: number; y: number; size: number; leading?: number; tracking?: number },
): string {
  const spacing = tracking === 0 ? '' : ` letter-spacing="${px(tracking * size)}"`
  return lines
    .map((line, nth) => {
      const spans = line.map(
        ({ text, face, fill }) => `<tspan${fontAttributes(face)} fill="${fill}">${escaped(text)}</tspan>`,
      )
      return `<text xml:space="preserve" x="${px(x)}" y="${px(y + nth * leading)}" font-size="${px(size)}"${spacing}>${spans.join('')}</text>`
    })
    .join('')
}

/** The logo, on a grid of 16: a leader that starts at the line, and a rival whose bar crosses it. */
export function logoMark(x: number, y: number, size: number, fill: string): string {
  return `<g transform="translate(${px(x)} ${px(y)}) scale(${size / 16})" fill="${fill}"><path d="M5 0h2v2h-2zM7 2h2v2h-2zM5 4h2v2h-2zM7 6h2v2h-2zM5 8h2v2h-2zM7 14h2v2h-2zM9 2h7v4h-7zM9 10h4v4h-4z"/><path fill="none" stroke="${fill}" d="M.5 10.5h8.5v3h-8.5z"/></g>`
}

/** The width of the logo with the name beside it, for a size of the name. */
export const brandWidth = (size: number) =>
  1.15 * size + size * 0.35 + maxTextWidth('Deadheat', 'serif-bold', size)

/** The logo with the name beside it: its right end at `right`, the baseline at `y`. */
export function brandMark(right: number, y: number, size: number, c: Palette): string {
  const left = right - brandWidth(size)
  const name = {
    x: right,
    y,
    size,
    text: 'Deadheat',
    fill: c.ink,
    face: 'serif-bold',
    anchor: 'end',
  } as const
  return logoMark(left, y - 0.95 * size, 1.15 * size, c.ink) + textMark(name)
}

/** An SVG of this size around its marks, with a title and a description for those who do not see it. */
export function picture(
  { width, height, background }: { width: number; height: number; background: string },
  {
    title,
    description,
    language,
    ids,
  }: { title: string; description: string; language: string; ids: string },
  marks: readonly string[],
): string {
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${px(width)}" height="${px(height)}" viewBox="0 0 ${px(width)} ${px(height)}" role="img" aria-labelledby="${escaped(ids)}-title" aria-describedby="${escaped(ids)}-desc" lang="${language}">
<title id="${escaped(ids)}-title">${escaped(title)}</title>
<desc id="${escaped(ids)}-desc">${escaped(description)}</desc>
<g font-family="${FAMILIES.sans}" fill="none">
${rect(0, 0, width, height, background)}
${marks.filter(Boolean).join('\n')}
</g>
</svg>
`
}
