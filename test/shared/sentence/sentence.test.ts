import { describe, expect, it } from 'vitest'
import {
  fewWords,
  headline,
  leaderOf,
  listed,
  listedShortly,
  sentence,
  shortSentence,
  stillNeeds,
  twoDigits,
  withCommas,
} from '../../../shared/sentence/index.ts'
import type { Board, WhyNot } from '../../../shared/contracts/index.ts'
import { DELTA } from '../../../shared/stats/intervals/differences.ts'
import type { BoardOptions } from '../../../server/ratings/boards/board-of.ts'
import { boardOf, times, votesFrom } from '../../server/ratings/boards.ts'

const wordsOf = (words: string, options = {}) => sentence(boardOf(votesFrom(words), options))
/** A board with the given result, whatever its votes. */
const saying = (fields: Partial<Board>, words = times(20, 'A>B B>A B>C C>B A>C C>A')): Board => ({
  ...boardOf(votesFrom(words)),
  winner: null,
  deadHeatForFirst: [],
  whyNot: null,
  ...fields,
})

describe('the sentence on top', () => {
  it('names a winner', () => {
    expect(wordsOf(times(50, 'A>B A>B A>B A>B B>A'))).toEqual({
      lead: 'A leads.',
      rest: 'Its interval lies above every other.',
    })
  })

  const range = (likely: number | null) => ({ low: null, likely, high: null })
  const lacking = (reason: WhyNot['reason'], ways: WhyNot['ways']) => ({
    deadHeatForFirst: ['A', 'B'],
    prompts: 24,
    voters: 12,
    whyNot: { reason, contestants: ['A', 'B'], ways },
  })
  const onSame = (votes: number | null) =>
    ({ by: 'votes', votes: range(votes), prompts: null, voters: null }) as const
  const onNew = (prompts: number) =>
    ({ by: 'prompts', votes: range(20 * prompts), prompts: range(prompts), voters: null }) as const

  const said = (fields: Partial<Board>) =>
    sentence(saying(fields)).rest.replace('A and B are in a dead heat for first. ', '')

  it('lists a dead heat and what would name a winner, without false precision', () => {
    const open = { ...lacking('votes', [onSame(1472)]), deadHeatForFirst: ['A', 'B', 'C'] }
    expect(sentence(saying(open))).toEqual({
      lead: 'No winner yet.',
      rest: 'A, B and C are in a dead heat for first. It will probably take about a thousand more votes to name a winner.',
    })
    expect(said(lacking('votes', [onSame(3120), onNew(43)]))).toBe(
      'It will probably take a few thousand more votes, or about 40 more prompts to name a winner.',
    )
    expect(said(lacking('votes', [onSame(1200), onNew(43)]))).toBe(
      'It will probably take about a thousand more votes to name a winner.',
    )
    expect(said({ deadHeatForFirst: ['A', 'B'] })).toBe('A and B are in a dead heat for first.')
  })

  it('says why no number of votes on the same prompts or by the same voters will do', () => {
    expect(said(lacking('prompts', [onSame(null), onNew(43)]))).toBe(
      '24 prompts are probably too few to name a winner, however many votes they get. It will probably take about 40 more prompts to name a winner.',
    )
    const voters = { by: 'voters', votes: range(300), prompts: null, voters: range(30) } as const
    expect(said(lacking('voters', [onSame(null), onNew(90), voters]))).toBe(
      '12 voters are probably too few to name a winner, however often they vote. It will probably take about 30 more voters to name a winner.',
    )
    expect(said(lacking('prompts', [onSame(null), { ...onNew(43), votes: range(null) }]))).toBe(
      '24 prompts are probably too few to name a winner, however many votes they get. More than 100 times as many would be needed: the highest rated are too close.',
    )
  })

  it('names an amount once if as many prompts as voters are needed', () => {
    const both = { by: 'both', votes: range(4000), prompts: range(300), voters: range(420) } as const
    expect(said(lacking('prompts', [onSame(null), both]))).toContain(
      'It will probably take a few hundred more prompts and voters to',
    )
    expect(said(lacking('prompts', [onSame(null), { ...both, voters: range(30) }]))).toContain(
      'It will probably take a few hundred more prompts and about 30 more voters to',
    )
  })

  it('says what is missing where nothing can be predicted', () => {
    expect(said(lacking('votes', []))).toBe('More votes are needed to name a winner.')
    expect(said(lacking('prompts', []))).toBe('More prompts are needed to name a winner.')
    expect(said(lacking('pairing', []))).toBe(
      'Results may have decided who met whom, and then less can be declared.',
    )
  })

  it('says that more votes change nothing if the top two are practically equal', () => {
    const words = `practically equal: their win rate is within ${DELTA * 100} points of 50 %. More votes will not change that.`
    expect(said(lacking('equal', []))).toBe(`The two are ${words}`)
    expect(sentence(saying({ ...lacking('equal', []), deadHeatForFirst: ['A', 'B', 'C'] })).rest).toBe(
      `A, B and C are in a dead heat for first. A and B are ${words}`,
    )
  })

  it('names the highest rated of a dead heat of more than five', () => {
    const words = `${times(20, 'A>B B>C C>D D>E E>F F>G G>A')} C>D`
    expect(wordsOf(words)).toMatchObject({
      lead: 'No winner yet.',
      rest: expect.stringMatching(/^C is rated highest, but 6 others may be first\./),
    })
  })

  it('names the highest rated of every dead heat in its short form', () => {
    const board = boardOf(votesFrom(times(10, 'A>B B>C C>A') + 'B>C'))
    expect(shortSentence(board)).toEqual({
      lead: 'No winner yet.',
      rest: 'B is rated highest, but A and C may be first.',
      more: 'More prompts are needed to name a winner.',
    })
    expect(shortSentence(board, 'de').rest).toBe(
      'B hat die höchste Wertung, aber A und C könnten ebenso auf Platz eins liegen.',
    )
    const clear = boardOf(votesFrom(times(60, 'A>B A>C B>C C>B A>B A>C B>A')))
    expect(shortSentence(clear)).toEqual({ ...sentence(clear), more: '' })
  })

  it('says who leads among the few people who voted, and that they speak for no others', () => {
    const board = boardOf(votesFrom(times(60, 'A>B A>B A>B B>A')), { arena: 'x' })
    const among = (voters: number): Board => ({
      ...board,
      winner: null,
      speaksFor: { whom: 'voters', voters, effective: voters, winner: 'A' },
    })
    expect(sentence(among(7))).toEqual({
      lead: 'Among these 7 people, A leads.',
      rest: 'Too few have voted to speak for others.',
    })
    expect(sentence(among(1)).lead).toBe('For the one person who voted, A leads.')
    expect(sentence(among(7), 'de').lead).toBe('Unter diesen 7 Personen führt A.')
    expect(fewWords(among(7))).toEqual({ name: 'A', words: 'leads among 7 people' })
    expect(leaderOf(among(7))).toBe('A')
    expect(headline(among(7)).lead).toContainEqual({ text: 'A', isName: true })
  })

  it('limits a winner’s lead to those it can be compared with, and names the others', () => {
    const led = times(50, 'A>B A>B A>B A>B B>A')
    const apart = (others: string) => wordsOf(`${led} ${others}`, { intervals: 'classic' })
    expect(apart(times(5, 'A>P P>L')).rest).toMatch(/; P cannot be compared with them yet\.$/)
    expect(apart('PQRSTUV'.replace(/./g, 'A>$& $&>L ')).rest).toMatch(
      /; P, Q, R and 4 others cannot be compared with them yet\.$/,
    )
    expect(apart(times(5, 'A>L')).rest).toBe('Its interval lies above every other.')
  })

  it('names no winner if a group of contestants has no link to the others', () => {
    const led = times(50, 'A>B A>B A>B A>B B>A')
    expect(wordsOf(`${led} ${times(5, 'P>Q Q>P')}`)).toEqual({
      lead: 'No winner yet.',
      rest: 'A is rated highest, but P and Q may be first. P and Q cannot be compared with the rated contestants yet, so nobody is above them.',
    })
  })

  it('claims nothing without intervals, votes or ratings', () => {
    const nothing = 'Intervals were not computed, so nothing can be declared.'
    expect(wordsOf(times(50, 'A>B A>B A>B B>A'), { rounds: 0 })).toEqual({ lead: nothing, rest: '' })
    expect(sentence(boardOf([]))).toEqual({ lead: 'No votes yet.', rest: '' })
    expect(wordsOf('A=B', { ties: 'drop' })).toEqual({
      lead: 'Nobody is rated yet.',
      rest: 'No vote that counts links two contestants.',
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
  ])('show %i rounded to two digits', (count, text) => {
    expect(twoDigits(count)).toBe(text)
  })

  it('set commas and join names', () => {
    expect([withCommas(999), withCommas(1_234_567)]).toEqual(['999', '1,234,567'])
    expect(listedShortly(['A', 'B', 'C', 'D', 'E'])).toBe('A, B, C, D and E')
    expect(listedShortly(['A', 'B', 'C', 'D', 'E', 'F'])).toBe('A, B, C and 3 others')
    expect([listed([]), listed(['A']), listed(['A', 'B']), listed(['A', 'B', 'C'])]).toEqual([
      '',
      'A',
      'A and B',
      'A, B and C',
    ])
  })

  it('say what is still needed', () => {
    const votes = votesFrom(times(3, 'D>E E>D U>D D>W P>Q Q>P'), 1)
    const needsOn = (options: Partial<BoardOptions>) => {
      const board = boardOf(votes, { contestants: [{ name: 'Z' }], pairing: 'fixed', ...options })
      return Object.fromEntries(board.contestants.map((row) => [row.name, stillNeeds(row)]))
    }
    expect(needsOn({})).toMatchObject({
      Z: 'no votes yet',
      P: 'no vote links it to the rated contestants',
      U: expect.stringContaining('its interval is too wide for a rating'),
    })
    expect(needsOn({ intervals: 'classic' })).toMatchObject({
      U: 'unbeaten in 3 votes: needs a loss or a tie',
      W: 'winless in 3 votes: needs a win or a tie',
    })
  })

  it('do not mention ties if ties are left out', () => {
    const words = times(5, 'D>E E>D U>D D>W T=D P>Q Q>P D>E E>D')
    const needs = (ties: Board['ties']) =>
      Object.fromEntries(
        boardOf(votesFrom(words), { ties, intervals: 'classic' }).contestants.map((row) => [
          row.name,
          stillNeeds(row, ties),
        ]),
      )
    expect(needs('drop')).toMatchObject({
      T: 'only ties in 5 votes, and ties do not count here',
      U: 'unbeaten in 5 votes: needs a loss',
      W: 'winless in 5 votes: needs a win',
      P: 'no vote links it to the rated contestants',
    })
    expect(needs('half')).toMatchObject({ T: null, U: 'unbeaten in 5 votes: needs a loss or a tie' })
  })
})
