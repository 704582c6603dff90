/** How often a contestant's other answers change the outcome, in 2,000 boards of each of four worlds whose truth is known. */
import { describe, expect, it } from 'vitest'
import { sampleEffect } from '../../../shared/stats/style/sample-effect.ts'
import { truthOf, votesOf, world } from './sampled-worlds.ts'

const BOARDS = 2000

describe('in worlds of known truth', () => {
  it.each([
    [0, 30, 8, 2],
    [1, 30, 8, 3],
    [3, 60, 6, 2],
    [3, 15, 20, 3],
  ])(
    'answers of size %s on %s prompts: no bias, and the intervals hold the truth',
    (size, prompts, ...how) => {
      const truth = truthOf(size)
      const effects = Array.from({ length: BOARDS }, (_, seed) =>
        sampleEffect(votesOf(world(1000 + seed, prompts, ...how, size)), { rounds: 100, seed: 1 }),
      )
      const shares = effects.map(({ share }) => share!)
      const mean = shares.reduce((a, b) => a + b) / shares.length
      const error = Math.sqrt(shares.reduce((sum, x) => sum + (x - mean) ** 2, 0)) / shares.length
      const covered = effects.filter(({ interval }) => interval![0] <= truth && truth <= interval![1]).length
      expect(Math.abs(mean - truth)).toBeLessThan(3.5 * error)
      expect(covered / effects.length).toBeGreaterThan(0.92)
    },
  )
})
