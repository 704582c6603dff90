import { describe, expect, it } from 'vitest'
import { matrixSvg } from '../../../shared/plate/index.ts'

const pairs = [
  { contestants: ['A', 'B'] as const, wins: 30, losses: 10, ties: 4, interval: [0.6, 0.85] as const },
  { contestants: ['B', 'C <i>'] as const, wins: 3, losses: 2, ties: 0, interval: [0.2, 0.9] as const },
  { contestants: ['A', 'C <i>'] as const, wins: 0, losses: 0, ties: 7, interval: null },
]
const textsIn = (svg: string) => [...svg.matchAll(/<text[^>]*>([^<]*)</g)].map(([, text]) => text)

describe('the picture of all pairs', () => {
  const svg = matrixSvg(pairs, ['B', 'A', 'C <i>', 'D'])

  it('has the share and the votes of each pair from both sides, in the order of the board', () => {
    const texts = textsIn(svg)
    expect(texts.slice(0, 8)).toEqual(['B', 'A', 'C &#60;i&#62;', 'D', 'B', 'A', 'C &#60;i&#62;', 'D'])
    // B against A, B against C; A against B, A against C; C against B, C against A; D met nobody
    expect(texts.slice(8, -2)).toEqual(['25', '44', '60', '5', '75', '44', '–', '7', '40', '5', '–', '7'])
  })

  it('has a tint for the pairs whose interval excludes 50 % alone', () => {
    expect(svg.match(/fill-opacity="[^"]*"/g)).toEqual(['fill-opacity="0.30"', 'fill-opacity="0.30"'])
    expect(svg).toMatch(/fill="#777a82" fill-opacity.*fill="#b63a10" fill-opacity/s)
  })

  it('is well-formed without contestants', () => {
    expect(matrixSvg([], [])).toMatch(/^<svg [^>]* viewBox="0 0 [\d.]+ [\d.]+".*<\/svg>\n$/s)
  })
})
