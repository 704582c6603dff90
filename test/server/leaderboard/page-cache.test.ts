import { expect, it } from 'vitest'
import { pageCache } from '../../../server/leaderboard/board-page.ts'

it('a page is rendered once, until newer pages displace it', () => {
  const cached = pageCache(10)
  let drawn = 0
  const page = (tag: string) => cached(tag, () => `${tag}${++drawn}`.padEnd(4))
  expect([page('a'), page('b'), page('a')]).toEqual(['a1  ', 'b2  ', 'a1  '])
  expect(page('c')).toBe('c3  ')
  expect([page('a'), page('b')]).toEqual(['a1  ', 'b4  '])
})

it('a page larger than the cache is rendered each time, and a failure is not cached', () => {
  const cached = pageCache(3)
  let drawn = 0
  const page = () => cached('x', () => `page ${++drawn}`)
  expect([page(), page()]).toEqual(['page 1', 'page 2'])
  expect(cached('y', () => undefined)).toBeUndefined()
  expect(cached('y', () => 'y')).toBe('y')
})
