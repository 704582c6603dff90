import { describe, expect, it } from 'vitest'
import { listed, sentence, stillNeeds, twoDigits, withCommas } from '../../shared/sentence/index.ts'
import type { Board } from '../../shared/contracts/index.ts'
import { boardOf, times, votesFrom } from '../ratings/boards.ts'

const wordsOf = (words: string, options = {}) => sentence(boardOf(votesFrom(words), options))
/** A board that says what is given, whatever its votes. */
const saying = (given: Partial<Board>, words = times(20, 'A>B B>A B>C C>B A>C C>A')): Board => ({
  ...boardOf(votesFrom(words)),
  winner: null,
  deadHeatForFirst: [],
  votesToSeparate: null,
  ...given,
})

describe('the sentence on top', () => {
  it('names a winner', () => {
    expect(wordsOf(times(50, 'A>B A>B A>B A>B B>A'))).toEqual({
      lead: 'A leads.',
      rest: 'Its interval lies above every other.',
    })
  })

  it('lists a dead heat and what would separate the top two', () => {
    expect(sentence(saying({ deadHeatForFirst: ['A', 'B', 'C'], votesToSeparate: 1472 }))).toEqual({
      lead: 'No winner yet.',
      rest: 'A, B and C are in a dead heat for first; about 1,500 more votes on the top two would separate them at today’s gap.',
    })
    expect(sentence(saying({ deadHeatForFirst: ['A', 'B'], votesToSeparate: 1 })).rest).toContain(
      'about 1 more vote on',
    )
    expect(sentence(saying({ deadHeatForFirst: ['A', 'B'] })).rest).toBe(
      'A and B are in a dead heat for first.',
    )
  })

  it('counts a dead heat of more than five', () => {
    const words = times(20, 'A>B B>C C>D D>E E>F F>G G>A')
    expect(wordsOf(words)).toMatchObject({
      lead: 'No winner yet.',
      rest: expect.stringMatching(/^7 of 7 are in a dead heat for first/),
    })
  })

  it('names who is unbeaten in it', () => {
    expect(wordsOf(`${times(9, 'A>B B>A')} W>A`)).toEqual({
      lead: 'No winner yet.',
      rest: expect.stringMatching(
        /^(A, B|B, A) and W are in a dead heat for first[^.]*\. W is unbeaten in 1\.$/,
      ),
    })
  })

  it('names an unbeaten winner', () => {
    const words = `${times(100, 'A>B B>A')} ${times(100, 'W>A W>B')}`
    const { lead, rest } = sentence(boardOf(votesFrom(words, 1)))
    expect(lead).toBe('W leads.')
    expect(rest).toBe('It is unbeaten in 200, and even with one more loss it would lie above every other.')
  })

  it('claims nothing without intervals, without votes, without ratings', () => {
    const nothing = 'Intervals were not computed, so nothing can be declared.'
    expect(wordsOf(times(50, 'A>B A>B A>B B>A'), { rounds: 0 })).toEqual({ lead: nothing, rest: '' })
    expect(sentence(boardOf([]))).toEqual({ lead: 'No votes yet.', rest: '' })
    expect(wordsOf('A>B')).toEqual({
      lead: 'Nobody is rated yet.',
      rest: expect.stringContaining('both ways'),
    })
  })
})

describe('its words', () => {
  it.each([
    [1, '1'],
    [99, '99'],
    [101, '100'],
    [644, '640'],
    [1472, '1,500'],
    [12_999, '13,000'],
    [9_960_000, '10,000,000'],
  ])('show %i with two leading digits', (count, text) => {
    expect(twoDigits(count)).toBe(text)
  })

  it('set commas and join names', () => {
    expect([withCommas(999), withCommas(1_234_567)]).toEqual(['999', '1,234,567'])
    expect([listed([]), listed(['A']), listed(['A', 'B']), listed(['A', 'B', 'C'])]).toEqual([
      '',
      'A',
      'A and B',
      'A, B and C',
    ])
  })

  it('say what is still needed', () => {
    const board = boardOf(votesFrom(times(3, 'D>E E>D U>D D>W P>Q Q>P')), { contestants: [{ name: 'Z' }] })
    const needs = Object.fromEntries(board.contestants.map((row) => [row.name, stillNeeds(row)]))
    expect(needs).toMatchObject({
      U: 'unbeaten in 3: needs a loss or a tie',
      W: 'winless in 3: needs a win or a tie',
      Z: 'no votes yet',
    })
    const [pair, apart] = needs['D'] === null ? ['D', 'P'] : ['P', 'D']
    expect(needs[pair!]).toBeNull()
    expect(needs[apart!]).toContain('not linked to the others')
  })
})
