import { expect, it } from 'vitest'
import { findAttacks, findRings } from '../../../shared/stats/attacks/find-attacks.ts'
import { LEFT, RIGHT } from '../../../shared/stats/fit/votes.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import type { CastVotes } from '../../../shared/stats/attacks/honest-model.ts'
import { castVotes, drawCrowd } from '../../../workshop/simulate/attacks.ts'

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
  const networks = Array.from({ length: crowd.voters + members }, () => -1)
  const { network: _, ...votes } = castVotes([...crowd.votes, ...own], networks, 6)
  return { ...votes, honest: crowd.voters }
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
