import { expect, test } from 'vitest'
import { messageTexts } from '../../scripts/cli/commands/messages.ts'
import { de } from '../../shared/messages/de/index.ts'
import { en } from '../../shared/messages/en/index.ts'
import { deadheatHere } from './deadheat.ts'

test('a code prints its text, with a name in braces for each value, in either language', async () => {
  const { code, stdout } = await deadheatHere(['messages', 'prices_no_json'])
  expect([code, stdout]).toEqual([0, expect.stringMatching(/^prices_no_json\n {2}\{file\}: is not JSON\./)])
  const german = await deadheatHere(['messages', 'prices_no_json', '--language', 'de'])
  expect(german.stdout).toMatch(/^prices_no_json\n {2}\{file\}: ist kein JSON\./)
})

test('the beginning of a code prints all codes that begin so, and an unknown one is bad usage', async () => {
  const { stdout } = await deadheatHere(['messages', 'prices_', '--json'])
  const codes = (JSON.parse(stdout) as { code: string }[]).map(({ code }) => code)
  expect(codes).toContain('prices_wrong')
  expect(codes.filter((code) => !code.startsWith('prices_'))).toEqual([])
  expect(await deadheatHere(['messages', 'no-such'])).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('"no-such"'),
  })
})

test('values are texts, numbers, lists, shares and choices', () => {
  const texts = messageTexts({
    counted: ({ count }: { count: number }) =>
      `${count.toLocaleString('en')} ${count === 1 ? 'vote' : 'votes'}`,
    share: ({ share }: { share: number }) => `${Math.round(100 * share)} % and ${(100 * share).toFixed(1)}`,
    names: ({ names }: { names: string[] }) => names.map((one) => `"${one}"`).join(', '),
    first: ({ names: [first, ...more] }: { names: string[] }) => `${first} of ${more.length + 1}`,
    chosen: ({ kind }: { kind: 'a' }) => `an ${{ a: 'apple' }[kind]}`,
    plain: 'It broke.',
  })
  expect(Object.fromEntries(texts.map(({ code, text }) => [code, text]))).toEqual({
    counted: '{count} votes',
    share: '{share} % and {share}',
    names: '"{names}"',
    first: '{names} of 1',
    chosen: 'an {…}',
    plain: 'It broke.',
  })
})

test.each(Object.entries({ en, de }))('every text of %s can be shown', (_, catalogue) => {
  const texts = messageTexts(catalogue)
  expect(texts.length).toBe(Object.keys(catalogue).length)
  expect(texts.filter(({ text }) => /undefined|NaN|\[object|\b77\d{5}/.test(text))).toEqual([])
})
