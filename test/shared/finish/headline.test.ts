import { describe, expect, it, test } from 'vitest'
import {
  badgeSvg,
  boardView,
  headline,
  ruleLine,
  votesForFirstRatings,
  type FinishBoard,
} from '../../../shared/finish/index.ts'
import { leadNotes } from '../../../shared/finish/headline.ts'
import { shortName } from '../../../shared/finish/text.ts'
import { demo, firstVotes, judged, many, unrated } from './boards.ts'

const names = demo().contestants.map(({ name }) => name)
/** Who is not rated yet does not run. */
const withUnrated = demo({
  deadHeat: names.slice(0, 4),
  contestants: [...demo().contestants, unrated('new')],
})
const long = (letter: string) => letter.repeat(200)
const wins = (changes: Partial<FinishBoard> = {}) => judged({ state: 'wins', leader: 'A', ...changes })
const FEW = { speaksFor: 'these_people', units: ['prompt'], voters: 7, leader: 'A', looks: 'one' } as const
const FEW_PROMPTS = { ...FEW, speaksFor: 'these_prompts', units: ['voter'], prompts: 3 } as const
const FEW_OF_BOTH = { ...FEW, units: [], voters: 3, prompts: 2 } as const
const TOGETHER = 'Warm-v3, Baseline and Terse-v2 cross the line together.'
const GEMEINSAM = 'Warm-v3, Baseline und Terse-v2 gehen gemeinsam durchs Ziel.'

describe('the headline', () => {
  test.each<[english: string, board: FinishBoard, german?: string]>([
    [`Dead heat. ${TOGETHER}`, demo(), `Totes Rennen. ${GEMEINSAM}`],
    ['Dead heat. 4 of 8 cross the line together.', withUnrated],
    ['Dead heat. All 8 cross the line together.', demo({ deadHeat: names })],
    ['Dead heat. 3 of 8 cross the line together.', demo({ deadHeat: ['a', 'b', 'c'].map(long) })],
    [`${'a'.repeat(59)}… wins.`, wins({ leader: long('a'), clearBy: null })],
    ['two lines wins.', wins({ leader: ' two\nlines\u202e ', clearBy: null })],
    ['\u2068نموذج\u2069 wins.', wins({ leader: 'نموذج', clearBy: null })],
    ['A leads, 61 points clear. Not decided yet.', judged({ leader: 'A' })],
    ['A leads, 61 points clear.', judged({ leader: 'A', looks: 'one' })],
    ['A wins, 61 points clear.', wins({ looks: 'any' }), 'A gewinnt mit 61 Punkten Abstand.'],
    ['A wins, 61 points clear.', wins({ looks: 'one' })],
    ['A wins, less than 1 point clear.', wins({ clearBy: 0.3 })],
    ['A wins, 1 point clear.', wins({ clearBy: 1.2 }), 'A gewinnt mit 1 Punkt Abstand.'],
    ['A wins, 1,235 points clear.', wins({ clearBy: 1234.5 })],
    ['A wins.', wins({ clearBy: null })],
    ['15 votes. First ratings from about 60.', firstVotes(), '15 Stimmen. Erste Wertungen ab etwa 60.'],
    ['1 vote. First ratings from about 60.', firstVotes({ votes: 1 })],
    ['60 votes. First ratings from about 70.', firstVotes({ votes: 60 })],
    [`Among these 7 people, a dead heat. ${TOGETHER}`, demo(FEW)],
    ['Among these 7 people, A leads, 61 points clear.', judged(FEW)],
    ['For this one person, A wins, 61 points clear.', wins({ ...FEW, voters: 1 })],
    ['On these 3 prompts, A leads, 61 points clear.', judged(FEW_PROMPTS)],
    [
      `Among these 3 people and on these 2 prompts, a dead heat. ${TOGETHER}`,
      demo(FEW_OF_BOTH),
      `Unter diesen 3 Personen und bei diesen 2 Prompts: totes Rennen. ${GEMEINSAM}`,
    ],
    [`Among these 3 people, a dead heat. ${TOGETHER}`, demo({ ...FEW_OF_BOTH, prompts: null })],
  ])('%s', (english, board, german) => {
    const said = (language: 'en' | 'de') => {
      const { lead, rest } = headline(board, language)
      return `${lead} ${rest}`.trim()
    }
    expect(said('en')).toBe(english)
    if (german) expect(said('de')).toBe(german)
  })

  test('says that the votes of judges are left out, and counts down to nothing then', () => {
    const board = firstVotes({ votes: 0, areJudges: true, areAllLeftOut: true })
    expect(headline(board)).toMatchObject({
      lead: 'No vote counts here.',
      rest: 'The judges failed their evaluation, so their votes are left out.',
    })
    expect(boardView(board).progress).toBeNull()
    expect(boardView({ ...board, areAllLeftOut: false }).progress).not.toBeNull()
  })

  test('counts two of two as both', () => {
    const two = demo({ deadHeat: ['A', 'B'], contestants: demo().contestants.slice(0, 2) })
    expect(headline(two, 'en', { isCounted: true }).rest).toBe('Both cross the line together.')
  })

  test('counts votes until the first ratings by the number of contestants', () => {
    const of = (count: number) => votesForFirstRatings({ ...many(count), votes: 0 })
    expect([1, 2, 3, 8, 59, 300].map(of)).toEqual([10, 10, 30, 60, 420, 2100])
  })
})

