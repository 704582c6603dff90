import { expect, it } from 'vitest'
import { hitByFailures } from '../../../server/ratings/boards/board-warnings.ts'

it('failures hit the contestant of which more failed than of the others, by more than chance', () => {
  expect(hitByFailures([{ failed: [15, 4, 4, 4, 3], totals: [200, 200, 200, 200, 200] }])).toBe(0)
  expect(hitByFailures([{ failed: [8, 4, 4, 4, 3], totals: [200, 200, 200, 200, 200] }])).toBeNull()
  // of many, one point in a hundred more is beyond chance, but too little to matter
  expect(hitByFailures([{ failed: [600, 300, 300], totals: [30_000, 30_000, 30_000] }])).toBeNull()
  const none = { failed: [0, 0, 0], totals: [90, 90, 90] }
  expect(hitByFailures([none, none])).toBeNull()
  expect(hitByFailures([none, { failed: [0, 9, 0], totals: [60, 60, 60] }])).toBe(1)
  expect(hitByFailures([{ failed: [0, 0], totals: [0, 0] }])).toBeNull()
  // of two, each judgement is of both
  expect(hitByFailures([{ failed: [30, 30], totals: [100, 100] }])).toBeNull()
})
