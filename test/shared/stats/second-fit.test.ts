import { describe, expect, it } from 'vitest'
import { pointsAmong as among } from '../../../shared/stats/fit/points.ts'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { tally } from '../../../shared/stats/fit/tally.ts'
import { options, randomBoard } from './boards.ts'
import { hasReferenceData, readBattles } from './reference.ts'
import { fitByMinorization } from './second-fit.ts'

function furthest(a: ArrayLike<number>, b: ArrayLike<number>): number {
  return Math.max(...Array.from(a, (value, i) => Math.abs(value - b[i])))
}

describe('a second fit', () => {
  it.each([1, 2, 3, 4, 5])('by MM agrees with Newton on random board %i', (seed) => {
    const votes = randomBoard(seed, 3 + 3 * seed, 200, 20)
    const theta = rate(votes, options()).standings.map((standing) => standing.theta!)
    expect(furthest(theta, fitByMinorization(votes, 4000))).toBeLessThan(1e-8)
  })

  it.skipIf(!hasReferenceData)('by MM agrees with Newton on 8931 human votes', () => {
    const { votes } = readBattles('llmfao/battles_human')
    const theta = rate(votes, options()).standings.map((standing) => standing.theta!)
    expect(furthest(theta, fitByMinorization(votes, 1000))).toBeLessThan(1e-8)
  })

  it('by conjugate gradients agrees with Cholesky', () => {
    const votes = randomBoard(9, 60, 600, 20)
    const { points } = among(
      tally(votes, 'vote', 'half'),
      Int32Array.from({ length: 60 }, (_, i) => i),
    )
    const dense = fit(points)
    const sparse = fit(points, undefined, 0)
    expect(sparse.converged).toBe(true)
    expect(furthest(dense.theta, sparse.theta)).toBeLessThan(1e-9)
  })
})
