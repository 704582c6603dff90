/** Every word that a search looks for, again and again: no expression takes a time that grows with the square of a text. */
import { expect, it } from 'vitest'
import { questionSearches } from '../../../server/answers/search/identity-question.ts'
import { injectionSearches } from '../../../server/answers/search/injection-words.ts'
import { searchTexts, UNSEARCHED } from '../../../server/answers/search/search-texts.ts'

const LENGTH = 60_000

it.each([
  ['injection', injectionSearches(), 250],
  ['identity-question', questionSearches(), 50],
] as const)('every word of every %s is searched before the time limit', async (kind, searches, least) => {
  const words = new Set(searches.flatMap(({ source }) => source.match(/\p{L}{2,}/gu) ?? []))
  expect(words.size).toBeGreaterThan(least)
  for (const word of words) {
    const texts = [`${word} `, word, `${word}, a `].map(
      (repeated) => `${repeated.repeat(Math.ceil(LENGTH / repeated.length))}\u0001`,
    )
    expect([word, ...(await searchTexts([{ kind, texts }]))]).not.toContain(UNSEARCHED)
  }
})
