import { expect, test } from 'vitest'
import { LEFT, RIGHT } from '../../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { ratedBy } from './single-votes.ts'

test('the sign test for all looks names a winner of equals in at most 5 % of lives', () => {
  const lives = 200
  let wrong = 0
  for (let life = 0; life < lives; life++) {
    const stream = new RandomStream(31, life)
    const all = Array.from({ length: 400 }, () => (stream.uniform() < 0.5 ? LEFT : RIGHT))
    for (let count = 2; count <= all.length; count = count < 40 ? count + 1 : Math.ceil(1.1 * count))
      if (ratedBy(all.slice(0, count), 'any').winner !== null) {
        wrong++
        break
      }
  }
  // 5 % and two standard errors
  expect(wrong / lives).toBeLessThan(0.05 + 2 * Math.sqrt((0.05 * 0.95) / lives))
})
