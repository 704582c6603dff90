import { describe, expect, it } from 'vitest'
import { rate } from '../../../shared/stats/declare/rate.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'
import { drawVotes } from '../../../scripts/dev/simulate/field/world.ts'
import { WORLDS } from '../../../scripts/dev/simulate/field/worlds.ts'
import { options } from './boards.ts'

/** Share of boards of a world on which anything false is declared, by prompts, voters or both. */
function falseShare(name: string, by: 'prompt' | 'voter' | 'both', boards: number): number {
  const world = WORLDS.find((one) => one.name === name)!
  let wrong = 0
  for (let index = 0; index < boards; index++) {
    const { crossed, ...own } = drawVotes(world, new RandomStream(77, index))
    const votes =
      by === 'both' ? { ...own, crossed: crossed! } : by === 'voter' ? { ...own, ...crossed } : own
    const rated = rate(votes, options({ rounds: 200, seed: index, by: 'unit' }))
    if (rated.winner !== null || rated.standings.some(({ rankInterval }) => rankInterval![0] > 1)) wrong++
  }
  return wrong / boards
}

const limit = (boards: number) => 0.05 + 2.33 * Math.sqrt((0.05 * 0.95) / boards)

describe('on boards of equals with unequal units, anything false is declared', () => {
  it.each([
    '5 equals, 600 votes on 30 prompts by Zipf, sd 1',
    '2 equals, 400 votes, half of them on one of 200 prompts, sd 1',
    '5 equals, 5 prompts of 60 votes and 45 of 6, sd 1',
  ])('on at most 5 %% of boards: %s', (name) => {
    expect(falseShare(name, 'prompt', 250)).toBeLessThan(limit(250))
  })

  it('on at most 5 % of boards by prompts and voters together, and on more by either alone', () => {
    const name = '5 equals, 2000 votes on 50 prompts by 50 voters, sd 0.5'
    expect(falseShare(name, 'both', 250)).toBeLessThan(limit(250))
    expect(falseShare(name, 'prompt', 250)).toBeGreaterThan(limit(250))
    expect(falseShare(name, 'voter', 250)).toBeGreaterThan(limit(250))
  })
})