it('a cut name from right to left keeps its isolate', () => {
  expect(shortName('\u05d0'.repeat(20), 6)).toBe(`\u2068${'\u05d0'.repeat(5)}…\u2069`)
})

it('a badge cuts the name of the arena before what the board leaves out', () => {
  const badge = badgeSvg(
    boardView(demo({ title: 'Replies to customers in three languages · simulated votes' })),
  )
  expect(badge).toMatch(/>Replies[^<]*… · simulated votes</)
})

it('the votes that do not count are in the line below the board', () => {
  const excluded = { quarantined: 2, leaked: 3, overCap: 4 }
  expect(boardView(demo({ excluded })).source).toBe('640 votes · 36 voters · 24 prompts · 9 held back')
  expect(boardView(demo({ areJudges: true, voters: 6 })).source).toBe('640 votes · 6 judges · 24 prompts')
})

describe('what is said of who is first', () => {
  const of = (changes: object) => leadNotes({ ...judged(), looks: 'any', warnings: [], ...changes })

  it('is how one that lost nothing is read', () => {
    const [first, ...rest] = judged().contestants
    const contestants = [{ ...first, losses: 0, ties: 0 }, ...rest]
    expect(of({ contestants })).toEqual([expect.stringContaining('lost nothing')])
    expect(of({})).toEqual([])
    expect(of({ contestants, looks: 'one' })).toEqual([])
    expect(of({ contestants, warnings: [{ code: 'mixed_sources' }] })).toEqual([])
  })
})

const SENTENCE = 'Bars are 95 % confidence intervals of a Bradley-Terry rating, by bootstrap over'

test.each<[words: string, part: 'lead' | 'rest' | 'short', changes: Partial<FinishBoard>, language?: 'de']>([
  ['Bars that reach the line share first.', 'lead', {}],
  [`${SENTENCE} prompts and voters.`, 'rest', { units: ['prompt', 'voter'] }],
  [`${SENTENCE} prompts.`, 'rest', { units: ['prompt'] }],
  [`${SENTENCE} single votes.`, 'rest', { units: [] }],
  ['90 % confidence intervals, by bootstrap.', 'short', { level: 0.9 }],
  ['97,5-%-Konfidenzintervalle, Bootstrap.', 'short', { level: 0.975 }, 'de'],
  ['Bootstrap über Prompts und Stimmende.', 'rest', { units: ['voter', 'prompt'] }, 'de'],
  ['Too few have voted to speak for others.', 'rest', { speaksFor: 'these_people' }],
  ['One person cannot speak for others.', 'rest', { speaksFor: 'these_people', voters: 1 }],
  ['One prompt cannot speak for others.', 'rest', { speaksFor: 'these_prompts', prompts: 1 }],
])('the rule: %s', (words, part, changes, language) => {
  expect(ruleLine(demo(changes), language)[part]).toContain(words)
})

test('the rule promises no bars before the first ratings', () => {
  expect(ruleLine(firstVotes())).toMatchObject({ lead: '', rest: expect.stringMatching(/counts alone/) })
})
