import { afterEach, expect, it } from 'vitest'
import { decimalIn, decimalShown } from '../../web/src/pages/admin/decimals.ts'
import { language } from '../../web/src/words/language.svelte.ts'

afterEach(() => void (language.code = 'en'))

it.each([
  ['0.6', 0.6],
  ['0,6', 0.6],
  [' 12 ', 12],
  [',5', 0.5],
  ['1e-6', 1e-6],
  ['-3,25', -3.25],
  ['0.125', 0.125],
  ['1,50', 1.5],
])('reads %j as %d, in either language', (text, number) => {
  expect(decimalIn(text)).toBe(number)
})

it.each(['', 'a', '0,6 $', '1,000', '1.000', '12.500.000', '1.000,50', '1,2,3', '.', '0x10'])(
  'does not guess what %j may be',
  (text) => {
    expect(decimalIn(text)).toBe(null)
  },
)

it('shows a number as the language writes it, so that it can be read again', () => {
  expect(decimalShown(0.6)).toBe('0.6')
  language.code = 'de'
  expect(decimalShown(0.6)).toBe('0,6')
  expect(decimalShown(null)).toBe('')
  for (const number of [1234.5, 1.125, 12.5, 1e-7, 1000, 0.05, 2.125])
    expect(decimalIn(decimalShown(number))).toBe(number)
})
