import { expect, test } from 'vitest'
import {
  placeNamed,
  weighTrial,
  whyNoLonger,
  type TrialCall,
} from '../../../server/judging/trial/weigh-trial.ts'
import type { Verdicts } from '../../../shared/contracts/index.ts'

type Said = 'first' | 'second' | 'tie'

const verdicts = (verdict: Said): Verdicts => ({ overall: { verdict, reason: null } })

/** What a call brought: a verdict, or why none. */
const call = (judgement: number, shown: 'first' | 'second', brought: string): TrialCall => {
  const isSaid = ['first', 'second', 'tie'].includes(brought)
  return {
    judgement: String(judgement),
    shown,
    cause: isSaid ? null : brought,
    verdicts: isSaid ? verdicts(brought as Said) : null,
    inForm: true,
    isFirst: true,
  }
}

/** Pairs of calls, one for each text, such as `first second`. */
const calls = (...pairs: string[]): TrialCall[] =>
  pairs.flatMap((pair, judgement) =>
    pair.split(' ').map((brought, i) => call(judgement, i === 0 ? 'first' : 'second', brought)),
  )
const times = <T>(count: number, value: T): T[] => Array.from({ length: count }, () => value)

/** The forms that are left. */
const LEFT = ['json', 'lines', 'prose', 'schema'] as const

const FAIR = 'first second'
const BY_POSITION = 'first first'

test.each([
  ['nothing yet', [], { state: 'open', wanted: 1 }],
  ['one pair read', [FAIR], { state: 'open', wanted: 3 }],
  ['four pairs read', times(4, FAIR), { state: 'passed' }],
  ['one pair of four read by position', [...times(3, FAIR), BY_POSITION], { state: 'passed' }],
  ['three of four by position', [...times(3, BY_POSITION), FAIR], { state: 'passed' }],
  ['four by position: two pairs more', times(4, BY_POSITION), { state: 'open', wanted: 2 }],
  ['six by position', times(6, BY_POSITION), { state: 'failed', code: 'position' }],
  ['six of the other place', times(6, 'second second'), { state: 'failed', code: 'position' }],
  ['four ties', times(4, 'tie tie'), { state: 'passed' }],
  ['a refused pair: four prompts are asked', ['refusal refusal'], { state: 'open', wanted: 3 }],
  ['four refused pairs', times(4, 'refusal refusal'), { state: 'failed', code: 'refusal' }],
  ['three refused pairs and one read', [...times(3, 'refusal refusal'), FAIR], { state: 'open', wanted: 3 }],
  ['a cut pair: another is asked', ['cut_off cut_off'], { state: 'open', wanted: 1 }],
  ['two cut pairs', times(2, 'cut_off cut_off'), { state: 'failed', code: 'cut_off' }],
  ['a pair that cannot be read', ['unreadable unreadable'], { state: 'next_form', form: 'json' }],
  ['an unreadable and an empty reply', ['unreadable empty'], { state: 'next_form', form: 'json' }],
  [
    'an unreadable reply and a refusal: no reason for another form',
    ['unreadable refusal'],
    { state: 'open', wanted: 3 },
  ],
  ['one order read', ['first unreadable'], { state: 'open', wanted: 4 }],
  ['rate limits say nothing', times(8, 'rate_limited rate_limited'), { state: 'open', wanted: 1 }],
  ['a killed process says nothing', times(8, 'abandoned abandoned'), { state: 'open', wanted: 1 }],
  ['a dozen calls, half of them read', times(6, 'first unreadable'), { state: 'passed' }],
  [
    'a dozen calls, three of them read',
    [...times(3, 'first refusal'), ...times(3, 'refusal refusal')],
    { state: 'failed', code: 'refusal' },
  ],
] as const)('%s', (_, pairs, expected) => {
  expect(weighTrial(calls(...pairs), LEFT)).toEqual(expected)
})

