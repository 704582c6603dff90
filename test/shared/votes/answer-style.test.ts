import { describe, expect, it } from 'vitest'
import { styleOf } from '../../../shared/votes/answer-style.ts'

describe('the style of an answer', () => {
  it('counts code points, headers, list items and bold over all turns', () => {
    const text =
      '# Title\n\n- one\n* two\n  + three\n1. four\n2) five\n\nSome **bold** and __more__ of **it**. 🦊'
    expect(styleOf([text])).toEqual({ length: [...text].length, headers: 1, lists: 5, bold: 3 })
    expect(styleOf([text, '## Again'])).toMatchObject({ length: [...text].length + 8, headers: 2 })
  })

  it('does not count text that only looks like markup, and ignores code', () => {
    const text =
      '#hash\n####### seven\n-dash\n3.14 is pi\n2**3**4\n** not **\n```\n# code\n- code **x**\n```\n# real'
    expect(styleOf([text])).toMatchObject({ headers: 1, lists: 0, bold: 2 })
    expect(styleOf(['~~~\n# a\n```\n# b\n~~~\n# c'])).toMatchObject({ headers: 1 })
    expect(styleOf(['```\n# never closed'])).toMatchObject({ headers: 0 })
    expect(styleOf([''])).toEqual({ length: 0, headers: 0, lists: 0, bold: 0 })
  })

  it('takes time in proportion to the length of the text, whatever it contains', () => {
    for (const piece of ['**', '__', '* ', '#', '**a', '- '])
      expect(styleOf([piece.repeat(200_000)]).length).toBe(200_000 * piece.length)
  })
})
