import fc from 'fast-check'
import { describe, expect, it, test } from 'vitest'
import {
  accented,
  fewWords,
  firstPlace,
  headline,
  listed,
  listedShortly,
  MANY,
  heatForFirst,
  mayBeFirst,
  placesOf,
  sentence,
  shortSentence,
  stillNeeds,
  twoDigits,
  withCommas,
  hasTooFewVotes,
  isPlaced,
  untilFirstRatings,
  type Language,
} from '../../../shared/sentence/index.ts'
import type { Board, BoardContestant, WhyNot, Ingredients } from '../../../shared/contracts/index.ts'
import { declare, isAbove, rankIntervals } from '../../../shared/stats/declare/declare.ts'
import { DELTA } from '../../../shared/stats/intervals/measurement.ts'
import type { BoardOptions } from '../../../server/ratings/boards/board-of.ts'
import { boardOf, times, votesFrom, vote } from '../../server/ratings/boards.ts'
import { withoutDirections } from '../../../web/src/ui/directions.ts'
import { effectInWords, ingredientsSentence, restSentence } from '../../../shared/sentence/ingredients.ts'
import { renderMarkdown } from '../../../server/leaderboard/render/markdown.ts'
import { renderText } from '../../../server/leaderboard/render/text.ts'
import { computeBoardBy, METHODS } from '../../../server/ratings/compute-board.ts'
import { rated } from '../../web/contestant.ts'

const wordsOf = (words: string, options = {}) => sentence(boardOf(votesFrom(words), options))
/** A board with the given result, whatever its votes. */
const saying = (fields: Partial<Board>, words = times(20, 'A>B B>A B>C C>B A>C C>A')): Board => ({
  ...boardOf(votesFrom(words)),
  winner: null,
  deadHeatForFirst: [],
  whyNot: null,
  ...fields,
})

const range = (likely: number | null) => ({ low: null, likely, high: null })