test('replies of an earlier form say nothing of the form that is asked for now, and places count from all', () => {
  const earlier = calls('unreadable unreadable', 'first first').map((one) => ({ ...one, inForm: false }))
  expect(weighTrial(earlier, ['lines', 'prose'])).toEqual({ state: 'open', wanted: 1 })
  const unread = calls('unreadable unreadable')
  expect(weighTrial([...earlier, ...unread], ['lines', 'prose'])).toEqual({
    state: 'next_form',
    form: 'lines',
  })
  expect(weighTrial([...earlier, ...unread], [])).toEqual({ state: 'failed', code: 'unreadable' })
  // six unread calls and four pairs by position: more than a dozen
  const unreadBefore = times(3, 'unreadable unreadable')
  expect(weighTrial(calls(...unreadBefore, ...times(4, BY_POSITION)), [])).toEqual({
    state: 'failed',
    code: 'position',
  })
})

test('where nothing is left to ask for, a trial ends on what there is', () => {
  expect(weighTrial(calls(FAIR), LEFT, true)).toEqual({ state: 'passed' })
  expect(weighTrial(calls(BY_POSITION), LEFT, true)).toEqual({ state: 'passed' })
  expect(weighTrial([], LEFT, true)).toEqual({ state: 'passed' })
  expect(weighTrial(calls('refusal refusal'), LEFT, true)).toEqual({ state: 'failed', code: 'refusal' })
})

test.each([
  ['fair', times(12, FAIR), null],
  ['by position on 37 of 40 pairs', [...times(3, FAIR), ...times(37, BY_POSITION)], null],
  ['by position on 38 of 40 pairs', [...times(2, FAIR), ...times(38, BY_POSITION)], 'position'],
  ['now one place, now the other', times(20, [BY_POSITION, 'second second']).flat(), null],
  [
    'seven replies in a row unread',
    [...times(3, FAIR), 'first unreadable', ...times(3, 'unreadable unreadable')],
    null,
  ],
  ['eight replies in a row unread', [...times(3, FAIR), ...times(4, 'unreadable cut_off')], 'unreadable'],
  ['eleven prompts in a row refused', [...times(3, FAIR), ...times(11, 'refusal refusal')], null],
  ['twelve prompts in a row refused', [...times(3, FAIR), ...times(12, 'refusal refusal')], 'refusal'],
] as const)('a judge that has passed and then is %s', (_, pairs, expected) => {
  expect(whyNoLonger(calls(...pairs), false)).toBe(expected)
})

test('a form that is held on a third of the requests gives way to the next', () => {
  expect(weighTrial(calls('first unreadable', 'unreadable unreadable'), LEFT)).toEqual({
    state: 'next_form',
    form: LEFT[0],
  })
})

test('a judge that has judged by position alone since it began needs six pairs to be stopped', () => {
  expect(whyNoLonger(calls(...times(6, BY_POSITION)), true)).toBe('position')
  expect(whyNoLonger(calls(...times(5, BY_POSITION)), true)).toBeNull()
})

test('replies that were asked for again do not count among those in a row', () => {
  const again = calls(...times(4, 'unreadable unreadable')).map((one) => ({ ...one, isFirst: false }))
  expect(whyNoLonger(again, false)).toBeNull()
})

test('two orders name one place only where both say so under every criterion that is no tie', () => {
  const both = (one: Said, other: Said): Verdicts => ({
    a: { verdict: one, reason: null },
    b: { verdict: other, reason: 'Because.' },
  })
  expect(placeNamed(both('first', 'first'), both('first', 'first'))).toBe('first')
  expect(placeNamed(both('first', 'tie'), both('first', 'tie'))).toBe('first')
  expect(placeNamed(both('first', 'tie'), both('first', 'first'))).toBeNull()
  expect(placeNamed(both('first', 'second'), both('first', 'second'))).toBeNull()
  expect(placeNamed(both('tie', 'tie'), both('tie', 'tie'))).toBeNull()
  const ranking = (order: number[][]): Verdicts => ({ a: { order, reason: null } })
  expect(placeNamed(ranking([[0], [1, 2]]), ranking([[0], [1, 2]]))).toBe('[[0],[1,2]]')
  expect(placeNamed(ranking([[0], [1, 2]]), ranking([[2], [0, 1]]))).toBeNull()
  expect(placeNamed(ranking([[0, 1, 2]]), ranking([[0, 1, 2]]))).toBeNull()
})
