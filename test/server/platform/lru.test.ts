import { expect, test } from 'vitest'
import { Lru } from '../../../server/platform/lru.ts'

/** Which of the keys are there; looking uses the entries, in this order. */
const keysIn = (lru: Lru<string>, keys: string) =>
  [...keys].filter((key) => lru.get(key) !== undefined).join('')

test('an entry that was not used for the longest time is dropped first', () => {
  const lru = new Lru<string>(2)
  lru.set('a', '1')
  lru.set('b', '2')
  expect(lru.get('a')).toBe('1')
  lru.set('c', '3')
  expect(keysIn(lru, 'abc')).toBe('ac')
  lru.set('a', '4')
  lru.set('d', '5')
  expect(keysIn(lru, 'abcd')).toBe('ad')
  expect(lru.get('a')).toBe('4')
})

test('the sizes of all entries stay within the capacity, those that replace others too', () => {
  const lru = new Lru<string>(10, ({ length }) => length)
  lru.set('a', 'x'.repeat(6))
  lru.set('a', 'x'.repeat(4))
  lru.set('b', 'x'.repeat(6))
  expect(keysIn(lru, 'ab')).toBe('ab')
  lru.set('c', 'x')
  expect(keysIn(lru, 'abc')).toBe('bc')
  lru.delete('b')
  lru.set('d', 'x'.repeat(9))
  expect(keysIn(lru, 'bcd')).toBe('cd')
  lru.set('e', 'x'.repeat(11))
  expect(keysIn(lru, 'abcde')).toBe('')
})
