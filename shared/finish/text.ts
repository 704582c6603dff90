import { cutBy, cutToFit, escaped, isolated, px, textWidth } from './measured.ts'

export { escaped, px }

/**
 * A name as every picture and list shows it: in one line, without control and direction characters, and isolated if it is
 * written from right to left.
 */
export function displayName(name: string): string {
  return isolated(singleLine(name))
}

/** The same in at most `columns` columns. */
export const shortName = (name: string, columns: number): string =>
  isolated(cutToColumns(singleLine(name), columns))

/** The text in one line, without characters that could hide or turn what stands around it. */
export function singleLine(text: string): string {
  return text
    .toWellFormed()
    .replace(/[\s\u0085\u2028\u2029]+/g, ' ')
    .replace(/[\p{Cc}\u202a-\u202e\u2066-\u2069\ufeff\ufff9-\ufffb\ufffe\uffff]/gu, '')
    .trim()
}

// Widths in a picture, in pixels.

export type Face = 'sans' | 'sans-bold' | 'serif' | 'serif-bold'

/** The fonts that the page and frames load, as the build names them. */
export const FACES = [
  { family: 'Inter', file: 'inter-latin-wght-normal.woff2' },
  { family: 'Source Serif 4', file: 'source-serif-4-latin-opsz-normal.woff2' },
] as const

/** The families of a picture. The measured faces are Inter and Source Serif 4. */
export const FAMILIES = {
  sans: "Inter,'Helvetica Neue',Helvetica,Arial,'Liberation Sans','DejaVu Sans',sans-serif",
  serif: "'Source Serif 4 Display','Source Serif 4','Iowan Old Style',Palatino,Georgia,serif",
}

/** The table of widths has Inter 400 and Source Serif 4. Bold letters and other fonts are wider by these factors. */
const MEASURED = {
  sans: { face: 'sans', factor: 1.01 },
  'sans-bold': { face: 'sans', factor: 1.08 },
  serif: { face: 'serif', factor: 1.04 },
  'serif-bold': { face: 'bold', factor: 1.04 },
} as const

/** The widest that a text is in any of the usual fonts of its face, in pixels. */
export function maxTextWidth(text: string, face: Face, size: number): number {
  const measured = MEASURED[face]
  return textWidth(text, measured.face, size) * measured.factor
}

/** The text in at most `room` pixels, cut between letters with an ellipsis; empty where not even that has room. */
export function cut(text: string, face: Face, size: number, room: number): string {
  if (maxTextWidth(text, face, size) <= room) return text
  if (maxTextWidth('…', face, size) > room) return ''
  const measured = MEASURED[face]
  return cutToFit(text, measured.face, size, room / measured.factor)
}

// Widths in a terminal, in columns.

const segmenter = new Intl.Segmenter()
const EMOJI = /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{fe0f}/u
const WIDE =
  /[\u1100-\u115f\u2e80-\u303e\u3041-\ua4cf\ua960-\ua97c\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{17000}-\u{18cff}]|[\u{1b000}-\u{1b2ff}]|[\u{20000}-\u{3fffd}]/u
const WITHOUT_WIDTH = /\p{Mn}|\p{Me}|\p{Cf}|[\u1160-\u11ff]/u

/** The width of a text without control characters in columns of a terminal: wide letters take two, marks none. */
export function columnWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let columns = 0
  for (const { segment } of segmenter.segment(text)) columns += columnsOfSegment(segment)
  return columns
}

function columnsOfSegment(segment: string): number {
  if (EMOJI.test(segment)) return 2
  let columns = 0
  for (const letter of segment) if (!WITHOUT_WIDTH.test(letter)) columns += WIDE.test(letter) ? 2 : 1
  return columns
}

/** The text in at most `columns` columns, cut between letters with an ellipsis. */
export const cutToColumns = (text: string, columns: number): string => cutBy(columnWidth, text, columns)
