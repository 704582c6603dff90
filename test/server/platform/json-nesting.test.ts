/** The levels of JSON that arrives in pieces. */
import { expect, it } from 'vitest'
import { NestingCheck } from '../../../server/platform/json-nesting.ts'

const isTooDeep = (...pieces: string[]) => {
  const check = new NestingCheck()
  return pieces.some((piece) => check.isTooDeep(Buffer.from(piece)))
}

it.each([
  ['lists', '['.repeat(1000), '[', 1],
  ['objects', '{"a":'.repeat(1000), '{', 1],
  ['both', '[{"a\\"":'.repeat(500), '[', 1],
])('refuses the level beyond 1,000 of %s', (_, allowed, one) => {
  expect(isTooDeep(allowed)).toBe(false)
  expect(isTooDeep(allowed, one)).toBe(true)
})

it('counts no brackets in texts, behind escapes, or that are closed, however the text is cut', () => {
  const text = JSON.stringify([{ a: '['.repeat(3000) }, `\\"${'{'.repeat(3000)}`, '\\'])
  expect(isTooDeep(text)).toBe(false)
  expect(isTooDeep(...text)).toBe(false)
  expect(isTooDeep('[[]],'.repeat(3000))).toBe(false)
  expect(isTooDeep(...text, '['.repeat(1001))).toBe(true)
})
