/** How outcomes may be spelt, and what a file of them means. */
import { describe, expect, it, test } from 'vitest'
import {
  hasOutcome,
  OUTCOME_CODES,
  outcomeCode,
  resolveOutcomes,
  outcomeWord,
  isEmptyVerdict,
  normalisedOutcome,
  type OutcomeMeanings,
} from '../../../../server/transfer/formats/outcome-words.ts'

const OUTCOMES = ['left', 'right', 'tie', 'both_bad', 'inconsistent']

type Vote = [left: string, right: string, winner: string]

/** The outcome of each vote, or what they can mean several things by. Null: a vote without an outcome. */
function read(votes: readonly Vote[], told?: OutcomeMeanings): (string | null)[] | string {
  const codes = votes.map(([left, right, winner]) =>
    outcomeCode(outcomeWord(winner, told), winner === left ? 1 : winner === right ? 2 : 0),
  )
  const counts = new Uint32Array(OUTCOME_CODES)
  for (const code of codes) counts[code]++
  const found = resolveOutcomes(counts)
  if (found.doubt !== null) return found.doubt
  return codes.map((code) => (hasOutcome(code) ? OUTCOMES[found.meanings[code]] : null))
}

/** The outcomes of votes of the same two contestants. */
const between = (left: string, right: string, ...winners: string[]) =>
  read(winners.map((winner): Vote => [left, right, winner]))

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
      expect(between('gpt', 'claude', spelling, ` ${spelling}\t`)).toEqual([outcome, outcome])
    },
  )

  it.each(['', ' ', 'NaN', 'null', 'None', 'N/A', 'error', 'skipped'])('"%s" says nothing', (text) => {
    expect([isEmptyVerdict(text), between('gpt', 'claude', text)]).toEqual([true, [null]])
  })

  it.each(['C', 'foo', 'aa', 'ab', 'true', '-1', '3', '0.7', 'model_c', 'unentscheiden', 'toString', 'both'])(
    '%s is not guessed at',
    (text) => {
      expect([isEmptyVerdict(text), between('gpt', 'claude', text)]).toEqual([false, [null]])
    },
  )
})

describe('numbers', () => {
  it.each([
    ['1 and 2 as positions', ['1', '2', '1.0', ' 2 '], ['left', 'right', 'left', 'right']],
    ['1 and 2 beside ties', ['1', 'tie', '2'], ['left', 'tie', 'right']],
    ['1, 1.5 and 2', ['1', '1.5', '2'], ['left', 'tie', 'right']],
    ['scores of the left', ['1', '0.5', '0'], ['left', 'tie', 'right']],
    ['scores in other spellings', ['1.0', '½', '0,5', '.5', '0.0'], ['left', 'tie', 'tie', 'tie', 'right']],
    ['scores without one side', ['1', '0.5'], ['left', 'tie']],
  ])('are read: %s', (_, winners, outcomes) => {
    expect(between('gpt', 'claude', ...winners)).toEqual(outcomes)
  })

  it.each([
    ['0 and 1, the position or the score', ['0', '1']],
    ['0 and 1 beside ties', ['0', '1', 'tie']],
    ['0, 1 and 2', ['0', '1', '2']],
    ['a half beside 2', ['0.5', '2']],
    ['one number alone', ['1', 'tie']],
    ['2 alone', ['2']],
  ])('are refused: %s', (_, winners) => {
    expect(between('gpt', 'claude', ...winners)).toBe('numbers')
  })

  it('are asked about if every vote names a contestant of its own that may be the other side', () => {
    expect(read([['1', '2', '2'], ['2', '1', '2'], ['3', '1', '1']])).toBe('names') // prettier-ignore
    expect(read([['1', '2', '2'], ['1', '2', '1'], ['3', '2', '2']])).toEqual(['right', 'left', 'right']) // prettier-ignore
  })
})

describe('names', () => {
  it('of contestants are outcomes, beside ties', () => {
    expect(read([['gpt', 'qwen', 'qwen'], ['qwen', 'gpt', 'qwen'], ['gpt', 'qwen', 'tie']])).toEqual(['right', 'left', 'tie']) // prettier-ignore
    expect(between('gpt', 'qwen', 'claude')).toEqual([null])
  })

  it('that are sides too count if they agree with the sides, or beside one that is none', () => {
    expect(between('A', 'B', 'A', 'B', 'tie')).toEqual(['left', 'right', 'tie'])
    expect(read([['A', 'B', 'A'], ['B', 'A', 'A']])).toBe('names') // prettier-ignore
    expect(read([['A', 'B', 'A'], ['B', 'A', 'A'], ['A', 'C', 'C'], ['A', 'B', 'tie']])).toEqual(['left', 'right', 'right', 'tie']) // prettier-ignore
  })

  it('that contradict the sides are refused if other votes name a side, or may', () => {
    expect(read([['B', 'A', 'A'], ['gpt', 'qwen', 'B']])).toBe('names') // prettier-ignore
    expect(read([['A', 'B', 'A'], ['B', 'A', 'A'], ['A', 'B', 'tie']])).toBe('names') // prettier-ignore
    expect(read([['draw', 'gpt', 'draw'], ['gpt', 'qwen', 'draw']])).toBe('names') // prettier-ignore
    expect(read([['2', '1', '1'], ['2', '1', '2'], ['gpt', 'qwen', '1']])).toBe('names') // prettier-ignore
  })

  it('change nothing about the spellings of exports', () => {
    expect(read([['model_b', 'model_a', 'model_a'], ['tie', 'gpt', 'tie']])).toEqual(['left', 'tie']) // prettier-ignore
  })

  it('may look like an empty cell', () => {
    expect(read([['none', 'gpt', 'none'], ['none', 'gpt', 'gpt']])).toEqual(['left', 'right']) // prettier-ignore
  })
})

test('what a caller says about a spelling goes before everything', () => {
  const told: OutcomeMeanings = new Map([
    [normalisedOutcome('1'), 'model_b'],
    [normalisedOutcome('0'), 'model_a'],
    [normalisedOutcome('so so'), 'tie'],
    [normalisedOutcome('A'), 'name'],
    [normalisedOutcome('?'), 'skip'],
    ['empty', 'both_bad'],
  ])
  const votes = ['1', '0.0', 'So So', '?', '', 'NaN'].map((winner): Vote => ['1', 'gpt', winner])
  expect(read(votes, told)).toEqual(['right', 'left', 'tie', null, 'both_bad', 'both_bad'])
  expect(read([['B', 'A', 'A'], ['A', 'B', 'A'], ['B', 'A', 'tie']], told)).toEqual(['right', 'left', 'tie']) // prettier-ignore
})
