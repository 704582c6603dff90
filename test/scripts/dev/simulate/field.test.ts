/** The simulation of boards with unequal prompts and voters, or with two kinds of them. */
import { expect, it } from 'vitest'
import { scoreWorld } from '../../../../scripts/dev/simulate/field/board-score.ts'
import { scorePeers } from '../../../../scripts/dev/simulate/field/peer-score.ts'
import { ALL_WORLDS } from '../../../../scripts/dev/simulate/field/all-worlds.ts'
import { drawVotes } from '../../../../scripts/dev/simulate/field/world.ts'
import { WORLDS } from '../../../../scripts/dev/simulate/field/worlds.ts'
import { LEFT } from '../../../../shared/stats/fit/tally.ts'
import { RandomStream } from '../../../../shared/stats/numbers/random.ts'

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

it.each(['5 spread, 600 votes on 30 prompts by Zipf', '5 spread, 1000 votes on 30 prompts by 30 voters'])(
  'counts the bars of %s as the boards themselves do, and lets each rule err equally often among equals',
  (words) => {
    const spread = world(words)
    const by = spread.promised[0]
    const { rules, unequal } = scorePeers(spread, by, setting)
    const boards = scoreWorld(spread, by, setting)
    const equals = scoreWorld({ ...spread, strengths: [0, 0, 0, 0, 0] }, by, setting)
    expect([rules.bars.declared, unequal, rules.bars.anyFalse]).toEqual([
      boards.declared,
      boards.unequal,
      equals.anyFalse,
    ])
    for (const { factor, declared, declaredAtEqualError } of Object.values(rules))
      expect(Math.sign(declaredAtEqualError - declared)).toBe(Math.sign(1 - factor))
  },
)

it('has a name and a promise for every world', () => {
  expect(new Set(ALL_WORLDS.map(({ name }) => name)).size).toBe(ALL_WORLDS.length)
  for (const { by, promised } of ALL_WORLDS) expect(by).toEqual(expect.arrayContaining(promised))
  expect(
    WORLDS.every(({ promised, categories }) => promised.length > 0 || categories?.held === 'each alone'),
  ).toBe(true)
})

it('draws prompts that are rarely, but then very different, as often as their world says', () => {
  const rare = ALL_WORLDS.find(({ name }) => name.startsWith('2 equals on 100 prompts, one loses'))!
  const { unit, outcome } = drawVotes(rare, new RandomStream(1, 1))
  const won = Array.from({ length: 100 }, () => ({ first: 0, votes: 0 }))
  outcome.forEach((one, vote) => {
    won[unit[vote]].votes++
    if (one === LEFT) won[unit[vote]].first++
  })
  const lost = won.filter(({ first, votes }) => votes >= 5 && first <= 0.2 * votes)
  expect(lost.length).toBeGreaterThan(4)
  expect(lost.length).toBeLessThan(20)
  const share = outcome.filter((one) => one === LEFT).length / outcome.length
  expect(Math.abs(share - 0.5)).toBeLessThan(0.08)
})
