/** What methods declare on drawn boards, and how it is counted. */
import { describe, expect, it } from 'vitest'
import { scoreWorld } from '../../../workshop/simulate/boards.ts'
import { METHODS, type MethodName } from '../../../workshop/simulate/method.ts'
import { drawVotes } from '../../../workshop/simulate/world.ts'
import { WORLDS } from '../../../workshop/simulate/worlds.ts'
import { RandomStream } from '../../../shared/stats/numbers/random.ts'

const world = (words: string) => WORLDS.find(({ name }) => name.includes(words))!
const setting = { boards: 40, rounds: 100, seed: 1 }

it('a world has the same boards for the same seed, and others for another seed', () => {
  const spread = world('5 spread, judged on 10 prompts')
  const once = scoreWorld(spread, 'prompt', setting)
  expect(scoreWorld(spread, 'prompt', setting)).toEqual(once)
  expect(scoreWorld(spread, 'prompt', { ...setting, seed: 2 })).not.toEqual(once)
  expect(once).toMatchObject({ boards: 40, unequal: 400 })
  expect(once.declared).toBeGreaterThan(40)
})

it('declarations between equals count as false, and none as right', () => {
  const dominant = world('5 equals, 30 voters, one casts 30 %, sd 1')
  const byVote = scoreWorld(dominant, 'vote', setting)
  expect(byVote).toMatchObject({ unequal: 0, declared: 0 })
  expect(byVote.anyFalse).toBeGreaterThan(20)
  expect(scoreWorld(dominant, 'voter', setting).anyFalse).toBeLessThan(6)
})

it('of the same errors, first place by each rival alone is named more often than by all pairs, and max-t more often than Bonferroni', () => {
  const spread = world('5 spread, 600 votes on 30 prompts by Zipf')
  const [by] = spread.promised
  const [own, maxT, bonferroni] = (['deadheat', 'max-t', 'bonferroni'] as const).map((method) =>
    scoreWorld(spread, by, { ...setting, method }),
  )
  expect(own.rightWinner).toBeGreaterThan(maxT.rightWinner)
  expect(maxT.declared).toBeGreaterThanOrEqual(bonferroni.declared)
})

describe.each(Object.keys(METHODS) as MethodName[])('method %s', (name) => {
  it('puts who is far better above all others and names it, and never both of two above each other', () => {
    const far = world('5 equals, judged on 25 prompts')
    const strengths = [3, 0, 0, 0, 0]
    const { crossed: _, ...votes } = drawVotes({ ...far, strengths }, new RandomStream(4, 0))
    const { lead, winner } = METHODS[name](votes, { by: 'unit', rounds: 200, seed: 1 })
    expect(winner).toBe(0)
    for (const rival of [1, 2, 3, 4]) {
      expect(lead(0, rival)).toBeGreaterThan(1)
      expect(lead(rival, 0)).toBeLessThanOrEqual(0)
    }
  })
})
