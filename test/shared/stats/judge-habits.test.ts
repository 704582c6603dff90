import { describe, expect, it } from 'vitest'
import { habitsOf, shareOf, type JudgedVotes } from '../../../shared/stats/judges/agreement.ts'
import { LEFT, RIGHT, TIE } from '../../../shared/stats/fit/tally.ts'
import { wilsonInterval } from '../../../shared/stats/numbers/distributions.ts'

const votes = (count: number, more: Partial<JudgedVotes>): JudgedVotes => ({
  count,
  verdict: LEFT,
  people: null,
  inconsistent: null,
  longer: null,
  own: null,
  ...more,
})

describe('the habits of a judge', () => {
  it('include agreement with and without ties, over the pairs that people voted on', () => {
    const habits = habitsOf([
      votes(30, { verdict: LEFT, people: LEFT }),
      votes(20, { verdict: RIGHT, people: RIGHT }),
      votes(10, { verdict: LEFT, people: RIGHT }),
      votes(7, { verdict: TIE, people: LEFT }),
      votes(3, { verdict: TIE, people: TIE }),
      votes(5, { verdict: RIGHT, people: TIE }),
      votes(100, { verdict: RIGHT }),
    ])
    expect(habits).toMatchObject({ votes: 175, undecidedByJudge: 7 })
    expect(habits.threeWay).toMatchObject({ shared: 75, agreed: 53 })
    expect(habits.decisive).toMatchObject({ shared: 60, agreed: 50, interval: wilsonInterval(50, 60) })
    // p_e = (40 · 30 + 20 · 30) / 60²
    expect(habits.decisive.kappa).toBeCloseTo((50 / 60 - 0.5) / 0.5, 12)
  })

  it('include consistency only if both orders were asked', () => {
    const habits = habitsOf([
      votes(8, { inconsistent: false }),
      votes(2, { verdict: TIE, inconsistent: true }),
      votes(90, {}),
    ])
    expect(habits.consistency).toEqual(shareOf(8, 10))
  })

  it('distinguish a preference for longer answers from longer answers that are better', () => {
    const partial = habitsOf([
      votes(40, { verdict: LEFT, people: RIGHT, longer: LEFT }),
      votes(10, { verdict: LEFT, people: LEFT, longer: LEFT }),
      votes(50, { verdict: RIGHT, longer: RIGHT }),
      votes(9, { verdict: TIE, people: LEFT, longer: LEFT }),
      votes(9, { verdict: LEFT, people: LEFT, longer: null }),
    ]).longer
    expect(partial).toMatchObject({ hits: 100, n: 100, share: 1 })
    expect(partial.judgeOnShared).toEqual(shareOf(50, 50))
    expect(partial.humansOnShared).toEqual(shareOf(10, 50))
  })

  it('include picks of the own family if exactly one of the two answers is of it', () => {
    const ownFamily = habitsOf([votes(12, { own: LEFT }), votes(4, { own: RIGHT }), votes(30, {})]).ownFamily
    expect(ownFamily).toMatchObject({ hits: 12, n: 16, share: 0.75 })
    expect(ownFamily.humansOnShared).toEqual({ hits: 0, n: 0, share: null, interval: null })
  })
})
