import { expect, it, describe } from 'vitest'
import type { CategoryRail, Comparison, GuardRail } from '../../../shared/contracts/index.ts'
import { railState } from '../../../shared/votes/ship-verdict.ts'
import { guardrailStatus, railWords } from '../../../server/comparisons/render/comparison-words.ts'
import { measureStyle } from '../../../shared/votes/answer-style.ts'

const category = (winRate: number, { votes = 12, tooFew = false, holds = true } = {}): CategoryRail => ({
  rail: 'category',
  criterion: 'overall',
  category: 'returns',
  votes,
  winRate,
  interval: [0, 1],
  p: 0.03,
  pHolm: 0.04,
  tooFew,
  holds,
})

it('says that a category holds only where its votes could show a loss, and do not', () => {
  expect(railState(category(0.4, { tooFew: true }))).toBe('few')
  expect(railState(category(0.8, { tooFew: true }))).toBe('few')
  expect(railState(category(0.4))).toBe('behind')
  expect(railState(category(0.5))).toBe('holds')
  expect(railState(category(0.2, { holds: false }))).toBe('broken')
  const check: GuardRail = { rail: 'check', check: 'polite', prompts: 2, passed: [2, 1], holds: true }
  expect(railState(check)).toBe('holds')
})

it('is said in the terminal', () => {
  const said = (rail: GuardRail) =>
    `${guardrailStatus(rail)}: ${railWords(rail, { contestants: ['A', 'B'] } as unknown as Comparison)}`
  expect(said(category(0.4, { votes: 5, tooFew: true }))).toBe(
    'too few: Category returns: won 40.0 % of 5 votes on criterion overall; even losing all of them would not be significant',
  )
  expect(said(category(0.4, { votes: 30 }))).toBe(
    'undecided: Category returns: won 40.0 % of 30 votes on criterion overall, fewer than half, but not significantly',
  )
  expect(said(category(0.6, { votes: 30 }))).toBe(
    'in order: Category returns: won 60.0 % of 30 votes on criterion overall, no significant loss',
  )
  expect(said(category(0.2, { votes: 40, holds: false }))).toMatch(
    /^BROKEN: .* lost significantly \(p 0\.04\)$/,
  )
})

describe('the style of an answer', () => {
  it('counts code points, headers, list items and bold over all turns', () => {
    const text =
      '# Title\n\n- one\n* two\n  + three\n1. four\n2) five\n\nSome **bold** and __more__ of **it**. 🦊'
    expect(measureStyle([text])).toEqual({ length: [...text].length, headers: 1, lists: 5, bold: 3 })
    expect(measureStyle([text, '## Again'])).toMatchObject({ length: [...text].length + 8, headers: 2 })
  })

  it('does not count text that only looks like markup, and ignores code', () => {
    const text =
      '#hash\n####### seven\n-dash\n3.14 is pi\n2**3**4\n** not **\n```\n# code\n- code **x**\n```\n# real'
    expect(measureStyle([text])).toMatchObject({ headers: 1, lists: 0, bold: 2 })
    expect(measureStyle(['~~~\n# a\n```\n# b\n~~~\n# c'])).toMatchObject({ headers: 1 })
    expect(measureStyle(['```\n# never closed'])).toMatchObject({ headers: 0 })
    expect(measureStyle([''])).toEqual({ length: 0, headers: 0, lists: 0, bold: 0 })
  })

  it('takes time in proportion to the length of the text, whatever it contains', () => {
    for (const piece of ['**', '__', '* ', '#', '**a', '- '])
      expect(measureStyle([piece.repeat(200_000)]).length).toBe(200_000 * piece.length)
  })
})