describe('the sentence on top', () => {
  it('names a winner', () => {
    expect(wordsOf(times(50, 'A>B A>B A>B A>B B>A'))).toEqual({
      lead: 'A leads.',
      rest: 'Its interval lies above every other.',
    })
  })

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
      'Even 100 times as many votes, on new prompts and by new people, would probably name no winner: the highest rated are too close.',
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
    expect(firstPlace(among(7))).toEqual({ leader: 'A', among: 7, deadHeat: [] })
    expect(headline(among(7)).lead).toContainEqual({ text: 'A', isName: true })
  })

  it('names once voting is closed the day, the outcome and what was missing, and promises nothing more', () => {
    const end = '2026-11-24T18:00:00Z'
    const closed = (board: Board, language: Language = 'en') => shortSentence(board, language, end)
    const open = saying({ ...lacking('prompts', [onSame(null), onNew(43)]), votes: 412 })
    expect(closed(open)).toEqual({
      lead: 'Closed on 24 November 2026 after 412 votes: no winner.',
      rest: 'A and B ended in a dead heat for first.',
      more: 'More prompts would have been needed.',
    })
    const uneven = boardOf(votesFrom(times(10, 'A>B B>C C>A') + 'B>C'))
    expect([closed(uneven).rest, closed(uneven, 'de').rest]).toEqual([
      'B is rated highest, but A and C could not be told from it.',
      'B hat die höchste Wertung, aber A und C ließen sich davon nicht unterscheiden.',
    ])
    expect(closed(open, 'de')).toMatchObject({
      lead: 'Beendet am 24. November 2026 nach 412 Stimmen: kein Sieger.',
      more: 'Es hätte mehr Prompts gebraucht.',
    })
    const both = { by: 'both', votes: range(4000), prompts: range(300), voters: range(420) } as const
    expect(closed(saying(lacking('votes', [onSame(null), both]))).more).toBe(
      'More prompts and people would have been needed.',
    )
    expect(closed(saying(lacking('votes', []))).more).toBe('More votes would have been needed.')
    const clear = boardOf(votesFrom(times(60, 'A>B A>B A>B B>A')), { arena: 'x' })
    expect(closed(clear).lead).toBe('Closed on 24 November 2026 after 240 votes: A won.')
    expect(headline(clear, 'en', end).lead).toContainEqual({ text: 'A', isName: true })
    const speaksFor = { whom: 'voters', voters: 7, effective: 7, winner: 'A' } as const
    expect(closed({ ...clear, winner: null, speaksFor }).lead).toMatch(/: among these 7 people, A won\.$/)
    expect(fewWords(clear, true)).toEqual({ name: 'A', words: 'won' })
    expect(closed(boardOf([])).lead).toBe('Closed on 24 November 2026: no votes.')
    expect(fewWords(boardOf([]), true).words).toBe('no votes')
  })

  it('limits a winner’s lead to those it can be compared with, and names the others', () => {
    const led = times(50, 'A>B A>B A>B A>B B>A')
    const apart = (others: string) => wordsOf(`${led} ${others}`, { intervals: 'classic' })
    expect(apart(times(5, 'A>P P>L')).rest).toMatch(/; P cannot be compared with them\.$/)
    expect(apart('PQRSTUV'.replace(/./g, 'A>$& $&>L ')).rest).toMatch(
      /; P, Q, R and 4 others cannot be compared with them\.$/,
    )
    expect(apart(times(5, 'A>L')).rest).toBe('Its interval lies above every other.')
  })

  it('names no winner if a group of contestants has no link to the others', () => {
    const led = times(50, 'A>B A>B A>B A>B B>A')
    expect(wordsOf(`${led} ${times(5, 'P>Q Q>P')}`)).toEqual({
      lead: 'No winner yet.',
      rest: 'A is rated highest, but P and Q may be first. P and Q cannot be compared with the rated contestants, so nobody is above them.',
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
      U: 'too few votes yet (3)',
    })
    expect(needsOn({ intervals: 'classic' })).toMatchObject({
      U: 'won all its 3 votes; more votes needed',
      W: 'lost all its 3 votes; more votes needed',
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
      U: 'unbeaten in 5 votes; more votes needed',
      W: 'winless in 5 votes; more votes needed',
      P: 'no vote links it to the rated contestants',
    })
    expect(needs('half')).toMatchObject({ T: null, U: 'won all its 5 votes; more votes needed' })
  })
})

