/** The levels and parts of JSON that arrives in pieces. */
import { expect, it } from 'vitest'
import { JsonBounds } from '../../../server/platform/providers/public-fetch.ts'

const isExceeded = (...pieces: string[]) => {
  const check = new JsonBounds()
  return pieces.some((piece) => check.isExceeded(Buffer.from(piece)))
}

it.each([
  ['lists', '['.repeat(1000), '[', 1],
  ['objects', '{"a":'.repeat(1000), '{', 1],
  ['both', '[{"a\\"":'.repeat(500), '[', 1],
])('refuses the level beyond 1,000 of %s', (_, allowed, one) => {
  expect(isExceeded(allowed)).toBe(false)
  expect(isExceeded(allowed, one)).toBe(true)
})

it('counts no brackets in texts, behind escapes, or that are closed, however the text is cut', () => {
  const text = JSON.stringify([{ a: '['.repeat(3000) }, `\\"${'{'.repeat(3000)}`, '\\'])
  expect(isExceeded(text)).toBe(false)
  expect(isExceeded(...text)).toBe(false)
  expect(isExceeded('[[]],'.repeat(3000))).toBe(false)
  expect(isExceeded(...text, '['.repeat(1001))).toBe(true)
})

it('refuses the list or object beyond 100,000', () => {
  expect(isExceeded('[', '{},'.repeat(99_999))).toBe(false)
  expect(isExceeded('[', '{},'.repeat(99_999), '[')).toBe(true)
})
