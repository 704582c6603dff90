/** Two texts word by word: nothing is lost, no more is changed than need be, and it stays readable. */
import { describe, expect, it } from 'vitest'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { diffWords } from '../../web/src/ui/diff.ts'

/** `[-removed-]`, `{+added+}`. */
const marked = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

describe('two texts', () => {
  it('differ word by word, removals first', () => {
    expect(marked('Be brief and kind.', 'Be brief, warm and kind.')).toBe('Be brief{+,+} {+warm +}and kind.')
    expect(marked('Answer in one line', 'Answer in two lines')).toBe('Answer in [-one line-]{+two lines+}')
    expect(marked('', 'new')).toBe('{+new+}')
    expect(marked('old', '')).toBe('[-old-]')
    expect(diffWords('alike', 'alike')).toEqual([{ text: 'alike', kind: 'same' }])
    expect(diffWords('', '')).toEqual([])
  })

  it('are told apart in scripts without spaces, and never within a sign of several parts', () => {
    expect(marked('東京は日本の首都です', '京都は日本の古都です')).toContain('は日本の')
    expect(marked('well done 👩‍👩‍👧', 'well done 👩‍👩‍👦')).toBe('well done [-👩‍👩‍👧-]{+👩‍👩‍👦+}')
  })

  it('that are rewritten are not taken apart for the few words they share', () => {
    const before = 'Keep the cellar between ten and fourteen degrees, otherwise corks shrink.'
    const after = 'Wine needs the dark; vibration harms it, and warmth ages bottles early.'
    expect(diffWords(before, after).filter(({ kind }) => kind === 'same').length).toBeLessThanOrEqual(1)
  })

  it('are put together again from their parts, whatever they are', () => {
    const random = new RandomStream(7, 1)
    const drawn = () => Array.from({ length: random.next() % 40 }, () => 'ab \n.'[random.next() % 5]).join('')
    for (let round = 0; round < 500; round++) {
      const [before, after] = [drawn(), drawn()]
      const parts = diffWords(before, after)
      const without = (kind: string) => parts.filter((part) => part.kind !== kind).map(({ text }) => text)
      expect([without('added').join(''), without('removed').join('')]).toEqual([before, after])
    }
  })

  it('that have little in common keep their ends', () => {
    const text = (prefix: string) =>
      `start ${Array.from({ length: 3000 }, (_, i) => `${prefix}${i}`).join(' ')} end`
    const kinds = diffWords(text('a'), text('b')).map(({ kind, text }) => [kind, text.slice(0, 6)])
    expect(kinds).toEqual([
      ['same', 'start '],
      ['removed', 'a0 a1 '],
      ['added', 'b0 b1 '],
      ['same', ' end'],
    ])
  })
})
