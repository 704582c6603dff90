import { expect, test } from 'vitest'
import type { Ingredients } from '../../../shared/contracts/index.ts'
import { effectInWords, ingredientsSentence, restSentence } from '../../../shared/sentence/ingredients.ts'

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
