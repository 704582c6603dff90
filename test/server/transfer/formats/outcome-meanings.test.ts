/** What users say that outcomes mean, as texts and as ranges of numbers. */
import { describe, expect, it } from 'vitest'
import {
  type ExplainedOutcomes,
  outcomeMeanings,
  parseOutcomeTexts,
  scaleRanges,
} from '../../../../server/transfer/formats/outcome-meanings.ts'
import { readOutcome } from '../../../../server/transfer/formats/outcome-words.ts'

const parseOutcomes = (list: string) => outcomeMeanings(parseOutcomeTexts(list))
const meaning = (explained: ExplainedOutcomes | undefined, text: string) => explained!.ofNumber(text) ?? null

describe('a range of outcomes', () => {
  it.each([
    ['-0.3', 'model_b'],
    ['-0,3', 'model_b'],
    ['-1', 'model_b'],
    ['0', 'tie'],
    ['-0.0', 'tie'],
    [' 1 ', 'model_a'],
    ['+0.5', 'model_a'],
    ['1.01', null],
    ['', null],
    ['(1)', null],
    ['0:1', null],
    ['1,000', null],
  ])('has %j as %s', (text, expected) => {
    expect(meaning(parseOutcomes('-1..0=model_b,0=tie,0..1=model_a'), text)).toBe(expected)
  })

  it('is asked for by numbers alone: a result such as 2:1 is none', () => {
    const explained = parseOutcomes('0..50=model_b,50=tie,50..100=model_a')
    expect(readOutcome('2:1', 'gpt', 'qwen', explained)).toBe(readOutcome('2:1', 'gpt', 'qwen'))
  })

  it.each(['0..10=model_b,10..20=model_a', '0..5=model_b,3..9=model_a', '0..1=tie,0..1=tie', '1=tie,1=skip'])(
    'that leaves a number open is refused: %s',
    (list) => expect(() => parseOutcomes(list)).toThrow(/more than once/),
  )

  it('of the user replaces those of a format, and a text of the user is added to them', () => {
    const ofFormat = { '1.5': 'tie', '1..1.5': 'model_a', '1.5..2': 'model_b' } as const
    const ranges = parseOutcomes('1..1.2=model_a,1.2=tie,1.2..1.8=tie,1.8=model_b,1.8..2=model_b')!.over(
      ofFormat,
    )
    expect(['1.1', '1.4', '1.5', '1.9'].map((text) => meaning(ranges, text))).toEqual([
      'model_a',
      'tie',
      'tie',
      'model_b',
    ])
    const draws = outcomeMeanings({ '0': 'tie' })!.over(ofFormat)
    expect(['0', '1.1', '1.9'].map((text) => meaning(draws, text))).toEqual(['tie', 'model_a', 'model_b'])
  })
})

it.each([
  ['a,b=tie', { 'a,b': 'tie' }],
  ['"a=b, ""c""" = tie , d=skip', { 'a=b, "c"': 'tie', d: 'skip' }],
  ['0,5=tie,1=model_a', { '0,5': 'tie', '1': 'model_a' }],
])('%s names outcomes as --map names columns', (list, texts) => {
  expect(parseOutcomeTexts(list)).toEqual(texts)
})

describe('the ranges that are printed', () => {
  it.each([
    ['-0,7 0,2 0,9', '-1..0 0 0..1'],
    ['-3 0 2', '-3..-1 0 1..3'],
    ['0 2 4 6 8 12 14 16 18 20', '0..10 10 10..20'],
    ['1 1.5 2 2.5 3 4 5 6 6.5', '1..4 4 4..7'],
    ['3 4 5', ''],
    ['a b', ''],
  ])('of %s are %s', (numbers, ranges) => {
    expect((scaleRanges(numbers.split(' ')) ?? []).join(' ')).toBe(ranges)
  })
})
