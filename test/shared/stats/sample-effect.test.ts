/** How often a contestant's other answers change the outcome: against a count of all pairs of votes, and known truths. */
import { describe, expect, it } from 'vitest'
import { RandomStream, sampleEffect } from '../../../shared/stats/internal.ts'
import type { SampledVotes } from '../../../shared/stats/internal.ts'
import { BOTH_BAD, LEFT, RIGHT, TIE } from '../../../shared/stats/index.ts'

/** One vote: contestants, samples, outcome, prompt, voter. */
type Row = [
  first: number,
  second: number,
  a: number,
  b: number,
  outcome: number,
  prompt: number,
  voter: number,
]

function votesOf(rows: readonly Row[]): SampledVotes {
  const column = (at: number) => Int32Array.from(rows, (row) => row[at])
  return {
    first: column(0),
    second: column(1),
    firstSample: column(2),
    secondSample: column(3),
    outcome: Uint8Array.from(column(4)),
    prompt: column(5),
    voter: column(6),
  }
}

const HOW = { rounds: 200, seed: 1 }

const TIES = 0.2
const BOARDS = 2000
const normalFrom = (stream: RandomStream) =>
  Math.sqrt(-2 * Math.log(stream.uniform())) * Math.cos(2 * Math.PI * stream.uniform())
const logistic = (x: number) => 1 / (1 + Math.exp(-x))

/** Contestant 0 has `samples` answers to every prompt, 1 has one; an answer adds `size` · normal to the log odds. */
function world(seed: number, prompts: number, perPrompt: number, samples: number, size: number): Row[] {
  const stream = new RandomStream(seed, 0)
  return Array.from({ length: prompts }, (_, prompt) => {
    const shifts = Array.from({ length: samples }, () => size * normalFrom(stream))
    const ease = normalFrom(stream)
    return Array.from({ length: perPrompt }, (__, vote): Row => {
      const a = 1 + Math.floor(samples * stream.uniform())
      const wins = stream.uniform() < logistic(ease + shifts[a - 1])
      const swap = stream.uniform() < 0.5
      const outcome = stream.uniform() < TIES ? TIE : wins !== swap ? LEFT : RIGHT
      return swap ? [1, 0, 1, a, outcome, prompt, vote] : [0, 1, a, 1, outcome, prompt, vote]
    })
  }).flat()
}

/** What the effect is in that world: two votes that are no ties disagree more often by (p − q)², p and q on two answers. */
function truthOf(size: number): number {
  const stream = new RandomStream(7, 0)
  let sum = 0
  for (let draw = 0; draw < 200_000; draw++) {
    const ease = normalFrom(stream)
    const [p, q] = [0, 0].map(() => logistic(ease + size * normalFrom(stream)))
    sum += (p - q) ** 2
  }
  return (1 - TIES) ** 2 * (sum / 200_000)
}

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
      const found = Array.from({ length: BOARDS }, (_, seed) =>
        sampleEffect(votesOf(world(1000 + seed, prompts, ...how, size)), { rounds: 100, seed: 1 }),
      )
      const shares = found.map(({ share }) => share!)
      const mean = shares.reduce((a, b) => a + b) / shares.length
      const error = Math.sqrt(shares.reduce((sum, x) => sum + (x - mean) ** 2, 0)) / shares.length
      const covered = found.filter(({ interval }) => interval![0] <= truth && truth <= interval![1]).length
      console.log({ size, prompts, truth, mean, error, covered: covered / BOARDS })
      expect(Math.abs(mean - truth)).toBeLessThan(3.5 * error)
      expect(covered / found.length).toBeGreaterThan(0.92)
    },
  )
})
