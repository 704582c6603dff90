import { describe, expect, it } from 'vitest'
import { coverageOf, scoreWorld } from '../../../workshop/simulate/boards.ts'
import type { MethodName } from '../../../workshop/simulate/method.ts'
import { WORLDS as FIELD } from '../../../workshop/simulate/worlds.ts'
import { ATTACKS, ORIGINS, scoreAttack, WORLDS, type Origin } from '../../../workshop/simulate/attacks.ts'
import { LIVES, scoreLives, type Life } from '../../../workshop/simulate/watched.ts'

/** Studies in a short form: the goals of the rule on a few worlds, the same at every run. */
const scored = (name: string, boards: number, method: MethodName = 'deadheat') => {
  const world = FIELD.find((one) => one.name === name)!
  return scoreWorld(world, world.promised[0], { seed: 1, rounds: 150, boards, method })
}
/** 5 % of so many boards, and two standard errors. */
const most = (boards: number) => 0.05 * boards + 2 * Math.sqrt(0.05 * 0.95 * boards)

describe('on boards of known strengths', () => {
  it.each([
    ['5 equals, 10 votes a pair', 400],
    ['20 equals, 10 votes a pair', 120],
    ['5 equals, judged on 10 prompts, sd 1', 400],
    ['20 equals, judged on 25 prompts, sd 1', 80],
    ['8 equals on 12 prompts, 2 of them with 1 vote, others with about 130, sd 0.7', 60],
    ['5 equals, 30 voters of 20 votes, sd 0.5', 150],
  ])('the method keeps its promise and its coverage, and the usual recipe does not: %s', (name, boards) => {
    const own = scored(name, boards)
    const { share, error } = coverageOf(own)
    expect(own.anyFalse).toBeLessThanOrEqual(most(boards))
    expect(share + 2 * error).toBeGreaterThan(0.93)
    expect(scored(name, boards, 'usual').anyFalse).toBeGreaterThan(most(boards))
  })

  it('names no false winner if two are tied for best', () => {
    expect(scored('two 2 ahead of 3, 20 votes a pair', 400).falseWinner).toBeLessThanOrEqual(most(400))
  })

  it('names neither an unbeaten newcomer nor anyone else the winner', () => {
    const name = 'one 2 ahead of 4, 50 votes a pair, and a newcomer as strong that meets each once'
    expect(scored(name, 300).anyFalse).toBeLessThanOrEqual(most(300))
    expect(scored(name, 300, 'usual').falseWinner).toBeGreaterThan(most(300))
  })
})

const size = { boards: 3, votes: 4000, prompts: 50, rounds: 60, seed: 7, cap: 0.01 }
const ORIGIN_NAMES = Object.keys(ORIGINS) as Origin[]

it.each(WORLDS.map(({ name }) => name))(
  'of honest voters with different tastes, fewer than one in a hundred is accused, and boards keep their promise: %s',
  (world) => {
    const score = scoreAttack({ world, attack: null, ...size, boards: 12 })
    expect(score.accusedVoters / score.honestVoters).toBeLessThan(0.01)
    expect(score.alarmed).toBeLessThanOrEqual(2)
    // 5 % of 12 boards, and two standard errors
    expect(score.anyFalse.honest).toBeLessThanOrEqual(2)
  },
)

it.each(ATTACKS)(
  'an attack with a hundredth of the votes moves nobody out of a dead heat unnoticed: %s',
  (kind) => {
    for (const origin of ORIGIN_NAMES.filter((one) => ORIGINS[one].each > 1)) {
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

/** The short version of `npm run simulate -- watched`: a few lives, the same at every run. */
describe('boards that are watched', () => {
  const life = (name: string, changes: Partial<Life> = {}): Life => ({
    ...LIVES.find((one) => one.name === name)!,
    ...changes,
  })
  /** The most of so many lives that may be false at 5 %, with two standard errors. */
  const most = (lives: number) => 0.05 * lives + 2 * Math.sqrt(0.05 * 0.95 * lives)
  const scored = (own: Life, lives: number, seed = 5) => scoreLives(own, { seed }, { from: 0, to: lives })
  const falseOf = (lives: readonly { anyFalse: boolean }[]) => lives.filter(({ anyFalse }) => anyFalse).length

  it('declare something false in few lives, where the rule for one look does in many', () => {
    const { any, one } = scored(life('2 equals', { votesEach: 500 }), 80)
    expect(falseOf(any)).toBeLessThan(most(80))
    expect(falseOf(one)).toBeGreaterThan(most(80))
  })

  it.each([
    ['5 equals on 50 prompts, sd 0.5', { votesEach: 200 }, 25],
    ['8 equals, one joins at a third and one at two thirds', { votesEach: 150 }, 20],
  ])('declare something false in few lives: %s', (name, changes, lives) => {
    expect(falseOf(scored(life(name, changes), lives).any)).toBeLessThan(most(lives))
  })
})
