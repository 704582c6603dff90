import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { mergeOrders } from '../../../server/judging/merge-orders.ts'
import type { Verdict } from '../../../shared/contracts/index.ts'

type Word = 'first' | 'second' | 'tie' | 'both_bad'
const verdictOf = (verdict: Word, reason: string | null = null) => ({ overall: { verdict, reason } })
const ranked = (...order: number[][]) => ({ overall: { order, reason: null } })
const pair = (first: Word, second: Word) =>
  mergeOrders(verdictOf(first), verdictOf(second), 'pairwise', 2)['overall'][0]

describe('the two orders of a pair', () => {
  it.each<[string, Word, Word, string, boolean]>([
    ['agree on the one', 'first', 'second', 'left', false],
    ['agree on the other', 'second', 'first', 'right', false],
    ['prefer whatever comes first', 'first', 'first', 'tie', true],
    ['prefer whatever comes second', 'second', 'second', 'tie', true],
    ['see a winner and a tie', 'first', 'tie', 'tie', true],
    ['see a tie and a winner', 'tie', 'second', 'tie', true],
    ['see a tie twice', 'tie', 'tie', 'tie', false],
    ['find both bad twice', 'both_bad', 'both_bad', 'both_bad', false],
    ['see a tie and both bad', 'tie', 'both_bad', 'tie', true],
  ])('that %s', (_, first, second, outcome, inconsistent) => {
    expect(pair(first, second)).toMatchObject({ left: 0, right: 1, outcome, inconsistent })
  })

  it('keep one reason if they agree, and both if they do not', () => {
    const reason = (first: Word, second: Word, one: string | null, other: string | null) =>
      mergeOrders(verdictOf(first, one), verdictOf(second, other), 'pairwise', 2)['overall'][0].reason
    expect(reason('first', 'second', 'a', 'b')).toBe('a')
    expect(reason('first', 'second', null, 'b')).toBe('In the other order: b')
    expect(reason('first', 'first', 'a', 'b')).toBe('a\nIn the other order: b')
    expect(reason('first', 'first', null, null)).toBeNull()
  })

  it('are merged criterion by criterion', () => {
    const one = { a: verdictOf('first').overall, b: verdictOf('tie').overall }
    const other = { b: verdictOf('tie').overall, a: verdictOf('first').overall }
    const merged = mergeOrders(one, other, 'pairwise', 2)
    expect(Object.entries(merged).map(([name, [it]]) => [name, it!.inconsistent])).toEqual([
      ['a', true],
      ['b', false],
    ])
    expect(() => mergeOrders(one, verdictOf('tie'), 'pairwise', 2)).toThrow(/different criteria/)
    expect(() => mergeOrders(verdictOf('tie'), ranked([0], [1], [2]), 'pairwise', 2)).toThrow(/no ranking/)
    expect(() => mergeOrders(ranked([0], [1], [2]), verdictOf('tie'), 'listwise', 3)).toThrow(/no pairwise/)
  })
})

describe('the two orders of a ranking', () => {
  const outcomes = (first: Record<string, Verdict>, second: Record<string, Verdict>, count: number) =>
    mergeOrders(first, second, 'listwise', count)['overall'].map(
      ({ left, right, outcome, inconsistent }) => `${left}${right} ${outcome}${inconsistent ? '?' : ''}`,
    )

  it('give every comparison, each consistent or not', () => {
    expect(outcomes(ranked([1], [0], [2]), ranked([1], [2], [0]), 3)).toEqual([
      '01 right',
      '02 left',
      '12 left',
    ])
    expect(outcomes(ranked([1], [0], [2]), ranked([1], [0], [2]), 3)).toEqual([
      '01 right',
      '02 tie?',
      '12 left',
    ])
    expect(outcomes(ranked([0, 1], [2]), ranked([2, 1], [0]), 3)).toEqual(['01 tie', '02 left', '12 left'])
  })

  it('name the answers that their reason is about', () => {
    const one = { overall: { order: [[0], [1], [2]], reason: 'x' } }
    const other = { overall: { order: [[0], [1], [2]], reason: 'y' } }
    const [, comparison] = mergeOrders(one, other, 'listwise', 3)['overall']
    expect(comparison!.reason).toBe(
      'Answers 1 and 3 of 3 ranked together: x\nIn the other order: Answers 3 and 1 of 3 ranked together: y',
    )
  })

  it('with one true order give exactly that order, for any number of answers and groups', () => {
    const strengths = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 3, maxLength: 6 })
    fc.assert(
      fc.property(strengths, (of) => {
        const count = of.length
        const groups = (shown: number[]) =>
          [...new Set(shown)]
            .sort((a, b) => b - a)
            .map((strength) => shown.flatMap((one, index) => (one === strength ? [index] : [])))
        const merged = mergeOrders(
          ranked(...groups(of)),
          ranked(...groups(of.toReversed())),
          'listwise',
          count,
        )
        expect(merged['overall']).toHaveLength((count * (count - 1)) / 2)
        for (const { left, right, outcome, inconsistent } of merged['overall']) {
          const difference = of[left] - of[right]
          expect(outcome).toBe(difference > 0 ? 'left' : difference < 0 ? 'right' : 'tie')
          expect(inconsistent).toBe(false)
        }
      }),
    )
  })
})
