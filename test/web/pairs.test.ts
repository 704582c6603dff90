/** Who met whom, from either side, and what colour and words make of it. */
import { expect, it } from 'vitest'
import { pairWords, encountersOf, tintOf } from '../../web/src/charts/pairs.ts'
import type { HeadToHead } from '../../shared/contracts/index.ts'

const view = { source: 'humans', criterion: null, category: null, from: null, to: null }
const RECORD: HeadToHead = {
  arena: 'a',
  view,
  votes: 140,
  contestants: ['Ash', 'Birch', 'Cedar', 'Dogwood'],
  pairs: [
    { a: 0, b: 1, wins: 73, losses: 47, ties: 14, bothBad: 2, interval: [0.5187, 0.6912] },
    { a: 0, b: 2, wins: 0, losses: 0, ties: 1, bothBad: 0, interval: null },
    { a: 1, b: 2, wins: 3, losses: 2, ties: 0, bothBad: 0, interval: [0.2307, 0.8824] },
  ],
}
const met = encountersOf(RECORD)
const words = (row: string, column: string) =>
  pairWords(row, column, met(row, column)).replaceAll('\u00a0', ' ')

it('is the same record from both sides', () => {
  expect(met('Ash', 'Birch')).toMatchObject({ wins: 73, losses: 47, ties: 14, interval: [0.5187, 0.6912] })
  const other = met('Birch', 'Ash')!
  expect(other).toMatchObject({ wins: 47, losses: 73, ties: 14, bothBad: 2 })
  expect(other.interval!.map((end) => end.toFixed(4))).toEqual(['0.3088', '0.4813'])
})

it('is blank for pairs that never met, for a contestant with itself, and for an absent contestant', () => {
  expect([met('Cedar', 'Dogwood'), met('Ash', 'Ash'), met('Ash', 'Elm')]).toEqual([null, null, null])
})

it('has no tint while the interval holds a half, or without a decisive vote', () => {
  expect(tintOf(met('Birch', 'Cedar')!)).toBe(0)
  expect(tintOf(met('Ash', 'Cedar')!)).toBe(0)
  const [ahead, behind] = [tintOf(met('Ash', 'Birch')!), tintOf(met('Birch', 'Ash')!)]
  expect(ahead).toBeGreaterThan(0)
  expect(behind).toBeCloseTo(-ahead, 10)
  const certain = { wins: 900, losses: 0, ties: 0, bothBad: 0, share: 1, interval: [0.99, 1] as const }
  expect(tintOf(certain)).toBe(42)
})

it('has a description in words', () => {
  expect(words('Ash', 'Birch')).toBe(
    'Ash beat Birch in 61 % of 120 decisive votes (52–69 %), 14 ties, 2 of them both bad',
  )
  expect(words('Birch', 'Ash')).toMatch(/^Birch beat Ash in 39 % of 120 decisive votes \(31–48 %\)/)
  expect(words('Cedar', 'Ash')).toBe('Cedar and Ash: no decisive vote, 1 tie')
  expect(words('Cedar', 'Dogwood')).toBe('Cedar and Dogwood: no votes on this pair')
})
