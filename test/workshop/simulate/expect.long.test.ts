/** The short version of `npm run simulate -- expect`: two worlds, the same at every run. */
import { expect, it } from 'vitest'
import { leaders } from '../../../workshop/simulate/expect.ts'
import { equal, leading } from '../../../workshop/simulate/cell.ts'

it.each([
  ['of 20 equals', equal(20), 60],
  ['of five, one ahead', leading(5, 0.3), 20],
])(
  'the expectation of the leader %s is less biased than its rating, and its interval holds the truth',
  (_, strengths, votes) => {
    const world = { strengths, likes: 0.5, prompts: 25, votes }
    const { boards, naive, expected } = leaders(world, { boards: 250, rounds: 100, seed: 3 })
    expect(boards).toBe(250)
    expect(Math.abs(expected.sum)).toBeLessThan(naive.sum / 2)
    expect(expected.covered / boards).toBeGreaterThan(0.93)
    expect(naive.covered / boards).toBeLessThan(0.93)
  },
)
