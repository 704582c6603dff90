import fc from 'fast-check'
import { expect, it } from 'vitest'
import { tally } from '../../../shared/stats/fit/tally.ts'
import type { VoteColumns } from '../../../shared/stats/index.ts'

const votesAmong = (contestants: number, most: number): fc.Arbitrary<VoteColumns> =>
  fc
    .array(
      fc
        .tuple(fc.nat(contestants - 1), fc.nat(contestants - 1), fc.nat(3), fc.nat(2))
        .filter(([left, right]) => left !== right),
      { maxLength: most, size: 'max' },
    )
    .map((votes) => ({
      contestants,
      units: 3,
      left: Int32Array.from(votes, ([left]) => left),
      right: Int32Array.from(votes, ([, right]) => right),
      outcome: Uint8Array.from(votes, ([, , outcome]) => outcome),
      unit: Int32Array.from(votes, ([, , , unit]) => unit),
    }))

/** The same counts, one vote after the other. */
function countedOneByOne({ left, right, outcome }: VoteColumns, ties: 'half' | 'drop') {
  const counts = new Map<string, number[]>()
  for (const [vote, result] of outcome.entries()) {
    if (ties === 'drop' && result >= 2) continue
    const [low, high] = [left[vote], right[vote]].sort((a, b) => a - b)
    const winner = [left[vote], right[vote]][result]
    const of = counts.get(`${low} ${high}`) ?? [low, high, 0, 0, 0]
    of[winner === low ? 2 : winner === high ? 3 : 4]++
    counts.set(`${low} ${high}`, of)
  }
  return [...counts.values()].sort(([a, b], [c, d]) => a - c || b - d)
}

// few contestants with many votes are counted in another way than many contestants with few
it.each([
  [3, 400],
  [40, 30],
])('counts the results of each pair, sorted: %i contestants with up to %i votes', (contestants, most) => {
  fc.assert(
    fc.property(votesAmong(contestants, most), fc.constantFrom('half', 'drop'), (votes, ties) => {
      const expected = countedOneByOne(votes, ties)
      for (const by of ['vote', 'unit'] as const) {
        const { first, second, firstWins, secondWins, ties: tied } = tally(votes, by, ties)
        const rows = [...first.keys()].map((pair) =>
          [first, second, firstWins, secondWins, tied].map((column) => column[pair]),
        )
        expect(rows).toEqual(expected)
      }
    }),
    { seed: 1 },
  )
})
