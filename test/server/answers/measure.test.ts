/** The measures stored with a text: its length, and a hash that identifies it. */
import { describe, expect, it } from 'vitest'
import { measure } from '../../../server/answers/put-answers.ts'

describe('a text', () => {
  it.each([
    ['', 0, 0],
    ['One two, three!', 15, 3],
    ["It’s a don't-care", 17, 3],
    ['🐎🐎', 2, 0],
    ['日本語 テスト', 7, 6],
    ['Ünïcode wörds', 13, 2],
  ])('%j has %i characters and %i words', (text, characters, words) => {
    expect(measure([text])).toMatchObject({ characters, words })
  })

  it('has the same hash whatever its surrounding space and Unicode form', () => {
    const same = (one: string[], other: string[]) => measure(one).text_sha256 === measure(other).text_sha256
    expect(same(['caf\u00e9'], [' cafe\u0301\n'])).toBe(true)
    expect(same([''], [' \t'])).toBe(true)
    expect(same(['a'], ['A'])).toBe(false)
    expect(same(['a b'], ['a  b'])).toBe(false)
    expect(same(['a', 'b'], ['a', 'b '])).toBe(true)
    expect(same(['a', 'b'], ['ab'])).toBe(false)
    expect(same(['a\nb'], ['a', 'b'])).toBe(false)
  })
})