describe('a board of many', () => {
  const BOARD = saying({})

  /** A board as the rule declares it, from ratings, half intervals and who has too few votes. */
  function declared(
    drawn: readonly { rating: number; half: number; isVague: boolean }[],
    challengers = 0,
  ): Board {
    const intervals = drawn.map(({ rating, half }): [number, number] => [rating - half, rating + half])
    const ranks = rankIntervals(intervals)
    const rated = drawn.map(({ rating }, i) => ({ contestant: i, theta: rating, comparison: intervals[i]! }))
    const beside = Array.from({ length: challengers }, (_, i) => drawn.length + i)
    const { winner, deadHeatForFirst } = declare(rated, beside)
    const contestants = [...drawn, ...beside].map((known, i): BoardContestant => {
      const row = {
        ...BOARD.contestants[0]!,
        name: `N${i}`,
        first: undefined,
        comparison: intervals[i] ?? null,
      }
      if (typeof known === 'object' && !known.isVague)
        return { ...row, rating: known.rating, rankInterval: ranks[i]! }
      const reason = typeof known === 'object' ? 'too_few_votes' : 'unbeaten'
      return { ...row, status: 'provisional', reason, rating: null, rankInterval: null }
    })
    const nameOf = (i: number) => `N${i}`
    const first = {
      winner: winner === null ? null : nameOf(winner),
      deadHeatForFirst: heatForFirst(deadHeatForFirst.map(nameOf), contestants),
    }
    return { ...BOARD, ...first, contestants }
  }

  const drawn = fc.array(
    fc.record({
      rating: fc.integer({ min: 600, max: 1400 }),
      half: fc.integer({ min: 5, max: 300 }),
      isVague: fc.nat(40).map((n) => n === 0),
    }),
    { minLength: MANY - 2, maxLength: 45 },
  )

  it('has places that say no more than its bars, its ranks if all are rated, and marks who may be first', () => {
    fc.assert(
      fc.property(drawn, fc.nat(2), (all, challengers) => {
        const board = declared(all, challengers)
        const places = placesOf(board)
        const rated = all.filter(({ isVague }) => !isVague).length
        expect(places === null).toBe(rated <= MANY)
        if (!places) return
        const { rows, first, known } = places
        const may = mayBeFirst(board)
        if (board.winner === null) expect([...may]).toEqual(board.deadHeatForFirst)
        for (const { contestant, best, worst, isFirst } of rows) {
          expect(isFirst).toBe(may.has(contestant.name))
          if (may.size > 0) expect(isFirst).toBe(best === 1)
          if (rated === all.length && challengers === 0)
            expect([best, worst]).toEqual(contestant.rankInterval)
          const own = contestant.comparison
          const count = (test: (other: BoardContestant) => boolean) => board.contestants.filter(test).length
          const [above, below] = [
            count(({ comparison }) => isAbove(comparison, own)),
            count(({ comparison }) => isAbove(own, comparison)),
          ]
          expect(best - 1).toBeLessThanOrEqual(Math.max(above, may.size > 0 && !isFirst ? 1 : 0))
          expect(rows.length - worst).toBeLessThanOrEqual(below)
          for (const other of rows)
            if (worst < other.best) expect(isAbove(own, other.contestant.comparison)).toBe(true)
        }
        if (first < 2 || known === 0) return
        expect(sentence(board).rest).toContain(`${first} of ${rows.length} may be first; `)
        expect(fewWords(board).words).toContain(`dead heat: ${first} of ${rows.length}`)
      }),
    )
  })

  it('has in its JSON who may be first as the sentence says it, also beside contestants with few votes', () => {
    const pair = fc.constantFrom('A>B', 'B>A', 'B>C', 'C>B', 'A>C', 'C>A', 'P>A', 'B>P', 'P>Q', 'Q>C')
    fc.assert(
      fc.property(fc.array(pair, { minLength: 1, maxLength: 30 }), (few) => {
        const board = boardOf(votesFrom(`${times(12, 'A>B B>C C>A B>A C>B A>C')} ${few.join(' ')}`))
        expect([...mayBeFirst(board)]).toEqual(
          board.winner === null ? board.deadHeatForFirst : [board.winner],
        )
        const unrated = board.contestants.filter(({ rating }) => rating === null).map(({ name }) => name)
        const known = board.deadHeatForFirst.filter((name) => !unrated.includes(name)).length
        if (known > 1) expect(known).toBe(board.deadHeatForFirst.length)
        if (board.winner === null)
          expect(fewWords(board).words).toContain(`: ${board.deadHeatForFirst.length} of`)
      }),
      { numRuns: 25, seed: 9 },
    )
    const few = boardOf(
      votesFrom(
        'H>C D>E B>D C>F B>E A>H B>A F>A E>G F>C D>C A>E E>C F>G F>G A>C E>B E>F B>E D>E F>B H>D C>G D>B G>H',
      ),
    )
    expect(fewWords(few).words).toBe('dead heat: 8 of 8')
    expect(few.contestants[0]).toMatchObject({ name: 'D', rankInterval: [1, 8] })
  })

  it('names the highest rated in a second line; if all may be first, it shows no order', () => {
    const fan = (n: number, step: number, half: number) =>
      declared(Array.from({ length: n }, (_, i) => ({ rating: 1200 - step * i, half, isVague: false })))
    const board = fan(30, 10, 55)
    const first = '12 of 30 may be first; each of the other 18 is known to be below at least one other.'
    const second = 'Rated highest is N0: above 18 of the other 29, below none, 11 open.'
    expect(shortSentence(board)).toEqual({ lead: 'No winner yet.', rest: first, second, more: '' })
    expect(headline(board).second).toContainEqual({ text: 'N0', isName: true })
    expect(sentence(board, 'de').rest).toMatch(
      /^12 von 30 könnten Erster sein; die anderen 18 liegen nachweislich .*, 11 offen\.$/,
    )
    expect(sentence(fan(22, 10, 100)).rest).toMatch(/^21 of 22 may be first; the other is known to be below/)
    expect([...accented(board)]).toEqual([...mayBeFirst(board)])
    expect(accented(fan(25, 1, 100)).size).toBe(0)
    expect(sentence(fan(25, 1, 100)).rest).toBe('All 25 may be first; who is above whom is still open.')
  })
})

