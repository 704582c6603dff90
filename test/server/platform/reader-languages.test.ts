import { expect, it } from 'vitest'
import { languagesIn } from '../../../server/platform/pages/page.ts'

it.each([
  ['de-AT,de;q=0.9,en;q=0.8', ['de-AT', 'de', 'en']],
  ['en;q=0.2, fr ; q=0.5, de', ['de', 'fr', 'en']],
  ['de;q=0, en;q=x, *;q=0.1', []],
  ['"><script>, en', ['en']],
  ['', []],
])('%s', (header, languages) => expect(languagesIn(header)).toEqual(languages))
