/** The simulation of boards with unequal prompts and voters, or with two kinds of them. */
import { expect, it } from 'vitest'
import { scoreWorld } from '../../../../scripts/dev/simulate/field/board-score.ts'
import { WORLDS } from '../../../../scripts/dev/simulate/field/worlds.ts'

const world = (words: string) => WORLDS.find(({ name }) => name.includes(words))!
const setting = { boards: 40, rounds: 100, seed: 1 }

it('gives the same boards for the same seed, and other boards for another seed', () => {
  const spread = world('5 spread, judged on 10 prompts')
  const once = scoreWorld(spread, 'prompt', setting)
  expect(scoreWorld(spread, 'prompt', setting)).toEqual(once)
  expect(scoreWorld(spread, 'prompt', { ...setting, seed: 2 })).not.toEqual(once)
  expect(once).toMatchObject({ boards: 40, unequal: 400 })
  expect(once.declared).toBeGreaterThan(40)
})

it('counts declarations between equals as false, and none as right', () => {
  const dominant = world('5 equals, 30 voters, one casts 30 %, sd 1')
  const byVote = scoreWorld(dominant, 'vote', setting)
  expect(byVote).toMatchObject({ unequal: 0, declared: 0 })
  expect(byVote.anyFalse).toBeGreaterThan(20)
  expect(scoreWorld(dominant, 'voter', setting).anyFalse).toBeLessThan(6)
})

it('has a name and a promise for every world', () => {
  expect(new Set(WORLDS.map(({ name }) => name)).size).toBe(WORLDS.length)
  for (const { by, promised } of WORLDS) expect(by).toEqual(expect.arrayContaining(promised))
  expect(
    WORLDS.every(({ promised, categories }) => promised.length > 0 || categories?.held === 'each alone'),
  ).toBe(true)
})
