/** Boards that no reasonable vote makes, for axes that must bear every input. */
import fc from 'fast-check'
import type { Board } from '../../shared/contracts/board.ts'
import { boardOf, times, votesFrom } from '../server/ratings/boards.ts'
import { rated } from '../web/contestant.ts'

/** Sizes from next to nothing to 100 million points. */
const size = fc
  .tuple(fc.integer({ min: -6, max: 8 }), fc.double({ min: 1, max: 10, noNaN: true }))
  .map(([power, lead]) => lead * 10 ** power)
const end = (far: number) =>
  fc.option(
    size.map((each) => each * far),
    { freq: 9 },
  )
const row = fc.record({
  rating: fc.oneof(
    fc.double({ min: 600, max: 1400, noNaN: true }),
    size,
    size.map((one) => -one),
  ),
  own: size,
  low: end(-1),
  high: end(1),
  retired: fc.boolean(),
})

const plain = boardOf(votesFrom(times(5, 'A>B B>A')))

/** Boards of up to 300 rated contestants, each rating and interval as it comes. */
export const hostileBoards = fc
  .array(row, { minLength: 1, maxLength: 300, size: 'max' })
  .map((rows): Board => ({
    ...plain,
    arena: 'hostile',
    deadHeatForFirst: rows.map((_, i) => `Contestant-${i}`),
    contestants: rows
      .map(({ rating, own, low, high, retired }, i) =>
        rated(`Contestant-${i}`, rating, {
          ...(retired && { retired }),
          slug: `contestant-${i}`,
          marginal: [rating - own, rating + own],
          comparison: [low === null ? null : rating + low, high === null ? null : rating + high],
          rankInterval: [1, rows.length],
        }),
      )
      .sort((a, b) => b.rating - a.rating),
  }))
