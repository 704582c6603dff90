import { expect, it } from 'vitest'
import { pageCache } from '../../../server/leaderboard/page-cache.ts'

it('a page is rendered once, until newer pages displace it', () => {
  const kept = pageCache(10)
  let drawn = 0
  const page = (tag: string) => kept(tag, () => `${tag}${++drawn}`.padEnd(4))
  expect([page('a'), page('b'), page('a')]).toEqual(['a1  ', 'b2  ', 'a1  '])
  expect(page('c')).toBe('c3  ')
  expect([page('a'), page('b')]).toEqual(['a1  ', 'b4  '])
})

it('a page larger than the cache is rendered each time, and a failure is not cached', () => {
  const kept = pageCache(3)
  let drawn = 0
  const page = () => kept('x', () => `page ${++drawn}`)
  expect([page(), page()]).toEqual(['page 1', 'page 2'])
  expect(kept('y', () => undefined)).toBeUndefined()
  expect(kept('y', () => 'y')).toBe('y')
})