describe('in German', () => {
  it('names a winner, or why there is none', () => {
    expect(sentence(boardOf(votesFrom(times(50, 'A>B A>B A>B A>B B>A'))), 'de')).toEqual({
      lead: 'A führt.',
      rest: 'Das Intervall liegt über allen anderen.',
    })
    const open = (reason: WhyNot['reason'], votes: number | null): Partial<Board> => ({
      deadHeatForFirst: ['A', 'B'],
      prompts: 24,
      whyNot: {
        reason,
        contestants: ['A', 'B'],
        ways: [
          { by: 'votes', votes: range(votes), prompts: null, voters: null },
          { by: 'prompts', votes: range(800), prompts: range(43), voters: null },
        ],
      },
    })
    expect(sentence(saying({ ...open('votes', 3120), deadHeatForFirst: ['A', 'B', 'C'] }), 'de')).toEqual({
      lead: 'Noch kein Sieger.',
      rest: 'A, B und C liegen in einem toten Rennen um Platz eins. Damit jemand gewinnt, braucht es wahrscheinlich einige Tausend weitere Stimmen oder etwa 40 weitere Prompts.',
    })
    expect(sentence(saying(open('prompts', null)), 'de').rest).toContain(
      '24 Prompts sind wahrscheinlich zu wenige für einen Sieger, auch mit beliebig vielen Stimmen. Damit jemand gewinnt, braucht es wahrscheinlich etwa 40 weitere Prompts.',
    )
    expect(sentence(saying(open('equal', null)), 'de').rest).toContain(
      'Die beiden sind praktisch gleich: Die Siegquote liegt höchstens 3 Prozentpunkte neben 50 %',
    )
  })

  it('says what a contestant still needs', () => {
    const winless = { status: 'provisional', reason: 'winless', votes: 1200 } as BoardContestant
    expect(stillNeeds(winless, 'half', 'de')).toBe('alle 1.200 Stimmen verloren; mehr Stimmen nötig')
  })
})

const RIGHT_TO_LEFT = '\u05e9\u05dc\u05d5\u05dd-2'
const TURNING = 'x\u2069\u202eabc'

describe('the headline', () => {
  it('keeps names apart from the words around them', () => {
    const board = boardOf(votesFrom(times(50, 'A>B A>B A>B A>B B>A')))
    expect(headline(board)).toEqual({
      lead: [
        { text: 'A', isName: true },
        { text: ' leads.', isName: false },
      ],
      rest: [{ text: 'Its interval lies above every other.', isName: false }],
      second: [],
      more: [],
    })
  })

  it('says what the sentence says, whatever the names hold', () => {
    const names = ['A leads.', '1', TURNING, RIGHT_TO_LEFT]
    const [a, b, c, d] = names
    const ring = votesFrom(times(9, 'a>b b>c c>d d>a')).map((vote) => ({
      ...vote,
      contestantA: { a, b, c, d }[vote.contestantA]!,
      contestantB: { a, b, c, d }[vote.contestantB]!,
    }))
    const board = boardOf(ring)
    const { lead, rest, more } = headline(board)
    const textOf = (pieces: typeof lead) => pieces.map(({ text }) => text).join('')
    expect({ lead: textOf(lead), rest: textOf(rest), more: textOf(more) }).toEqual(shortSentence(board))
    expect(rest.flatMap(({ text, isName }) => (isName ? [text] : [])).sort()).toEqual([...names].sort())
  })
})

