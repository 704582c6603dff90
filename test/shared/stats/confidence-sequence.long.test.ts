import { describe, expect, it } from 'vitest'
import { confidenceSequence } from '../../../shared/stats/looks/watched-mean.ts'
import { scores } from './drawn-scores.ts'

describe('a look after every score', () => {
  const RUNS = 200
  const LOOKS = 300

  // 5 % of 200 is 10; more than 18 would come by chance less than once in a hundred.
  it.each([
    [0.5, 0],
    [0.5, 0.4],
    [0.6, 0.2],
    [0.9, 0],
  ])('excludes a mean of %d (ties %d) in at most 5 %% of runs', (mean, ties) => {
    let lost = 0
    for (let run = 0; run < RUNS; run++) {
      const sequence = confidenceSequence()
      for (const score of scores(mean, ties, LOOKS, run)) sequence.add(score)
      // it only shrinks, so the last look tells of all
      const interval = sequence.interval()
      if (!interval || interval[0] >= mean || interval[1] <= mean) lost++
    }
    expect(lost).toBeLessThanOrEqual(18)
  })

  it('with a plain test excludes it far more often, and the sequence still decides early', () => {
    let fooled = 0
    let decided = 0
    for (let run = 0; run < RUNS; run++) {
      let wins = 0
      const even = scores(0.5, 0, LOOKS, run)
      if (even.some((score, i) => Math.abs((wins += score) - (i + 1) / 2) > 0.98 * Math.sqrt(i + 1))) fooled++
      const sequence = confidenceSequence()
      for (const score of scores(0.7, 0, 150, run)) sequence.add(score)
      if (sequence.interval()![0] >= 0.5) decided++
    }
    expect(fooled / RUNS).toBeGreaterThan(0.2)
    expect(decided / RUNS).toBeGreaterThan(0.8)
  })
})
