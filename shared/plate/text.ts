import { cutToFit, textWidth } from './measure.ts'
import type { Face } from './widths.ts'
import { escaped, px, visible } from './xml.ts'

/** A text of a picture. */
export interface Text {
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
