import { afterEach, expect, it } from 'vitest'
import { language, languageFor } from '../../web/src/words/language.svelte.ts'
import { site as words } from '../../web/src/words/site/index.ts'

afterEach(() => (language.code = 'en'))

it('the page takes the first preferred language that it has, else English', () => {
  expect(languageFor(['fr-FR', 'de-AT', 'en'])).toBe('de')
  expect(languageFor(['en-GB', 'de'])).toBe('en')
  expect(languageFor(['fr', 'it'])).toBe('en')
  expect(languageFor([])).toBe('en')
})

it('the words are those of the language spoken now', () => {
  expect(words.here.language).toBe('Language')
  language.code = 'de'
  expect(words.here.language).toBe('Sprache')
})
