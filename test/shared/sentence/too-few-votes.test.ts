import { describe, expect, it } from 'vitest'
import {
  fewWords,
  firstPlace,
  hasTooFewVotes,
  isPlaced,
  sentence,
  stillNeeds,
} from '../../../shared/sentence/index.ts'
import { boardOf, times, votesFrom } from '../../server/ratings/boards.ts'
import { rated } from '../../web/contestant.ts'

it.each([
  ['1,500 points wide', [250, 1750], false],
  ['wider', [250, 1751], true],
  ['340 million points wide', [-1.7e8, 1.7e8], true],
  ['open above', [1100, null], false],
  ['open on both sides', [null, null], true],
] as const)('an interval that is %s', (_, [low, high], tooFew) => {
  const contestant = rated('A', 1000, { comparison: [low, high], rankInterval: [1, 3] })
  expect(hasTooFewVotes(contestant)).toBe(tooFew)
  expect(isPlaced(contestant)).toBe(!tooFew)
})

it('uses the contestant’s own interval if the board has no other', () => {
  const own = (marginal: [number, number] | null) =>
    rated('A', 1000, { comparison: null, marginal, rankInterval: null })
  expect(hasTooFewVotes(own([-4000, 4000]))).toBe(true)
  expect(hasTooFewVotes(own([900, 1100]))).toBe(false)
  expect(isPlaced(own(null))).toBe(true)
})

it('is announced in both languages, and not for a contestant with a rating', () => {
  const wide = rated('A', 1000, { comparison: [-4000, 6000], rankInterval: [1, 3], votes: 3 })
  expect(stillNeeds(wide)).toBe('too few votes (3): its interval is wider than 1,500 points')
  expect(stillNeeds(wide, 'half', 'de')).toBe(
    'zu wenige Stimmen (3): das Intervall ist breiter als 1.500 Punkte',
  )
  expect(stillNeeds(rated('A', 1000))).toBeNull()
})

it('a winner shows its rating, however wide its interval', () => {
  expect(isPlaced(rated('A', 3000, { comparison: [1200, 4800], rankInterval: [1, 1] }))).toBe(true)
})

describe('a board on which everybody has too few votes', () => {
  const few = boardOf(votesFrom('A>B B>A A>C C>B A>B', 1))
  const names = few.contestants.map(({ name }) => name)

  it('says that too little is known instead of naming a dead heat', () => {
    expect(few.contestants.every(hasTooFewVotes)).toBe(true)
    expect(few.deadHeatForFirst.toSorted()).toEqual(['A', 'B', 'C'])
    expect(sentence(few)).toEqual({
      lead: 'No winner yet.',
      rest: expect.stringMatching(/^Too little is known to rate anybody\./),
    })
    expect(sentence(few, 'de').rest).toMatch(/^Noch ist zu wenig bekannt, um jemanden zu bewerten\./)
    expect(fewWords(few).words).toBe('too little known')
    expect(firstPlace(few)).toEqual({ winner: null, deadHeat: [] })
  })

  it('names the dead heat once somebody has a number, or somebody cannot be first', () => {
    const enough = boardOf(votesFrom(times(20, 'A>B B>A B>C C>B')))
    expect(sentence(enough).rest).toMatch(/in a dead heat for first|is rated highest/)
    const without = { ...few, deadHeatForFirst: names.slice(1) }
    expect(sentence(without).rest).toContain('in a dead heat for first')
    expect(fewWords(without).words).toBe('dead heat: 2 of 3')
  })
})
