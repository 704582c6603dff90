import { expect, it, describe } from 'vitest'
import { findAttacks, findRings } from '../../../shared/stats/attacks/find-attacks.ts'
import { LEFT, RIGHT } from '../../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { CastVotes } from '../../../shared/stats/attacks/honest-model.ts'
import { drawCrowd } from '../../../workshop/simulate/attacks.ts'
import { fisherTail, testVoter } from '../../../shared/stats/attacks/voter-test.ts'
import { sigmoid } from '../../../shared/stats/fit/likelihood.ts'

const size = { strengths: [0, 0, 0, 0, 0, 0], votes: 1500, prompts: 40 }

/** An honest crowd, and voters that share a list of battles; each votes for contestant 2 with this chance. */
function withRing(members: number, forTarget: number): CastVotes & { honest: number } {
  const crowd = drawCrowd(size, new RandomStream(4, 0))
  const stream = new RandomStream(4, 1)
  const battles = Array.from({ length: 6 }, () => ({
    left: [0, 1, 3, 4, 5][Math.floor(5 * stream.uniform())],
    right: 2,
    prompt: Math.floor(40 * stream.uniform()),
  }))
  const own = Array.from({ length: members }, (_, member) =>
    battles.map(({ left, right, prompt }) => ({
      left,
      right,
      prompt,
      time: 30 * stream.uniform(),
      voter: crowd.voters + member,
      outcome: stream.uniform() < forTarget ? RIGHT : LEFT,
    })),
  ).flat()
  const all = [...crowd.votes, ...own].sort((a, b) => a.time - b.time)
  return {
    honest: crowd.voters,
    contestants: 6,
    left: Int32Array.from(all, ({ left }) => left),
    right: Int32Array.from(all, ({ right }) => right),
    outcome: Uint8Array.from(all, ({ outcome }) => outcome),
    voter: Int32Array.from(all, ({ voter }) => voter),
    voters: crowd.voters + members,
    prompt: Int32Array.from(all, ({ prompt }) => prompt),
    isInOrder: true,
  }
}

it('voters that share more battles than chance explains are one group, whatever they said', () => {
  for (const forTarget of [0.5, 1]) {
    const votes = withRing(5, forTarget)
    const rings = findRings(votes)
    expect(rings).toHaveLength(1)
    expect(rings[0].filter((voter) => voter >= votes.honest)).toHaveLength(5)
    expect(rings[0].length).toBeLessThan(8)
  }
})

it('voters that drew their battles by chance are in no ring, and without prompts there is none', () => {
  const votes = withRing(0, 0)
  expect(findRings(votes)).toEqual([])
  const { prompt: _, ...unnamed } = withRing(5, 1)
  expect(findRings(unnamed)).toEqual([])
})

it('a ring is accused of favouring a contestant, and not for sharing battles', () => {
  const attack = withRing(5, 1)
  const { accused } = findAttacks(attack)
  expect(accused.filter(({ voter }) => voter >= attack.honest).map(({ voter }) => voter)).toHaveLength(5)
  expect(findAttacks(withRing(5, 0.5)).accused).toEqual([])
})

const PAIRS = 15
const STRENGTHS = [1.2, 0.6, 0.2, -0.4, -0.6, -1]
const pairs = STRENGTHS.flatMap((_, i) => STRENGTHS.slice(i + 1).map((__, k) => [i, i + 1 + k] as const))

/** What the first of a pair gets: 0 won, 1 lost, 2 tie. */
function honest(stream: RandomStream, pair: number): number {
  const [i, j] = pairs[pair]
  const p = sigmoid(STRENGTHS[i] - STRENGTHS[j])
  if (stream.uniform() < 0.25) return 2
  return stream.uniform() < p ? 0 : 1
}

