import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { Board, BoardContestant } from '../../../shared/contracts/index.ts'
import { fewWords, headline, MANY, mayBeFirst, placesOf, sentence } from '../../../shared/sentence/index.ts'
import { declare, isAbove, rankIntervals, type Interval } from '../../../shared/stats/declare/declare.ts'
import { boardOf, votesFrom } from '../../server/ratings/boards.ts'

const BASE = boardOf(votesFrom('A>B B>A A>B B>A'.repeat(5)))

interface Drawn {
  rating: number
  half: number
  /** Whether it has too few votes for a rating. */
  isVague: boolean
}

/** A board as the rule declares it, from ratings and the halves of their intervals. */
function declared(drawn: readonly Drawn[], challengers: number): Board {
  const intervals = drawn.map(({ rating, half }): [number, number] => [rating - half, rating + half])
  const ranks = rankIntervals(intervals)
  const rated = drawn.map(({ rating }, i) => ({ contestant: i, theta: rating, comparison: intervals[i]! }))
  const beside = Array.from({ length: challengers }, (_, i) => ({
    contestant: drawn.length + i,
    comparison: null,
  }))
  const { winner, deadHeatForFirst } = declare(rated, beside)
  const nameOf = (i: number) => `N${i}`
  const contestants = [...drawn, ...beside].map((one, i): BoardContestant => {
    const known = 'rating' in one ? one : null
    const fields = { name: nameOf(i), reason: null, first: undefined }
    if (known && !known.isVague)
      return {
        ...BASE.contestants[0]!,
        ...fields,
        rating: known.rating,
        comparison: intervals[i]!,
        rankInterval: ranks[i]!,
      }
    const reason = known ? ('too_few_votes' as const) : ('unbeaten' as const)
    const comparison = known ? intervals[i]! : null
    return {
      ...BASE.contestants[0]!,
      ...fields,
      status: 'provisional',
      reason,
      rating: null,
      comparison,
      rankInterval: null,
    }
  })
  return {
    ...BASE,
    contestants,
    winner: winner === null ? null : nameOf(winner),
    deadHeatForFirst: deadHeatForFirst.map(nameOf),
    toSettle: null,
    equalForFirst: undefined,
  }
}

const drawnWith = (isVague: fc.Arbitrary<boolean>) =>
  fc.array(
    fc.record({
      rating: fc.integer({ min: 600, max: 1400 }),
      half: fc.integer({ min: 5, max: 300 }),
      isVague,
    }),
    { minLength: MANY - 2, maxLength: 45 },
  )

describe('the places of a board of many', () => {
  it('are the ranks that the board declares, if all that were compared are rated', () => {
    const board = drawnWith(fc.constant(false)).map((drawn) => declared(drawn, 0))
    fc.assert(
      fc.property(board, (it) => {
        const places = placesOf(it)
        expect(places === null).toBe(it.contestants.length <= MANY)
        for (const { contestant, best, worst } of places?.rows ?? [])
          expect([best, worst]).toEqual(contestant.rankInterval)
      }),
    )
  })

  it('say no more than the bars, and mark exactly those that may be first', () => {
    const vague = fc.nat(9).map((n) => n === 0)
    fc.assert(
      fc.property(drawnWith(vague), fc.nat(2), (drawn, challengers) => {
        const board = declared(drawn, challengers)
        const places = placesOf(board)
        if (!places) return
        const { rows, first, known, pairs } = places
        const may = mayBeFirst(board)
        const marked = rows.filter(({ isFirst }) => isFirst)
        expect(marked).toHaveLength(first)
        for (const { contestant, best, worst, isFirst } of rows) {
          expect(isFirst).toBe(may.has(contestant.name))
          if (may.size > 0) expect(isFirst).toBe(best === 1)
          const shown = (test: (other: Interval) => boolean) =>
            board.contestants.filter((other) => other.comparison && test(other.comparison)).length
          const above = shown((other) => isAbove(other, contestant.comparison))
          const below = shown((other) => isAbove(contestant.comparison, other))
          expect(best - 1).toBeLessThanOrEqual(Math.max(above, may.size > 0 && !isFirst ? 1 : 0))
          expect(rows.length - worst).toBeLessThanOrEqual(below)
        }
        // bars that share no place imply an order: it is shown
        for (const one of rows)
          for (const other of rows)
            if (one.worst < other.best)
              expect(isAbove(one.contestant.comparison, other.contestant.comparison)).toBe(true)
        expect(known).toBeLessThanOrEqual(pairs)
        const { lead, rest } = sentence(board)
        if (first > 1 && known > 0) {
          expect(lead).toBe('No winner yet.')
          expect(rest).toContain(`${first} of ${rows.length} may be first; `)
          expect(fewWords(board).words).toContain(`dead heat: ${first} of ${rows.length}`)
        }
      }),
    )
  })

  const fan = (n: number, step: number, half: number) =>
    declared(
      Array.from({ length: n }, (_, i) => ({ rating: 1200 - step * i, half, isVague: false })),
      0,
    )

  it('are counted in the sentence, with the highest rated in a second line', () => {
    const board = fan(30, 10, 55)
    const { rest, second } = headline(board)
    const text = (pieces: typeof rest) => pieces.map((piece) => piece.text).join('')
    expect(text(rest)).toBe('12 of 30 may be first; each of the other 18 is shown to be below at least one.')
    expect(text(second)).toBe('Rated highest is N0: above 18 of the other 29, below none, 11 open.')
    expect(second).toContainEqual({ text: 'N0', isName: true })
    expect(sentence(board, 'de').rest).toBe(
      '12 von 30 könnten Erster sein; jeder der anderen 18 liegt nachweislich unter mindestens einem. Die höchste Wertung hat N0: über 18 der anderen 29, unter keinem, 11 offen.',
    )
    expect(sentence(fan(22, 10, 100)).rest).toMatch(/^21 of 22 may be first; the other is shown to be below/)
  })

  it('are none to show if all may be first', () => {
    const board = fan(25, 1, 100)
    expect(placesOf(board)?.known).toBe(0)
    expect(sentence(board)).toEqual({
      lead: 'No winner yet.',
      rest: 'All 25 may be first; no order is shown.',
    })
  })
})
