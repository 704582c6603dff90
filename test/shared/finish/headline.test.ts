import { describe, expect, it } from 'vitest'
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

const said = (board: FinishBoard, language: 'en' | 'de' = 'en') => {
  const { lead, rest } = headline(board, language)
  return `${lead} ${rest}`.trim()
}

describe('the headline', () => {
  it('names up to three in a dead heat', () => {
    expect(said(demo())).toBe('Dead heat. Warm-v3, Baseline and Terse-v2 cross the line together.')
    expect(said(demo(), 'de')).toBe(
      'Totes Rennen. Warm-v3, Baseline und Terse-v2 gehen gemeinsam durchs Ziel.',
    )
  })

  it('says that the votes of judges are left out, and counts down to nothing then', () => {
    const board = firstVotes({ votes: 0, areJudges: true, areAllLeftOut: true })
    expect(said(board)).toBe(
      'No vote counts here. The judges failed their evaluation, so their votes are left out.',
    )
    expect(boardView(board).progress).toBeNull()
    expect(boardView({ ...board, areAllLeftOut: false }).progress).not.toBeNull()
  })

  it('counts more than three', () => {
    const names = demo().contestants.map(({ name }) => name)
    const four = demo({ deadHeat: names.slice(0, 4) })
    expect(said(four)).toBe('Dead heat. 4 of 8 cross the line together.')
    expect(said(four, 'de')).toBe('Totes Rennen. 4 von 8 gehen gemeinsam durchs Ziel.')
    // who is not rated yet does not run
    const contestants = [...demo().contestants, unrated('new')]
    expect(said(demo({ deadHeat: names.slice(0, 4), contestants }))).toBe(said(four))
    const all = demo({ deadHeat: names })
    expect(said(all)).toBe('Dead heat. All 8 cross the line together.')
    expect(said(all, 'de')).toBe('Totes Rennen. Alle 8 gehen gemeinsam durchs Ziel.')
  })

  it('counts two of two as both', () => {
    const two = demo({ deadHeat: ['A', 'B'], contestants: demo().contestants.slice(0, 2) })
    expect(headline(two, 'en', { isCounted: true }).rest).toBe('Both cross the line together.')
    expect(headline(two, 'de', { isCounted: true }).rest).toBe('Beide gehen gemeinsam durchs Ziel.')
  })

  it('counts names that are too long together, and cuts one that is', () => {
    const long = (letter: string) => letter.repeat(200)
    expect(said(demo({ deadHeat: ['a', 'b', 'c'].map(long) }))).toBe(
      'Dead heat. 3 of 8 cross the line together.',
    )
    const { lead } = headline(judged({ state: 'wins', leader: long('a') }))
    expect(lead).toBe(`${'a'.repeat(59)}… wins,`)
  })

  it('says of a lead how clear it is, and that an open board is not decided', () => {
    const name = 'EXAONE-3.5-7.8B-Instruct'
    expect(said(judged())).toBe(`${name} leads, 61 points clear. Not decided yet.`)
    expect(said(judged(), 'de')).toBe(`${name} führt mit 61 Punkten Abstand. Noch nicht entschieden.`)
    expect(said(judged({ looks: 'one' }))).toBe(`${name} leads, 61 points clear.`)
  })

  it('names a winner, whatever the looks', () => {
    const name = 'EXAONE-3.5-7.8B-Instruct'
    for (const looks of ['one', 'any'] as const) {
      expect(said(judged({ state: 'wins', looks }))).toBe(`${name} wins, 61 points clear.`)
      expect(said(judged({ state: 'wins', looks }), 'de')).toBe(`${name} gewinnt mit 61 Punkten Abstand.`)
    }
  })

  it('does not round a small gap to nothing', () => {
    const by = (clearBy: number | null, language: 'en' | 'de' = 'en') =>
      said(judged({ state: 'wins', leader: 'A', clearBy }), language)
    expect(by(0.3)).toBe('A wins, less than 1 point clear.')
    expect(by(0.3, 'de')).toBe('A gewinnt mit weniger als 1 Punkt Abstand.')
    expect(by(1.2)).toBe('A wins, 1 point clear.')
    expect(by(1.2, 'de')).toBe('A gewinnt mit 1 Punkt Abstand.')
    expect(by(1234.5)).toBe('A wins, 1,235 points clear.')
    expect(by(1234.5, 'de')).toBe('A gewinnt mit 1.235 Punkten Abstand.')
    expect(by(null)).toBe('A wins.')
    expect(by(null, 'de')).toBe('A gewinnt.')
  })

  it('counts votes until the first ratings', () => {
    expect(said(firstVotes())).toBe('15 votes. First ratings from about 60.')
    expect(said(firstVotes(), 'de')).toBe('15 Stimmen. Erste Wertungen ab etwa 60.')
    expect(said(firstVotes({ votes: 1 }))).toBe('1 vote. First ratings from about 60.')
    expect(said(firstVotes({ votes: 60 }))).toBe('60 votes. First ratings from about 70.')
    const of = (count: number) => votesForFirstRatings({ ...many(count), votes: 0 })
    expect([1, 2, 3, 8, 59, 300].map(of)).toEqual([10, 10, 30, 60, 420, 2100])
  })

  it('says for whom alone it speaks', () => {
    const few = { speaksFor: 'these_people', units: ['prompt'], voters: 7 } as const
    expect(said(demo(few))).toBe(
      'Among these 7 people, a dead heat. Warm-v3, Baseline and Terse-v2 cross the line together.',
    )
    expect(said(demo(few), 'de')).toBe(
      'Unter diesen 7 Personen: totes Rennen. Warm-v3, Baseline und Terse-v2 gehen gemeinsam durchs Ziel.',
    )
    const leader = { ...few, leader: 'A', looks: 'one' } as const
    expect(said(judged(leader))).toBe('Among these 7 people, A leads, 61 points clear.')
    expect(said(judged({ ...leader, state: 'wins', voters: 1 }))).toBe(
      'For this one person, A wins, 61 points clear.',
    )
    expect(said(judged({ ...leader, state: 'wins' }), 'de')).toBe(
      'Unter diesen 7 Personen: A gewinnt mit 61 Punkten Abstand.',
    )
    const prompts = { ...leader, speaksFor: 'these_prompts', units: ['voter'], prompts: 3 } as const
    expect(said(judged(prompts))).toBe('On these 3 prompts, A leads, 61 points clear.')
    expect(said(judged(prompts), 'de')).toBe('Bei diesen 3 Prompts: A führt mit 61 Punkten Abstand.')
  })

  it('names both where people and prompts are few', () => {
    const both = { speaksFor: 'these_people', units: [], voters: 3, prompts: 2 } as const
    expect(headline(demo(both)).lead).toBe('Among these 3 people and on these 2 prompts, a dead heat.')
    expect(headline(demo(both), 'de').lead).toBe(
      'Unter diesen 3 Personen und bei diesen 2 Prompts: totes Rennen.',
    )
    expect(headline(demo({ ...both, prompts: null })).lead).toBe('Among these 3 people, a dead heat.')
  })

  it('shows names in one line, and isolates those from right to left', () => {
    expect(headline(judged({ state: 'wins', leader: ' two\nlines\u202e ' })).lead).toBe('two lines wins,')
    expect(headline(judged({ state: 'wins', leader: 'نموذج' })).lead).toBe('\u2068نموذج\u2069 wins,')
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

describe('the rule', () => {
  it('names what was resampled', () => {
    const bars = (units: FinishBoard['units']) => ruleLine(demo({ units })).rest
    expect(ruleLine(demo()).lead).toBe('Bars that reach the line share first.')
    const sentence = 'Bars are 95 % confidence intervals of a Bradley-Terry rating, by bootstrap over'
    expect(bars(['prompt', 'voter'])).toBe(`${sentence} prompts and voters.`)
    expect(bars(['prompt'])).toBe(`${sentence} prompts.`)
    expect(bars(['voter'])).toBe(`${sentence} voters.`)
    expect(bars([])).toBe(`${sentence} single votes.`)
  })

  it('is German, too', () => {
    const german = (units: FinishBoard['units']) => ruleLine(demo({ units }), 'de')
    expect(german(['voter', 'prompt'])).toEqual({
      lead: 'Balken, die die Ziellinie erreichen, teilen sich Platz eins.',
      rest: '95-%-Konfidenzintervalle der Bradley-Terry-Wertung, Bootstrap über Prompts und Stimmende.',
      short: '95-%-Konfidenzintervalle, Bootstrap.',
    })
    expect(german([]).rest).toMatch(/Bootstrap über einzelne Stimmen\.$/)
  })

  it('has the level of the board, and who is too few', () => {
    expect(ruleLine(demo({ level: 0.9 })).short).toBe('90 % confidence intervals, by bootstrap.')
    expect(ruleLine(demo({ level: 0.975 }), 'de').short).toBe('97,5-%-Konfidenzintervalle, Bootstrap.')
    expect(ruleLine(demo({ speaksFor: 'these_people' })).rest).toMatch(
      / Too few have voted to speak for others\.$/,
    )
    expect(ruleLine(demo({ speaksFor: 'these_prompts' }), 'de').short).toMatch(/zu wenige Prompts/)
  })

  it('speaks of one prompt and of one person as one', () => {
    const rest = (changes: Partial<FinishBoard>) => ruleLine(demo(changes)).rest
    expect(rest({ speaksFor: 'these_prompts', prompts: 1 })).toContain('One prompt cannot speak for others.')
    expect(rest({ speaksFor: 'these_people', voters: 1 })).toContain('One person cannot speak for others.')
  })

  it('promises no bars before the first ratings', () => {
    expect(ruleLine(firstVotes())).toMatchObject({ lead: '', rest: expect.stringMatching(/counts alone/) })
    expect(ruleLine(firstVotes(), 'de').rest).toMatch(/nur Zählungen/)
  })
})
