import { type Face, WIDTHS } from './widths.ts'

/** A text of a picture. */
interface Text {
  x: number
  y: number
  size: number
  text: string
  /** The most pixels of its width. Longer texts are cut. */
  room?: number
  /** `s`: secondary ink; `a`: accent; otherwise ink. */
  tone?: 's' | 'a'
  anchor?: 'start' | 'middle' | 'end'
  face?: Face
}

/** A text as SVG. It shows control and direction characters as replacement characters. */
export function textAt({ x, y, size, text, room, tone, anchor = 'start', face = 'sans' }: Text): string {
  const shown = room === undefined ? visible(text) : cutToFit(visible(text), face, size, room)
  const attributes = [
    `x="${px(x)}" y="${px(y)}" font-size="${px(size)}"`,
    anchor === 'start' ? '' : `text-anchor="${anchor}"`,
    tone ? `class="${tone}"` : '',
  ]
  return `<text ${attributes.filter(Boolean).join(' ')}>${escaped(shown)}</text>`
}

/** The width of a text in the sans face, in pixels. */
export const widthOf = (text: string, size: number) => textWidth(visible(text), 'sans', size)

// Numbers and texts of SVG.

/** A length with at most one decimal. */
export const px = (value: number): string => String(Math.round(value * 10) / 10)

/** The text without control and direction characters, which could hide or turn what stands around it. */
export function visible(text: string): string {
  return text.replace(/[\p{Cc}\u2028-\u202e\u2066-\u2069]/gu, '\ufffd')
}

/** Text escaped for XML, without characters that XML forbids. */
export function escaped(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\ufffe\uffff]/g, '\ufffd')
    .replace(/[&<>"']/g, (sign) => `&#${sign.charCodeAt(0)};`)
}

/** Isolates a name, so that a right-to-left name does not move the words beside it. */
export function isolated(name: string): string {
  return /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/.test(name) ? `\u2068${name}\u2069` : name
}

const segmenter = new Intl.Segmenter()
const WIDE =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u
/** Combining marks, joiners and direction marks. */
const WITHOUT_WIDTH = /\p{Mn}|\p{Me}|\p{Cf}/u
/** Widths of letters that the table lacks, in thousandths of the font size: wide ones, and all others. */
const WIDE_LETTER = 1000
const OTHER_LETTER = 800

/** The width of a text in pixels. Letters that the table lacks count as wide as most fonts draw them. */
export function textWidth(text: string, face: Face, size: number): number {
  let thousandths = 0
  for (const letter of text) thousandths += letterWidth(letter, face)
  return (thousandths * size) / 1000
}

/** The text in at most `room` pixels, cut between letters with an ellipsis. */
export function cutToFit(text: string, face: Face, size: number, room: number): string {
  if (textWidth(text, face, size) <= room) return text
  const left = room - textWidth('…', face, size)
  let head = ''
  let used = 0
  for (const { segment } of segmenter.segment(text)) {
    used += textWidth(segment, face, size)
    if (used > left) break
    head += segment
  }
  return `${head.trimEnd()}…`
}

function letterWidth(letter: string, face: Face): number {
  const code = letter.codePointAt(0)!
  for (const [first, widths] of WIDTHS[face]) {
    const width = widths[code - first]
    if (width) return width
  }
  if (WITHOUT_WIDTH.test(letter)) return 0
  return WIDE.test(letter) ? WIDE_LETTER : OTHER_LETTER
}

/** The colours of the page (web/src/styles/tokens), light and dark. */
export const COLOURS = {
  light: {
    paper: '#fdfcf9',
    ink: '#1a1b1e',
    ink2: '#585b62',
    mark: '#777a82',
    markSoft: '#919499',
    rule: '#e4e1d9',
    rule2: '#b9b6ae',
    accent: '#b63a10',
    accentSoft: '#cf7f5d',
    accentWash: '#fbeee7',
  },
  dark: {
    paper: '#131416',
    ink: '#ecebe7',
    ink2: '#a6a9b0',
    mark: '#868a92',
    markSoft: '#62666e',
    rule: '#2a2c30',
    rule2: '#4c4f55',
    accent: '#ff9166',
    accentSoft: '#ad5d3f',
    accentWash: '#2b1a13',
  },
} as const

export type Theme = keyof typeof COLOURS
export type Colours = Record<keyof (typeof COLOURS)['light'], string>
