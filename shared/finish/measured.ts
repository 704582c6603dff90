import { type Face, WIDTHS } from './widths.ts'

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

/** A text whose end is cut off, without an isolate that stays open and turns what follows. */
function closed(text: string): string {
  const open = text.lastIndexOf('\u2068') > text.lastIndexOf('\u2069')
  return open ? `${text}\u2069` : text
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
export const cutToFit = (text: string, face: Face, size: number, room: number): string =>
  cutBy((part) => textWidth(part, face, size), text, room)

/** The same by any measure of width. */
export function cutBy(measureWidth: (text: string) => number, text: string, room: number): string {
  if (measureWidth(text) <= room) return text
  const left = room - measureWidth('…')
  let head = ''
  let used = 0
  for (const { segment } of segmenter.segment(text)) {
    used += measureWidth(segment)
    if (used > left) break
    head += segment
  }
  return closed(`${head.trimEnd()}…`)
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
