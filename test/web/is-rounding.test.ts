import { expect, test } from 'vitest'
import { isRounding } from '../../web/site/is-rounding.ts'

test.each([
  ['the last digit', 'rating of A', 1137.7525408246636, 1137.7525408246638, true],
  ['a small figure', 'theta of A', 1e-17, -3e-17, true],
  ['the iterations', 'iterations', 6, 7, true],
  ['a visible digit', 'rating of A', 1137.7525, 1137.7526, false],
  ['a count', 'wins of A', 1e12, 1e12 + 1, false],
  ['a text', 'winner', 'A', 'B', false],
  ['an end that is open', 'comparison[0] of A', null, 900.5, false],
])('%s', (_name, what, snapshot, recomputed, expected) => {
  expect(isRounding({ what, snapshot, recomputed })).toBe(expected)
})
