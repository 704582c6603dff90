import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { renderMarkdown } from '../../../server/leaderboard/render/markdown.ts'
import { renderText } from '../../../server/leaderboard/render/text.ts'
import { computeBoardBy, METHODS } from '../../../server/ratings/compute-board.ts'
import {
  fewWords,
  firstPlace,
  hasTooFewVotes,
  isPlaced,
  sentence,
  stillNeeds,
  untilFirstRatings,
} from '../../../shared/sentence/index.ts'
import { boardOf, times, vote, votesFrom } from '../../server/ratings/boards.ts'
import { rated } from '../../web/contestant.ts'

it('is announced in both languages, and not for a contestant with a rating', () => {
  const few = rated('A', 1000, { status: 'provisional', reason: 'too_few_votes', rating: null, votes: 3 })
  expect([hasTooFewVotes(few), isPlaced(few)]).toEqual([true, false])
  expect(stillNeeds(few)).toBe('too few votes yet (3)')
  expect(stillNeeds(few, 'half', 'de')).toBe('noch zu wenige Stimmen (3)')
  const wide = rated('A', 1000, { comparison: [null, null], rankInterval: [1, 3] })
  expect([hasTooFewVotes(wide), isPlaced(wide), stillNeeds(wide)]).toEqual([false, true, null])
})

it('a board counts its votes up to those of the first ratings, and stops once half have one', () => {
  const rows = (placed: number) =>
    Array.from({ length: 6 }, (_, i) =>
      rated(
        `C${i}`,
        1000,
        i < placed ? {} : { status: 'provisional', reason: 'too_few_votes', rating: null },
      ),
    )
  const at = (votes: number, placed: number) =>
    untilFirstRatings({ contestants: rows(placed), votes, method: 'bradley-terry' })
  expect([at(0, 0), at(9, 2)]).toEqual([
    { votes: 0, of: 15 },
    { votes: 9, of: 15 },
  ])
  // never beyond its end
  expect(at(20, 2)).toEqual({ votes: 20, of: 21 })
  expect(at(12, 3)).toBeNull()
  expect(untilFirstRatings({ contestants: rows(0), votes: 1, method: 'elo' })).toBeNull()
})

describe('a board on which everybody has too few votes', () => {
  const few = boardOf(votesFrom('A>B B>C', 1))
  const names = few.contestants.map(({ name }) => name)

  it('says that too little is known instead of naming a dead heat', () => {
    expect(few.contestants.every(hasTooFewVotes)).toBe(true)
    expect(few.deadHeatForFirst.toSorted()).toEqual(['A', 'B', 'C'])
    expect(sentence(few)).toEqual({
      lead: 'No winner yet.',
      rest: expect.stringMatching(
        /^Too little is known to rate anybody\. About 6 more votes until the first ratings\./,
      ),
    })
    expect(sentence(few, 'de').rest).toMatch(/bewerten\. Noch etwa 6 Stimmen bis zu den ersten Wertungen\./)
    expect(sentence(few, 'en', '2026-11-25T10:00:00Z').rest).not.toContain('until')
    expect(fewWords(few).words).toBe('too little known')
    expect(firstPlace(few)).toEqual({ leader: null, among: null, deadHeat: [] })
  })

  it('names the dead heat once somebody has a number, or somebody cannot be first', () => {
    const enough = boardOf(votesFrom(times(20, 'A>B B>A B>C C>B')))
    expect(sentence(enough).rest).toMatch(/in a dead heat for first|is rated highest/)
    const without = { ...few, deadHeatForFirst: names.slice(1) }
    expect(sentence(without).rest).toContain('in a dead heat for first')
    expect(fewWords(without).words).toMatch(/^dead heat: 2 of /)
  })
})

it('calls nobody rated highest beside contestants without a number', () => {
  const heat = { rating: 1000, comparison: [null, null] as [null, null] }
  const one = {
    ...boardOf(votesFrom('A=B C>B A>B B=C A=C', 1)),
    contestants: [
      rated('A', 1000, heat),
      ...['C', 'B'].map((name) =>
        rated(name, 1000, { ...heat, status: 'provisional', reason: 'too_few_votes', rating: null }),
      ),
    ],
    deadHeatForFirst: ['A', 'C', 'B'],
    winner: null,
    whyNot: null,
  }
  expect(sentence(one).rest).toMatch(/^A, C and B are in a dead heat for first\./)
})

describe('a small board', () => {
  const NAMES = ['A', 'B', 'C', 'D', 'E', 'F', 'G', 'H']
  const small = fc
    .record({
      contestants: fc.integer({ min: 2, max: 8 }),
      prompts: fc.integer({ min: 1, max: 6 }),
      votes: fc.array(fc.tuple(fc.nat(7), fc.integer({ min: 1, max: 7 }), fc.nat(9)), {
        minLength: 2,
        maxLength: 30,
      }),
      looks: fc.constantFrom('one' as const, 'any' as const),
      rounds: fc.constantFrom(0, 1, 100),
      together: fc.constantFrom(null, 'category' as const),
      method: fc.constantFrom(...METHODS),
    })
    .map(({ contestants, prompts, votes, method, ...options }) => {
      const cast = votes.map(([first, ahead, draw], i) => {
        const a = first % contestants
        const b = (a + 1 + (ahead % (contestants - 1))) % contestants
        const outcome = draw < 5 ? 'left' : draw < 8 ? 'right' : 'tie'
        const on = { prompt: `p${i % prompts}`, voter: `w${i % 3}` }
        return vote(`v${i}`, { contestantA: NAMES[a], contestantB: NAMES[b], outcome, ...on })
      })
      const view = { source: 'all', criterion: null, category: null, from: null, to: null } as const
      return computeBoardBy(method, cast, {
        arena: 'small',
        view,
        seed: 1,
        computedAt: '2026-01-01T00:00:00.000Z',
        version: '0.0.0',
        categories: 3,
        ...options,
      })
    })

  it('says nothing with a figure on which nobody can act, in words, drawings or data', () => {
    fc.assert(
      fc.property(small, (board) => {
        for (const text of [renderText(board, { width: 120 }), renderMarkdown(board)])
          expect(text.replace(board.votesSha256.slice(0, 12), '')).not.toMatch(
            /[\de.+]{4,} %|\d{6,}|NaN|Infinity/,
          )
        for (const { rating, marginal, comparison, rankInterval, reason } of board.contestants) {
          const isApart = rankInterval !== null && rankInterval[1] - rankInterval[0] < 1
          if (marginal && !isApart) expect(marginal[1] - marginal[0]).toBeLessThanOrEqual(1500)
          if (reason !== null) expect([rating, marginal]).toEqual([null, null])
          if (rating !== null && comparison && rankInterval?.[0] === 1)
            expect(comparison.every((end) => end === null || Math.abs(end - rating) < 10_000)).toBe(true)
        }
      }),
      { numRuns: 150, seed: 7 },
    )
  })
})
