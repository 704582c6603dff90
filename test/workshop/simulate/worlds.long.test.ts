/** Studies in a short form: what boards promise, on a few worlds, the same at every run. */
import { describe, expect, it } from 'vitest'
import { coverageOf, scoreWorld } from '../../../workshop/simulate/boards.ts'
import { WORLDS as FIELD } from '../../../workshop/simulate/worlds.ts'
import { ATTACKS, ORIGINS, scoreAttack, WORLDS, type Origin } from '../../../workshop/simulate/attacks.ts'
import { PAIR_WORLDS, scorePairs } from '../../../workshop/simulate/compare.ts'
import { LIVES, scoreLives } from '../../../workshop/simulate/watched.ts'

/** 5 % of so many boards or lives, and two standard errors. */
const most = (boards: number) => 0.05 * boards + 2 * Math.sqrt(0.05 * 0.95 * boards)

describe('on boards of known strengths, at one look', () => {
  const scored = (name: string, boards: number) =>
    scoreWorld(
      FIELD.find((world) => world.name === name)!,
      { seed: 1, rounds: 0 },
      { from: 0, to: boards },
    )

  it.each([
    ['2 equals, 60 prompts × 60 voters', 300],
    ['5 equals, single votes', 300],
    ['20 equals, 60 prompts × 60 voters', 60],
    ['5 with sd 0.4, 60 × 60', 200],
    ['5 equals, judged on 10 prompts, sd 1', 300],
    ['2 equals, half of 400 votes on one of 20 prompts, sd 1', 300],
    ['3 equals, 800 votes on 50 prompts, half of them by 2 of 40 voters, sd 0.5 and 0.7', 200],
    ['5 equals, a team of 5 on 24 prompts, sd 0.5', 150],
    ['5 equals, 50 prompts × 40 voters, half of the votes named, sd 0.5 and 0.7', 150],
    ['8 equals on 12 prompts, 2 of them with 12 votes, others with about 130, sd 0.7', 100],
  ])('bars cover about 95 in 100 and somebody leads falsely on at most 5: %s', (name, boards) => {
    const { deadheat } = scored(name, boards)
    const { share, error } = coverageOf(deadheat)
    expect(share + 2 * error).toBeGreaterThan(0.935)
    expect(share - 2 * error).toBeLessThan(0.98)
    expect(deadheat.falseLeader).toBeLessThanOrEqual(most(boards))
  })

  it('the recipe of other arenas covers far less, and names a false leader more often', () => {
    const { deadheat, recipe } = scored('2 equals, half of 400 votes on one of 20 prompts, sd 1', 300)
    expect(coverageOf(recipe).share).toBeLessThan(0.6)
    expect(recipe.falseLeader).toBeGreaterThan(4 * deadheat.falseLeader)
  })

  it('where strengths differ, true orders are shown, and hardly a false one', () => {
    const { ordered, unequal, wrong } = scored(
      '8 like the demo: 640 votes, 24 prompts × 36 voters',
      100,
    ).deadheat
    expect(ordered / unequal).toBeGreaterThan(0.18)
    expect(wrong).toBeLessThanOrEqual(ordered / 200)
  })

  it('by rounds, bars cover as by their limit', () => {
    const world = FIELD.find(({ name }) => name === '5 equals, 60 prompts × 60 voters')!
    const [limit, rounds] = [0, 300].map((count) =>
      coverageOf(scoreWorld(world, { seed: 1, rounds: count }, { from: 0, to: 40 }).deadheat),
    )
    expect(Math.abs(rounds!.share - limit!.share)).toBeLessThan(0.02)
  })
})

describe('on boards that are watched', () => {
  const scored = (name: string, lives: number) =>
    scoreLives(
      LIVES.find((life) => life.name === name)!,
      { seed: 5 },
      { from: 0, to: lives },
    )

  it.each([
    ['2 equals', 150],
    ['2 equals, 60 prompts × 100 voters', 100],
    ['two 1 ahead of 1', 60],
    ['8 equals, one joins at a third and one at two thirds', 20],
  ])('a false winner is named on at most 5 of 100 lives: %s', (name, lives) => {
    expect(scored(name, lives).filter(({ winsFalsely }) => winsFalsely).length).toBeLessThanOrEqual(
      most(lives),
    )
  })

  it('who leads may lead falsely at some look, which nobody promises', () => {
    expect(scored('2 equals', 60).filter(({ leadsFalsely }) => leadsFalsely).length).toBeGreaterThan(most(60))
  })

  it('the best wins where it is far ahead', () => {
    const lives = scored('5 equals and one far stronger, hardly ever beaten', 10)
    expect(lives.every(({ winsAt }) => winsAt !== null && winsAt < 600)).toBe(true)
  })
})

it.each(PAIR_WORLDS.filter(({ lead }) => lead === 0).map((world) => [world.name, world] as const))(
  'two equal contestants are separated in about 5 of 100 runs or fewer, at one look or many: %s',
  (_name, world) => {
    const { once, atAnyLook } = scorePairs(world, { runs: 40, seed: 5 })
    // what a true 5 % exceeds in fewer than 1 of 500 such tests
    expect(once).toBeLessThanOrEqual(7)
    expect(atAnyLook).toBeLessThanOrEqual(7)
  },
)

const size = { boards: 3, votes: 4000, prompts: 50, rounds: 0, seed: 7, cap: 0.01 }
const ORIGIN_NAMES = Object.keys(ORIGINS) as Origin[]

it.each(WORLDS.map(({ name }) => name))(
  'of honest voters with different tastes, fewer than one in a hundred is accused, and boards keep their promise: %s',
  (world) => {
    const score = scoreAttack({ world, attack: null, ...size, boards: 12 })
    expect(score.accusedVoters / score.honestVoters).toBeLessThan(0.01)
    expect(score.alarmed).toBeLessThanOrEqual(2)
    expect(score.leadsFalsely.honest).toBeLessThanOrEqual(most(12))
  },
)

it.each(ATTACKS)(
  'an attack with a hundredth of the votes moves nobody out of a dead heat unnoticed: %s',
  (kind) => {
    for (const origin of ORIGIN_NAMES.filter((name) => ORIGINS[name].each > 1)) {
      const attack = { kind, origin, share: 0.01 }
      const score = scoreAttack({ world: 'two equally best of 8', attack, ...size })
      expect(score.unnoticed, origin).toBeLessThanOrEqual(score.falseOnTarget.honest)
      expect(score.accusedVoters / score.honestVoters, origin).toBeLessThan(0.01)
    }
  },
)

it.each(['target only', 'downvotes'] as const)(
  'an attack with a twentieth of the votes on its target alone is found, wherever it comes from: %s',
  (kind) => {
    for (const origin of ORIGIN_NAMES) {
      const attack = { kind, origin, share: 0.05 }
      const score = scoreAttack({ world: 'two equally best of 8', attack, ...size })
      expect(score.caughtVotes / score.attackVotes, origin).toBeGreaterThan(0.9)
      expect(score.falseOnTarget.defended, origin).toBeLessThanOrEqual(score.falseOnTarget.honest + 1)
    }
  },
)