it('a name shows its direction controls, and keeps its own direction', () => {
  expect(withoutDirections(TURNING)).toBe('x\ufffd\ufffdabc')
  expect(withoutDirections('a\u2028b\u2066c')).toBe('a\ufffdb\ufffdc')
  expect(withoutDirections(RIGHT_TO_LEFT)).toBe(RIGHT_TO_LEFT)
})

type Effect = Ingredients['effects'][number]
const effect = (
  factor: string,
  [level, than]: [string, string],
  interval: [number, number] | null,
  because: Effect['because'] = null,
): Effect => ({
  factor,
  level,
  than,
  points: interval && (interval[0] + interval[1]) / 2,
  interval,
  shown: interval !== null && (interval[0] > 0 || interval[1] < 0),
  because,
})

const EFFECTS = [
  effect('tone', ['warm', 'terse'], [46.2, 87.7]),
  effect('emoji', ['yes', 'no'], [-70.4, -25.8]),
  effect('length', ['long', 'short'], [-53, -0.2]),
  effect('steps', ['yes', 'no'], [-29, 17]),
  effect('greeting', ['yes', 'no'], null, 'confounded'),
]
const report = (changes: Partial<Ingredients> = {}): Ingredients => ({
  sentence: '',
  votes: 100,
  withheld: null,
  effects: EFFECTS,
  spare: 2,
  scatter: 0,
  contestants: [],
  ...changes,
})

test('The sentence says what to keep and what to leave out, then what is not known', () => {
  expect(ingredientsSentence(report())).toBe(
    'Keep warm (+46 to +88 points). Leave out emoji (it costs 26 to 70 points). Keep short (+1 to +53 points). Steps: no difference found. Greeting: cannot be told apart here.',
  )
  expect(ingredientsSentence(report(), 'de')).toMatch(
    /^warm behalten \(\+46 bis \+88 Punkte\)\. emoji weglassen/,
  )
  expect(ingredientsSentence(report({ withheld: 'nothing_to_compare' }))).toBe(
    'No two contestants with votes differ in an ingredient.',
  )
})

test('An ingredient of three levels says than which one is better', () => {
  const all = [effect('tone', ['warm', 'terse'], [5, 9]), effect('tone', ['warm', 'none'], [-9, -5])]
  expect(all.map((one) => effectInWords(one, all).advice)).toEqual(['Keep warm, not terse', 'Leave out warm'])
  expect(ingredientsSentence(report({ effects: [all[0], effect('tone', ['terse', 'none'], [-9, 5])] }))).toBe(
    'Keep warm, not terse (+5 to +9 points).',
  )
})

test('Contestants that their ingredients do not explain are named', () => {
  const contestant = (
    name: string,
    interval: [number, number] | null,
  ): Ingredients['contestants'][number] => ({
    name,
    factors: {},
    rest: interval && { points: 0, interval, shown: interval[0] > 0 || interval[1] < 0 },
  })
  const contestants = [contestant('A', [14, 68]), contestant('B', [-30, -9]), contestant('C', [-9, 9])]
  expect(restSentence(report({ contestants }))).toBe(
    'A: 14 to 68 points above what its ingredients say. B: 9 to 30 points below what its ingredients say. The other 1: no difference found.',
  )
  expect(restSentence(report({ contestants: contestants.slice(2) }))).toMatch(/^No contestant was found/)
  expect(restSentence(report({ spare: 0 }))).toMatch(/^No contestant is left to test/)
})

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

it('a small board says nothing with a figure on which nobody can act, in words, drawings or data', () => {
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
