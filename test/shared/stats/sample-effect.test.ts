/** How often a contestant's other answers change the outcome: against a count of all pairs of votes, and known truths. */
import { describe, expect, it } from 'vitest'
import { sampleEffect } from '../../../shared/stats/style/sample-effect.ts'
import { BOTH_BAD, LEFT, RIGHT, TIE } from '../../../shared/stats/index.ts'
import { truthOf, votesOf, world, type Row } from './sampled-worlds.ts'

const HOW = { rounds: 200, seed: 1 }

describe('the effect of samples', () => {
  it('equals a count of all pairs of votes, sides swapped or not, ties as an outcome of their own', () => {
    const rows = world(3, 40, 7, 3, 1.5).map((row, i): Row =>
      i % 11 ? row : ([...row.slice(0, 4), BOTH_BAD, ...row.slice(5)] as Row),
    )
    let [weights, sum] = [0, 0]
    for (let prompt = 0; prompt < 40; prompt++) {
      const own = rows
        .filter((row) => row[5] === prompt)
        .map(([first, , a, b, outcome]) => ({
          samples: first === 0 ? `${a} ${b}` : `${b} ${a}`,
          won:
            outcome === TIE || outcome === BOTH_BAD
              ? 'tie'
              : (outcome === LEFT) === (first === 0)
                ? 'A'
                : 'B',
        }))
      const counts = { equal: [0, 0], different: [0, 0] }
      own.forEach((one, i) =>
        own.slice(i + 1).forEach((other) => {
          const kind = counts[one.samples === other.samples ? 'equal' : 'different']
          kind[0]++
          kind[1] += Number(one.won !== other.won)
        }),
      )
      const {
        equal: [n, x],
        different: [m, y],
      } = counts
      if (n === 0 || m === 0) continue
      weights += (n * m) / (n + m)
      sum += ((n * m) / (n + m)) * (y / m - x / n)
    }
    expect(sampleEffect(votesOf(rows), HOW).share).toBeCloseTo(sum / weights, 12)
  })

  it('compares two votes of one voter only with two votes of one voter', () => {
    // Each voter always repeats itself, and no answer matters: different voters disagree on equal and different samples.
    const rows = Array.from({ length: 60 }, (_, prompt) =>
      [0, 1].flatMap((voter): Row[] =>
        [1, 2, 2].map((sample) => [0, 1, sample, 1, voter ? LEFT : RIGHT, prompt, voter]),
      ),
    ).flat()
    expect(sampleEffect(votesOf(rows), HOW)).toMatchObject({ votes: 360, reason: 'no_spread' })
  })

  it('does not depend on the order of votes', () => {
    const rows = world(5, 30, 6, 2, 1)
    expect(sampleEffect(votesOf(rows.toReversed()), HOW)).toEqual(sampleEffect(votesOf(rows), HOW))
  })

  it.each([
    ['no_samples', world(1, 30, 6, 1, 1)],
    ['few_prompts', world(1, 9, 30, 2, 1)],
    ['few_votes', world(1, 16, 3, 2, 1)],
  ])('is withheld: %s', (reason, rows) => {
    expect(sampleEffect(votesOf(rows), HOW)).toMatchObject({ share: null, interval: null, reason })
  })
})

it('is without bias, and its intervals hold the truth, in a world of known truth', () => {
  const truth = truthOf(1)
  const effects = Array.from({ length: 300 }, (_, seed) =>
    sampleEffect(votesOf(world(1000 + seed, 30, 8, 3, 1)), { rounds: 100, seed: 1 }),
  )
  const shares = effects.map(({ share }) => share!)
  const mean = shares.reduce((a, b) => a + b) / shares.length
  const error = Math.sqrt(shares.reduce((sum, x) => sum + (x - mean) ** 2, 0)) / shares.length
  expect(Math.abs(mean - truth)).toBeLessThan(3.5 * error)
  const covered = effects.filter(({ interval }) => interval![0] <= truth && truth <= interval![1]).length
  expect(covered / effects.length).toBeGreaterThan(0.9)
})
