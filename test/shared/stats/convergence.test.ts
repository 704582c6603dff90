import { describe, expect, it } from 'vitest'
import { fit } from '../../../shared/stats/fit/bradley-terry.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { rate } from '../../../shared/stats/declare/rate.ts'
import type { PairPoints } from '../../../shared/stats/fit/points.ts'
import { board, options, type Row } from './boards.ts'

/** Pairs [first, second, points of first, points of second]. */
function pointsOf(contestants: number, pairs: [number, number, number, number][]): PairPoints {
  return {
    contestants,
    first: Int32Array.from(pairs, ([first]) => first),
    second: Int32Array.from(pairs, ([, second]) => second),
    firstPoints: Float64Array.from(pairs, ([, , toFirst]) => toFirst),
    secondPoints: Float64Array.from(pairs, ([, , , toSecond]) => toSecond),
  }
}

function ladder(contestants: number, up: number, down: number): PairPoints {
  return pointsOf(
    contestants,
    Array.from({ length: contestants - 1 }, (_, i) => [i, i + 1, up, down]),
  )
}

/** Two clusters in which everyone has met everyone, and one pair of votes between them. */
function twoClusters(size: number): PairPoints {
  const stream = new RandomStream(4, 0)
  const pairs: [number, number, number, number][] = []
  for (const from of [0, size])
    for (let i = from; i < from + size; i++)
      for (let j = i + 1; j < from + size; j++)
        pairs.push([i, j, 1 + Math.floor(9 * stream.uniform()), 1 + Math.floor(9 * stream.uniform())])
  return pointsOf(2 * size, [...pairs, [0, size, 1, 1]])
}

describe.each([
  ['Cholesky', 1000],
  ['conjugate gradients', 0],
])('badly connected boards by %s', (_, denseLimit) => {
  it.each([3, 100, 300])('a ladder of %i is solved exactly', (contestants) => {
    const fitted = fit(ladder(contestants, 7, 3), undefined, denseLimit)
    expect(fitted.converged).toBe(true)
    fitted.theta.forEach((theta, i) => {
      expect(Math.abs(theta - ((contestants - 1) / 2 - i) * Math.log(7 / 3))).toBeLessThan(1e-7)
    })
  })

  it('a ladder too long for e^θ is also solved', () => {
    const fitted = fit(ladder(300, 1000, 1), undefined, denseLimit)
    expect(fitted.converged).toBe(true)
    expect(fitted.theta[0]).toBeCloseTo((299 / 2) * Math.log(1000), 5)
  })

  it('a star around one baseline is solved exactly', () => {
    const rays = Array.from({ length: 99 }, (__, i): [number, number, number, number] => [
      0,
      i + 1,
      i + 1,
      100,
    ])
    const fitted = fit(pointsOf(100, rays), undefined, denseLimit)
    expect(fitted.converged).toBe(true)
    rays.forEach(([, other, won, lost]) => {
      expect(Math.abs(fitted.theta[0] - fitted.theta[other] - Math.log(won / lost))).toBeLessThan(1e-7)
    })
  })

  it('two clusters with a bridge converge by gradient', () => {
    const points = twoClusters(30)
    const fitted = fit(points, undefined, denseLimit)
    expect(fitted.converged).toBe(true)
    expect(fitted.gradient).toBeLessThan(1e-9 * 30 * 18)
    expect(fitted.theta[0]).toBeCloseTo(fitted.theta[30], 7)
  })
})

describe('large boards', () => {
  it('5000 contestants on a ladder with random rungs are solved by their gradient', () => {
    const stream = new RandomStream(5, 0)
    const rungs = Array.from({ length: 20_000 }, (): [number, number, number, number] => {
      const first = Math.floor(4999 * stream.uniform())
      const second = first + 1 + Math.floor((4999 - first) * stream.uniform())
      return [first, second, 1 + Math.floor(5 * stream.uniform()), 1 + Math.floor(5 * stream.uniform())]
    })
    const steps = Array.from({ length: 4999 }, (_, i): [number, number, number, number] => [i, i + 1, 2, 1])
    const fitted = fit(pointsOf(5000, [...steps, ...rungs]))
    expect(fitted.converged).toBe(true)
    expect(fitted.gradient).toBeLessThan(1e-6)
  })

  it('reports that a fit did not converge: an unbeaten contestant has no maximum', () => {
    const fitted = fit(pointsOf(2, [[0, 1, 5, 0]]))
    expect(Number.isFinite(fitted.theta[0])).toBe(true)
    expect(fitted.theta[0]).toBeGreaterThan(5)
  })
})

describe('rounds far from the board’s own strengths', () => {
  it.each([4, 5, 6])('are found too: a circle of %i wins, each on its own prompt', (size) => {
    const circle = board(
      size,
      Array.from({ length: size }, (_, i): Row => [i, (i + 1) % size, 0, 1, i]),
    )
    for (let seed = 1; seed <= 10; seed++) {
      const { standings } = rate(circle, options({ by: 'unit', rounds: 100, seed }))
      for (const { standardError } of standings) expect(standardError).toBeLessThan(10)
    }
  })
})
