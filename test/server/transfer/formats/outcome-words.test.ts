/** How outcomes may be spelt. */
import { describe, expect, it, test } from 'vitest'
import {
  isEmptyVerdict,
  normalisedOutcome,
  readOutcome,
  UNCLEAR,
  type OutcomeMeanings,
} from '../../../../server/transfer/formats/outcome-words.ts'

const OUTCOMES = ['left', 'right', 'tie', 'both_bad', 'inconsistent']

/** The outcome of a vote between two contestants. Null: it has none; `unclear`: it may be a side or a name. */
function read(left: string, right: string, winner: string, meanings?: OutcomeMeanings): string | null {
  const outcome = readOutcome(winner, left, right, meanings)
  return outcome === UNCLEAR ? 'unclear' : (OUTCOMES[outcome] ?? null)
}

const SPELLINGS: Record<string, string[]> = {
  left: `model_a|Model_A|MODEL_A|Model A|model-a|A|a|[[A]]|left|Left|LEFT|first|1st|model_1|response_a|Assistant A|
    answer 1|left model|model left|A>B|A>>B|B<A|B<<A|A is better|a wins|leftvote|1-0`.split(/\|\s*/),
  right:
    `model_b|Model_B|MODEL_B|Model B|B|b|right|RIGHT|second|2nd|model_2|response_b|B>A|B>>A|A<B|B is better|
    right_vote|0-1`.split(/\|\s*/),
  tie: `tie|Tie|TIE|draw|Draw|equal|same|the same|=|==|A=B|B=A|tied|no preference|both good|Both are good|
    both equal|tievote|1/2-1/2`.split(/\|\s*/),
  both_bad:
    `tie (bothbad)|tie(bothbad)|TIE (bothbad)|both_bad|bothbad|both bad|Both are bad|both-bad|neither|Neither|
    bothbad_vote`.split(/\|\s*/),
  inconsistent: ['tie (inconsistent)', 'inconsistent'],
}

describe('a spelling', () => {
  it.each(Object.entries(SPELLINGS).flatMap(([outcome, all]) => all.map((spelling) => [spelling, outcome])))(
    '%s is %s, also with blanks around it',
    (spelling, outcome) => {
      const both = [spelling, ` ${spelling}\t`].map((winner) => read('gpt', 'claude', winner))
      expect(both).toEqual([outcome, outcome])
    },
  )

  it.each(['', ' ', 'NaN', 'null', 'None', 'N/A', 'error', 'skipped'])('"%s" says nothing', (text) => {
    expect([isEmptyVerdict(text), read('gpt', 'claude', text)]).toEqual([true, null])
  })

  it.each([
    'C',
    'foo',
    'aa',
    'ab',
    'true',
    '-1',
    '0',
    '0.5',
    '1',
    '2',
    '3',
    '0.7',
    'model_c',
    'unentscheiden',
    'toString',
    'both',
  ])('%s is not guessed at', (text) => {
    expect([isEmptyVerdict(text), read('gpt', 'claude', text)]).toEqual([false, null])
  })
})

describe('a name', () => {
  it.each([
    ['gpt', 'qwen', 'qwen', 'right'],
    ['gpt', 'qwen', 'claude', null],
    ['A', 'B', 'B', 'right'],
    ['A', 'C', 'C', 'right'],
    ['none', 'gpt', 'none', 'left'],
    // a side of the row, and the name of the opposite one
    ['B', 'A', 'A', 'unclear'],
    ['draw', 'gpt', 'draw', 'unclear'],
    // a position, or a name
    ['2', '1', '1', 'unclear'],
    ['1', '2', '1', 'unclear'],
    // spellings of exports mean the same in every file
    ['model_b', 'model_a', 'model_a', 'left'],
    ['tie', 'gpt', 'tie', 'tie'],
  ])('between %s and %s, "%s" is %s', (left, right, winner, outcome) => {
    expect(read(left, right, winner)).toBe(outcome)
  })
})

test('what a user says about a spelling goes before everything', () => {
  const meanings: OutcomeMeanings = new Map([
    [normalisedOutcome('1'), 'model_b'],
    [normalisedOutcome('0'), 'model_a'],
    [normalisedOutcome('so so'), 'tie'],
    [normalisedOutcome('A'), 'name'],
    [normalisedOutcome('?'), 'skip'],
    ['empty', 'both_bad'],
  ])
  const outcomes = ['1', '0.0', 'So So', '?', '', 'NaN'].map((winner) => read('1', 'gpt', winner, meanings))
  expect(outcomes).toEqual(['right', 'left', 'tie', null, 'both_bad', 'both_bad'])
  expect([read('B', 'A', 'A', meanings), read('A', 'B', 'a', meanings)]).toEqual(['right', 'left'])
})
