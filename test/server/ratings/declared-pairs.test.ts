/** Since which board each order of two contestants has been declared. */
import { describe, expect, it } from 'vitest'
import { declaredPairs, sinceWhen } from '../../../server/ratings/differences.ts'

type Bars = Record<string, [number | null, number | null] | null>
const boardOf = (votes: number, bars: Map<string, Bars[string]> | Bars) => ({
  votes,
  computedAt: `2026-01-01T00:00:${votes}.000Z`,
  looks: 'any' as const,
  contestants: [...(bars instanceof Map ? bars : new Map(Object.entries(bars)))].map(
    ([name, comparison]) => ({ name, comparison }) as never,
  ),
})
const at = (votes: number) => ({ votes, at: `2026-01-01T00:00:${votes}.000Z` })

describe('the declared orders of a view', () => {
  const first = declaredPairs(boardOf(10, { a: [5, 7], b: [1, 4], c: [0, 6] }), null)
  const second = declaredPairs(boardOf(20, { c: [0, 2], a: [5, 7], b: [1, 4] }), first)
  const third = declaredPairs(boardOf(30, { b: [5, 7], a: [1, 4], c: [0, 2] }), second)

  it('start with the board that first declares them', () => {
    const since = sinceWhen(first)
    expect([since('a', 'b'), since('b', 'a'), since('a', 'c'), since('a', 'nobody')]).toEqual([
      at(10),
      undefined,
      undefined,
      undefined,
    ])
  })

  it('keep that board while every later one declares them, in any order of contestants', () => {
    const since = sinceWhen(second)
    expect([since('a', 'b'), since('a', 'c'), since('b', 'c')]).toEqual([at(10), at(20), undefined])
  })

  it('end when the order is no longer declared, and start again when the order is reversed', () => {
    const since = sinceWhen(third)
    expect([since('a', 'b'), since('b', 'a'), since('a', 'c'), since('b', 'c')]).toEqual([
      undefined,
      at(30),
      undefined,
      at(30),
    ])
  })

  it('survive storage, with names such as __proto__, open ends and missing intervals', () => {
    const bars = new Map<string, Bars[string]>([
      ['__proto__', [5, null]],
      ['constructor', [null, 3]],
      ['unknown', null],
    ])
    const stored = JSON.parse(JSON.stringify(declaredPairs(boardOf(10, bars), null)))
    const since = sinceWhen(declaredPairs(boardOf(20, bars), stored))
    expect(since('__proto__', 'constructor')).toEqual(at(10))
    expect(since('__proto__', 'unknown')).toBe(undefined)
  })
})
