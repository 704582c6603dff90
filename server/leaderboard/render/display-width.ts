export { visible } from '../../../shared/plate/text.ts'

const segmenter = new Intl.Segmenter()
const WIDE =
  /\p{Emoji_Presentation}|\p{Extended_Pictographic}\u{fe0f}|[\u1100-\u115f\u2e80-\ua4cf\uac00-\ud7a3\uf900-\ufaff\ufe30-\ufe6f\uff00-\uff60\uffe0-\uffe6]|[\u{20000}-\u{3fffd}]/u

/** The width of a text in columns of a terminal. */
export function displayWidth(text: string): number {
  if (/^[\x20-\x7e]*$/.test(text)) return text.length
  let width = 0
  for (const { segment } of segmenter.segment(text)) width += widthOf(segment)
  return width
}

/** The text in at most `width` columns, cut with an ellipsis. */
export function cutToWidth(text: string, width: number): string {
  return displayWidth(text) <= width ? text : `${headOf(text, width - 1)}…`
}

/** The beginning of the text that fits in `width` columns; at least one character. */
export function headOf(text: string, width: number): string {
  let head = ''
  let used = 0
  for (const { segment } of segmenter.segment(text)) {
    used += widthOf(segment)
    if (used > width && head !== '') break
    head += segment
  }
  return head
}

function widthOf(segment: string): number {
  return WIDE.test(segment) ? 2 : 1
}
