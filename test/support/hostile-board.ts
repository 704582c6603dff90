/** Boards that no reasonable vote makes, for axes that must bear every input. */
import fc from 'fast-check'
import type { Board } from '../../shared/contracts/board.ts'
import { boardOf, times, votesFrom } from '../server/ratings/boards.ts'
import { rated } from '../web/contestant.ts'

/** Sizes from next to nothing to 100 million points. */
const size = fc
  .tuple(fc.integer({ min: -6, max: 8 }), fc.double({ min: 1, max: 10, noNaN: true }))
  .map(([power, lead]) => lead * 10 ** power)
const row = fc.record({
  rating: fc.oneof(
    fc.double({ min: 600, max: 1400, noNaN: true }),
    size,
    size.map((one) => -one),
  ),
  low: size,
  high: size,
  retired: fc.boolean(),
})

const plain = boardOf(votesFrom(times(5, 'A>B B>A')))

/** Boards of up to 300 rated contestants, each rating and interval as it comes. */
export const hostileBoards = fc
  .array(row, { minLength: 1, maxLength: 300, size: 'max' })
  .map((rows): Board => ({
    ...plain,
    arena: 'hostile',
    state: 'dead_heat',
    deadHeat: rows.map((_, i) => `Contestant-${i}`),
    contestants: rows
      .map(({ rating, low, high, retired }, i) =>
        rated(`Contestant-${i}`, rating, {
          ...(retired && { retired }),
          slug: `contestant-${i}`,
          interval: [rating - low, rating + high],
          place: [1, rows.length],
        }),
      )
      .sort((a, b) => b.rating - a.rating),
  }))