function oddnessIn(
  seed: number,
  others: number,
  own: number,
  vote: (stream: RandomStream, pair: number) => number,
) {
  const stream = new RandomStream(seed, 0)
  const counts = new Float64Array(3 * PAIRS)
  for (let i = 0; i < others; i++) {
    const pair = Math.floor(PAIRS * stream.uniform())
    counts[3 * pair + honest(stream, pair)]++
  }
  const pair = Array.from({ length: own }, () => Math.floor(PAIRS * stream.uniform()))
  return testVoter({ pair, outcome: pair.map((one) => vote(stream, one)) }, counts, 3, stream)
}

const share = (runs: number, isSo: (seed: number) => boolean) =>
  Array.from({ length: runs }, (_, seed) => isSo(seed)).filter(Boolean).length / runs

describe('how odd a voter is', () => {
  it('combines p-values by Fisher’s method: tails of χ² as in printed tables', () => {
    for (const [x, k, tail] of [
      [5.991, 1, 0.05],
      [9.488, 2, 0.05],
      [18.307, 5, 0.05],
      [23.209, 5, 0.01],
    ] as const)
      expect(fisherTail(x, k)).toBeCloseTo(tail, 4)
    expect(fisherTail(0, 3)).toBe(1)
    expect(fisherTail(5000, 3)).toBe(0)
  })

  it('equals a computation by hand: one vote against nine with another outcome', () => {
    const oddness = testVoter({ pair: [0], outcome: [1] }, [9, 0, 0], 3, new RandomStream(1, 0))
    // p = 1/10; over its two possible values the bound comes down to that very chance
    expect(oddness.votes).toBe(1)
    expect(oddness.p).toBeCloseTo(5 * 0.1, 3)
  })

  it('bounds the probability of the exact distribution from above', () => {
    // five such votes, each odd with chance 1/10 (in the growing bag 1/10, 2/11 …): all five odd
    const counts = [9, 0, 0]
    const { p } = testVoter(
      { pair: [0, 0, 0, 0, 0], outcome: [1, 1, 1, 1, 1] },
      counts,
      3,
      new RandomStream(1, 0),
    )
    let exact = 1
    for (let i = 0; i < 5; i++) exact *= (1 + i) / (10 + i)
    expect(p).toBeGreaterThanOrEqual(5 * exact - 1e-9)
    expect(p).toBeLessThan(0.05)
  })

  it('ignores votes on pairs that no other voter saw, and does not depend on the names of outcomes', () => {
    expect(
      testVoter({ pair: [0, 1], outcome: [0, 1] }, [0, 0, 0, 0, 0, 0], 3, new RandomStream(1, 0)),
    ).toEqual({ votes: 0, p: 1 })
    const votes = { pair: [0, 1, 0, 1, 0], outcome: [1, 2, 1, 0, 1] }
    const counts = [30, 2, 8, 4, 20, 9]
    const turned = { ...votes, outcome: votes.outcome.map((one) => [1, 0, 2][one]) }
    const other = [2, 30, 8, 20, 4, 9]
    expect(testVoter(votes, counts, 3, new RandomStream(3, 0))).toEqual(
      testVoter(turned, other, 3, new RandomStream(3, 0)),
    )
  })

  it('is reported for few who vote like the others, and found for who votes against them or always for one side', () => {
    const runs = 400
    expect(share(runs, (seed) => oddnessIn(seed, 600, 60, honest).p <= 0.05)).toBeLessThan(0.05)
    expect(share(runs, (seed) => oddnessIn(seed, 60, 100, honest).p <= 0.05)).toBeLessThan(0.05)
    const contrary = (stream: RandomStream, pair: number) => [1, 0, 2][honest(stream, pair)]
    expect(share(60, (seed) => oddnessIn(seed, 600, 60, contrary).p <= 0.05)).toBeGreaterThan(0.8)
    const alwaysLast = () => 1
    expect(share(60, (seed) => oddnessIn(seed, 600, 60, alwaysLast).p <= 0.05)).toBeGreaterThan(0.9)
  })
})
