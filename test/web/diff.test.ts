/** Two texts word by word: nothing is lost, no more is changed than need be, and it stays readable. */
import { describe, expect, it } from 'vitest'
import { RandomStream } from '../../shared/stats/numbers/random.ts'
import { diffWords } from '../../web/src/ui/diff.ts'
import { shortestEdit } from '../../web/src/ui/shortest-edit.ts'

/** `[-removed-]`, `{+added+}`. */
const marked = (before: string, after: string) =>
  diffWords(before, after)
    .map(({ kind, text }) => (kind === 'same' ? text : kind === 'removed' ? `[-${text}-]` : `{+${text}+}`))
    .join('')

describe('two texts', () => {
  it('differ word by word, removals first', () => {
    expect(marked('Be brief and kind.', 'Be brief, warm and kind.')).toBe('Be brief{+, warm+} and kind.')
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
})

describe('the edit', () => {
  /** Longest common subsequence by the full table: the second way. */
  function fewestEdits(before: string, after: string): number {
    let last = Array.from({ length: after.length + 1 }, (_, j) => j)
    for (let i = 1; i <= before.length; i++) {
      const row = [i]
      for (let j = 1; j <= after.length; j++)
        row[j] = before[i - 1] === after[j - 1] ? last[j - 1] : 1 + Math.min(last[j], row[j - 1])
      last = row
    }
    return last[after.length]
  }

  it('is the shortest', () => {
    const random = new RandomStream(7, 2)
    const drawn = () => Array.from({ length: random.next() % 30 }, () => 'abc'[random.next() % 3]).join('')
    for (let round = 0; round < 500; round++) {
      const [before, after] = [drawn(), drawn()]
      const edits = shortestEdit([...before], [...after])
        .filter(({ kind }) => kind !== 'same')
        .reduce((sum, { from, to }) => sum + to - from, 0)
      expect([before, after, edits]).toEqual([before, after, fewestEdits(before, after)])
    }
  })

  it('of lists with little in common keeps their ends', () => {
    const list = (prefix: string) => [
      'start',
      ...Array.from({ length: 3000 }, (_, i) => `${prefix}${i}`),
      'end',
    ]
    expect(shortestEdit(list('a'), list('b'))).toEqual([
      { kind: 'same', from: 0, to: 1 },
      { kind: 'removed', from: 1, to: 3001 },
      { kind: 'added', from: 1, to: 3001 },
      { kind: 'same', from: 3001, to: 3002 },
    ])
  })
})
