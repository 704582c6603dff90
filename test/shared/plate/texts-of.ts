import { textWidth } from '../../../shared/plate/index.ts'

/** A text of an SVG with its edges in pixels. */
export interface PlacedText {
  text: string
  left: number
  right: number
  y: number
}

const ENTITY = /&#(\d+);/g
const TEXT = /<text ([^>]*)>([^]*?)<\/text>/g

/** All texts of a picture, measured by the table of widths. */
export function textsOf(svg: string): PlacedText[] {
  return [...svg.matchAll(TEXT)].map(([, attributes = '', content = '']) => {
    const numberIn = (name: string) => Number(new RegExp(`(?:^| )${name}="([\\d.-]+)"`).exec(attributes)![1])
    const text = content
      .replace(/<[^>]*>/g, '')
      .replace(ENTITY, (_, code) => String.fromCodePoint(Number(code)))
    const face = content.includes('<tspan') ? 'bold' : 'sans'
    const width = textWidth(text, face, numberIn('font-size'))
    const anchor = /text-anchor="(\w+)"/.exec(attributes)?.[1] ?? 'start'
    const left = numberIn('x') - (anchor === 'end' ? width : anchor === 'middle' ? width / 2 : 0)
    return { text, left, right: left + width, y: numberIn('y') }
  })
}
